// <laurel-board>: a leaderboard that stays true by itself.
//
//     const board = document.createElement("laurel-board");
//     board.show({ bundleID, leaderboard, environment, time: "today", count: 50 });
//
// `isCompact` leaves out pages and the pinned own rank: a glimpse of the top for another page. After each change it
// sends "laurel-drawn" with the player's own entry and the total.

import { BoardModel } from "../lib/board-model.js";
import { attribute, h, present, prefersStillness } from "../lib/dom.js";
import { subscribe } from "../lib/events.js";
import { date, describe, number, t, wholeDate } from "../lib/i18n.js";
import { signInAddress } from "../lib/session.js";
import { photo } from "./photo.js";
import { failure, state } from "./state.js";

/** Longest pause that setTimeout can hold, in milliseconds. */
const TIMER_LIMIT = 2_147_483_647;
/** The most players that runs are asked for of at once, as the server takes them. */
const RUNS_LIMIT = 100;
/** A score of so many characters stays in one line on every phone. */
const SHORT = 12;

/**
 *
 * @typedef {{bundleID: string, leaderboard: string, environment: import("../lib/api.js").Environment,
 *     players?: import("../lib/api.js").PlayerScope, time: import("../lib/api.js").TimeScope,
 *     count: number, isCompact?: boolean, isSignedIn?: Promise<boolean>, playAddress?: ?string,
 *     playerAddress?: (id: string) => string,
 *     entryMenu?: (entry: Wire.Entry, facts: {isOwn: boolean, run: ?Wire.EntryRun}) => ?HTMLElement,
 *     runs?: (ids: string[]) => Promise<Wire.EntryRun[]>,
 *     people?: (ids: string[]) => Promise<Wire.Player[]>, ownStrip?: HTMLElement}} Options `people` finds photos, `runs`
 *     what can be watched of verified entries, in the same time scope; `ownStrip` says the own rank elsewhere on the page
 */

export class Board extends HTMLElement {
    /** @type {Map<string, HTMLTableRowElement>} by player */ rows = new Map();
    /** @type {WeakMap<HTMLElement, string>} what each row says */ written = new WeakMap();
    /** @type {Map<string, BoardModel>} one for each time scope that was looked at */ models = new Map();
    /** @type {Map<string, ?{small: string, normal: string}>} by player, as far as asked for */ photos = new Map();
    /** @type {Map<string, ?Wire.EntryRun>} by scope, player and score, as far as asked for */ runs = new Map();
    /** @type {Options} set by `show`, as all that follows */ options;
    /** @type {BoardModel} */ model;
    /** @type {?AbortController} */ abort = null;
    /** @type {"connecting" | "live" | "lost" | undefined} */ streamState;
    /** @type {number | undefined} the own rank, as last drawn */ ownRank;
    /** @type {number | undefined} */ timer;
    /** @type {IntersectionObserver | undefined} */ observer;
    /** @type {HTMLElement} */ live;
    /** @type {HTMLElement} */ count;
    /** @type {HTMLElement} */ body;
    /** @type {HTMLElement} */ table;
    /** @type {HTMLElement} */ end;
    /** @type {HTMLElement} */ said;
    /** @type {HTMLElement} */ standing;
    /** @type {HTMLElement} */ expiredNote;
    stop = () => {};
    retryLoad = () => this.retry();

    /** @param {Options} options */
    show(options) {
        const isOther = options.leaderboard !== this.options?.leaderboard
            || options.bundleID !== this.options?.bundleID || options.players !== this.options?.players;
        this.options = options;
        if (isOther) {
            this.models.clear();
            this.runs.clear();
            this.build();
            this.listen();
        }
        this.choose(options.time);
    }

    connectedCallback() {
        this.abort = new AbortController();
        const { signal } = this.abort;
        document.addEventListener("visibilitychange", () => this.model?.catchUp(), { signal });
        let isWaiting = false;
        addEventListener("scroll", () => {
            if (isWaiting) return;
            isWaiting = true;
            requestAnimationFrame(() => {
                isWaiting = false;
                this.scrolled();
            });
        }, { signal, passive: true });
        if (this.options !== undefined) this.listen();
    }

    disconnectedCallback() {
        this.abort?.abort();
        this.stop();
        clearTimeout(this.timer);
        this.stop = () => {};
    }

