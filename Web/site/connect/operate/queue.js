// The review queue, oldest first. Keyboard shortcuts while an item has focus: J next, K previous, A keep, R remove.

import { guard, reportedPhoto } from "../../lib/api-operate.js";
import { h, present } from "../../lib/dom.js";
import { date, lead, number, t, wholeDate } from "../../lib/i18n.js";
import { showBanner } from "../../lib/banner.js";
import { listItems } from "../../elements/more.js";
import { state } from "../../elements/state.js";
import { addPhotos } from "../../elements/notice.js";
import { explain, toldReason } from "../details.js";
import { actButton, choice, face, formDialog, labelled, load, moreButton, waitingCard } from "./parts.js";

/** Profile content, which only server administrators can remove. */
const OF_PROFILE = ["name", "photo", "status"];

/**
 * Of which words an item has: a held score has others than one that is ranked.
 * @param {Wire.Review} item
 */
const form = (item) => (item.score?.isHeld ? "held" : item.kind);

/** @param {Wire.Review} item */
function subject(item) {
    if (item.score !== null) {
        const { value, leaderboard, isHeld } = item.score;
        return h("p", { class: "queue-subject" }, t(isHeld ? "operate.queue.score.held" : "operate.queue.score",
            { value: number(value), leaderboard: leaderboard ?? "–" }));
    }
    const [match, kind] = item.kind === "message" ? (item.subject ?? "").split("/") : [""];
    if (!match.startsWith("M:")) return null;
    return h("p", { class: "queue-subject" }, kind === undefined ? t("operate.queue.match", { match })
        : kind === "invitation" ? t("operate.queue.match.invitation", { match })
            : kind === "reminder" ? t("operate.queue.match.reminder", { match })
                : t("operate.queue.match.exchange", { match }));
}

/**
 * The reported photo, hidden until the moderator chooses to see it.
 * @param {Wire.Review} item @param {string} evidence
 */
function photo(item, evidence) {
    const image = h("img", { class: "queue-photo", src: reportedPhoto(item.id, evidence), alt: t("operate.queue.photo"),
        "data-covered": true });
    const button = h("button", { class: "button button-small", type: "button", onclick: () => {
        image.toggleAttribute("data-covered");
        button.textContent = t(image.hasAttribute("data-covered") ? "operate.queue.uncover" : "operate.queue.cover");
    } }, t("operate.queue.uncover"));
    return h("div", { class: "who" }, h("div", { class: "queue-photo-frame" }, image), button);
}

/** @param {Wire.Review} item @param {Wire.FiledReport[]} list @param {boolean} isAdministrator */
function reports(item, list, isAdministrator) {
    const parts = list.slice(0, 20).map(({ reason, text, created, evidence }) => h("li", {},
        h("strong", {}, t(`operate.reason.${reason}`)), " ", text && h("q", {}, text), " ",
        h("time", { datetime: created, title: wholeDate(created) }, date(created)),
        item.kind !== "photo" && evidence && h("p", { class: "queue-subject" }, evidence)));
    const shown = item.kind === "photo" && list[0]?.evidence && item.state === "pending"
        ? (isAdministrator ? photo(item, list[0].evidence) : h("p", { class: "field-note" },
            t("operate.queue.photo.administrators"))) : null;
    return [shown, h("ul", { class: "queue-reasons" }, parts)];
}

/**
 * @param {HTMLElement} container
 * @param {{bundleID: ?string, isAdministrator: boolean}} scope null: the whole server
 */
