// The friend picker (rule 6.7): a message, the friends to challenge, and nothing is sent before both are there. A match
// takes no message, and may take others than friends.
//
//     const picker = friendPicker({ title, subject, art, rows, cancelAddress, send });
//     main.replaceChildren(picker);

import { attribute, h } from "../lib/dom.js";
import { describe, number, t } from "../lib/i18n.js";
import { listItems, moreButton } from "./more.js";
import { photo } from "./photo.js";

/** Characters of a challenge's message (docs/concepts/challenges.md). */
const MESSAGE = 300;
/** Rows drawn at once: more come as one scrolls or types, so that a thousand friends open as fast as ten. */
const DRAWN = 60;

/**
 * @typedef {{player: Wire.Player, rank: ?number, score: ?string, mark: ?string,
 *     isChecked: boolean}} PickerRow `mark` says what is missing: a score, or the game
 * @typedef {{title: string, subject: Node | string, art: HTMLElement, rows: PickerRow[], cancelAddress: string,
 *     send: (players: string[], message: string, sent: (players: string[]) => void) => Promise<void>,
 *     done: (count: number) => void, suffix?: string, said?: ?string, sendText?: string, extra?: HTMLElement,
 *     refuse?: (count: number) => ?string, chose?: (count: number) => void,
 *     explain?: (error: any) => string}} PickerOptions
 *     `send` calls `sent` for those who have got theirs; `suffix` is that of the ids, where a page has several;
 *     `said` is the message that stands there at first, null: there is none; `extra` stands above the friends;
 *     `refuse` says why so many can't be sent to; `chose` hears how many are chosen, whenever that changes;
 *     `explain` says why they were not sent
 */

/**
 * One friend: a tap anywhere on the row toggles. The photo has its place in it, however late it comes.
 * @param {PickerRow} row @param {() => void} changed
 */
function pickRow({ player, rank, score, mark, isChecked }, changed) {
    const box = h("input", { type: "checkbox", name: "player", value: player.id, onchange: changed });
    box.checked = isChecked;
    const element = h("li", { class: "pick", "data-player": player.id, "data-mark": mark !== null },
        h("label", {}, h("span", { class: "rank pick-rank", "data-medal": rank !== null && rank <= 3 && rank },
            rank === null ? "" : number(rank)),
        photo(player), h("span", { class: "pick-name" }, player.displayName),
        h("span", { class: score === null ? "pick-mark" : "pick-score" }, score ?? mark), box));
    return { element, box, player,
        text: `${player.displayName}\n${player.alias ?? ""}`.toLocaleLowerCase(), isSent: false };
}

/** @param {string} suffix */
function messageField(suffix) {
    const id = `message${suffix}`;
    const input = h("textarea", { id, name: "message", rows: 2, maxlength: MESSAGE, required: true,
        "aria-describedby": `${id}-error` });
    const problem = h("p", { class: "field-error", id: `${id}-error`, "aria-live": "polite" });
    /** @param {?string} text */
    const error = (text) => {
        problem.textContent = text ?? "";
        attribute(input, "aria-invalid", text !== null && "true");
    };
    input.addEventListener("input", () => error(null));
    return { input, error, element: h("div", { class: "field" },
        h("label", { for: id }, t("social.pick.message")), input, problem) };
}

/** @param {PickerOptions} options @returns {HTMLFormElement} */
export function friendPicker({ title, subject, art, rows, cancelAddress, send, done, suffix = "", said = "",
    sendText = t("social.pick.send"), extra, chose = () => {}, explain = describe,
    refuse = (count) => (count === 0 ? t("social.pick.nobody") : null) }) {
    const message = said === null ? null : messageField(suffix);
    if (message !== null) message.input.value = said ?? "";
    const problem = h("p", { class: "notice notice-danger", role: "alert", tabindex: "-1", hidden: true });
    const count = h("span", { class: "pick-count", role: "status" });
    const search = h("input", { type: "search", id: `find${suffix}`, autocomplete: "off", placeholder: t("social.find"),
        "aria-label": t("social.find"), oninput: () => draw(DRAWN),
        // Enter in a search means the search: it sends no challenge.
        onkeydown: (event) => event.key === "Enter" && event.preventDefault() });
    const button = h("button", { class: "button button-primary button-small", type: "submit",
        id: `challenge${suffix}` }, sendText);
    const list = h("ul", { class: "picks", id: `picks${suffix}` });
    const none = h("p", { class: "soft", role: "status" });
    const more = moreButton(() => listItems(list), () => draw(list.children.length + DRAWN),
        { kind: "button-quiet button-small" });
    const picks = rows.map((row) => pickRow(row, chosenChanged));
    const chosen = () => picks.filter(({ box, isSent }) => box.checked && !isSent);

    /** @param {?string} text */
    function say(text) {
        problem.hidden = text === null;
        problem.textContent = text ?? "";
    }

    function chosenChanged() {
        count.textContent = t("social.pick.count", { count: chosen().length });
        chose(chosen().length);
        say(null);
    }

    /** @param {number} limit */
    function draw(limit) {
        const wanted = search.value.trim().toLocaleLowerCase();
        const found = picks.filter(({ text }) => text.includes(wanted));
        list.replaceChildren(...found.slice(0, limit).map(({ element }) => element));
        more.hidden = found.length <= limit;
        none.textContent = found.length > 0 || rows.length === 0 ? ""
            : t("social.find.none", { text: search.value.trim() });
    }

    /**
     * Who has got the challenge stays in sight and cannot get it twice.
     * @param {string[]} ids
     */
    function markSent(ids) {
        for (const pick of picks.filter(({ player }) => ids.includes(player.id))) {
            pick.isSent = true;
            pick.box.disabled = true;
            pick.element.dataset.sent = "";
        }
        chosenChanged();
    }

    /** @param {SubmitEvent} event */
    async function submit(event) {
        event.preventDefault();
        if (button.hasAttribute("aria-busy")) return;
        say(null);
        // A message is one line (docs/concepts/challenges.md).
        const text = message?.input.value.replace(/\s+/gu, " ").trim() ?? "";
        const isMissing = message !== null && text === "";
        const receivers = chosen().map(({ player }) => player.id);
        const refusal = refuse(receivers.length);
        if (refusal !== null) say(refusal);
        if (isMissing) {
            message.error(t("social.pick.message.missing"));
            message.input.focus();
        } else if (refusal !== null) {
            problem.focus();
        }
        if (isMissing || refusal !== null) return;
        attribute(button, "aria-busy", "true");
        try {
            await send(receivers, text, markSent);
            done(receivers.length);
        } catch (error) {
            if (message !== null && (error.kind === "text-refused" || error.field === "message")) {
                message.error(describe(error));
                message.input.focus();
            } else {
                say(explain(error));
                problem.focus();
            }
        }
        attribute(button, "aria-busy", null);
    }

    draw(DRAWN);
    chosenChanged();
    return h("form", { class: "picker card", onsubmit: submit, novalidate: true },
        h("div", { class: "picker-bar" },
            h("a", { class: "button button-small", href: cancelAddress }, t("cancel")), h("h1", {}, title), button),
        h("div", { class: "picker-scene" }, art, h("p", { class: "picker-subject" }, subject)),
        h("div", { class: "picker-body" }, problem, message?.element, extra,
            h("div", { class: "picker-tools", hidden: rows.length === 0 }, h("div", { class: "field" }, search), count),
            list, none, more));
}