    listen() {
        this.stop();
        const { bundleID, leaderboard, environment } = this.options;
        if (!this.isConnected) return;
        this.stop = subscribe({
            leaderboards: [`${bundleID}/${leaderboard}`],
            environment,
            onEvent: ({ version, scopes }) => {
                for (const [time, model] of this.models) model.hear(version, scopes?.includes(time));
                this.model?.catchUp();
            },
            onState: (streamState) => {
                // What time took out of a window meanwhile has no newer version to tell of it.
                const wasLost = this.streamState === "lost" && streamState === "live";
                if (wasLost) for (const model of this.models.values()) model.hear(-1, true);
                this.streamState = streamState;
                this.drawLive();
                if (streamState === "live" && this.model?.failure) this.retry();
                else if (wasLost) this.model?.catchUp();
            },
        });
    }

    /** Makes the parts that stay; everything that changes goes into them. */
    build() {
        this.rows.clear();
        const { isCompact } = this.options;
        this.live = h("span", { class: "live" });
        this.count = h("span", { class: "board-count" });
        this.body = h("tbody", { role: "rowgroup" });
        this.table = h("table", { class: "board", role: "table" },
            h("caption", { class: "quiet-text" }, t("board.caption")),
            h("thead", { role: "rowgroup" }, h("tr", { role: "row" },
                ...["rank", "player", "score", "date"].map((name) =>
                    h("th", { class: `board-${name}`, role: "columnheader", scope: "col" }, t(`board.${name}`))))),
            this.body);
        this.end = h("div", { class: "board-after" });
        this.said = h("div", { class: "quiet-text", role: "status", "aria-live": "polite" });
        this.standing = h("div", { class: "standing", "data-resting": true, hidden: true });
        this.classList.toggle("is-compact", isCompact === true);
        this.replaceChildren(
            h("div", { class: "board-head" }, this.count, this.live), this.table, this.end, this.standing, this.said);
        this.drawLive();
    }

    /**
     * Shows a time scope: at once what is known of it, then what is true.
     * @param {import("../lib/api.js").TimeScope} time
     */
    choose(time) {
        let model = this.models.get(time);
        if (model === undefined) {
            model = new BoardModel({ ...this.options, time,
                changed: (why) => model === this.model && this.draw(why),
                visible: () => this.ranksInView() });
            this.models.set(time, model);
        }
        this.model = model;
        this.ownRank = undefined;
        if (!model.isLoaded) {
            this.skeleton();
            model.load();
        } else {
            this.draw("first");
            model.isBehind ? model.catchUp() : model.update();
        }
    }

    retry() {
        if (this.model.isLoaded) this.model.update();
        else {
            this.skeleton();
            this.model.load();
        }
    }

    skeleton() {
        this.setAttribute("aria-busy", "true");
        this.rows.clear();
        this.table.hidden = false;
        this.standing.hidden = true;
        this.count.replaceChildren(h("span", { class: "skeleton skeleton-text" }));
        const rows = Math.min(this.options.count, 8);
        this.body.replaceChildren(...Array.from({ length: rows }, (_, index) =>
            h("tr", { "aria-hidden": "true" },
                h("td", { class: "board-rank" }, h("span", { class: "rank" },
                    h("span", { class: "skeleton skeleton-rank" }))),
                h("th", { class: "board-player" }, h("div", {}, h("span", { class: "avatar skeleton" }),
                    h("span", { class: `skeleton skeleton-text width-${index % 4}` }))),
                h("td", { class: "board-score" }, h("span", { class: "skeleton skeleton-text skeleton-end" })),
                h("td", { class: "board-date" }, h("span", { class: "skeleton skeleton-text skeleton-end" })))));
        this.end.replaceChildren();
    }

    /** @param {"first" | "more" | "live" | "failed"} why */
    draw(why) {
        this.removeAttribute("aria-busy");
        const { model } = this;
        if (why === "failed" && !model.isLoaded) {
            this.table.hidden = true;
            this.count.replaceChildren();
            this.end.replaceChildren(failure(model.failure, this.retryLoad, "h3"));
            return;
        }
        this.count.textContent = t("board.total", { count: model.total });
        const isEmpty = model.total === 0;
        this.table.hidden = isEmpty;
        this.drawRows(why);
        this.drawAfter(isEmpty);
        this.drawStanding();
        this.drawLive();
        if (why === "live") this.pulse();
        else this.drawPhotos().catch(() => {});
        this.drawRuns().catch(() => {});
        this.awaitExpiry();
        this.dispatchEvent(new CustomEvent("laurel-drawn", { detail: { local: model.local, total: model.total } }));
    }

