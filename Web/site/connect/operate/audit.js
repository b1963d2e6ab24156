// The audit log of a team or the server, newest first, filtered by category and text.

import { h } from "../../lib/dom.js";
import { date, hasText, t, wholeDate } from "../../lib/i18n.js";
import { listItems } from "../../elements/more.js";
import { state } from "../../elements/state.js";
import { choice, labelled, load, moreButton } from "./parts.js";
import { seek } from "./seek.js";

/** Categories: the first part of an action's name. */
const FAMILIES = ["team", "member", "key", "app", "leaderboard", "achievement", "leaderboard-set", "activity",
    "challenge-definition", "image", "test-data", "webhook", "score", "review", "player", "content", "moderation", "word"];

/** @param {string} action */
const family = (action) => action.slice(0, action.indexOf("."));

/** @param {Wire.AuditEntry} entry */
function who(entry) {
    if (entry.by === "player") return entry.actor?.displayName ?? t("operate.audit.gone");
    if (entry.by === "key") return t("operate.audit.key", { id: entry.key ?? "–" });
    return t(`operate.audit.${entry.by}`);
}

/**
 * The action's text, or its name if it has none.
 * @param {Wire.AuditEntry} entry
 */
const what = ({ action }) => (hasText(`operate.action.${action}`) ? t(`operate.action.${action}`) : action);

/** @param {Wire.AuditEntry} entry */
function line(entry) {
    const { actor, player, bundleID, environment, subject, changes } = entry;
    // An actor who is also the subject is already named.
    const about = new Set([player?.id !== actor?.id && player?.displayName,
        subject !== entry.teamID && subject, bundleID, environment === "sandbox" && t("sandbox")].filter(Boolean));
    return h("li", {}, h("time", { datetime: entry.time, title: wholeDate(entry.time) }, date(entry.time)),
        h("div", {}, h("p", {}, h("strong", {}, who(entry)), " ", what(entry),
            about.size > 0 && `: ${[...about].join(" · ")}`),
        changes && h("small", { lang: "en", translate: "no" }, changes)));
}

/** @param {Wire.AuditEntry} entry */
const words = (entry) => [who(entry), what(entry), entry.action, entry.player?.displayName, entry.subject,
    entry.bundleID, entry.changes].filter(Boolean).join(" ").toLocaleLowerCase();

/** @param {HTMLElement} container @param {(before?: ?string) => Promise<Wire.AuditPage>} read */
export function showAudit(container, read) {
    /** @type {{entry: Wire.AuditEntry, element: HTMLElement}[]} */
    let entries = [];
    /** @type {?string} */
    let next = null;
    const list = h("div", { class: "stack" });
    const lines = h("ul", { class: "audit" });
    const kind = choice([["", t("operate.audit.all")],
        ...FAMILIES.map((name) => [name, t(`operate.family.${name}`)])], "", { onchange: () => draw() });
    const word = h("input", { type: "search", autocomplete: "off", maxlength: 100, oninput: () => draw() });
    const said = h("p", { class: "field-note", role: "status" });

    /** @param {Wire.AuditEntry} entry */
    function fits(entry) {
        const typed = word.value.trim().toLocaleLowerCase();
        return (kind.value === "" || family(entry.action) === kind.value)
            && (typed === "" || words(entry).includes(typed));
    }
    const more = moreButton(() => listItems(lines), async () => {
        await seek(next, page, ({ added }) => added.some(fits));
        draw();
    }, t("operate.audit.more"));

    function draw() {
        const shown = entries.filter(({ entry }) => fits(entry));
        said.textContent = t("operate.audit.shown", { shown: shown.length, read: entries.length });
        lines.replaceChildren(...shown.map(({ element }) => element));
        more.hidden = next === null;
        const top = shown.length === 0 ? state({ title: t("operate.audit.none"), level: "h2",
            text: t(next === null ? "operate.audit.none.text" : "operate.audit.none.more") }) : lines;
        // The button stays where it is, and keeps the focus.
        if (more.parentElement === list) list.firstElementChild?.replaceWith(top);
        else list.replaceChildren(top, more);
    }
    /** @param {?string} [before] */
    async function page(before) {
        const found = await read(before);
        entries = [...entries, ...found.entries.map((entry) => ({ entry, element: line(entry) }))];
        next = found.next;
        return { next, added: found.entries };
    }
    container.replaceChildren(h("section", { class: "card stack" }, h("div", { class: "search-row" },
        labelled({ label: t("operate.audit.kind"), control: kind, name: "kind" }).element,
        labelled({ label: t("operate.audit.word"), control: word, name: "word" }).element), said, list));
    return load(list, async () => {
        entries = [];
        await page();
        draw();
        return [...list.childNodes];
    });
}
