// An app's page in Connect: the frame, and the view that its address names, from /connect/views/.
//
//     /connect/app/?id=BUNDLE&view=leaderboards

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import "../../elements/chrome.js";
import { GROUPS, openConnect, viewAddress, waiting } from "../../elements/connect-frame.js";
import { failure } from "../../elements/state.js";
import { ask } from "../ask.js";

const VIEWS = Object.values(GROUPS).flat();
const asked = () => new URLSearchParams(location.search);
const viewOf = (query) => (VIEWS.includes(query.get("view")) ? query.get("view") : "overview");

const bundleID = asked().get("id");
if (!bundleID) location.replace("/connect/");
const connect = bundleID ? await openConnect({ bundleID, current: viewOf(asked()) }) : null;

/** What the view that is shown wants done when it goes. */
let leave = () => {};
/** Whether something typed would be lost; a view with a form says so. */
let isDirty = () => false;

async function show({ isFirst = false } = {}) {
    const query = asked();
    const view = viewOf(query);
    leave();
    leave = () => {};
    isDirty = () => false;
    connect.setCurrent(view);
    // A place of its own: a view that was left and answers late draws into nothing.
    const place = h("div", { class: "connect-view" });
    waiting(place);
    connect.place.replaceWith(place);
    connect.place = place;
    document.title = `${t(`connect.view.${view}`)} · ${connect.app.name} · Laurel`;
    try {
        const module = await import(`../views/${view}.js`);
        const left = await module.show(place, context(query));
        if (typeof left === "function") {
            if (connect.place === place) leave = left;
            else left();
        }
    } catch (error) {
        place.replaceChildren(failure(error, () => show(), "h1"));
    }
    place.removeAttribute("aria-busy");
    if (!isFirst && connect.place === place) {
        place.querySelector("h1")?.focus({ preventScroll: true });
        scrollTo({ top: 0 });
    }
}

/**
 * What a view gets: the frame's own answers, the address, and ways to go on.
 * @typedef {ReturnType<typeof context>} Context
 */
const context = (query) => ({
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
    refresh: () => show(),
    /** @param {() => boolean} question whether something typed is not saved */
    guard: (question) => { isDirty = question; },
});

function go(address) {
    history.pushState(null, "", address);
    show();
}

document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[href]");
    if (link === null || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target || link.download) return;
    const target = new URL(link.href);
    const isHere = target.origin === location.origin && target.pathname === location.pathname
        && target.searchParams.get("id") === bundleID && target.hash === "";
    if (!isHere) return;
    event.preventDefault();
    const isFine = !isDirty() || await ask({ title: t("connect.leave.title"), text: t("connect.leave.text"),
        action: t("connect.leave.action"), isDangerous: true });
    if (isFine) go(target.pathname + target.search);
});

if (connect !== null) {
    addEventListener("popstate", () => show());
    addEventListener("beforeunload", (event) => {
        if (isDirty()) event.preventDefault();
    });
    await show({ isFirst: true });
}
