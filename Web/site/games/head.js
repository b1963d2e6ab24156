// The head of a game's page: its picture, its name, and the ways to play.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { environment } from "../lib/session.js";
import { art, playAddress } from "../elements/art.js";
import { address, bundleID, view, views } from "./address.js";

/**
 * A page of ours is played where it is; what lies elsewhere, such as in a store, is got there first.
 * @param {Wire.Game} game
 */
function playLink(game) {
    const play = playAddress(game, environment);
    if (play === null || !game.environments.includes(environment)) return null;
    const isOurs = new URL(play).origin === location.origin;
    return h("a", { class: "button button-primary", href: play, rel: isOurs ? false : "noopener" },
        t(isOurs ? "play" : "social.game.get"));
}

/** @param {Wire.Game} game */
function pictures(game) {
    const [, ...others] = game.screenshots ?? [];
    return others.length > 0 && h("ul", { class: "screenshots", tabindex: "0",
        "aria-label": t("social.game.pictures") },
        others.map((source) => h("li", {}, h("img", { src: source, alt: "", loading: "lazy" }))));
}

/**
 * @param {Wire.Game} game
 * @param {HTMLElement | false} [like] the player's own, and their friends'
 */
export function gameHead(game, like = false) {
    return h("header", { class: "game-hero" }, art(game),
        h("div", { class: "game-hero-text" }, art(game, "icon.svg"),
            h("div", { class: "game-head-text" }, h("h1", {}, game.name),
                h("p", {}, game.subtitle
                    || (game.leaderboardCount > 0 && t("home.boards", { count: game.leaderboardCount })),
                    !game.isReleased && h("span", { class: "badge badge-sandbox" }, t("game.unreleased"))),
                like),
            playLink(game)));
}

/**
 * What its developer says of it.
 * @param {Wire.Game} game
 */
export function gameAbout(game) {
    const parts = [game.description && h("p", { class: "game-about" }, game.description),
        pictures(game)].filter(Boolean);
    return parts.length === 0 ? null : h("section", { class: "card", "aria-label": t("social.game.about") }, parts);
}

/**
 * The way from one part of the page to the others, and to the player's matches.
 * @param {boolean} hasMatches the player has or had some: this is a game of matches
 * @param {boolean} hasBoards false: the game is played without leaderboards
 */
export function viewLinks(hasMatches, hasBoards) {
    const shown = hasBoards ? views : views.filter((name) => name !== "leaderboards");
    return h("nav", { class: "view-links", "aria-label": t("game.views") }, shown.map((name) =>
        h("a", { class: "button button-small", href: address("/games/", { id: bundleID, view: name }),
            "aria-current": name === view && "page" }, t(`game.view.${name}`))),
    hasMatches && [h("a", { class: "button button-small", href: address("/matches/", { game: bundleID }) },
        t("game.matches")), h("a", { class: "button button-small game-together",
        href: address("/matches/new/", { game: bundleID }) }, t("game.together"))]);
}

export function gameSkeleton() {
    return [h("div", { class: "game-hero", "aria-hidden": "true" }, h("div", { class: "art skeleton" }),
        h("div", { class: "game-hero-text" }, h("div", { class: "art art-icon skeleton" }),
            h("div", { class: "game-head-text" }, h("span", { class: "skeleton skeleton-text width-2" })))),
    h("div", { class: "view-links", "aria-hidden": "true" }, h("span", { class: "skeleton game-links-skeleton" })),
    h("div", { class: "card board-card board-card-skeleton", "aria-hidden": "true" })];
}
