// Back closes what is open over a page, such as a dialog or a game's list, and leaves the page only after that. On
// phones that is how people close things, but of all browsers only Chromium on Android does it by itself. So whatever
// opens adds an entry to the history, with the page's own address, and takes it away again when it is closed.

/** How long a browser may take to go back, in milliseconds. After that, what waits for it goes on. */
const PATIENCE = 1_000;

/**
 * What is open, from the lowest. `depth` is that of its entry.
 * @type {{depth: number, close: () => void}[]}
 */
let layers = [];
/** What the present entry says: how many entries of layers it is above the page's own. */
const present = () => ({ depth: Number(history.state?.layer ?? 0), address: location.href });
let here = present();
/**
 * Set while we ourselves go back.
 * @type {?(value?: unknown) => void}
 */
let arrived = null;
/** Layers that are closed together give up their entries one after the other. */
let leaving = Promise.resolve();

addEventListener("popstate", () => {
    const before = here;
    here = present();
    if (arrived !== null) {
        arrived();
        arrived = null;
        return;
    }
    const left = layers.filter(({ depth }) => depth > here.depth);
    layers = layers.filter(({ depth }) => depth <= here.depth);
    for (const { close } of left.reverse()) close();
    // After a reload, or a link that was followed, an entry can be there whose layer isn't open any more. To leave it
    // changes nothing that the reader could see: they mean the page before.
    if (left.length === 0 && here.depth < before.depth && here.address === before.address) history.back();
});

/**
 * Makes Back close what has just been opened over the page.
 * @param {() => void} close called for Back, and only for that
 * @returns {() => Promise<void>} to be called when it is closed, by Back or otherwise. Wait for it before you open a
 *     page: until then the browser is going back, and would give up opening another
 */
export function closeByBack(close) {
    const layer = { depth: present().depth + 1, close };
    try {
        history.pushState({ layer: layer.depth }, "");
    } catch {
        // Too many within a short time, says Safari: this once Back leaves the page.
        return () => Promise.resolve();
    }
    here = present();
    layers.push(layer);
    return () => {
        if (layers.includes(layer)) {
            layers = layers.filter((one) => one !== layer);
            leaving = leaving.then(() => leave(layer.depth));
        }
        return leaving;
    };
}

/** @param {number} depth @returns {Promise<void>} */
async function leave(depth) {
    // Something else is open above, or the page has gone on: the entry stays where it is, and Back passes over it.
    if (present().depth !== depth) return;
    await new Promise((resolve) => {
        arrived = resolve;
        setTimeout(resolve, PATIENCE);
        history.back();
    });
}

/**
 * Shows a modal dialog, which Back closes as Escape does.
 * @param {HTMLDialogElement} dialog
 * @returns {Promise<void>} it is closed and gone, and the page can open another
 */
export async function showDialog(dialog) {
    document.body.append(dialog);
    dialog.showModal();
    const forget = closeByBack(() => dialog.close());
    await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
    // A page's style may lay it out even when it is closed.
    dialog.hidden = true;
    await forget();
    dialog.remove();
}
