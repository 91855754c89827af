// A small keyed virtual DOM: a screen describes what it should look like, and only the differences are changed.
// This way focus, scroll positions and flying cards survive every update.

import { siteRoot } from "./base_url.js";

/**
 * @typedef {{
 *   tag: string, key: string | null, props: Props, children: Child[],
 * }} VNode
 * @typedef {VNode | string | number | null | undefined | false} Child
 * @typedef {Child | Child[]} Children
 * @typedef {{
 *   key?: string | number,
 *   class?: string,
 *   on?: Record<string, (event: any) => void>,
 *   vars?: Record<string, string | number>,
 *   [attribute: string]: any,
 * }} Props
 */

const SVG = "http://www.w3.org/2000/svg";
/** The virtual node that each element was made from. @type {WeakMap<Node, VNode>} */
const vnodes = new WeakMap();
/** Properties that do not follow their attributes. */
const LIVE_PROPERTIES = new Set(["value", "checked", "scrollTop"]);

/**
 * A virtual element.
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...Children} children
 * @returns {VNode}
 */
export function h(tag, props, ...children) {
  const given = props ?? {};
  const key = given.key === undefined ? null : String(given.key);
  return { tag, key, props: given, children: children.flat().filter((child) => child || child === 0) };
}

/**
 * Make the children of an element match these.
 * @param {Element} root
 * @param {...Children} children
 */
export function render(root, ...children) {
  patchChildren(root, children.flat().filter((child) => child || child === 0), root.namespaceURI === SVG);
}

/**
 * A new element that belongs to no screen.
 * @param {VNode} node
 * @returns {HTMLElement}
 */
export function createElement(node) {
  return /** @type {HTMLElement} */ (create(node, node.tag === "svg"));
}

/**
 * @param {Child} child
 * @param {boolean} inSvg
 * @returns {Node}
 */
function create(child, inSvg) {
  if (typeof child !== "object" || child === null) return document.createTextNode(String(child));
  const svg = inSvg || child.tag === "svg";
  const element = svg ? document.createElementNS(SVG, child.tag) : document.createElement(child.tag);
  patchProps(element, {}, child.props);
  patchChildren(element, child.children, svg);
  vnodes.set(element, child);
  return element;
}

/**
 * @param {Element} parent
 * @param {Child[]} children
 * @param {boolean} svg
 */
function patchChildren(parent, children, svg) {
  /** @type {Map<string, Node>} */
  const keyed = new Map();
  /** @type {Node[]} */
  const loose = [];
  for (const node of parent.childNodes) {
    const key = vnodes.get(node)?.key;
    if (key) keyed.set(key, node);
    else loose.push(node);
  }
  const nodes = children.map((child) => takeReusable(child, keyed, loose) ?? create(child, svg));
  // Removed first, so that the nodes that stay need not be moved past them.
  for (const node of [...keyed.values(), ...loose]) parent.removeChild(node);
  /** @type {Node | null} */
  let place = parent.firstChild;
  for (const [number, child] of children.entries()) {
    const node = nodes[number];
    if (vnodes.has(node) && vnodes.get(node) !== child) patch(/** @type {Element} */ (node), /** @type {VNode} */ (child), svg);
    else if (node.nodeType === Node.TEXT_NODE && node.textContent !== String(child)) node.textContent = String(child);
    if (node === place) place = node.nextSibling;
    else parent.insertBefore(node, place);
  }
}

/**
 * An old node that can become this child; it is removed from those that are left.
 * @param {Child} child
 * @param {Map<string, Node>} keyed
 * @param {Node[]} loose
 */
function takeReusable(child, keyed, loose) {
  if (typeof child === "object" && child?.key) {
    const node = keyed.get(child.key);
    if (!node || vnodes.get(node)?.tag !== child.tag) return null;
    keyed.delete(child.key);
    return node;
  }
  const tag = typeof child === "object" ? child?.tag : undefined;
  const at = loose.findIndex((node) => (node.nodeType === Node.TEXT_NODE ? undefined : vnodes.get(node)?.tag ?? "") === tag);
  return at < 0 ? null : loose.splice(at, 1)[0];
}

/**
 * @param {Element} element
 * @param {VNode} node
 * @param {boolean} inSvg
 */
function patch(element, node, inSvg) {
  patchProps(element, vnodes.get(element)?.props ?? {}, node.props);
  patchChildren(element, node.children, inSvg || node.tag === "svg");
  vnodes.set(element, node);
}

/**
 * @param {Element} element
 * @param {Props} before
 * @param {Props} after
 */
function patchProps(element, before, after) {
  for (const name of Object.keys(before)) {
    if (!(name in after)) setProp(element, name, before[name], undefined);
  }
  for (const [name, value] of Object.entries(after)) {
    if (before[name] !== value) setProp(element, name, before[name], value);
  }
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {any} before
 * @param {any} value
 */
function setProp(element, name, before, value) {
  if (name === "key") return;
  if (name === "on") listen(element, before ?? {}, value ?? {});
  else if (name === "vars") setVars(/** @type {HTMLElement} */ (element), before ?? {}, value ?? {});
  else if (LIVE_PROPERTIES.has(name)) /** @type {any} */ (element)[name] = value ?? "";
  else if (value === undefined || value === null || value === false) element.removeAttribute(name);
  else if (name === "href" && String(value).startsWith("/")) element.setAttribute(name, siteRoot + value);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** The handlers of each element, looked up when an event fires. @type {WeakMap<Element, Record<string, (event: Event) => void>>} */
const handlers = new WeakMap();

/** @param {Event} event */
function dispatch(event) {
  handlers.get(/** @type {Element} */ (event.currentTarget))?.[event.type]?.(event);
}

/**
 * @param {Element} element
 * @param {Record<string, (event: Event) => void>} before
 * @param {Record<string, (event: Event) => void>} after
 */
function listen(element, before, after) {
  handlers.set(element, after);
  for (const type of Object.keys(before)) if (!(type in after)) element.removeEventListener(type, dispatch);
  for (const type of Object.keys(after)) if (!(type in before)) element.addEventListener(type, dispatch);
}

/**
 * @param {HTMLElement} element
 * @param {Record<string, string | number>} before
 * @param {Record<string, string | number>} after
 */
function setVars(element, before, after) {
  for (const name of Object.keys(before)) if (!(name in after)) element.style.removeProperty(name);
  for (const [name, value] of Object.entries(after)) {
    if (before[name] !== value) element.style.setProperty(name, String(value));
  }
}
