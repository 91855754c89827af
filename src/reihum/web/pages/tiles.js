// A picture for each game, drawn of its own cards and signs.

import { h } from "../base/dom.js";
import { face as help } from "../games/help/cards.js";
import { face as romme } from "../games/koenigs_romme/cards.js";
import { face as twentythree } from "../games/twentythree/cards.js";
import { face as yoyo } from "../games/yoyo/cards.js";

const PICTURES = /** @type {Record<string, {face: (card: string, look?: string) => any, cards: string[], sign: string}>} */ ({
  help: { face: help, cards: ["3", "J", "8"], sign: "t-help" },
  yoyo: { face: yoyo, cards: ["b9", "r9"], sign: "t-yoyo" },
  koenigs_romme: { face: romme, cards: ["3s", "7h", "10d", "Jc", "Kx"], sign: "t-crown" },
  twentythree: { face: twentythree, cards: ["21", "22", "23"], sign: "t-chips" },
});

/** @param {string} folder */
export function tilePicture(folder) {
  const { face, cards, sign } = PICTURES[folder];
  return [
    h("svg", { class: "tile-sign" }, h("use", { href: `#${sign}` })),
    h("div", { class: `tile-fan f${cards.length}` }, cards.map((card, number) => h("span", { class: `card p${number}`, key: card }, face(card)))),
  ];
}
