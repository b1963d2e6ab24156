// The home page: who plays, what is new, and what there is to play.

import { games } from "./lib/api.js";
import { find, h, present } from "./lib/dom.js";
import { t } from "./lib/i18n.js";
import { environment, keepAddress, onOtherTab, rememberedName, session, signInAddress } from "./lib/session.js";
import { playAddress } from "./elements/art.js";
import "./elements/chrome.js";
import { failure } from "./elements/state.js";
import { searchField, shelf, shelfSkeleton, sorted } from "./home/shelf.js";
import { beginNext, stage } from "./home/stage.js";

/** How long the games wait for what is known of friends, so that they need not change places: in milliseconds. */
const PATIENCE = 400;

const main = find("#main");
document.title = `Laurel · ${t("title")}`;

const title = h("h1", {});
const joining = h("div", { class: "hero-actions" });
const news = h("section", { class: "card new", "aria-labelledby": "new", hidden: true });
const top = stage();
const hero = h("section", { class: "hero" },
    h("span", { class: "mark wreath hero-wreath", "aria-hidden": "true" }), top.element,
    h("div", { class: "hero-words" }, h("div", {}, title, h("p", {}, t("home.text"))), joining), news);
const content = h("div", { class: "game-list", id: "game-list" });
const said = h("p", { class: "quiet-text", role: "status" });
const search = searchField(() => drawGames());
const gamesPart = h("section", { "aria-labelledby": "games", class: "shelf" },
    h("div", { class: "shelf-head" }, h("h2", { id: "games" }, t("home.games")), search.element), said, content);
main.replaceChildren(hero, gamesPart);

/**
 * What is known so far.
 * @type {{list: ?Wire.Game[], friends: ?Map<string, import("./home/friends.js").FriendsOfGame>, isSignedOut?: boolean,
 *     isGuest?: boolean, hasFailed: boolean}} `hasFailed`: the list of games can't be had now
 */
const known = { list: null, friends: null, isSignedOut: undefined, isGuest: false, hasFailed: false };

/** @param {?string} name */
function greet(name) {
    title.textContent = name === null ? t("home.title") : t("home.title.player", { name });
    // The room for what is new is kept from the first paint on, for who was signed in the last time.
    hero.classList.toggle("hero-player", name !== null);
    news.hidden = name === null;
    top.element.hidden = name !== null;
}

/**
 * What the hero offers: to play, at once where that needs no account; and an account to who has none. Its room is kept
 * from the start.
 */
function drawOffer() {
    const { isSignedOut, isGuest, list, friends, hasFailed } = known;
    if (isSignedOut === undefined || (list === null && !hasFailed)) return;
    const playable = sorted(list ?? [], friends).filter((one) => playAddress(one, environment) !== null);
    const game = isSignedOut ? playable.find(({ allowsGuests }) => allowsGuests) : playable[0];
    if (isSignedOut) showStage(game ?? playable[0]);
    const play = game && h("a", { class: "button button-primary", href: playAddress(game, environment),
        onclick: isSignedOut && (() => beginNext(game.bundleID)) },
        isSignedOut ? t("home.play.now") : t("home.play.of", { name: game.name }));
    joining.replaceChildren(...present([play, ...(isSignedOut ? [
        h("a", { class: play ? "button" : "button button-primary", href: `${signInAddress("/")}&new` }, t("home.join")),
        h("a", { class: "button", href: signInAddress("/") }, t("sign-in"))]
        : [isGuest && h("a", { class: "button", href: keepAddress() }, t("home.keep"))])]));
}

/** @param {Wire.Game | undefined} game undefined: there is none to play */
function showStage(game) {
    const address = game && playAddress(game, environment);
    if (game && address) top.show(game, address);
    else top.element.hidden = true;
}

/** What is new is loaded for players alone, and never stands in the way of the games. */
async function tellNews() {
    try {
        const { showNew } = await import("./home/new.js");
        await showNew(news);
    } catch {
        news.hidden = true;
    }
}

async function greetPlayer() {
    greet(rememberedName());
    try {
        const found = await session();
        greet(found?.player.displayName ?? null);
        known.isSignedOut = found === null;
        known.isGuest = found?.isGuest === true;
        drawOffer();
        if (found !== null) await tellNews();
    } catch {
        // The list of games says that the server is away. An account can be had when it is back.
        known.isSignedOut = rememberedName() === null;
        drawOffer();
    }
}

function drawGames() {
    if (known.list === null) return;
    const { parts, count } = shelf({ ...known, list: known.list, wanted: search.input.value, showAll: () => {
        search.input.value = "";
        drawGames();
        search.input.focus();
    } });
    content.replaceChildren(...parts);
    said.textContent = search.input.value.trim() === "" ? "" : t("home.found", { count });
}

/** Friends come into the order if they are known soon; else at the next visit, and nothing moves now. */
async function knowFriends() {
    const found = await session().catch(() => null);
    if (!found) return;
    const { friendsWhoPlay, remembered } = await import("./home/friends.js");
    known.friends = remembered(found.player.id);
    if (known.friends !== null) return;
    const asked = friendsWhoPlay(known.list ?? [], found.player.id, environment).catch(() => null);
    const soon = await Promise.race([asked, new Promise((resolve) => { setTimeout(resolve, PATIENCE, null); })]);
    known.friends = soon;
}

async function showGames() {
    content.setAttribute("aria-busy", "true");
    content.replaceChildren(shelfSkeleton());
    try {
        known.list = await games.list({ environment });
        await knowFriends();
        drawGames();
        drawOffer();
    } catch (error) {
        content.replaceChildren(failure(error, showGames));
        known.hasFailed = true;
        drawOffer();
    }
    content.removeAttribute("aria-busy");
}

onOtherTab(() => location.reload());
greetPlayer();
showGames();
