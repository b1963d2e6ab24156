// The frame of the developers' pages: who may be here, which app or team, and the way between their views.
//
//     const connect = await openConnect({ bundleID, current: "leaderboards" });
//     if (connect !== null) connect.container.append(viewHead(TITLE), …);
//
// A view of the app page is a module /connect/views/NAME.js with `show(container, connect)`.

import { Problem } from "../lib/api.js";
import { apps, teams } from "../lib/api-connect.js";
import { attribute, find, h } from "../lib/dom.js";
import { addTexts, t } from "../lib/i18n.js";
import { onOtherTab, session, signInAddress } from "../lib/session.js";
import { appIcon } from "./app-icon.js";
import { failure, state } from "./state.js";

await addTexts("connect");

/** The views of an app, as the side navigation groups them. */
export const GROUPS = {
    app: ["overview", "localizations", "release"],
    center: ["leaderboards", "sets", "achievements", "activities", "challenges"],
    live: ["activity", "matches", "moderation", "webhooks", "web"],
    tools: ["configuration", "testdata"],
};

/** @param {string} bundleID @param {string} view @param {Record<string, string>} more */
export function viewAddress(bundleID, view, more = {}) {
    const query = new URLSearchParams({ id: bundleID, ...(view === "overview" ? {} : { view }), ...more });
    return `/connect/app/?${query}`;
}

/** @param {string} teamID */
export const teamAddress = (teamID) => `/connect/team/?${new URLSearchParams({ id: teamID })}`;

/**
 * The head of a view: its name, what it is for, and what can be done here.
 * @param {string} title @param {{text?: string | Node, actions?: Array<Node | false | null>}} more
 */
export function viewHead(title, { text, actions = [] } = {}) {
    return h("div", { class: "view-head" },
        h("div", { class: "view-head-text" }, h("h1", { tabindex: "-1" }, title), text && h("p", {}, text)),
        h("div", { class: "view-actions" }, actions));
}

/**
 * In which state an app is, in a word.
 * @param {Wire.App} app
 */
export function stateBadge(app) {
    if (app.isArchived) return h("span", { class: "badge badge-quiet" }, t("connect.state.archived"));
    if (!app.isGameCenterEnabled) return h("span", { class: "badge badge-quiet" }, t("connect.state.off"));
    if (app.isReleased) return h("span", { class: "badge" }, t("connect.state.released"));
    return h("span", { class: "badge badge-sandbox" }, t("connect.state.sandbox"));
}

/** @param {{app?: Wire.App, team?: Wire.Team}} found @param {string} current */
function navigation({ app, team }, current) {
    /** @param {Wire.App} app @param {string} name */
    const link = ({ bundleID }, name) => h("a", { href: viewAddress(bundleID, name), "data-view": name,
        "aria-current": name === current && "page" }, t(`connect.view.${name}`));
    const groups = app === undefined ? [] : Object.entries(GROUPS).map(([group, views]) =>
        h("li", {}, h("span", { class: "side-title" }, t(`connect.group.${group}`)),
            h("ul", {}, views.map((name) => h("li", {}, link(app, name))))));
    const ofTeam = team && h("li", {}, h("span", { class: "side-title" }, t("connect.group.team")),
        h("ul", {}, h("li", {}, h("a", { href: teamAddress(team.id), "aria-current": current === "team" && "page" },
            team.name))));
    return h("ul", { class: "side-groups" }, groups, ofTeam);
}

/** @param {Wire.App} app */
function identity(app) {
    return h("div", { class: "side-app" }, appIcon(app),
        h("div", {}, h("strong", {}, app.name), h("small", {}, app.bundleID), stateBadge(app)));
}

/**
 * Side navigation on a wide screen; on a phone the same in a part that opens.
 * @param {{app?: Wire.App, team?: Wire.Team}} found @param {string} current
 */
