// The core's screens as real elements over the picture: order, content and first focus are the core's (Arcade's Panel),
// the look is this page's. What is shown already stays the same element, so the focus and what somebody writes stay.

import { closeByBack } from "../../lib/back.js";
import { find, focused, lookUp } from "../../lib/dom.js";
import { number } from "./language.js";
import { phrases, YOU } from "./phrases.js";
import { reconcile } from "./reconcile.js";
import { saidIn } from "./said.js";

const STRIDE = 12;
/** As in Arcade's Panel. */
const KINDS = ["begin", "end", "heading", "text", "score", "button", "row", "gap", "field", "tab", "progress"];
const GROUPS = ["home", "paused", "over", "picker", "scores", "challenges", "achievements", "question", "result",
    "board", "fate", "offer", "account", "row", "tabs", "bar", "list", "card", "corner"];
const SCREENS = 8;
const BUTTONS = ["primary", "primary big", "cta", "quiet"];
const TONES = ["", "soft", "good", "bad", "best", "best new", "sandbox", "quote", "notice"];
const FATES = ["sending", "sent", "kept", "refused", "unowned", "off"];
const FLAGS = { isYou: 1, isSelected: 2, isOff: 4, isBusy: 8, isInvalid: 16, isDefault: 32, hasPhoto: 64 };
/** As in Arcade's Action; null: there is none with that number. */
export const ACTIONS = [null, "play", "resume", "restart", "exit", "again", "menu", "pause", "back", "leave",
    "toggleSound", "signIn", "keepName", "acceptScores", "discardScores", "share", "openScores", "chooseBoard",
    "choosePlayers", "chooseTime", "openAchievements", "retry", "openChallenges", "acceptChallenge", "declineChallenge",
    "confirmDecline", "pickFriends", "message", "search", "toggleFriend", "selectAll", "selectNone", "sendChallenge",
    "revenge", "raceGroup"];
const isTouch = matchMedia("(pointer: coarse)").matches;
/** The buttons that every page of a game has in its corner. */
const CORNER = { leave: "home", toggleSound: "mute", pause: "pause" };
const OWN_TEXTS = 0x100;
/** As in Arcade's Slot.List and Slot.Field. */
const LISTS = ["none", "account", "outcome", "entries", "friends", "challenges", "achievements", "opponent", "problem",
    "rivals", "groups"];
const FIELDS = ["name", "score", "message", "title", "detail", "photo"];

/**
 * @typedef {{n: number, a: number, b: number, slot: number}} Text a text by its number, its values, and a string
 * @typedef {{kind: string, style: number, flags: number, action: ?string, index: number, text: Text, value: Text,
 *     children?: Item[]}} Item
 * @typedef {(flag: keyof typeof FLAGS) => boolean} Flags
 * @typedef {import("./reconcile.js").Node} Node
 */

export class Panels {
    #core;
    #texts;
    #own;
    #find;
    #act;
    #name;
    #root = find("#screens");
    #said = saidIn(find("#said"));
    #revision = -1;
    #screen = "";
    #wasInvalid = false;
    #fate = "";
    /** What the screen notes, and was said already. */
    /** @type {string[]} */ #notices = [];
    /** @type {?HTMLElement} */ #primary = null;
    /** The screen is new, and nothing on it has had the focus yet. */
    #isWaiting = false;
    /** What opened the screen that lies over another, as `action.index`: there the focus returns. */
    #opener = "";
    /**
     * The screens that have a button to go back, from the lowest.
     * @type {{name: string, forget: () => void}[]}
     */
    #covers = [];

    /**
     * @param {any} core the module's exports
     * @param {{name: string, own: Map<number, string | ((...values: any[]) => string)>}} game its name, and its texts
     *     by their numbers
     * @param {(list: string, field: string, index: number) => string} find a string that the core points to
     * @param {(action: string, index: number) => void} act the player chose something
     */
    constructor(core, { name, own }, find, act) {
        this.#core = core;
        this.#texts = phrases();
        this.#own = own;
        this.#name = name;
        this.#find = find;
        this.#act = act;
        this.#listen();
    }

