// "Play now" was pressed on a page: the game that it leads to begins at once, without its own menu first. This is known
// in this tab, once; an address alone begins nothing.

const KEY = "laurel.begin";

/** @param {string} bundleID the game that the next page begins */
export function beginNext(bundleID) {
    try {
        sessionStorage.setItem(KEY, bundleID);
    } catch {
        // Storage is off: the game shows its menu.
    }
}

/** @param {string} bundleID @returns {boolean} whether this game is to begin, which is asked once */
export function takeBegin(bundleID) {
    try {
        const wanted = sessionStorage.getItem(KEY);
        sessionStorage.removeItem(KEY);
        return wanted === bundleID;
    } catch {
        return false;
    }
}
