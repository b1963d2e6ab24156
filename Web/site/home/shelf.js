// The games: found by typing, those that friends play first.

import { games } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { language, t } from "../lib/i18n.js";
import { environment } from "../lib/session.js";
import { art, playAddress } from "../elements/art.js";
import "../elements/board.js";
import { icon } from "../elements/icons.js";
import { menu } from "../elements/menu.js";
import { runItems } from "../elements/run-items.js";
import { photo } from "../elements/photo.js";
import { state } from "../elements/state.js";


/** Cards drawn before somebody asks for more. */
const FIRST = 36;

/** @param {Wire.Game} game */
export function gameAddress(game) {
    const query = new URLSearchParams({ id: game.bundleID });
    if (environment !== "production") query.set("environment", environment);
    return `/games/?${query}`;
}

/**
 * As people type: without accents, in small letters, full-width letters as others.
 * @param {string} text
 */
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase(language).trim();

/** @param {Wire.Game} game */
function actions(game) {
    const play = playAddress(game, environment);
    return h("div", { class: "game-actions" },
        play && h("a", { class: "button button-primary", href: play,
            "aria-label": t("home.play.of", { name: game.name }) }, t("play")),
        game.leaderboardCount > 0 && h("a", { class: "button", href: gameAddress(game),
            "aria-label": t("home.leaderboards.of", { name: game.name }) }, t("home.leaderboards")));
}

/**
 * Who of the friends plays: their faces, and how many.
 * @param {import("./friends.js").FriendsOfGame} friends
 */
function faces({ total, players }) {
    const [first] = players;
    return h("p", { class: "faces" }, h("span", { class: "faces-row" }, players.map((player) => photo(player))),
        h("span", {}, t("home.friends-play", { name: first.displayName, others: total - 1 })));
}

/** @param {Wire.Game} game @param {import("./friends.js").FriendsOfGame} [friends] */
function card(game, friends) {
    const headline = h("div", { class: "game-title" }, h("h3", {}, h("a", { href: gameAddress(game) }, game.name)),
        !game.isReleased && h("span", { class: "badge badge-sandbox" }, t("game.unreleased")),
        game.subtitle ? h("p", {}, game.subtitle)
            : game.leaderboardCount > 0 && h("p", {}, t("home.boards", { count: game.leaderboardCount })));
    return h("article", { class: "card game" }, art(game), h("div", { class: "game-text" },
        h("div", { class: "game-words" }, headline, friends && faces(friends)), actions(game)));
}

/**
 * The first game gets room for its best players, live.
 * @param {Wire.Game} game @param {import("./friends.js").FriendsOfGame} [friends] @param {boolean} [isSignedOut]
 */
function feature(game, friends, isSignedOut) {
    const article = card(game, friends);
    if (game.leaderboardCount === 0 || !game.environments.includes(environment)) return article;
    article.classList.add("game-feature");
    const glimpse = h("div", { class: "game-glimpse" });
    article.append(glimpse);
    games.leaderboards(game.bundleID, { environment }).then((list) => {
        const leaderboard = list.find((one) => one.isDefault) ?? list[0];
        if (leaderboard === undefined) {
            glimpse.remove();
            return;
        }
        const board = h("laurel-board");
        glimpse.append(h("h4", {}, leaderboard.name, h("small", {}, t("home.top"))), board);
        board.show({ bundleID: game.bundleID, leaderboard: leaderboard.id, environment, time: "allTime", count: 5,
            isCompact: true, playAddress: playAddress(game, environment),
            entryMenu: ({ player }, { run }) => (run?.watch ? menu(t("run.of", { name: player.displayName }),
                runItems(run, game)) : null),
            runs: (ids) => games.runs(game.bundleID, leaderboard.id, { ids, time: "allTime", environment }),
            // Photos are shown to players alone.
            ...(isSignedOut === false && { people: async (ids) =>
                (await import("../lib/api-social.js")).people.find(ids) }) });
    }, () => glimpse.remove());
    return article;
}

export function shelfSkeleton() {
    return h("div", { class: "card game game-feature", "aria-hidden": "true" },
        h("div", { class: "art skeleton" }),
        h("div", { class: "game-text" }, h("div", { class: "game-title" }, h("h3", { class: "skeleton skeleton-text" }),
            h("p", { class: "skeleton skeleton-text width-1" }))),
        h("div", { class: "game-glimpse" }));
}

/**
 * The field in which a game is found.
 * @param {(text: string) => void} find
 */
export function searchField(find) {
    /** @type {HTMLInputElement} */
    const input = h("input", { type: "search", id: "find-game", name: "find-game", autocomplete: "off",
        spellcheck: "false", enterkeyhint: "search", placeholder: t("home.find"), "aria-label": t("home.find"),
        "aria-controls": "game-list", oninput: () => find(input.value) });
    return { input, element: h("div", { class: "search", role: "search" }, icon("search"), input) };
}

/**
 * Those that friends play first, else in the server's order.
 * @param {Wire.Game[]} list @param {?Map<string, import("./friends.js").FriendsOfGame>} friends
 */
export function sorted(list, friends) {
    const weight = (/** @type {Wire.Game} */ { bundleID }) => friends?.get(bundleID)?.total ?? 0;
    return list.map((game, index) => ({ game, index }))
        .sort((left, right) => weight(right.game) - weight(left.game) || left.index - right.index)
        .map(({ game }) => game);
}

/**
 * @param {{list: Wire.Game[], friends: ?Map<string, import("./friends.js").FriendsOfGame>, isSignedOut?: boolean,
 *     wanted: string, showAll: () => void}} what `wanted`: what was typed
 * @returns {{parts: HTMLElement[], count: number}}
 */
export function shelf({ list, friends, isSignedOut, wanted, showAll }) {
    const word = plain(wanted);
    const found = sorted(list, friends).filter(({ name, subtitle }) =>
        word === "" || plain(name).includes(word) || plain(subtitle ?? "").includes(word));
    if (list.length === 0) {
        return { count: 0, parts: [state({ title: t("home.empty.title"), text: t("home.empty.text") })] };
    }
    if (found.length === 0) {
        return { count: 0, parts: [state({ title: t("home.unfound.title", { name: wanted.trim() }),
            text: t("home.unfound.text"), level: "h3", actions: [h("button", { class: "button", type: "button",
                onclick: showAll }, t("home.show-all"))] })] };
    }
    const of = (/** @type {Wire.Game} */ game) => friends?.get(game.bundleID);
    const [first, ...others] = found;
    const rest = others.slice(FIRST);
    const parts = [word === "" ? feature(first, of(first), isSignedOut) : card(first, of(first)),
        ...others.slice(0, FIRST).map((game) => card(game, of(game)))];
    if (rest.length > 0) parts.push(moreButton(rest, (game) => card(game, of(game))));
    return { count: found.length, parts };
}

/** @param {Wire.Game[]} rest @param {(game: Wire.Game) => HTMLElement} draw */
function moreButton(rest, draw) {
    const button = h("button", { class: "button", type: "button", onclick: () => {
        const cards = rest.map(draw);
        more.replaceWith(...cards);
        cards[0].querySelector("a")?.focus();
    } }, t("home.more", { count: rest.length }));
    const more = h("p", { class: "game-more" }, button);
    return more;
}