    /** Shows what the core's list says now. Cheap when it says what it said. */
    update() {
        const revision = this.#core.screens_write();
        if (revision === this.#revision) return;
        this.#revision = revision;
        const [corner, screen] = this.#read();
        this.#corner(corner);
        this.#show(screen);
    }

    /** The key that jumps presses what is offered first. */
    pressPrimary() {
        this.#primary?.click();
    }

    /**
     * What stands in a field.
     * @param {string} action
     */
    written(action) {
        const field = lookUp(`[data-action="${action}"]`, this.#root);
        return field instanceof HTMLInputElement ? field.value : "";
    }

    // Reading

    #read() {
        const count = this.#core.screens_count();
        const words = new Int32Array(this.#core.memory.buffer, this.#core.screens_list(), count * STRIDE);
        /** @type {Item[]} */
        const top = [];
        const open = [top];
        for (let at = 0; at < words.length; at += STRIDE) {
            const [kind, style, flags, action, index, n, a, b, slot, vn, va, vslot] = words.subarray(at, at + STRIDE);
            const name = KINDS[kind];
            if (name === "end") {
                open.pop();
                continue;
            }
            /** @type {Item} */
            const item = { kind: name, style, flags, action: ACTIONS[action] ?? null, index,
                text: { n, a, b, slot }, value: { n: vn, a: va, b: 0, slot: vslot } };
            open.at(-1)?.push(item);
            if (name !== "begin") continue;
            item.children = [];
            open.push(item.children);
        }
        const isCorner = (/** @type {Item} */ { kind, style }) => kind === "begin" && GROUPS[style] === "corner";
        return [top.find(isCorner), top.find((item) => !isCorner(item))];
    }

    /** @param {number} slot */
    #slot(slot) {
        const list = LISTS[slot >> 24];
        return list === "none" ? "" : String(this.#find(list, FIELDS[slot >> 16 & 0xff], slot & 0xffff) ?? "");
    }

    /** @param {Text} text @param {string} [value] */
    #string({ n, a, b, slot }, value = "") {
        const string = this.#slot(slot);
        if (n === 0) return string;
        const text = n < OWN_TEXTS ? this.#texts[n - 1] : this.#own.get(n);
        return typeof text === "function" ? text(a, b, string, value) : text ?? "";
    }

    /**
     * An item's text, with its value in it.
     * @param {Item} item
     */
    #whole({ text, value }) {
        return this.#string(text, this.#string(value));
    }

    // Showing

