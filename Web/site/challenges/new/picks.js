// Whom the picker lists, in which order, and who is checked at first (rule 6.7).

import { games, play, Problem } from "../../lib/api.js";
import { challenges, people, scores } from "../../lib/api-social.js";
import { language, t } from "../../lib/i18n.js";
import { formatScore } from "../../lib/score-format.js";
import { environment } from "../../lib/session.js";

/** Other leaderboards that are looked into, to tell who has not got the game. */
const OTHERS = 8;

/**
 * @typedef {import("../../elements/friend-picker.js").PickerRow} PickerRow
 * @typedef {{name: string, formatted: ?string, what: {leaderboard?: string, achievement?: string, value?: bigint},
 *     rows: PickerRow[]}} Pick
 * @typedef {"friends" | "score" | "achievement" | "everybody"} Lack what is missing, so that there is nothing to pick
 */

/** @param {bigint} value @param {bigint} other @param {string} sortOrder */
export const isWorse = (value, other, sortOrder) => (sortOrder === "highToLow" ? value < other : value > other);

/**
 * Who of these has a score on another leaderboard of the game, and so has it.
 * @param {Wire.Game} game @param {Wire.Leaderboard[]} leaderboards @param {string[]} ids
 * @returns {Promise<Set<string>>}
 */
async function playersOf(game, leaderboards, ids) {
    if (ids.length === 0) return new Set();
    const pages = await Promise.all(leaderboards.slice(0, OTHERS).map(({ id }) =>
        scores.of(game.bundleID, id, ids, { environment })));
    return new Set(pages.flatMap((page) => page.entries).map(({ player }) => player.id));
}

/**
 * The leaderboard that is asked for; else the first on which the player has a score, the default one before others.
 * @returns {Promise<?{board: Wire.Leaderboard,
 *     local: ?Wire.Entry, entries: Wire.Entry[]}>} null: there is none
 * @param {Wire.Game} game @param {Wire.Leaderboard[]} leaderboards @param {?string} wanted
 */
async function boardOf(game, leaderboards, wanted) {
    // A combined leaderboard has no challenges: its parts have.
    const single = leaderboards.filter(({ kind }) => kind !== "combined");
    const choice = wanted === null
        ? [...single].sort((one, other) => Number(other.isDefault) - Number(one.isDefault))
        : single.filter(({ id }) => id === wanted);
    if (wanted !== null && choice.length === 0) {
        throw leaderboards.some(({ id }) => id === wanted) ? new Problem("combined-leaderboard", { status: 409 })
            : new Problem("unknown-leaderboard", { status: 404 });
    }
    let first = null;
    for (const board of choice.slice(0, OTHERS)) {
        const found = { board, ...await scores.ofFriends(game.bundleID, board.id, { environment }) };
        if (found.local !== null) return found;
        first ??= found;
    }
    return first;
}

/**
 * An earlier score of the player's, which is in no entry, as the leaderboard writes it. The suffix is that of an entry:
 * a leaderboard doesn't tell players its own.
 * @param {bigint} score @param {Wire.Leaderboard} board @param {Wire.Entry} entry
 */
function written(score, { format }, { value, formatted }) {
    const bare = formatScore(value, { format, language });
    const suffixPlural = formatted.startsWith(bare) ? formatted.slice(bare.length) : "";
    return formatScore(score, { format, language, suffixPlural });
}

/**
 * Friends with a score by rank, then those without one, then those without the game.
 * @param {Wire.Game} game @param {?string} leaderboardID null: one on which the player is
 * @param {bigint | undefined} value undefined: the own entry's @param {?string} only the one friend to check
 * @returns {Promise<Pick | Lack>}
 */
export async function scorePick(game, leaderboardID, value, only) {
    const [leaderboards, friends] = await Promise.all([
        games.leaderboards(game.bundleID, { environment }), people.friends()]);
    if (friends.length === 0) return "friends";
    const found = await boardOf(game, leaderboards, leaderboardID);
    if (found === null || found.local === null) return "score";
    const { board, local, entries } = found;
    const score = value ?? local.value;
    const byID = new Map(friends.map((player) => [player.id, player]));
    const ranked = entries.filter(({ player }) => byID.has(player.id));
    const withScore = new Set(ranked.map(({ player }) => player.id));
    const others = friends.filter(({ id }) => !withScore.has(id));
    const withGame = await playersOf(game, leaderboards.filter(({ id }) => id !== board.id),
        others.map(({ id }) => id));
    /** @param {string} id @param {boolean} isWorseOff */
    const isChecked = (id, isWorseOff) => (only === null ? isWorseOff : id === only);
    /**
     * @returns {PickerRow}
     * @param {Wire.Player} player @param {string} mark
     */
    const unranked = (player, mark) =>
        ({ player, rank: null, score: null, mark, isChecked: isChecked(player.id, false) });
    return {
        name: board.name, what: { leaderboard: board.id, value: score },
        formatted: [local, ...entries].find((entry) => entry.value === score)?.formatted
            ?? written(score, board, local),
        rows: [
            ...ranked.map(({ player, formatted, value: theirs }, index) => ({ player: byID.get(player.id) ?? player,
                rank: index + 1, score: formatted, mark: null,
                isChecked: isChecked(player.id, isWorse(theirs, score, board.sortOrder)) })),
            ...others.filter(({ id }) => withGame.has(id)).map((one) => unranked(one, t("social.pick.without-score"))),
            ...others.filter(({ id }) => !withGame.has(id)).map((one) => unranked(one, t("social.pick.without-game"))),
        ],
    };
}

/**
 * Friends who may be challenged with an achievement that the player has.
 * @param {Wire.Game} game @param {string} id @param {?string} only
 * @returns {Promise<Pick | Lack>}
 */
export async function achievementPick(game, id, only) {
    const [{ achievements }, friends] = await Promise.all([
        play.achievements(game.bundleID, { environment }), people.friends()]);
    const achievement = achievements.find((one) => one.id === id);
    if (achievement === undefined) throw new Problem("unknown-achievement", { status: 404 });
    if (friends.length === 0) return "friends";
    if (achievement.progress?.isCompleted !== true || achievement.isHidden) return "achievement";
    const may = await challenges.challengeable(game.bundleID, id, friends.map((player) => player.id), { environment });
    const rows = friends.filter((player) => may.has(player.id)).map((player) => ({ player, rank: null, score: null,
        mark: t("social.pick.not-earned"), isChecked: player.id === only }));
    if (rows.length === 0) return "everybody";
    return { name: achievement.title ?? "", formatted: null, what: { achievement: id }, rows };
}