    /** @param {"first" | "more" | "live" | "failed"} why */
    drawRows(why) {
        /** @type {Map<string, number>} by player */
        const before = new Map();
        const isMoving = why === "live" && !prefersStillness();
        if (isMoving) for (const [id, row] of this.rows) before.set(id, row.getBoundingClientRect().top);
        const { model } = this;
        /** @type {HTMLElement[]} */
        const wanted = [];
        const seen = new Set();
        model.blocks.forEach((block, index) => {
            for (let rank = block.from; rank < block.from + block.count; rank += 1) {
                const entry = model.entries.get(rank);
                if (entry === undefined) continue;
                seen.add(entry.player.id);
                wanted.push(this.row(entry, why === "live"));
            }
            if (model.isOpen(index) && !this.options.isCompact) wanted.push(this.gap(block, model.blocks[index + 1]));
        });
        for (const [id, row] of this.rows) if (!seen.has(id)) this.rows.delete(id) && row.remove();
        // Only what is out of place is moved: the focus and the reader's place stay.
        /** @type {?ChildNode} */
        let at = this.body.firstChild;
        for (const row of wanted) {
            if (row === at) at = row.nextSibling;
            else this.body.insertBefore(row, at);
        }
        while (at !== null) {
            const next = at.nextSibling;
            at.remove();
            at = next;
        }
        if (isMoving) this.glide(before);
    }

    /**
     * Rows glide from where they were; new ones fade in.
     * @param {Map<string, number>} before
     */
    glide(before) {
        const timing = { duration: 480, easing: "cubic-bezier(0.22, 0.8, 0.3, 1)" };
        for (const [id, row] of this.rows) {
            const { top } = row.getBoundingClientRect();
            const old = before.get(id);
            if (old === undefined) row.animate([{ opacity: 0 }, { opacity: 1 }], timing);
            else if (Math.abs(old - top) > 1 && Math.min(old, top) < innerHeight && Math.max(old, top) > -100) {
                row.animate([{ transform: `translateY(${old - top}px)` }, { transform: "none" }], timing);
            }
        }
    }

    /**
     * The row of an entry: made once for a player, then kept up to date.
     * @param {Wire.Entry} entry @param {boolean} isLive
     */
    row(entry, isLive) {
        const { id } = entry.player;
        let row = this.rows.get(id);
        const mine = this.model.local?.player.id === id;
        const text = [entry.rank, entry.formatted, entry.date, entry.player.displayName, mine,
            entry.verification].join("\u0000");
        const isChanged = isLive && row?.dataset.score !== entry.formatted;
        if (row === undefined) {
            row = h("tr", { role: "row" });
            this.rows.set(id, row);
        }
        if (this.written.get(row) !== text) {
            this.written.set(row, text);
            delete row.dataset.expired;
            row.dataset.score = entry.formatted;
            row.dataset.rank = String(entry.rank);
            attribute(row, "data-mine", mine);
            row.replaceChildren(...this.cells(entry, mine));
        }
        this.mark(row, entry);
        if (isChanged) {
            const changed = row;
            changed.dataset.changed = "";
            setTimeout(() => { delete changed.dataset.changed; }, 900);
        }
        return row;
    }

    /** Photos come after the names, into the place of the first letter. An event brings one reading and no more. */
    async drawPhotos() {
        const { people } = this.options;
        const missing = [...this.rows.keys()].filter((id) => !this.photos.has(id));
        if (people === undefined || missing.length === 0) return;
        for (const id of missing) this.photos.set(id, null);
        for (const player of await people(missing)) {
            this.photos.set(player.id, player.photo ?? null);
            if (player.photo) this.rows.get(player.id)?.querySelector(".avatar")?.replaceWith(photo(player));
        }
    }

    /** @param {Wire.Entry | Wire.EntryRun} entry */
    runKey({ player, value }) {
        return `${this.model.options.time}/${player.id}/${value}`;
    }

    /** Menus get what can be done with a verified run once it is known that its log is kept. Each is asked for once. */
    async drawRuns() {
        const { model } = this;
        const missing = [...model.entries.values()].filter((entry) => entry.verification
            && !this.runs.has(this.runKey(entry))).slice(0, RUNS_LIMIT);
        if (this.options.runs === undefined || missing.length === 0) return;
        for (const entry of missing) this.runs.set(this.runKey(entry), null);
        const found = await this.options.runs(missing.map(({ player }) => player.id));
        if (model !== this.model) {
            for (const entry of missing) this.runs.delete(this.runKey(entry));
            return;
        }
        for (const run of found) this.runs.set(this.runKey(run), run);
        for (const entry of missing) {
            const row = this.rows.get(entry.player.id);
            if (row === undefined || !this.runs.get(this.runKey(entry))) continue;
            // One that is open stays as it is: the next drawing has it.
            const old = row.querySelector(".menu");
            if (old?.querySelector("[aria-expanded=true]")) continue;
            const next = this.menu(entry, this.model.local?.player.id === entry.player.id);
            if (next === null) continue;
            const hadFocus = old?.contains(document.activeElement);
            if (old) old.replaceWith(next);
            else row.querySelector(".board-player > div")?.append(next);
            if (hadFocus) next.querySelector("button")?.focus();
        }
    }

