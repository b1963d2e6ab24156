// A game that goes on after the page was closed, and what the device knows of its players.

const GAME = "oasis.game";
const SEATS = "oasis.seats";
const TAUGHT = "oasis.taught";

/** @typedef {"person" | "easy" | "strong" | "nobody"} Kind who plays in a seat */

const KINDS = ["person", "easy", "strong", "nobody"];

/** @param {string} key @returns {any} */
function read(key) {
    try {
        return JSON.parse(localStorage.getItem(key) ?? "null");
    } catch {
        return null;
    }
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
    try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(value));
    } catch {
        // Storage is off: the game ends with the page.
    }
}

/** @param {unknown} kinds @returns {kinds is Kind[]} */
const areKinds = (kinds) => Array.isArray(kinds) && kinds.length === 4 && kinds.every((kind) => KINDS.includes(kind))
    && kinds.filter((kind) => kind !== "nobody").length >= 2;

/** @returns {?{kinds: Kind[], state: Uint8Array}} */
export function savedGame() {
    const found = read(GAME);
    if (!areKinds(found?.kinds) || !Array.isArray(found.state)) return null;
    return { kinds: found.kinds, state: Uint8Array.from(found.state) };
}

/** @param {?{kinds: Kind[], state: Uint8Array}} game null: there is none any more */
export const saveGame = (game) => write(GAME, game && { kinds: game.kinds, state: [...game.state] });

/** @returns {Kind[]} */
export function savedKinds() {
    const found = read(SEATS);
    return areKinds(found) ? found : ["person", "easy", "nobody", "nobody"];
}

/** @param {Kind[]} kinds */
export const saveKinds = (kinds) => write(SEATS, kinds);

/** Whether somebody has placed a tile here before. */
export const isTaught = () => read(TAUGHT) === true;
export const setTaught = () => write(TAUGHT, true);