function side(found, current) {
    const { app, team } = found;
    const summary = h("summary", {}, app !== undefined && appIcon(app),
        h("span", {}, h("strong", {}, app?.name ?? team?.name ?? t("connect.title")),
            h("small", { class: "side-here" }, app === undefined ? "" : t(`connect.view.${current}`))));
    const menu = h("details", { class: "side-menu" }, summary);
    const nav = h("nav", { class: "side", "aria-label": t("connect.navigation") },
        h("a", { class: "side-back", href: "/connect/" }, t("connect.all-apps")),
        app !== undefined && identity(app), navigation(found, current));
    const wide = matchMedia("(min-width: 56rem)");
    const frame = h("div", { class: "side-container" });
    const arrange = () => {
        menu.open = false;
        if (wide.matches) frame.replaceChildren(nav);
        else {
            menu.append(nav);
            frame.replaceChildren(menu);
        }
    };
    wide.addEventListener("change", arrange);
    arrange();
    menu.addEventListener("keydown", ({ key }) => {
        if (key !== "Escape" || !menu.open) return;
        menu.open = false;
        summary.focus();
    });
    return { frame, menu, nav, summary };
}

function skeleton() {
    return [h("span", { class: "skeleton skeleton-title" }),
        ...Array.from({ length: 3 }, () => h("div", { class: "card skeleton-card", "aria-hidden": "true" },
            h("span", { class: "skeleton skeleton-text width-2" }),
            h("span", { class: "skeleton skeleton-text width-3" })))];
}

/**
 * Puts the sizes of what comes into a place that waits.
 * @param {HTMLElement} container
 */
export function waiting(container) {
    container.setAttribute("aria-busy", "true");
    container.replaceChildren(...skeleton());
}

/**
 * Who is here, and the frame around a view.
 * @typedef {object} Connect
 * @property {Wire.App} app on the pages of an app alone
 * @property {Wire.Team} [team]
 * @property {Wire.Team[]} teams
 * @property {Wire.Player} player
 * @property {boolean} isAdministrator
 * @property {HTMLElement} container where the view is
 * @property {(right: string) => boolean} can
 * @property {(view: string) => void} setCurrent
 * @property {(app: Wire.App) => void} setApp
 */

/**
 * Sees who is here, loads the app or team, and draws the frame. Visitors who aren't signed in go to the sign-in page;
 * a failure is drawn with a way on.
 * @param {{bundleID?: ?string, teamID?: ?string, current: string}} where `current` is a view, or "team"
 * @returns {Promise<?Connect>}
 */
export async function openConnect({ bundleID, teamID, current }) {
    const main = find("#main");
    const container = h("div", { class: "connect-view" });
    main.classList.add("connect");
    const hasSide = Boolean(bundleID || teamID);
    waiting(container);
    onOtherTab(() => location.reload());
    main.replaceChildren(...(hasSide ? [h("div", { class: "side-container side-waiting" }), container] : [container]));
    if (!hasSide) container.className = "connect-home";
    try {
        const who = await session();
        if (who === null) {
            location.replace(signInAddress());
            return null;
        }
        const [mine, app] = await Promise.all([teams.list(), bundleID ? apps.get(bundleID) : undefined]);
        const team = mine.teams.find(({ id }) => id === (app?.teamID ?? teamID));
        return draw(main, container, { app: /** @type {Wire.App} */ (app), team, teams: mine.teams, player: who.player,
            isAdministrator: who.isAdministrator === true }, current, hasSide);
    } catch (error) {
        main.replaceChildren(error instanceof Problem && error.status === 404
            ? state({ title: t("connect.unknown.title"), text: t("connect.unknown.text"), level: "h1",
                actions: [h("a", { class: "button button-primary", href: "/connect/" }, t("connect.all-apps"))] })
            : failure(error, () => location.reload(), "h1"));
        return null;
    }
}

/**
 * @param {HTMLElement} main @param {HTMLElement} container
 * @param {Pick<Connect, "app" | "team" | "teams" | "player" | "isAdministrator">} found
 * @param {string} first the view @param {boolean} hasSide
 * @returns {Connect}
 */
function draw(main, container, found, first, hasSide) {
    let current = first;
    let parts = side(found, current);
    if (hasSide) main.replaceChildren(parts.frame, container);
    const redraw = () => {
        const next = side(found, current);
        parts.frame.replaceWith(next.frame);
        parts = next;
    };
    return {
        ...found,
        get app() { return found.app; },
        container,
        can: (right) => found.isAdministrator || found.team?.rights.some((one) => one === right) === true,
        setCurrent(view) {
            current = view;
            parts.menu.open = false;
            for (const link of parts.nav.querySelectorAll("[data-view]")) {
                attribute(link, "aria-current", link.getAttribute("data-view") === view && "page");
            }
            find(".side-here", parts.summary).textContent = t(`connect.view.${view}`);
        },
        setApp(app) {
            found.app = app;
            redraw();
        },
    };
}