    /** @param {Wire.Entry} entry @param {boolean} isOwn */
    menu(entry, isOwn) {
        const run = entry.verification ? this.runs.get(this.runKey(entry)) ?? null : null;
        return this.options.entryMenu?.(entry, { isOwn, run }) ?? null;
    }

    /** @param {Wire.Entry} entry @param {boolean} mine */
    cells(entry, mine) {
        const name = entry.player.displayName;
        const { playerAddress } = this.options;
        const isLinked = playerAddress !== undefined && !mine;
        const when = h("time", { datetime: entry.date, title: wholeDate(entry.date) }, date(entry.date));
        return [
            h("td", { class: "board-rank", role: "cell" },
                h("span", { class: "rank", "data-medal": entry.rank <= 3 && entry.rank }, number(entry.rank))),
            h("th", { class: "board-player", role: "rowheader", scope: "row" }, h("div", {},
                photo({ displayName: name, photo: this.photos.get(entry.player.id) }),
                h("div", { class: "board-name" },
                    isLinked ? h("a", { href: playerAddress(entry.player.id) }, name) : h("span", {}, name),
                    mine && h("span", { class: "badge" }, t("you")),
                    h("small", { class: "board-when" }, when.cloneNode(true))),
                this.menu(entry, mine))),
            h("td", { class: "board-score", role: "cell" }, h("span", { class: "board-value",
                "data-short": entry.formatted.length <= SHORT }, entry.formatted), verified(entry)),
            h("td", { class: "board-date", role: "cell" }, h("span", { class: "board-when" }, when)),
        ];
    }

    /**
     * Says so when an entry has grown out of the window: it is still the last word of the server.
     * @param {HTMLElement} row @param {Wire.Entry} entry
     */
    mark(row, entry) {
        const isExpired = this.model.isExpired(entry);
        if (isExpired === (row.dataset.expired !== undefined)) return;
        attribute(row, "data-expired", isExpired);
        for (const cell of row.querySelectorAll(".board-when")) {
            if (isExpired) cell.replaceChildren(t(`board.expired.${this.model.options.time}`));
        }
    }

    /** @param {import("../lib/board-model.js").Block} block @param {import("../lib/board-model.js").Block} [next] */
    gap(block, next) {
        const first = block.from + block.count;
        const label = next === undefined ? t("board.more")
            : t("board.more-between", { first, last: Math.min(next.from - 1, first + this.options.count - 1) });
        const button = h("button", { class: "button button-quiet button-small", type: "button",
            onclick: async () => {
                button.setAttribute("aria-busy", "true");
                await this.model.more(block);
                // The button is gone: the keyboard goes on where the new rows begin, or would have begun.
                if (document.activeElement === document.body) {
                    this.focusRow(this.model.entries.get(first) ?? this.model.entries.get(first - 1));
                }
            } }, label);
        return h("tr", { class: "board-gap", role: "row" }, h("td", { role: "cell", colspan: 4 }, button));
    }

    /** @param {boolean} isEmpty */
    drawAfter(isEmpty) {
        const { model } = this;
        const parts = [];
        if (model.failure !== null) {
            parts.push(h("div", { class: "notice notice-danger" },
                h("span", {}, t("board.update-failed"), " ", describe(model.failure)),
                h("button", { class: "link-button", type: "button", onclick: () => this.retry() }, t("try-again"))));
        }
        if (isEmpty) {
            const play = this.options.playAddress;
            parts.push(state({ title: t(`board.empty.${model.options.time}.title`), text: t("board.empty.text"),
                level: "h3",
                actions: [Boolean(play) && h("a", { class: "button button-primary", href: play }, t("play"))] }));
        }
        this.expiredNote = h("div", { class: "notice", hidden: true },
            h("span", {}, t(`board.expired-note.${model.options.time}`)),
            h("button", { class: "link-button", type: "button", onclick: () => this.retry() }, t("board.update")));
        parts.push(this.expiredNote);
        const invitation = h("p", { class: "board-invitation", hidden: true });
        this.options.isSignedIn?.then((isSignedIn) => {
            if (model.local !== null || this.options.isCompact) return;
            invitation.hidden = false;
            if (isSignedIn && !isEmpty) invitation.append(t(`board.no-entry.${model.options.time}`));
            if (!isSignedIn) invitation.append(h("a", { href: signInAddress() }, t("sign-in")), t("board.sign-in"));
        }, () => {});
        parts.push(invitation);
        this.end.replaceChildren(...parts);
        this.drawExpired();
    }

