// A screen made of one thing that is fetched first: what it shows meanwhile, and if that fails.

import { get } from "../base/api.js";
import { h, render } from "../base/dom.js";
import { icon } from "../base/symbols.js";
import { say } from "../base/words.js";
import { bar } from "../table/bar.js";
import { failedView, loadingView } from "./loading.js";

/** @typedef {import("../base/dom.js").Child} Child */

/** @template Found */
export class FetchedScreen {
  /**
   * @param {HTMLElement} root
   * @param {string} path what is fetched
   * @param {{title: string, missing: string}} words its title, and what is said if there is no such thing: keys
   */
  constructor(root, path, words) {
    this.root = root;
    this.path = path;
    this.words = words;
    /** @type {Found | null} */
    this.found = null;
    /** @type {unknown} */
    this.error = null;
    this.isClosed = false;
    void this.load();
  }

  close() {
    this.isClosed = true;
  }

  onLanguageChange() {
    this.draw();
  }

  /** Fetch it, again if need be. */
  async load() {
    this.error = null;
    this.draw();
    try {
      this.found = await get(this.path);
    } catch (error) {
      this.error = error;
    }
    this.draw();
  }

  draw() {
    if (this.isClosed) return;
    const title = say(this.words.title);
    document.title = `${title} – Reihum`;
    document.body.className = "";
    if (this.found) {
      const away = h("a", { class: "bar-button", href: "/", "aria-label": say("bar.home"), key: "close" }, icon("u-close"));
      return render(this.root, bar({ title, right: [away] }), this.main(title, this.found));
    }
    const failed = { title, missing: say(this.words.missing), retry: () => void this.load() };
    render(this.root, ...(this.error ? failedView(this.error, failed) : loadingView(title)));
  }

  /**
   * What is below the bar.
   * @param {string} _title
   * @param {Found} _found
   * @returns {Child}
   */
  main(_title, _found) {
    throw new Error("Every screen says what it shows.");
  }
}
