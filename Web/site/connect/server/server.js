// Server administration: review queue of all games, players, bans, word filter, invitations, audit log.

import { server } from "../../lib/api-operate.js";
import { setAddress } from "../../lib/back.js";
import { h, oneOf } from "../../lib/dom.js";
import { t, wholeDate } from "../../lib/i18n.js";
import "../../elements/chrome.js";
import { openConnect } from "../../elements/connect-frame.js";
import { state } from "../../elements/state.js";
import { cardTable } from "../../elements/table.js";
import { tabs } from "../../elements/tabs.js";
import { showAudit } from "../operate/audit.js";
import { explain } from "../details.js";
import { showBans } from "../operate/entries.js";
import { actButton, labelled, load, showSecrets, viewHead } from "../operate/parts.js";
import { showQueue } from "../operate/queue.js";
import { showPlayers } from "./players.js";

const VIEWS = /** @type {const} */ (["queue", "players", "bans", "words", "invitations", "audit"]);

/** @param {HTMLElement} container */
function showWords(container) {
    const input = h("input", { autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 64 });
    const field = labelled({ label: t("operate.word"), note: t("operate.word.text"), control: input, name: "word" });
    const list = h("div", { class: "stack" });
    /** @param {Wire.Word[]} words */
    const table = (words) => (words.length === 0
        ? state({ title: t("operate.words.none"), text: t("operate.words.none.text"), level: "h2" })
        : cardTable({ caption: t("operate.words"), rows: words, columns: [
            { name: t("operate.word"), kind: "head", cell: ({ word }) => word },
            { name: t("operate.state"), cell: ({ verdict }) => h("span", {
                class: `badge ${verdict === "blocked" ? "badge-danger" : ""}` }, t(`operate.word.${verdict}`)) },
            { name: t("operate.actions"), kind: "actions", cell: ({ word }) => actButton(t("operate.word.reset"),
                () => change(word, "asDelivered"), { label: t("operate.word.reset.of", { word }) }) },
        ] }));
    /** @param {string} word @param {Wire.WordChange["verdict"]} verdict */
    async function change(word, verdict) {
        list.replaceChildren(table(await server.setWord(word, verdict)));
    }
    /** @param {"blocked" | "allowed"} verdict */
    const submit = (verdict) => async () => {
        const word = input.value.trim();
        if (word === "") return field.error(t("operate.word.type"));
        try {
            await change(word, verdict);
            input.value = "";
        } catch (error) {
            field.error(explain(error));
        }
        input.focus();
        return undefined;
    };
    const block = submit("blocked");
    container.replaceChildren(h("section", { class: "card stack" }, h("p", {}, t("operate.words.text")),
        h("form", { class: "search-row", novalidate: true, onsubmit: (event) => {
            event.preventDefault();
            block();
        } }, field.element, h("button", { class: "button button-primary", type: "submit" }, t("operate.word.block")),
        h("button", { class: "button", type: "button", onclick: submit("allowed") }, t("operate.word.allow"))), list));
    return load(list, async () => table(await server.words()));
}

/** @param {HTMLElement} container */
function showInvitations(container) {
    /** @param {string} name @param {() => Promise<{code: string, expires: string}>} call */
    const card = (name, call) => h("section", { class: "card stack" }, h("h2", {}, t(`operate.${name}`)),
        h("p", {}, t(`operate.${name}.text`)), h("div", {}, actButton(t(`operate.${name}.make`), async () => {
            const { code, expires } = await call();
            await showSecrets(t(`operate.${name}`), t("operate.code.text", { until: wholeDate(expires) }),
                [[t("operate.invite.code"), code]]);
        }, { kind: "button-primary" })));
    container.replaceChildren(h("div", { class: "chart-grid-of-two" }, card("invite-player", server.invite),
        card("invite-developer", server.inviteDeveloper)));
}

/** @param {import("../../elements/connect-frame.js").Connect} connect */
function draw(connect) {
    const asked = new URLSearchParams(location.search).get("view");
    let current = oneOf(VIEWS, asked, "queue");
    const panel = h("div", { class: "stack", id: "server-panel", role: "tabpanel" });
    function show() {
        const part = h("div", { class: "stack" });
        panel.replaceChildren(part);
        document.title = `${t(`operate.server.${current}`)} · Laurel`;
        return { queue: () => showQueue(part, { bundleID: null, isAdministrator: true }),
            players: () => showPlayers(part), bans: () => showBans(part, null), words: () => showWords(part),
            invitations: () => showInvitations(part), audit: () => showAudit(part, server.audit) }[current]();
    }
    connect.container.replaceChildren(viewHead(t("operate.server"), { text: t("operate.server.text") }),
        h("div", { class: "page-tabs" }, tabs({ label: t("operate.server.parts"), panel, selected: current,
            items: VIEWS.map((view) => ({ id: view, name: t(`operate.server.${view}`) })), choose: (view) => {
                current = oneOf(VIEWS, view, current);
                setAddress(`/connect/server/?view=${view}`);
                show();
            } })), panel);
    connect.container.removeAttribute("aria-busy");
    show();
}

const connect = await openConnect({ current: "server" });
if (connect !== null) {
    if (connect.isAdministrator) draw(connect);
    else {
        connect.container.removeAttribute("aria-busy");
        connect.container.replaceChildren(state({ title: t("operate.server.not-allowed"), level: "h1",
            text: t("operate.server.not-allowed.text"), actions: [h("a", { class: "button button-primary",
                href: "/connect/" }, t("operate.all-apps"))] }));
    }
}
