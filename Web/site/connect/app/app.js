// An app in Connect: the frame, and the view that the URL names, from /connect/views/.
//
//     /connect/app/?id=BUNDLE&view=leaderboards

import { addAddress, setAddress } from "../../lib/back.js";
import { h, lookUp } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import "../../elements/chrome.js";
import { GROUPS, openConnect, viewAddress, waiting } from "../../elements/connect-frame.js";
import { failure } from "../../elements/state.js";
import { ask } from "../ask.js";

const VIEWS = Object.values(GROUPS).flat();
const asked = () => new URLSearchParams(location.search);
/** @param {URLSearchParams} query */
const viewOf = (query) => VIEWS.find((view) => view === query.get("view")) ?? "overview";

const bundleID = asked().get("id") ?? "";
if (bundleID === "") location.replace("/connect/");
const connect = bundleID === "" ? null : await openConnect({ bundleID, current: viewOf(asked()) });

/** Cleanup of the current view. */
let leave = () => {};
/** Whether there are unsaved changes; set by views with a form. */
let isDirty = () => false;
/** The current view's URL: Back changes the window's before we can ask. */
let shown = "";

async function show({ isFirst = false } = {}) {
    if (connect === null) return;
    const query = asked();
    const view = viewOf(query);
    shown = location.pathname + location.search;
    leave();
    leave = () => {};
    isDirty = () => false;
    connect.setCurrent(view);
    // An element of its own, so that a late answer for a previous view isn't shown.
    const container = h("div", { class: "connect-view" });
    waiting(container);
    connect.container.replaceWith(container);
    connect.container = container;
    document.title = `${t(`connect.view.${view}`)} · ${connect.app.name} · Laurel`;
    try {
        const module = await import(`../views/${view}.js`);
        const left = await module.show(container, context(connect, query));
        if (typeof left === "function") {
            if (connect.container === container) leave = left;
            else left();
        }
    } catch (error) {
        container.replaceChildren(failure(error, () => show(), "h1"));
    }
    container.removeAttribute("aria-busy");
    if (!isFirst && connect.container === container) {
        lookUp("h1", container)?.focus({ preventScroll: true });
        scrollTo({ top: 0 });
    }
}

/** @typedef {import("../../elements/connect-frame.js").Connect} Connect */
/**
 * Passed to each view: the frame's data, the URL, and navigation.
 * @typedef {ReturnType<typeof context>} Context
 */
const context = (/** @type {Connect} */ connect, /** @type {URLSearchParams} */ query) => ({
    bundleID,
    query,
    get app() { return connect.app; },
    team: connect.team,
    teams: connect.teams,
    player: connect.player,
    isAdministrator: connect.isAdministrator,
    can: connect.can,
    setApp: connect.setApp,
    /** @param {string} view @param {Record<string, string>} [more] */
    open: (view, more) => go(viewAddress(bundleID, view, more)),
    /** @param {string} address of what the view shows now: it stays when the browser comes back to it */
    replace: (address) => {
        setAddress(address);
        shown = location.pathname + location.search;
    },
    /** Draws the view anew. A form whose own save calls it has to be settled before. */
    refresh: async () => { if (await mayLeave()) await show(); },
    /** @param {() => boolean} question whether there are unsaved changes */
    guard: (question) => { isDirty = question; },
});

/** @param {string} address */
function go(address) {
    addAddress(address);
    show();
}

/** Asks once, even if pressed again meanwhile. */
const mayLeave = async () => !isDirty() || (document.querySelector("dialog[open]") === null
    && ask({ title: t("connect.leave.title"), text: t("connect.leave.text"), action: t("connect.leave.action"),
        isDangerous: true }));

/** Back and Forward: with unsaved changes, view and URL stay until the developer confirms. */
async function moved() {
    // Only the fragment changed, such as the skip link.
    if (location.pathname + location.search === shown) return;
    if (!isDirty()) {
        show();
        return;
    }
    addAddress(shown);
    if (!await mayLeave()) return;
    isDirty = () => false;
    history.back();
}

document.addEventListener("click", async (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target || link.download) return;
    const target = new URL(link.href);
    const isHere = target.origin === location.origin && target.pathname === location.pathname
        && target.searchParams.get("id") === bundleID && target.hash === "";
    if (!isHere) return;
    event.preventDefault();
    if (await mayLeave()) go(target.pathname + target.search);
});

if (connect !== null) {
    addEventListener("popstate", moved);
    addEventListener("beforeunload", (event) => {
        if (isDirty()) event.preventDefault();
    });
    await show({ isFirst: true });
}
