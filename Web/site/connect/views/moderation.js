// Moderation of one app: the queue, entries, players, bans and the rules that hold or flag scores.

import { leaderboardsOf } from "../../lib/api-operate.js";
import { h, oneOf } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { state } from "../../elements/state.js";
import { tabs } from "../../elements/tabs.js";
import { showBans, showEntries, showPlayers } from "../operate/entries.js";
import { environmentTabs, firstEnvironment, serverLink, viewHead } from "../operate/parts.js";
import { showQueue } from "../operate/queue.js";
import { showRules } from "../operate/rules.js";

const PARTS = /** @type {const} */ (["queue", "entries", "players", "bans", "rules"]);
/** Parts that differ by environment. */
const PLACED = ["entries", "players"];

/** @param {HTMLElement} main @param {import("../app/app.js").Context} connect */
export async function show(main, connect) {
    const { app } = connect;
    if (!connect.can("moderate")) {
        main.replaceChildren(state({ title: t("operate.moderation.not-allowed"), level: "h1",
            text: t("operate.moderation.not-allowed.text") }));
        return;
    }
    const boards = await leaderboardsOf(app.bundleID);
    let environment = firstEnvironment(app, connect.query);
    let part = oneOf(PARTS, connect.query.get("part"), "queue");
    const panel = h("div", { class: "stack", id: "moderation-panel", role: "tabpanel" });
    const where = h("div", { id: "moderation-where" });

    function draw() {
        where.hidden = !PLACED.includes(part);
        // An element of its own, so that a late answer for a previous part isn't shown.
        const container = h("div", { class: "stack" });
        panel.replaceChildren(container);
        const of = { bundleID: app.bundleID, boards, environment, isAdministrator: connect.isAdministrator };
        const draws = { queue: () => showQueue(container, of), entries: () => showEntries(container, of),
            players: () => showPlayers(container, of), bans: () => showBans(container, app.bundleID),
            rules: () => showRules(container, of) };
        return draws[part]();
    }
    /** @param {string} wanted */
    function open(wanted) {
        part = oneOf(PARTS, wanted, part);
        const query = new URLSearchParams(location.search);
        query.set("part", part);
        connect.replace(`${location.pathname}?${query}`);
        draw();
    }
    where.append(environmentTabs(app, environment, panel, (wanted) => {
        environment = wanted;
        draw();
    }));
    main.replaceChildren(viewHead(t("operate.moderation"), { text: t("operate.moderation.text"),
        actions: [where, serverLink(connect)] }),
        h("div", { class: "page-tabs" }, tabs({ label: t("operate.moderation.parts"), panel, selected: part,
            choose: open, items: PARTS.map((id) => ({ id, name: t(`operate.part.${id}`) })) })), panel);
    await draw();
}
