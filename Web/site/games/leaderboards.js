// The leaderboards of a game's page: one is open and live, the others are a press away.

import { games, play } from "../lib/api.js";
import { compareAddress, people, playerAddress } from "../lib/api-social.js";
import { h, oneOf, present } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { environment } from "../lib/session.js";
import { playAddress } from "../elements/art.js";
import "../elements/board.js";
import { menu } from "../elements/menu.js";
import { reportPlayer } from "../elements/report.js";
import { runItems } from "../elements/run-items.js";
import { shareButton } from "../elements/share.js";
import { state } from "../elements/state.js";
import { tabs } from "../elements/tabs.js";
import { gameActivities, playLinked } from "./activities.js";
import { bundleID, challengeWithScore, query, remember } from "./address.js";
import { boardShelf, resetText } from "./shelf.js";

/** Rows read at once: more than a screen, far less than the limit of 100. */
const PAGE = 50;
/**
 * @typedef {import("../elements/board.js").Options} Options
 * @typedef {{local: ?Wire.Entry, total: number}} Drawn what a board tells when it was drawn
 */
/** @type {Options["time"][]} */
const scopes = ["today", "week", "allTime"];

/** @type {import("../lib/api.js").PlayerScope[]} */
const scopesOfPlayers = ["global", "friends"];

/**
 * Whose scores: everybody's or the friends'.
 * @param {import("../lib/api.js").PlayerScope} chosen
 * @param {(players: import("../lib/api.js").PlayerScope) => void} choose
 */
function playersSelect(chosen, choose) {
    /** @type {HTMLSelectElement} */
    const select = h("select", { class: "select select-small", id: "players", "aria-label": t("players.label"),
        onchange: () => choose(oneOf(scopesOfPlayers, select.value, chosen)) },
    scopesOfPlayers.map((id) => h("option", { value: id, selected: id === chosen }, t(`players.${id}`))));
    return select;
}

/**
 * The reader's own rank, with what can be done about it. Its room is kept while it is on its way.
 * @param {boolean} isSignedIn
 */
function ownStrip(isSignedIn) {
    const element = h("div", { class: "own", "data-empty": true, hidden: !isSignedIn });
    /** @param {Wire.Leaderboard} leaderboard @param {Drawn} drawn */
    const show = (leaderboard, { local, total }) => {
        element.toggleAttribute("data-empty", local === null);
        // A combined leaderboard has no challenges: its parts have.
        const mayChallenge = leaderboard.kind !== "combined";
        element.replaceChildren(...(local === null ? [] : present([
            h("span", { class: "rank", "data-medal": local.rank <= 3 && local.rank }, number(local.rank)),
            h("div", { class: "own-text" }, h("strong", {}, local.formatted), h("small", {},
                t("social.board.own", { rank: local.rank, total }))),
            mayChallenge && h("a", { class: "button button-small",
                href: challengeWithScore(leaderboard.id, local.value) }, t("social.pick.title")),
            shareButton({ game: bundleID, leaderboard: leaderboard.id, environment, mayChallenge })])));
    };
    return { element, show };
}

/**
 * What can be done with an entry: its run for everybody, its player for others who are signed in.
 * @param {Wire.Game} game @param {boolean} isSignedIn
 * @returns {Options["entryMenu"]}
 */
const entryMenu = (game, isSignedIn) => ({ player }, { isOwn, run }) => {
    const name = player.displayName;
    const items = [
        ...(run === null ? [] : runItems(run, game)),
        ...(isOwn || !isSignedIn ? [] : [
            { text: t("social.profile"), href: playerAddress(player.id) },
            { text: t("social.compare"), href: compareAddress(player.id) },
            { text: t("social.report"), choose: async () => {
                // An entry has the name alone; what else can be reported is read when it is asked for.
                const [whole = player] = await people.find([player.id]).catch(() => []);
                await reportPlayer(whole);
            } }]),
    ];
    return items.length === 0 ? null : menu(t("social.more.of", { name }), items);
};

/**
 * @param {Wire.Game} game @param {Wire.Leaderboard[]} leaderboards
 * @param {Wire.ShownLeaderboardSet[]} sets @param {Wire.GameActivity[]} activities @param {boolean} isSignedIn
 */
