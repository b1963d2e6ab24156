// Where a match is played.

import { playAddress } from "./art.js";

/**
 * A game on our own pages hears for which match it is opened.
 * @param {{link: ?string}} game @param {import("../lib/api.js").Environment} environment @param {string} id of a match
 * @returns {?string} null: the game has no page
 */
export function matchAddress(game, environment, id) {
    const address = playAddress(game, environment);
    if (address === null) return null;
    const opened = new URL(address);
    if (opened.origin === location.origin) opened.searchParams.set("match", id);
    return opened.href;
}
