// Elements from values. Text always becomes text nodes: a player's name can never become markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 *
 * @typedef {{[Type in keyof HTMLElementEventMap as `on${Type}`]?: ((event: HTMLElementEventMap[Type] & {target: any})
 *     => unknown) | null | false}} Listeners
 * @typedef {Listeners & Record<string, unknown>} Properties `class`, `data-…`, `aria-…` and other attributes; `on…`
 *     functions are listeners; false, null and undefined leave an attribute out, true sets it empty
 */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} [properties] @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties = {}, ...children) {
    return fill(document.createElement(tag), properties, children);
}

/**
 * As `h`, for SVG.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {Properties} [properties] @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, properties = {}, ...children) {
    return fill(document.createElementNS(SVG, tag), properties, children);
}

/**
 * The first element that a selector finds, where there must be one.
 * @template {string} Selector
 * @param {Selector} selector @param {?ParentNode} [root]
 * @returns {Selector extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Selector] : HTMLElement}
 */
export function find(selector, root = document) {
    const element = lookUp(selector, root);
    if (element === null) throw new Error(`The page has no ${selector}.`);
    return element;
}

/**
 * As `find`; null if there is none.
 * @template {string} Selector
 * @param {Selector} selector @param {?ParentNode} [root]
 * @returns {?(Selector extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Selector] : HTMLElement)}
 */
export function lookUp(selector, root = document) {
    return /** @type {any} */ (root?.querySelector(selector) ?? null);
}

/** What has the focus; null: nothing that could take it again. */
export const focused = () => (document.activeElement instanceof HTMLElement ? document.activeElement : null);

/**
 * @template {Element} Kind
 * @param {Kind} element @param {Properties} properties @param {(Child | Child[])[]} children
 * @returns {Kind}
 */
function fill(element, properties, children) {
    for (const [name, value] of Object.entries(properties)) {
        if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
        else if (value !== false && value !== null && value !== undefined) {
            element.setAttribute(name, value === true ? "" : String(value));
        }
    }
    element.append(...present(children.flat()).map((child) => (typeof child === "number" ? String(child) : child)));
    return element;
}

/**
 * Without what is left out.
 * @template T
 * @param {(T | null | undefined | false)[]} parts
 * @returns {T[]}
 */
export function present(parts) {
    return /** @type {T[]} */ (parts.filter((part) => part !== null && part !== undefined && part !== false));
}

/**
 * The one of these that a text names, or else another.
 * @template {string} One
 * @param {readonly One[]} ones @param {?string} text @param {One} otherwise
 * @returns {One}
 */
export const oneOf = (ones, text, otherwise) => ones.find((one) => one === text) ?? otherwise;

/**
 * Sets, or with null removes, an attribute, and touches nothing when it is so already.
 * @param {Element} element @param {string} name @param {string | number | boolean | null | undefined} value
 */
export function attribute(element, name, value) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value === true ? "" : String(value));
}

/**
 * A number from a text, the same everywhere: picks colours and shapes for a name.
 * @param {string} text
 */
export function hash(text) {
    let value = 2166136261;
    for (const character of text) value = Math.imul(value ^ Number(character.codePointAt(0)), 16777619) >>> 0;
    // The low bits of FNV follow the last character too closely for a small remainder.
    return (value ^ (value >>> 15)) >>> 0;
}

/**
 * The first letter of a name on a colour of its own.
 * @param {string} name
 */
export function avatar(name) {
    const [initial = "·"] = name.trim();
    return h("span", { class: "avatar", "data-tint": hash(name) % 6, "aria-hidden": "true" },
        initial.toLocaleUpperCase());
}

/** Whether the reader asked for less motion; asked anew each time, for it may change. */
export const prefersStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
