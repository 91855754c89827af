// Where things are on the screen of a table, by the names that lessons and hints give them.

/**
 * Where something is that a lesson or a hint names: a card of the hand, a button, a place, a group of the hand, where cards can be
 * dropped, a part of the table, the main button.
 * @param {string} name
 */
export function selectorOf(name) {
  const [kind, ...rest] = name.split(":");
  const which = rest.join(":");
  if (kind === "hand") return `[data-region="hand"] [data-place="${which && `hand:${CSS.escape(which)}`}"]`;
  if (kind === "card") return `[data-card="${which}"]`;
  if (kind === "button") return `[data-act="${CSS.escape(which)}"]`;
  if (kind === "drop") return `[data-drop="${which}"]`;
  if (kind === "place") return `[data-place="${which}"]`;
  if (kind === "group") return `[data-group="${which}"]`;
  if (kind === "part") return `.${CSS.escape(which)}`;
  return ".acts [data-main]";
}
