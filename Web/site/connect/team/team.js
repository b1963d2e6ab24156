// A team: its members, keys, audit log and settings.
//
//     /connect/team/?id=TEAM&view=keys
//     /connect/team/#join=CODE       an invitation link; the fragment keeps the code out of server logs

import { joinTeam, team as callsOf } from "../../lib/api-operate.js";
import { setAddress } from "../../lib/back.js";
import { find, h, oneOf } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import "../../elements/chrome.js";
import { openConnect } from "../../elements/connect-frame.js";
import { session, signInAddress } from "../../lib/session.js";
import { state } from "../../elements/state.js";
import { tabs } from "../../elements/tabs.js";
import { showAudit } from "../operate/audit.js";
import { showMembers } from "../operate/members.js";
import { actButton, serverLink, viewHead } from "../operate/parts.js";
import { showKeys, showSettings } from "../operate/team-settings.js";

/** The views and the permission each one requires. */
const VIEWS = { members: "view", keys: "manageKeys", audit: "audit", settings: "manageTeam" };
/** @type {(keyof typeof VIEWS)[]} */
const ids = ["members", "keys", "audit", "settings"];

const query = new URLSearchParams(location.search);
const id = query.get("id") ?? "";
const code = new URLSearchParams(location.hash.slice(1)).get("join");
// The frame would drop the fragment, so signed-out visitors sign in here first and return to the invitation.
const isStranger = code !== null && (await session().catch(() => undefined)) === null;
if (isStranger) location.replace(signInAddress(location.pathname + location.hash));
const connect = isStranger ? null : await openConnect({ teamID: id, current: "team" });

/**
 * Asks before joining by an invitation link.
 * @param {HTMLElement} container @param {string} code
 */
function invitation(container, code) {
    const join = actButton(t("operate.join"), async () => {
        const joined = await joinTeam(code);
        location.replace(`/connect/team/?${new URLSearchParams({ id: joined.id })}`);
    }, { kind: "button-primary" });
    container.replaceChildren(state({ title: t("operate.join.title"), text: t("operate.join.text"), level: "h1",
        actions: [join, h("a", { class: "button", href: "/connect/" }, t("operate.join.not"))] }));
}

/** @param {import("../../elements/connect-frame.js").Connect} connect @param {Wire.Team} team */
function draw(connect, team) {
    const { container, can } = connect;
    const views = ids.filter((view) => can(VIEWS[view]));
    let current = oneOf(views, query.get("view"), "members");
    const panel = h("div", { class: "stack", id: "team-panel", role: "tabpanel" });
    const calls = callsOf(team.id);
    function show() {
        const part = h("div", { class: "stack" });
        panel.replaceChildren(part);
        document.title = `${t(`operate.team.${current}`)} · ${team.name} · Laurel`;
        return { members: () => showMembers(part, { calls, connect, team }),
            keys: () => showKeys(part, { calls, connect, team }), audit: () => showAudit(part, calls.audit),
            settings: () => showSettings(part, { calls, connect, team }) }[current]();
    }
    const head = viewHead(team.name, { text: team.role === null ? t("operate.team.above")
        : t("operate.team.text", { role: t(`operate.role.${team.role}`) }), actions: [serverLink(connect)] });
    find("h1", head).dataset.teamName = "";
    container.replaceChildren(head, h("div", { class: "page-tabs", hidden: views.length < 2 }, tabs({
        label: t("operate.team.parts"), panel, selected: current,
        items: views.map((view) => ({ id: view, name: t(`operate.team.${view}`) })),
        choose: (view) => {
            current = oneOf(views, view, current);
            const changed = new URLSearchParams({ id: team.id, view });
            setAddress(`/connect/team/?${changed}`);
            show();
        } })), panel);
    show();
}

if (connect !== null) {
    connect.container.removeAttribute("aria-busy");
    if (code !== null) invitation(connect.container, code);
    else if (connect.team === undefined) {
        connect.container.replaceChildren(state({ title: t("operate.team.unknown"),
            text: t("operate.team.unknown.text"),
            level: "h1", actions: [h("a", { class: "button button-primary", href: "/connect/" },
                t("operate.all-apps"))] }));
    } else draw(connect, connect.team);
}