    drawStanding() {
        const { local, total } = this.model;
        this.standing.hidden = local === null || this.options.isCompact === true;
        if (local === null) return;
        if (this.ownRank !== undefined && this.ownRank !== local.rank) {
            this.said.textContent = t("board.new-place", { rank: local.rank, total });
        }
        this.ownRank = local.rank;
        this.standing.replaceChildren(
            h("span", { class: "rank", "data-medal": local.rank <= 3 && local.rank }, number(local.rank)),
            h("div", { class: "standing-name" }, local.player.displayName,
                h("small", {}, t("board.standing", { rank: local.rank, total }))),
            h("span", { class: "standing-score" }, local.formatted),
            h("button", { class: "button button-small", type: "button", onclick: () => this.goToOwnRow() },
                t("board.find-me")));
        this.observeOwnRow();
    }

    /** The pinned rank rests while the own row is in view, or where else the page says the rank. */
    observeOwnRow() {
        this.observer?.disconnect();
        const tellers = present([this.rows.get(this.model.local?.player.id ?? "") ?? null, this.options.ownStrip ?? null]);
        if (tellers.length === 0) attribute(this.standing, "data-resting", false);
        const inView = new Set();
        this.observer = new IntersectionObserver((changes) => {
            for (const { target, isIntersecting } of changes) inView[isIntersecting ? "add" : "delete"](target);
            attribute(this.standing, "data-resting", inView.size > 0);
        }, { rootMargin: "0px 0px -72px 0px" });
        for (const one of tellers) this.observer.observe(one);
    }

    async goToOwnRow() {
        if (this.model.local === null) return;
        const { id } = this.model.local.player;
        if (!this.rows.has(id)) await this.model.around();
        this.rows.get(id)?.scrollIntoView({ block: "center", behavior: prefersStillness() ? "auto" : "smooth" });
        this.focusRow(this.model.local);
    }

    /** @param {?Wire.Entry} [entry] */
    focusRow(entry) {
        const row = this.rows.get(entry?.player.id ?? "");
        row?.setAttribute("tabindex", "-1");
        row?.focus({ preventScroll: true });
    }

    drawLive() {
        if (this.live === undefined) return;
        const shown = this.streamState ?? "connecting";
        if (this.live.dataset.state === shown) return;
        this.live.dataset.state = shown;
        this.live.textContent = t(`live.${shown}`);
    }

    pulse() {
        delete this.live.dataset.pulse;
        requestAnimationFrame(() => { this.live.dataset.pulse = ""; });
    }

    /** Wakes when the next entry grows out of its window, to mark it. Sends nothing. */
    awaitExpiry() {
        clearTimeout(this.timer);
        const left = this.model.untilExpiry();
        if (left === Infinity) return;
        this.timer = setTimeout(() => {
            for (const entry of this.model.entries.values()) {
                const row = this.rows.get(entry.player.id);
                if (row !== undefined) this.mark(row, entry);
            }
            this.drawExpired();
            this.awaitExpiry();
        }, Math.min(left + 1000, TIMER_LIMIT));
    }

    drawExpired() {
        this.expiredNote.hidden = ![...this.model.entries.values()].some((entry) => this.model.isExpired(entry));
    }

    /** @returns {[first: number, last: number]} */
    ranksInView() {
        let first = Infinity;
        let last = -Infinity;
        for (const row of this.rows.values()) {
            const { top, bottom } = row.getBoundingClientRect();
            if (bottom < 0 || top > innerHeight) continue;
            first = Math.min(first, Number(row.dataset.rank));
            last = Math.max(last, Number(row.dataset.rank));
        }
        return [first, last];
    }

    scrolled() {
        if (this.model?.isLoaded && this.model.hasStale(...this.ranksInView())) this.model.readAgain();
    }
}

customElements.define("laurel-board", Board);

/**
 * What the server knows of how a score came about; nothing where it knows what the game said alone.
 * @param {Wire.Entry} entry
 */
function verified(entry) {
    if (!entry.verification) return null;
    const text = entry.verification === "live" ? t("board.live") : t("board.verified");
    return h("span", { class: "board-verified", role: "img", title: text, "aria-label": text,
        "data-verification": entry.verification }, "✓");
}
