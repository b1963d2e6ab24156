// A game's page: its leaderboards, live; its achievements; its challenges. The address says which:
//
//     /games/?id=com.example.game&view=leaderboards&leaderboard=best&players=friends&time=week&environment=sandbox
//     /games/?id=com.example.game&view=leaderboards&set=cups
//     /games/?id=com.example.game&view=achievements&achievement=first
//     /games/?id=com.example.game&view=challenges

import { games, play } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { environment, session, signInAddress } from "../lib/session.js";
import { art, playAddress } from "../elements/art.js";
import "../elements/board.js";
import "../elements/chrome.js";
import { shareButton } from "../elements/share.js";
import { failure, state } from "../elements/state.js";
import { tabs } from "../elements/tabs.js";
import { achievementList } from "./achievements.js";
import { challengeList } from "./challenges.js";

/** Rows read at once: more than a screen, far less than the limit of 100. */
const PAGE = 50;
const scopes = ["today", "week", "allTime"];
const views = ["leaderboards", "achievements", "challenges"];

const main = document.getElementById("main");
const query = new URLSearchParams(location.search);
const bundleID = query.get("id") ?? "";
const view = views.includes(query.get("view")) ? query.get("view") : views[0];

/** Writes what is chosen into the address, so that a link or a reload shows the same. */
function remember(name, value) {
    const address = new URL(location.href);
    address.searchParams.set(name, value);
    history.replaceState(null, "", address);
}

function head(game) {
    const play = playAddress(game, environment);
    return h("div", { class: "game-head" }, art(game, "icon.svg"),
        h("div", { class: "game-head-text" }, h("h1", {}, game.name),
            h("p", {}, !game.isReleased && h("span", { class: "badge badge-sandbox" }, t("game.unreleased")), " ",
                t("home.boards", { count: game.leaderboardCount }))),
        play && h("a", { class: "button button-primary", href: play }, t("play")));
}

/** The way from one part of the game's page to the others. */
function viewLinks() {
    const link = (name) => {
        const address = new URLSearchParams({ id: bundleID, view: name });
        if (environment !== "production") address.set("environment", environment);
        return h("a", { class: "button button-small", href: `/games/?${address}`,
            "aria-current": name === view && "page" }, t(`game.view.${name}`));
    };
    return h("nav", { class: "view-links", "aria-label": t("game.views") }, views.map(link));
}

/** Whose scores: everybody's or the friends'. */
function playersSelect(chosen, choose) {
    const select = h("select", { class: "select select-small", id: "players", "aria-label": t("players.label"),
        onchange: () => choose(select.value) },
    ["global", "friends"].map((id) => h("option", { value: id, selected: id === chosen }, t(`players.${id}`))));
    return select;
}

function skeleton() {
    return [
        h("div", { class: "game-head", "aria-hidden": "true" }, h("div", { class: "art art-icon skeleton" }),
            h("div", { class: "game-head-text" }, h("h1", { class: "skeleton skeleton-text" }),
                h("p", { class: "skeleton skeleton-text width-1" })),
            h("span", { class: "skeleton skeleton-button" })),
        h("div", { class: "card board-card board-card-skeleton", "aria-hidden": "true" }),
    ];
}

function environmentLink(game) {
    if (!game.environments.includes("sandbox") && environment === "production") return null;
    const address = new URL(location.href);
    const other = environment === "sandbox" ? "production" : "sandbox";
    if (other === "production") address.searchParams.delete("environment");
    else address.searchParams.set("environment", other);
    return h("p", { class: "environment-link" }, h("a", { href: address.pathname + address.search },
        t(`game.to-${other}`)));
}

function leaderboardTitle(leaderboards, chosen, choose) {
    const archived = h("span", { class: "badge", hidden: !chosen.isArchived }, t("game.archived"));
    if (leaderboards.length === 1) return h("div", { class: "board-title" }, h("h2", {}, chosen.name), archived);
    const select = h("select", { class: "select", "aria-label": t("game.choose"), onchange: () => {
        const next = leaderboards.find(({ id }) => id === select.value);
        archived.hidden = !next.isArchived;
        choose(next);
    } }, leaderboards.map(({ id, name }) => h("option", { value: id, selected: id === chosen.id }, name)));
    return h("div", { class: "board-title" }, h("h2", { class: "quiet-text" }, t("game.leaderboard")), select,
        archived);
}

