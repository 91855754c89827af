// The rules as a page of their own: /rules/GAME#RULE.

import { h, render } from "../base/dom.js";
import { fetchGame, gameEntry, isGame, slugs } from "../base/games.js";
import { say } from "../base/words.js";
import { bar } from "../table/bar.js";
import { loadRules, rulesPanel } from "../table/rules_panel.js";
import { failedView, loadingView } from "./loading.js";
import { tilePicture } from "./tiles.js";

export class RulesScreen {
  /**
   * @param {HTMLElement} root
   * @param {string | undefined} slug
   */
  constructor(root, slug) {
    this.root = root;
    this.slug = slug && isGame(slug) ? slug : null;
    /** @type {import("../table/types.d.ts").Game | null} */
    this.game = null;
    /** Why the rules are not here. @type {unknown} */
    this.error = null;
    this.search = "";
    this.isClosed = false;
    this.onHashChange = () => this.#showRule();
    addEventListener("hashchange", this.onHashChange);
    void this.#load();
  }

  async #load() {
    document.title = `${say("rules.title")} – Reihum`;
    this.error = null;
    this.draw();
    try {
      if (this.slug) [this.game] = await Promise.all([fetchGame(this.slug), loadRules(this.slug)]);
    } catch (error) {
      this.error = error;
    }
    this.#showRule();
  }

  onLanguageChange() {
    return this.#load();
  }

  close() {
    this.isClosed = true;
    removeEventListener("hashchange", this.onHashChange);
  }

  /** Scroll to the rule that the address names. */
  #showRule() {
    this.draw();
    document.getElementById(`rule-${location.hash.slice(1)}`)?.scrollIntoView({ block: "center" });
  }

  draw() {
    if (this.isClosed) return;
    const title = say("rules.title");
    if (this.error) return render(this.root, ...failedView(this.error, { title, missing: say("lost.no_page"), retry: () => void this.#load() }));
    if (this.slug && !this.game) return render(this.root, ...loadingView(title));
    const marked = location.hash.slice(1) || null;
    document.body.className = this.game ? `g-${this.game.folder}` : "";
    render(
      this.root,
      bar({ title }),
      h(
        "main",
        { class: "page rules-page", id: "main", tabindex: "-1", key: "rules" },
        h("h1", null, this.game ? say("rules.of", { game: say(`${this.game.folder}.title`) }) : say("rules.title")),
        this.game && h("nav", { class: "pick", "aria-label": say("rules.games") }, slugs().map((slug) =>
          h("a", { class: "btn", href: `/rules/${slug}`, key: slug, "aria-current": slug === this.slug ? "page" : undefined }, say(`${gameEntry(slug).folder}.title`)))),
        !this.game && h("ul", { class: "tiles rules-tiles" }, slugs().map(rulesTile)),
        this.game && h("div", { class: "paper rules-sheet" }, rulesPanel(this.game, marked, this.search, (text) => ((this.search = text), this.draw()))),
      ),
    );
  }
}

/**
 * A game whose rules can be read, with a few words about it.
 * @param {string} slug
 */
function rulesTile(slug) {
  const { folder } = gameEntry(slug);
  return h(
    "li",
    { class: `tile g-${folder}`, key: slug },
    h("div", { class: "tile-picture", "aria-hidden": "true" }, tilePicture(slug)),
    h(
      "div",
      { class: "tile-text" },
      h("h2", null, h("a", { class: "tile-link", href: `/rules/${slug}` }, say(`${folder}.title`))),
      h("p", { class: "tile-facts" }, say(`${folder}.facts`)),
      h("p", null, say(`${folder}.pitch`)),
    ),
  );
}