export async function showQueue(container, { bundleID, isAdministrator }) {
    const calls = guard(bundleID);
    const list = h("div", { class: "queue", role: "list", "aria-label": t("operate.queue"), onkeydown: keys });
    const status = choice(["pending", "accepted", "rejected"].map((name) => [name, t(`operate.status.${name}`)]),
        "pending", { class: "select select-small", "aria-label": t("operate.queue.which"), onchange: () => refresh() });
    const hint = h("p", { class: "key-hint" }, lead("operate.queue.keys"),
        [["J", "next"], ["K", "previous"], ["A", "accept"], ["R", "reject"]].flatMap(([key, name]) =>
            [h("kbd", {}, key), ` ${t(`operate.key.${name}`)} `]));

    /** @type {WeakMap<HTMLElement, (decision: "accept" | "reject") => unknown>} what a key does to an item */
    const acts = new WeakMap();

    /** @param {Wire.Review} item @param {HTMLElement} element @param {"accept" | "reject"} decision */
    async function decide(item, element, decision) {
        // An earlier decision on it is under way.
        if (element.hasAttribute("aria-busy")) return undefined;
        const note = h("textarea", { maxlength: 500, rows: 3 });
        const done = async () => {
            element.setAttribute("aria-busy", "true");
            try {
                await calls.decide(item.id, decision, note.value.trim());
            } finally {
                element.removeAttribute("aria-busy");
            }
            const next = element.nextElementSibling ?? element.previousElementSibling;
            // Who has gone on to another item stays there.
            const hasLeft = list.contains(document.activeElement) && !element.contains(document.activeElement);
            element.remove();
            showBanner({ title: t(decision === "accept"
                ? (item.score?.isHeld ? "operate.queue.accepted.held" : "operate.queue.accepted")
                : (item.score?.isHeld ? "operate.queue.rejected.held" : "operate.queue.rejected")) });
            if (list.querySelector(".queue-item") === null) refresh();
            else if (!hasLeft && next instanceof HTMLElement) next.focus();
        };
        if (decision === "accept") return done();
        return formDialog({ title: t(`operate.queue.reject.${form(item)}`, { name: item.player.displayName }),
            text: t(`operate.queue.reject.${form(item)}.text`), action: t(`operate.queue.remove.${form(item)}`),
            isDangerous: true,
            fields: [labelled({ label: t("operate.note"), note: t("operate.note.text"), control: note, name: "note" })],
            act: done });
    }

    /** @param {Wire.Review} item */
    function draw(item) {
        const { player } = item;
        const details = h("div", { class: "stack queue-details", "data-waits": item.reportCount > 0 });
        const mayDecide = isAdministrator || !OF_PROFILE.includes(item.kind);
        /** @param {string} key @param {"accept" | "reject"} decision @param {string} [kind] */
        const button = (key, decision, kind) => actButton(t(key), () => decide(item, element, decision),
            { kind, label: t("operate.queue.button.of", { action: t(key), name: player.displayName }) });
        /** @type {HTMLElement} */
        const element = h("div", { class: "queue-item", role: "listitem", tabindex: "-1", "data-id": item.id,
            "aria-label": t(`operate.kind.${item.kind}.of`, { name: player.displayName }) },
        h("div", { class: "queue-head" }, face(player),
            h("h2", {}, t(`operate.kind.${item.kind}.of`, { name: player.displayName })),
            bundleID === null && item.bundleID && h("span", { class: "badge badge-quiet" }, item.bundleID),
            item.environment === "sandbox" && h("span", { class: "badge badge-sandbox" }, t("sandbox")),
            item.reportCount > 0 && h("span", { class: "badge badge-danger" },
                t("operate.queue.reports", { count: item.reportCount })),
            h("time", { datetime: item.created, title: wholeDate(item.created) }, date(item.created))),
        subject(item),
        h("ul", { class: "queue-reasons" }, item.reasons.filter(({ rule }) => rule !== "reported")
            .map((reason) => h("li", {}, h("strong", {}, lead(`operate.rule.${reason.rule}`)),
                toldReason(reason)))),
        details,
        item.decision !== null && h("p", { class: "field-note" },
            t(`operate.status.${item.state}`), " · ", date(item.decision.time),
            item.decision.note && ` · ${item.decision.note}`),
        item.state === "pending" && h("p", { class: "field-note" },
            t(mayDecide ? `operate.queue.then.${form(item)}` : "operate.queue.administrators")),
        item.state === "pending" && mayDecide && h("div", { class: "row-actions" },
            button(`operate.queue.keep.${form(item)}`, "accept"),
            button(`operate.queue.remove.${form(item)}`, "reject", "button-quiet")));
        acts.set(element, (decision) => (mayDecide ? decide(item, element, decision) : undefined));
        if (item.reportCount > 0) {
            calls.review(item.id).then(
                (full) => details.replaceChildren(...present(reports(item, full.reports, isAdministrator))),
                (error) => details.replaceChildren(h("p", { class: "field-error" }, explain(error))))
                .finally(() => { delete details.dataset.waits; });
        }
        return element;
    }

    /** @param {KeyboardEvent & {target: Element}} event */
    function keys(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
        /** @type {NodeListOf<HTMLElement>} */
        const found = list.querySelectorAll(".queue-item");
        const items = [...found];
        const at = items.findIndex((item) => item.contains(event.target));
        const key = event.key.toLowerCase();
        const step = { j: 1, arrowdown: 1, k: -1, arrowup: -1 }[key];
        if (step !== undefined) {
            event.preventDefault();
            items[Math.min(Math.max(at + step, 0), items.length - 1)]?.focus();
        } else if ((key === "a" || key === "r") && items[at] && status.value === "pending") {
            event.preventDefault();
            // A key that is held down would decide on items that nobody has looked at.
            if (event.repeat) return;
            Promise.resolve(acts.get(items[at])?.(key === "a" ? "accept" : "reject")).catch((error) =>
                showBanner({ title: t("operate.failed"), text: explain(error) }));
        }
    }

    /** Which list is wanted: another one for each `refresh`. */
    let listNumber = 0;

    /**
     * Adds a page, unless another list is wanted by the time it comes.
     * @param {?number} [after] @returns {Promise<?number>} where the next page begins
     */
    async function more(after) {
        const asked = listNumber;
        const page = await calls.reviews(/** @type {Wire.Review["state"]} */ (status.value), after);
        if (asked !== listNumber) return null;
        list.append(...page.reviews.map(draw));
        // Without photos the first letters stay.
        addPhotos(list).catch(() => {});
        list.firstElementChild?.setAttribute("tabindex", "0");
        return page.next;
    }

    function refresh() {
        return load(content, async () => {
            listNumber += 1;
            list.replaceChildren();
            let next = await more();
            if (list.childElementCount === 0) {
                return h("div", { class: "card" }, state({ title: t("operate.queue.empty"), level: "h2",
                    text: t(status.value === "pending" ? "operate.queue.empty.text" : "operate.queue.none") }));
            }
            const button = moreButton(() => listItems(list), async () => {
                next = await more(next);
                button.hidden = next === null;
            });
            button.hidden = next === null;
            return [list, button];
        });
    }
    const content = h("div", { class: "stack" }, waitingCard());
    container.replaceChildren(h("div", { class: "card-bar" }, hint, status), content);
    await refresh();
}
