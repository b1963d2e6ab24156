// Elements by description: what is there already stays the same element.

/** Elements that were made for a node, by element: their key. */
const keys = new WeakMap();

/**
 * @typedef {{key: string, tag: string, attributes?: object, properties?: object, text?: string, children?: Node[],
 *     start?: string}} Node an attribute that is null is none; `start` stands in a field when it is made
 */

/**
 * Brings the children of an element in line with nodes. An element whose key and tag are the same stays where it is,
 * with its focus and with what is written in it.
 * @param {Element} parent @param {Node[]} nodes
 */
export function reconcile(parent, nodes) {
    const old = new Map();
    for (const child of [...parent.childNodes]) {
        const key = keys.get(child);
        if (key === undefined || old.has(key)) child.remove();
        else old.set(key, child);
    }
    const used = new Map();
    const wanted = nodes.map((node) => {
        const nth = used.get(node.key) ?? 0;
        used.set(node.key, nth + 1);
        const key = `${node.key}#${nth}|${node.tag}`;
        const found = old.get(key);
        old.delete(key);
        return { node, key, element: found ?? make(node, key) };
    });
    for (const gone of old.values()) gone.remove();
    wanted.forEach(({ node, element }, index) => {
        if (parent.childNodes[index] !== element) parent.insertBefore(element, parent.childNodes[index] ?? null);
        fill(element, node);
    });
}

/** @param {Node} node @param {string} key */
function make(node, key) {
    const element = document.createElement(node.tag);
    keys.set(element, key);
    if (node.start && element instanceof HTMLInputElement) element.value = node.start;
    return element;
}

/** @param {any} element whose properties the node names @param {Node} node */
function fill(element, node) {
    for (const [name, value] of Object.entries(node.attributes ?? {})) {
        if (value === null || value === undefined) element.removeAttribute(name);
        else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
    }
    for (const [name, value] of Object.entries(node.properties ?? {})) {
        if (element[name] !== value) element[name] = value;
    }
    if (node.children !== undefined) reconcile(element, node.children);
    else if (node.text !== undefined && element.textContent !== node.text) element.textContent = node.text;
}
