// A game's page: its leaderboards, live.

import { games } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { environment, session } from "../lib/session.js";
import { art, playAddress } from "../elements/art.js";
import "../elements/board.js";
import "../elements/chrome.js";
import { failure, state } from "../elements/state.js";
import { tabs } from "../elements/tabs.js";

/** Rows read at once: more than a screen, far less than the limit of 100. */
const PAGE = 50;
const scopes = ["today", "week", "allTime"];

const main = document.getElementById("main");
const query = new URLSearchParams(location.search);
const bundleID = query.get("id") ?? "";

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
        isSignedIn: session().then((found) => found !== null),
        playAddress: playAddress(game, environment),
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
    const card = h("section", { class: "card board-card" }, h("div", { class: "board-bar" }, title, scopeTabs), board);
    show({});
    return card;
}

async function showGame() {
    main.replaceChildren(...skeleton());
    try {
        const [game, leaderboards] = await Promise.all([
            games.get(bundleID, { environment }), games.leaderboards(bundleID, { environment })]);
        document.title = `${game.name} · Laurel`;
        const listing = leaderboards.length === 0
            ? state({ title: t("game.none.title"), text: t("game.none.text") })
            : showLeaderboards(game, leaderboards);
        main.replaceChildren(...[head(game),
            environment === "sandbox" && h("p", { class: "notice notice-sandbox" }, t("game.in-sandbox")),
            listing, environmentLink(game)].filter(Boolean));
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
