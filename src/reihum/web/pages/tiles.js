// A picture of each game, made of its own cards and symbols.

import { h } from "../base/dom.js";
import { gameTile, slugs } from "../base/games.js";

/** @param {string} slug */
export function tilePicture(slug) {
  const { face, cards, sign } = gameTile(slug);
  return [
    sign && h("svg", { class: "tile-sign" }, h("use", { href: `#${sign}` })),
    h("div", { class: `tile-fan f${cards.length}` }, cards.map((card, number) => h("span", { class: `card p${number}`, key: card }, face(card)))),
  ];
}

/** Sample cards of all games: the first of every game before the second of any. */
export function sampleCards() {
  const drawn = slugs().map((slug) => gameTile(slug)).flatMap(({ face, samples }) => samples.map((card, nth) => ({ nth, face: face(card) })));
  return drawn.sort((a, b) => a.nth - b.nth).map(({ face }, number) => h("span", { class: "card", key: number }, face));
}
