// Connect's home page: the teams' apps, or joining a team for new developers.

import { apps } from "../lib/api-connect.js";
import { find, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import "../elements/chrome.js";
import { appIcon } from "../elements/app-icon.js";
import { openConnect, stateBadge, teamAddress, viewAddress, viewHead } from "../elements/connect-frame.js";
import { failure, state } from "../elements/state.js";
import { becomeDeveloper } from "./become.js";
import { newApp } from "./new-app.js";

const main = find("#main");
const connect = await openConnect({ current: "apps" });

/** @param {Wire.App} app */
function card(app) {
    return h("li", {}, h("a", { class: "app-card", href: viewAddress(app.bundleID, "overview") }, appIcon(app),
        h("div", {}, h("strong", {}, app.name), h("small", {}, app.bundleID), stateBadge(app))));
}

/** @param {Wire.Team | undefined} team @param {Wire.App[]} list @param {boolean} isAlone */
function ofTeam(team, list, isAlone) {
    const name = team?.name ?? t("connect.apps.others");
    return h("section", { class: "team-part" },
        h("div", { class: "team-title" }, h("h2", {}, name),
            team !== undefined && h("a", { href: teamAddress(team.id) }, t("connect.apps.team"))),
        list.length > 0 ? h("ul", { class: "app-grid" }, list.map(card))
            : h("div", { class: "card" }, state({ title: t("connect.apps.none.title"), level: "h3",
                text: t("connect.apps.none.text"), actions: isAlone ? [createLink()] : [] })));
}

const createLink = () => h("a", { class: "button button-primary", href: "/connect/?new" }, t("connect.apps.new"));

/** @param {import("../elements/connect-frame.js").Connect} connect */
async function list(connect) {
    const all = await apps.list();
    const known = new Set(connect.teams.map(({ id }) => id));
    const others = all.filter(({ teamID }) => !known.has(teamID));
    const mayCreate = connect.isAdministrator || connect.teams.some(({ rights }) => rights.includes("configure"));
    document.title = `${t("connect.title")} · Laurel`;
    main.replaceChildren(h("div", { class: "connect-home" },
        viewHead(t("connect.apps.title"), { text: t("connect.apps.text"), actions: [mayCreate && createLink()] }),
        ...connect.teams.map((team) => ofTeam(team, all.filter(({ teamID }) => teamID === team.id), mayCreate)),
        others.length > 0 && ofTeam(undefined, others, false),
        h("p", { class: "view-actions" }, h("a", { href: "/connect/?join" }, t("connect.apps.join")),
            h("a", { href: "/reference/" }, t("connect.api")),
            connect.isAdministrator && h("a", { href: "/connect/server/" }, t("connect.apps.server")))));
}

/** @param {import("../elements/connect-frame.js").Connect} connect */
async function show(connect) {
    const query = new URLSearchParams(location.search);
    try {
        const isNobody = connect.teams.length === 0 && !connect.isAdministrator;
        if (isNobody || query.has("join")) await becomeDeveloper(main, connect);
        else if (query.has("new")) newApp(main, connect);
        else await list(connect);
    } catch (error) {
        main.replaceChildren(failure(error, () => show(connect), "h1"));
    }
}

if (connect !== null) await show(connect);