function showLeaderboards(game, leaderboards, sets, activities, isSignedIn) {
    const wanted = leaderboards.find(({ id }) => id === query.get("leaderboard"));
    let chosen = wanted ?? leaderboards.find(({ isDefault }) => isDefault) ?? leaderboards[0];
    /** @type {Options} */
    const options = {
        bundleID, environment, count: PAGE, leaderboard: chosen.id,
        time: oneOf(scopes, query.get("time"), "today"),
        players: query.get("players") === "friends" ? "friends" : "global",
        isSignedIn: Promise.resolve(isSignedIn), playAddress: playAddress(game, environment),
        entryMenu: entryMenu(game, isSignedIn),
        runs: (ids) => games.runs(bundleID, options.leaderboard, { ids, time: options.time, environment }),
        ...(isSignedIn && { playerAddress, people: (/** @type {string[]} */ ids) => people.find(ids) }),
    };
    const own = ownStrip(isSignedIn);
    options.ownStrip = own.element;
    const board = h("laurel-board", { id: "board", role: "tabpanel",
        "onlaurel-drawn": (/** @type {CustomEvent<Drawn>} */ { detail }) => own.show(chosen, detail) });
    /**
     * Shows a copy, because the board compares it with what it has shown before.
     * @param {Partial<Options>} change
     */
    const show = (change) => board.show({ ...Object.assign(options, change) });
    /** The selected tab, which outlasts leaderboards that are shown without tabs. */
    let { time } = options;
    const scopeTabs = tabs({ label: t("time.label"), panel: board, selected: time,
        items: scopes.map((id) => ({ id, name: t(`time.${id}`) })),
        choose: (id) => {
            time = oneOf(scopes, id, time);
            remember("time", time);
            show({ time });
        } });
    const players = playersSelect(options.players ?? "global", (chosenPlayers) => {
        remember("players", chosenPlayers);
        show({ players: chosenPlayers });
    });
    players.hidden = !isSignedIn;
    const title = h("h2", { id: "leaderboard" });
    const note = h("p", { class: "soft" });
    const archived = h("span", { class: "badge" }, t("game.archived"));
    const linked = h("div", { class: "actions" });
    const shelf = leaderboards.length > 1 ? boardShelf(leaderboards, sets, (leaderboard) => {
        remember("leaderboard", leaderboard.id);
        open(leaderboard);
    }) : null;

    /** @param {Wire.Leaderboard} leaderboard */
    function open(leaderboard) {
        chosen = leaderboard;
        title.textContent = leaderboard.name;
        note.textContent = resetText(leaderboard) ?? "";
        archived.hidden = !leaderboard.isArchived;
        const plays = playLinked(game, activities, leaderboard.activity);
        linked.replaceChildren(...plays);
        linked.hidden = plays.length === 0;
        // One that begins anew by itself has no window besides its occurrence (rule 4.8).
        scopeTabs.hidden = leaderboard.kind === "recurring";
        shelf?.mark(leaderboard.id);
        show({ leaderboard: leaderboard.id, time: leaderboard.kind === "recurring" ? "allTime" : time });
    }

    const card = h("section", { class: "card board-card", "aria-labelledby": "leaderboard" },
        h("div", { class: "board-bar" },
            h("div", { class: "board-title" }, h("div", {}, title, note), archived, linked), players, scopeTabs),
        own.element, board);
    open(chosen);
    return shelf === null ? card : h("div", { class: "boards" }, shelf.element, card);
}

/**
 * Those of the set that the address names, or all.
 * @param {Wire.Game} game @param {{isSignedIn: boolean}} reader
 */
export async function leaderboardsView(game, { isSignedIn }) {
    const [all, sets, activities] = await Promise.all([games.leaderboards(bundleID, { environment }),
        play.sets(bundleID, { environment }), gameActivities()]);
    const only = sets.find(({ id }) => id === query.get("set"));
    const chosen = all.filter(({ id }) => only?.leaderboards.includes(id));
    const shown = chosen.length === 0 ? all : chosen;
    return shown.length === 0 ? h("section", { class: "card" }, state({ title: t("game.none.title"),
        text: t("game.none.text") }))
        : showLeaderboards(game, shown, chosen.length === 0 || only === undefined ? sets : [only], activities,
            isSignedIn);
}