function showLeaderboards(game, leaderboards) {
    const wanted = leaderboards.find(({ id }) => id === query.get("leaderboard"));
    const options = {
        bundleID, environment, count: PAGE,
        leaderboard: (wanted ?? leaderboards.find(({ isDefault }) => isDefault) ?? leaderboards[0]).id,
        time: scopes.includes(query.get("time")) ? query.get("time") : "today",
        players: query.get("players") === "friends" ? "friends" : "global",
        isSignedIn: session().then((found) => found !== null),
        playAddress: playAddress(game, environment),
        ownActions: () => [shareButton({ game, leaderboard: options.leaderboard, environment })],
    };
    const chosen = leaderboards.find(({ id }) => id === options.leaderboard);
    const board = h("laurel-board", { id: "board", role: "tabpanel" });
    const show = (change) => board.show(Object.assign(options, change));
    const scopeTabs = tabs({
        label: t("time.label"), panel: board, selected: options.time,
        items: scopes.map((id) => ({ id, name: t(`time.${id}`) })),
        choose: (time) => {
            remember("time", time);
            show({ time });
        },
    });
    const title = leaderboardTitle(leaderboards, chosen, ({ id }) => {
        remember("leaderboard", id);
        show({ leaderboard: id });
    });
    const players = playersSelect(options.players, (chosenPlayers) => {
        remember("players", chosenPlayers);
        show({ players: chosenPlayers });
    });
    players.hidden = options.players === "global";
    options.isSignedIn.then((isSignedIn) => { players.hidden = !isSignedIn; }, () => {});
    const card = h("section", { class: "card board-card" },
        h("div", { class: "board-bar" }, title, players, scopeTabs), board);
    show({});
    return card;
}

/** Those of the set that the address names, or all. */
async function chosenLeaderboards() {
    const all = await games.leaderboards(bundleID, { environment });
    if (query.get("set") === null) return all;
    const set = (await play.sets(bundleID, { environment })).find(({ id }) => id === query.get("set"));
    const chosen = all.filter(({ id }) => set?.leaderboards.includes(id));
    return chosen.length === 0 ? all : chosen;
}

async function listing(game) {
    if (view === "achievements") return achievementList(bundleID, query.get("achievement"));
    if (view === "challenges") return challengeList(game);
    const leaderboards = await chosenLeaderboards();
    return leaderboards.length === 0 ? state({ title: t("game.none.title"), text: t("game.none.text") })
        : showLeaderboards(game, leaderboards);
}

/** Friends and challenges are somebody's: whoever is nobody signs in first, and comes back. */
async function needsSignIn() {
    const isSomebodys = view === "challenges" || query.get("players") === "friends";
    return isSomebodys && await session() === null;
}

async function showGame() {
    main.replaceChildren(...skeleton());
    try {
        if (await needsSignIn()) {
            location.replace(signInAddress());
            return;
        }
        const game = await games.get(bundleID, { environment });
        document.title = `${game.name} · Laurel`;
        const part = await listing(game);
        main.replaceChildren(...[head(game), viewLinks(),
            environment === "sandbox" && h("p", { class: "notice notice-sandbox" }, t("game.in-sandbox")),
            part, environmentLink(game)].filter(Boolean));
    } catch (error) {
        main.replaceChildren([404, 400].includes(error?.status) ? unknown() : failure(error, showGame, "h1"));
    }
}

function unknown() {
    document.title = `${t("game.unknown.title")} · Laurel`;
    return state({ title: t("game.unknown.title"), text: t("game.unknown.text"), level: "h1",
        actions: [h("a", { class: "button button-primary", href: "/" }, t("home"))] });
}

if (bundleID === "") main.replaceChildren(unknown());
else showGame();
