// Back closes what is open over a page, such as a dialog or a game's list, and leaves the page only after that. On
// phones that is how people close things, but of all browsers only Chromium on Android does it by itself. So whatever
// opens has an entry of its own in the history, with the page's address.
//
// An entry stays when its layer is closed otherwise. To take it away, the browser would have to go back, which takes a
// moment and gives up every page that is opened meanwhile. What opens next takes a left entry, and Back and Forward
// pass over it.

/**
 * What an entry of the history says: in which stack of entries it is, all with the same page under them, and how many
 * there are below it. 0 is the page's own.
 * @typedef {{stack: ?string, depth: number, address: string}} Entry
 */

/** @returns {Entry} */
const present = () => ({ stack: history.state?.stack ?? null, depth: history.state?.layer ?? 0,
    address: location.href });

/**
 * What is open, from the lowest, with where its entry is.
 * @type {{stack: ?string, depth: number, close: () => void}[]}
 */
let layers = [];
let here = present();

addEventListener("popstate", () => {
    const before = here;
    here = present();
    const left = layers.filter(({ stack, depth }) => stack !== here.stack || depth > here.depth);
    layers = layers.filter((layer) => !left.includes(layer));
    const isSamePage = here.stack !== null && here.stack === before.stack;
    // The page is the same, and may have taken another address while the upper entry was the present one.
    if (isSamePage && here.address !== before.address) setAddress(before.address);
    for (const { close } of [...left].reverse()) close();
    if (!isSamePage) return;
    if (left.length > 0) stayAt(scrollX, scrollY);
    else if (here.depth < before.depth) history.back();
    else if (here.depth > before.depth) history.forward();
});

/**
 * After this event the browser scrolls to where the page was when its entry was left, which can be long ago.
 * @param {number} left @param {number} top
 */
function stayAt(left, top) {
    requestAnimationFrame(() => scrollTo(left, top));
}

/**
 * How deep the highest open layer of a stack is.
 * @param {?string} stack
 */
const highest = (stack) => Math.max(0, ...layers.filter((layer) => layer.stack === stack).map(({ depth }) => depth));

/**
 * Makes Back close what has just been opened over the page.
 * @param {() => void} close called for Back, and only for that
 * @returns {() => void} to be called when it is closed, by Back or otherwise
 */
export function closeByBack(close) {
    const { stack, depth } = present();
    if (depth <= highest(stack)) {
        const next = stack ?? String(Math.random());
        try {
            if (stack === null) history.replaceState({ stack: next, layer: 0 }, "");
            history.pushState({ stack: next, layer: depth + 1 }, "");
        } catch {
            // Too many within a short time, says Safari: this once Back leaves the page.
            return () => {};
        }
    }
    here = present();
    const layer = { stack: here.stack, depth: here.depth, close };
    layers.push(layer);
    return () => {
        layers = layers.filter((one) => one !== layer);
    };
}

/**
 * Writes another address for what the page shows now. Entries of layers stay what they are.
 * @param {string | URL} address
 */
export function setAddress(address) {
    history.replaceState(history.state, "", address);
    here = present();
}

/**
 * Adds the address of another view of the same page to the history; an entry that a closed layer has left becomes it.
 * @param {string} address
 */
export function addAddress(address) {
    const { stack, depth } = present();
    if (depth > highest(stack)) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    here = present();
}

/**
 * Shows a modal dialog, which Back closes as Escape does.
 * @param {HTMLDialogElement} dialog
 * @returns {Promise<void>} it is closed and gone
 */
export async function showDialog(dialog) {
    document.body.append(dialog);
    dialog.showModal();
    const forget = closeByBack(() => dialog.close());
    await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
    forget();
    dialog.remove();
}
