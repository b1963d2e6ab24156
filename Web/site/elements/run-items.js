// What can be done with the run behind a verified entry: to watch it, and to race it.

import { t } from "../lib/i18n.js";
import { playAddress } from "./art.js";

/**
 * Where a run is raced: the game's page, told by the same query as the page that shows it.
 * @param {{watch: ?string}} run @param {{link: ?string}} game
 */
export function raceAddress({ watch }, game) {
    const play = playAddress(game, "production");
    if (watch === null || play === null) return null;
    const target = new URL(play);
    // A game of elsewhere knows nothing of our addresses.
    if (target.origin !== location.origin) return null;
    for (const [key, value] of new URL(watch, location.origin).searchParams) {
        if (key !== "game") target.searchParams.set(key === "player" ? "run" : key, value);
    }
    return target.href;
}

/**
 * Items of a menu; none where the server has no pictures of the game.
 * @param {Wire.EntryRun} run @param {{link: ?string}} game
 * @returns {import("./menu.js").MenuItem[]}
 */
export function runItems(run, game) {
    const race = raceAddress(run, game);
    return run.watch === null ? [] : [...(race === null ? [] : [{ text: t("run.race"), href: race }]),
        { text: t("run.watch"), href: run.watch }];
}