    /** @param {Item | undefined} corner */
    #corner(corner) {
        for (const [action, id] of Object.entries(CORNER)) {
            const item = corner?.children?.find((one) => one.action === action);
            const button = find(`#${id}`);
            button.hidden = item === undefined;
            if (item === undefined) continue;
            const label = this.#whole(item);
            button.setAttribute("aria-label", label);
            button.title = label;
            if (action === "toggleSound") {
                button.setAttribute("aria-pressed", String((item.flags & FLAGS.isSelected) !== 0));
            }
        }
    }

    /** @param {Item | undefined} screen */
    #show(screen) {
        const name = screen === undefined ? "" : GROUPS[screen.style];
        const isNew = name !== this.#screen;
        this.#screen = name;
        if (isNew) this.#fate = "";
        const hadFocus = this.#root.contains(document.activeElement);
        reconcile(this.#root, screen === undefined ? [] : [this.#node(screen)]);
        if (isNew) this.#cover();
        this.#primary = lookUp("[data-default]", this.#root);
        const invalid = lookUp("[aria-invalid]", this.#root);
        if (screen === undefined) {
            if (isNew) focused()?.blur();
        } else if (invalid !== null && !this.#wasInvalid) {
            invalid.focus();
        } else if (isNew || this.#isWaiting || (hadFocus && !this.#root.contains(document.activeElement))) {
            this.#focus(isNew);
        }
        this.#wasInvalid = invalid !== null;
        this.#tell();
    }

    /** The browser's Back goes back from a screen as the button on it does. */
    #cover() {
        const name = this.#screen;
        const canGoBack = lookUp('[data-action="back"]', this.#root) !== null;
        const at = canGoBack ? this.#covers.findIndex((one) => one.name === name) : -1;
        if (!canGoBack || at !== -1) {
            for (const { forget } of this.#covers.splice(at + 1).reverse()) forget();
            return;
        }
        const cover = { name, forget: closeByBack(() => {
            this.#covers = this.#covers.filter((one) => one !== cover);
            this.#act("back", 0);
            // What is being sent holds its screen.
            this.#cover();
        }) };
        this.#covers.push(cover);
    }

    /**
     * What is offered first has the focus; until it is there, the screen itself.
     * @param {boolean} isNew
     */
    #focus(isNew) {
        // A field that takes the focus by itself would bring a phone's keyboard up.
        const field = this.#primary instanceof HTMLInputElement ? this.#primary : null;
        const screen = this.#root.firstElementChild;
        const target = this.#primary === null || (field !== null && isTouch) ? screen : this.#primary;
        const mayMove = isNew || document.activeElement === document.body || document.activeElement === screen;
        this.#isWaiting = this.#primary === null;
        const opener = isNew ? this.#takeOpener() : null;
        if (opener !== null) return void opener.focus({ preventScroll: true });
        if (!mayMove || target === document.activeElement || !(target instanceof HTMLElement)) return;
        target.focus({ preventScroll: true });
        // What stands in it is a proposal: the first letter replaces it.
        if (target === field) field.select();
    }

    /** The control that opened what was closed now; null: there is none on this screen. */
    #takeOpener() {
        const [action, index] = this.#opener.split(".");
        const opener = action ? lookUp(`button[data-action="${action}"][data-index="${index}"]`, this.#root) : null;
        if (opener !== null) this.#opener = "";
        return opener;
    }

    /** Says aloud what became of the score, and what a choice led to. */
    #tell() {
        const fate = lookUp(".fate", this.#root);
        const kind = fate?.dataset.kind ?? "";
        const notices = [...this.#root.querySelectorAll(".notice")].map(({ textContent }) => textContent ?? "");
        const fresh = notices.filter((notice) => !this.#notices.includes(notice));
        if (kind !== this.#fate && kind !== "" && kind !== "sending") {
            const lines = this.#root.querySelectorAll(
                ".result > :is(h2, .score, .best, .good, .notice), .fate > :not(button)");
            // What was said while the score was on its way isn't said once more.
            const isNew = (/** @type {Element} */ line) =>
                !line.matches(".notice") || fresh.includes(line.textContent ?? "");
            const [stop, gap] = document.documentElement.lang.startsWith("zh") ? ["。", ""] : [".", " "];
            this.#said.say([...lines].filter(isNew).map(({ textContent }) => textContent?.trim() ?? "").filter((line) => line !== "")
                .map((line) => (/[.!?。！？]$/u.test(line) ? line : line + stop)).join(gap));
        } else if (fresh.length > 0) {
            this.#said.say(...fresh);
        }
        this.#notices = notices;
        this.#fate = kind;
    }

    // From items to elements

    /**
     * What of its parent's children it is: its key tells, whatever else changes.
     * @param {Item} item @returns {Node}
     */
    #node(item) {
        const index = item.kind === "row" || item.kind === "progress" ? item.text.slot : item.index;
        const isGroup = item.kind === "begin";
        const key = isGroup ? GROUPS[item.style] : `${item.kind}.${item.action ?? item.style}`;
        // A fate changes in place: it is a live region.
        return { key: key === "fate" ? key : `${key}.${index}`, ...(isGroup ? this.#group(item) : this.#leaf(item)) };
    }

    /** @param {Item} item @returns {Omit<Node, "key">} */
    #group(item) {
        const name = GROUPS[item.style];
        const inner = item.children ?? [];
        const children = () => inner.map((child) => this.#node(child));
        const busy = (item.flags & FLAGS.isBusy) !== 0 ? "true" : null;
        if (item.style < SCREENS) {
            const title = inner.flatMap((child) => (child.kind === "begin" ? child.children ?? [] : [child]))
                .find(({ kind }) => kind === "heading");
            const isHome = name === "home";
            const classes = { home: "menu", paused: "panel small", question: "panel small" }[name] ?? `panel ${name}`;
            return { tag: "section", children: children(), attributes: {
                class: classes, role: isHome ? null : "dialog", tabindex: "-1", "aria-busy": busy,
                "aria-label": title === undefined ? this.#name : this.#whole(title) } };
        }
        switch (name) {
        case "fate": return { tag: "div", children: children(), attributes: { class: "fate", "data-kind": FATES[item.index] } };
        case "board": return { tag: "section", children: children(), attributes: { class: "board", "aria-busy": busy } };
        case "tabs": return { tag: "div", children: children(), attributes: { class: "row choices", role: "group" } };
        case "list": return { tag: "ol", children: children(), attributes: { class: "list", role: "list" } };
        case "card": return { tag: "li", children: children(), attributes: { class: "card" } };
        default: return { tag: "div", children: children(), attributes: { class: name } };
        }
    }

    /** @param {Item} item @returns {Omit<Node, "key">} */
    #leaf(item) {
        const { kind, style, flags, action, index } = item;
        /** @type {Flags} */
        const has = (flag) => (flags & FLAGS[flag]) !== 0;
        const common = { "data-action": action, "data-index": action === null ? null : index,
            "data-default": has("isDefault") ? "" : null, "aria-disabled": has("isOff") ? "true" : null };
        switch (kind) {
        case "heading": return { tag: `h${index}`, text: this.#whole(item), attributes: {} };
        case "text": return { tag: TONES[style] === "quote" ? "q" : "p", text: this.#whole(item),
            attributes: { class: TONES[style] || null } };
        case "score": return { tag: "p", text: this.#whole(item), attributes: { class: "score" } };
        case "button": return { tag: "button", text: this.#whole(item), attributes: { ...common, type: "button",
            class: BUTTONS[style], "aria-busy": has("isBusy") ? "true" : null } };
        case "tab": return { tag: "button", text: this.#whole(item), attributes: { ...common, type: "button",
            class: "quiet", "aria-pressed": String(has("isSelected")) } };
        case "gap": return { tag: "li", text: "···", attributes: { class: "gap", "aria-hidden": "true" } };
        case "row": return action === null ? this.#row(item, has) : this.#pick(item, has, common);
        case "field": return this.#field(item, has, common);
        case "progress": return this.#progress(item, has);
        default: return { tag: "p", text: "", attributes: {} };
        }
    }

    /** @param {Item} item @param {Flags} has */
    #row(item, has) {
        const { text, value } = item;
        const own = has("isYou") ? [leaf("em", "", this.#texts[YOU]())] : [];
        return { tag: "li", attributes: { class: has("isYou") ? "own" : null }, children: [
            leaf("span", "rank", text.a > 0 ? number(text.a) : ""),
            { key: "name", tag: "span", attributes: { class: "name" }, children: [leaf("span", "", this.#slot(text.slot)), ...own] },
            leaf("span", "value", this.#string(value))] };
    }

    /**
     * A row that is ticked as a whole: a real box, so that it can be heard and ticked by key.
     * @param {Item} item @param {Flags} has @param {Record<string, ?string | number>} common
     */
    #pick(item, has, { "data-action": action, "data-index": index }) {
        const { text, value } = item;
        const name = this.#slot(text.slot);
        const photo = this.#find(LISTS[text.slot >> 24], "photo", text.slot & 0xffff);
        return { tag: "li", attributes: { class: "pick" }, children: [{ key: "label", tag: "label", attributes: {}, children: [
            { key: "box", tag: "input", attributes: { type: "checkbox", "data-action": action, "data-index": index,
                disabled: has("isOff") ? "" : null }, properties: { checked: has("isSelected") } },
            leaf("span", "rank", text.a > 0 ? number(text.a) : ""),
            photo ? { key: "photo", tag: "img", attributes: { class: "photo", src: photo, alt: "", decoding: "async" } }
                : { ...leaf("span", "photo", name.slice(0, 1).toLocaleUpperCase()), attributes: { class: "photo", "aria-hidden": "true" } },
            leaf("span", "name", name), leaf("span", "value", this.#string(value))] }] };
    }

    /** @param {Item} item @param {Flags} has @param {Record<string, ?string | number>} common */
    #field(item, has, { "data-action": action, "data-default": isDefault }) {
        const { text, value } = item;
        const isSearch = action === "search";
        const label = this.#string({ ...text, a: 0, b: 0 });
        const id = `field-${action}`;
        const start = text.b === 0 ? "" : this.#string({ n: text.b, a: 0, b: 0, slot: 0 }, this.#string(value));
        return { tag: "div", attributes: { class: "field" }, children: [
            { ...leaf("label", isSearch ? "unseen" : "", label), attributes: { for: id, class: isSearch ? "unseen" : null } },
            { key: "input", tag: "input", start, attributes: { id, type: isSearch ? "search" : "text", autocomplete: "off",
                maxlength: String(text.a), placeholder: isSearch ? label : null, "data-action": action,
                "data-default": isDefault, "aria-invalid": has("isInvalid") ? "true" : null,
                enterkeyhint: isSearch ? "search" : "send" } }] };
    }

    /** @param {Item} item @param {Flags} has */
    #progress(item, has) {
        const { text, value } = item;
        return { tag: "li", attributes: { class: has("isSelected") ? "achievement earned" : "achievement" }, children: [
            leaf("strong", "name", this.#string(text)), leaf("span", "value", text.b > 0 ? number(text.b) : ""),
            ...(value.slot === 0 ? [] : [leaf("span", "soft", this.#string(value))]),
            { key: "progress", tag: "progress", attributes: { max: "100", value: String(text.a),
                "aria-label": this.#string(text) } }] };
    }

    // What the player does

    #listen() {
        /** @returns {?HTMLElement} */
        const chosen = (/** @type {Event & {target: any}} */ { target }) => target?.closest?.("[data-action]") ?? null;
        this.#root.addEventListener("click", (event) => {
            const element = chosen(event);
            if (element === null || element instanceof HTMLInputElement) return;
            if (element.getAttribute("aria-busy") !== "true") this.#do(element);
        });
        this.#root.addEventListener("change", (event) => {
            const element = chosen(event);
            if (element instanceof HTMLInputElement && element.type === "checkbox") this.#do(element);
        });
        this.#root.addEventListener("input", (event) => {
            const element = chosen(event);
            if (!(element instanceof HTMLInputElement) || element.type === "checkbox") return;
            this.#act(element.dataset.action ?? "", element.value.trim() === "" ? 0 : 1);
        });
        for (const [action, id] of Object.entries(CORNER)) {
            find(`#${id}`).addEventListener("click", () => this.#act(action, 0));
        }
    }

    /** @param {HTMLElement} element */
    #do(element) {
        if (element.dataset.action !== "back") this.#opener = `${element.dataset.action}.${element.dataset.index}`;
        this.#act(element.dataset.action ?? "", Number(element.dataset.index));
    }
}

/** @param {string} tag @param {string} name @param {string} text */
const leaf = (tag, name, text) => ({ key: `${tag}.${name}`, tag, text, attributes: { class: name || null } });
