// A team: its members, keys, audit log and settings.
//
//     /connect/team/?id=TEAM&view=keys

import { team as callsOf } from "../../lib/api-operate.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import "../../elements/chrome.js";
import { openConnect } from "../../elements/connect-frame.js";
import { state } from "../../elements/state.js";
import { tabs } from "../../elements/tabs.js";
import { showAudit } from "../operate/audit.js";
import { showMembers } from "../operate/members.js";
import { viewHead } from "../operate/parts.js";
import { showKeys, showSettings } from "../operate/team-settings.js";

/** The views, and the right that each of them needs. */
const VIEWS = { members: "view", keys: "manageKeys", audit: "audit", settings: "manageTeam" };

const query = new URLSearchParams(location.search);
const id = query.get("id") ?? "";
const connect = await openConnect({ teamID: id, current: "team" });

function draw() {
    const { team, place, can } = connect;
    const views = Object.keys(VIEWS).filter((view) => can(VIEWS[view]));
    let current = views.includes(query.get("view")) ? query.get("view") : "members";
    const panel = h("div", { class: "stack", id: "team-panel", role: "tabpanel" });
    const calls = callsOf(team.id);
    function show() {
        const part = h("div", { class: "stack" });
        panel.replaceChildren(part);
        document.title = `${t(`operate.team.${current}`)} · ${team.name} · Laurel`;
        return { members: () => showMembers(part, { calls, connect }),
            keys: () => showKeys(part, { calls, connect }), audit: () => showAudit(part, calls.audit),
            settings: () => showSettings(part, { calls, connect }) }[current]();
    }
    const head = viewHead(team.name, { text: team.role === null ? t("operate.team.above")
        : t("operate.team.text", { role: t(`operate.role.${team.role}`) }) });
    head.querySelector("h1").dataset.teamName = "";
    place.replaceChildren(head, h("div", { class: "page-tabs" }, tabs({ label: t("operate.team.parts"), panel,
        selected: current, items: views.map((view) => ({ id: view, name: t(`operate.team.${view}`) })),
        choose: (view) => {
            current = view;
            const changed = new URLSearchParams({ id: team.id, view });
            history.replaceState(null, "", `/connect/team/?${changed}`);
            show();
        } })), panel);
    place.removeAttribute("aria-busy");
    show();
}

if (connect !== null) {
    if (connect.team === undefined) {
        connect.place.removeAttribute("aria-busy");
        connect.place.replaceChildren(state({ title: t("operate.team.unknown"), text: t("operate.team.unknown.text"),
            level: "h1", actions: [h("a", { class: "button button-primary", href: "/connect/" },
                t("operate.all-apps"))] }));
    } else draw();
}
