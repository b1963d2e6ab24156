// The home page: who plays, and what there is to play.

import { games } from "./lib/api.js";
import { h } from "./lib/dom.js";
import { t } from "./lib/i18n.js";
import { environment, rememberedName, session, signInAddress } from "./lib/session.js";
import { art, playAddress } from "./elements/art.js";
import "./elements/board.js";
import "./elements/chrome.js";
import { failure, state } from "./elements/state.js";

const main = document.getElementById("main");
document.title = `Laurel · ${t("title")}`;

const title = h("h1", {});
const joining = h("div", { class: "hero-actions" });
const hero = h("section", { class: "hero" },
    h("span", { class: "mark wreath hero-wreath", "aria-hidden": "true" }),
    title, h("p", {}, t("home.text")), joining);
const shelf = h("section", { "aria-labelledby": "games", class: "shelf" });
const content = h("div", { class: "game-list" });
shelf.append(h("h2", { id: "games" }, t("home.games")), content);
main.replaceChildren(hero, shelf);

function greet(name) {
    title.textContent = name === null ? t("home.title") : t("home.title.player", { name });
}

/** What the hero offers: an account to a guest, the first game to a player. Its room is kept from the start. */
const offer = { isGuest: undefined, game: undefined };

function drawOffer() {
    const { isGuest, game } = offer;
    const play = game && playAddress(game, environment);
    joining.replaceChildren(...(isGuest === true ? [
        h("a", { class: "button button-primary", href: `${signInAddress("/")}&new` }, t("home.join")),
        h("a", { class: "button", href: signInAddress("/") }, t("sign-in"))]
        : isGuest === false && play
            ? [h("a", { class: "button button-primary", href: play }, t("home.play.of", { name: game.name }))]
            : []));
}

async function greetPlayer() {
    greet(rememberedName());
    try {
        const found = await session();
        greet(found?.player.displayName ?? null);
        offer.isGuest = found === null;
        drawOffer();
    } catch {
        // The list of games says that the server is away.
    }
}

function gameAddress(game) {
    const query = new URLSearchParams({ id: game.bundleID });
    if (environment !== "production") query.set("environment", environment);
    return `/games/?${query}`;
}

function actions(game) {
    const play = playAddress(game, environment);
    return h("div", { class: "game-actions" },
        play && h("a", { class: "button button-primary", href: play,
            "aria-label": t("home.play.of", { name: game.name }) },
            t("play")),
        game.leaderboardCount > 0 && h("a", { class: "button", href: gameAddress(game),
            "aria-label": t("home.leaderboards.of", { name: game.name }) }, t("home.leaderboards")));
}

function card(game) {
    const headline = h("div", { class: "game-title" }, h("h3", {}, h("a", { href: gameAddress(game) }, game.name)),
        !game.isReleased && h("span", { class: "badge badge-sandbox" }, t("game.unreleased")),
        game.leaderboardCount > 0 && h("p", {}, t("home.boards", { count: game.leaderboardCount })));
    return h("article", { class: "card game" }, art(game), h("div", { class: "game-text" }, headline, actions(game)));
}

/** The first game gets room for its best players, live. */
function feature(game) {
    const article = card(game);
    if (game.leaderboardCount === 0) return article;
    article.classList.add("game-feature");
    const glimpse = h("div", { class: "game-glimpse" });
    article.append(glimpse);
    games.leaderboards(game.bundleID, { environment }).then((list) => {
        const leaderboard = list.find((one) => one.isDefault) ?? list[0];
        if (leaderboard === undefined) {
            glimpse.remove();
            return;
        }
        const board = document.createElement("laurel-board");
        glimpse.append(h("h4", {}, leaderboard.name, h("small", {}, t("home.top"))), board);
        board.show({ bundleID: game.bundleID, leaderboard: leaderboard.id, environment, time: "allTime", count: 5,
            isCompact: true, playAddress: playAddress(game, environment) });
    }, () => glimpse.remove());
    return article;
}

function skeleton() {
    return h("div", { class: "card game game-feature", "aria-hidden": "true" },
        h("div", { class: "art skeleton" }),
        h("div", { class: "game-text" }, h("div", { class: "game-title" }, h("h3", { class: "skeleton skeleton-text" }),
            h("p", { class: "skeleton skeleton-text width-1" }))),
        h("div", { class: "game-glimpse" }));
}

async function showGames() {
    content.setAttribute("aria-busy", "true");
    content.replaceChildren(skeleton());
    try {
        const list = await games.list({ environment });
        const [first, ...others] = list;
        if (first === undefined) content.replaceChildren(state({ title: t("home.empty.title"),
            text: t("home.empty.text") }));
        else content.replaceChildren(feature(first), ...others.map(card));
        offer.game = list.find((game) => playAddress(game, environment) !== null);
        drawOffer();
    } catch (error) {
        content.replaceChildren(failure(error, showGames));
    }
    content.removeAttribute("aria-busy");
}

greetPlayer();
showGames();
