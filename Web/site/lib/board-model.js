// What a page knows of one leaderboard in one time scope, and how it stays true.
//
// Entries are kept by rank, in blocks as they were read. When the event stream names a newer version, the blocks
// that the reader can see are read again, the others when they come into view. Nothing is ever read because time
// has passed here: when an entry grows out of its window, the server says so, and until then it is marked
// (`isExpired`).

import { games, serverNow } from "./api.js";

/** @typedef {{from: number, count: number, next: ?string, isStale: boolean}} Block */

/** Length of the rolling windows in milliseconds (rule 4.8). */
const WINDOW = { today: 86_400_000, week: 604_800_000, allTime: Infinity };

export class BoardModel {
    /** @type {Map<number, Wire.Entry>} by rank */ entries = new Map();
    /** @type {Block[]} in order of rank, none overlapping */ blocks = [];
    /** @type {?Wire.Entry} */ local = null;
    total = 0;
    /** The newest version read, and the newest heard of. */
    version = -1;
    heard = -1;
    /** Whether an entry has left or changed without a newer version: by time alone. */
    isTouched = false;
    isLoaded = false;
    isBusy = false;
    /** @type {any} why the last read failed */ failure = null;

    /**
     * @param {{bundleID: string, leaderboard: string, environment: import("./api.js").Environment, time: import("./api.js").TimeScope,
     *     players?: import("./api.js").PlayerScope,
     *     count: number, changed: (why: "first" | "more" | "live" | "failed") => void,
     *     visible?: () => [number, number]}} options `visible`: first and last rank in view
     */
    constructor(options) {
        this.options = options;
    }

    /** @returns {[bundleID: string, leaderboard: string]} */
    get key() {
        return [this.options.bundleID, this.options.leaderboard];
    }

    /**
     * @template {Record<string, unknown>} More
     * @param {More} more
     */
    query(more) {
        const { time, environment, players = "global" } = this.options;
        return { time, environment, players, ...more };
    }

    /** Reads the first page. */
    async load() {
        await this.attempt("first", async () => {
            this.accept(await games.entries(...this.key, this.query({ from: 1, count: this.options.count })), 1,
                this.options.count);
            this.isLoaded = true;
        });
    }

    /**
     * Reads on after a block.
     * @param {Block} block
     */
    async more(block) {
        await this.attempt("more", async () => {
            const from = block.from + block.count;
            // A page in the middle (around a player) comes without a cursor; its ranks say where to go on.
            const start = block.next === null ? { from } : { cursor: block.next };
            const page = await games.entries(...this.key, this.query({ ...start, count: this.options.count }));
            // The page may begin elsewhere when ranks moved meanwhile; the next change puts that right.
            this.add(page, page.entries[0]?.rank ?? from, Math.max(page.entries.length, 1));
        });
    }

    /** Reads the neighbourhood of the player's own entry. */
    async around() {
        await this.attempt("more", async () => {
            const page = await games.around(...this.key, this.query({ count: 21 }));
            if (page.entries.length > 0) this.add(page, page.entries[0].rank, page.entries.length);
        });
    }

    /**
     * The event stream says that the leaderboard has come to a version, and whether this scope has changed.
     * @param {number} version
     */
    hear(version, isTouched = false) {
        this.heard = Math.max(this.heard, version);
        this.isTouched ||= isTouched && this.isLoaded;
    }

    get isBehind() {
        return this.isLoaded && (this.isTouched || this.heard > this.version);
    }

    /** Reads again what is in view, if there is something newer; nobody looks at a hidden page. */
    async catchUp() {
        if (!this.isBehind || this.isBusy || document.hidden) return;
        await this.update();
    }

    /** Reads all in view again. */
    async update() {
        for (const block of this.blocks) block.isStale = true;
        await this.readAgain();
    }

    /** Reads the stale blocks in view. */
    async readAgain() {
        const [first, last] = this.options.visible?.() ?? [1, Infinity];
        const inView = this.blocks.filter((block) => block.isStale && block.from <= last
            && block.from + block.count > first);
        // With nothing of the list in view, the first block still brings the own entry and the total.
        const chosen = inView.length > 0 ? inView : this.blocks.filter((block) => block.isStale).slice(0, 1);
        if (chosen.length === 0 || this.isBusy) return;
        this.isTouched = false;
        await this.attempt("live", async () => {
            const version = this.heard > 0 ? this.heard : undefined;
            const pages = await Promise.all(chosen.map((block) =>
                games.entries(...this.key,
                    this.query({ from: block.from, count: Math.max(block.count, 1), version }))));
            pages.forEach((page, index) => this.accept(page, chosen[index].from, chosen[index].count));
            // The answer is at least as new as asked for; nothing is asked for twice.
            this.version = Math.max(this.version, version ?? -1);
        });
        if (this.failure !== null) this.isTouched = true;
    }

    /**
     * Whether something in view is known to be old.
     * @param {number} first @param {number} last
     */
    hasStale(first, last) {
        return this.blocks.some((block) => block.isStale && block.from <= last && block.from + block.count > first);
    }

    /** @param {"first" | "more" | "live"} why @param {() => Promise<void>} read */
    async attempt(why, read) {
        if (this.isBusy) return;
        this.isBusy = true;
        try {
            await read();
            this.failure = null;
            this.isBusy = false;
            this.options.changed(why);
        } catch (error) {
            this.isBusy = false;
            this.failure = error;
            this.options.changed("failed");
            return;
        }
        // Events that came while we read have been collected in `heard`: one more read serves them all.
        void this.catchUp();
    }

    /**
     * Adds a page beside the blocks that are known, which are old if it is of a newer version.
     * @param {Wire.EntryPage} page @param {number} from @param {number} asked
     */
    add(page, from, asked) {
        if (page.version > this.version) this.isTouched = true;
        this.accept(page, from, asked);
    }

    /**
     * Puts a page in place of what was known of its ranks.
     * @param {Wire.EntryPage} page @param {number} from @param {number} asked
     */
    accept(page, from, asked) {
        const end = from + asked;
        const names = new Set(page.entries.map((entry) => entry.player.id));
        for (const [rank, entry] of this.entries) {
            // Players who moved into this page are no longer at their old rank.
            if ((rank >= from && rank < end) || rank > page.total
                || names.has(entry.player.id)) this.entries.delete(rank);
        }
        for (const entry of page.entries) this.entries.set(entry.rank, entry);
        const rest = this.blocks.filter((block) => block.from <= page.total).flatMap((block) =>
            without(block, from, end));
        // A first block that is not full grows with the leaderboard; a later one ends where it ends.
        this.blocks = [...rest, { from, count: asked, next: page.next, isStale: false }].sort((a, b) =>
            a.from - b.from);
        this.local = page.local;
        this.total = page.total;
        this.version = Math.max(this.version, page.version);
    }

    /**
     * Whether the block is the last before ranks that are not loaded.
     * @param {number} index
     */
    isOpen(index) {
        const block = this.blocks[index];
        const end = block.from + block.count;
        const next = this.blocks[index + 1];
        return end <= this.total && (next === undefined || next.from > end);
    }

    /**
     * Whether an entry has grown out of the window by the server's clock.
     * @param {Wire.Entry} entry
     */
    isExpired(entry, now = serverNow()) {
        return Date.parse(entry.date) + WINDOW[this.options.time] < now;
    }

    /** Milliseconds until the next loaded entry grows out of the window; Infinity when none does. */
    untilExpiry(now = serverNow()) {
        const length = WINDOW[this.options.time];
        let soonest = Infinity;
        for (const entry of this.entries.values()) {
            const left = Date.parse(entry.date) + length - now;
            if (left >= 0 && left < soonest) soonest = left;
        }
        return soonest;
    }
}

/**
 * What is left of a block when the ranks from `from` to before `end` are taken out of it.
 * @param {Block} block @param {number} from @param {number} end
 */
function without(block, from, end) {
    const blockEnd = block.from + block.count;
    if (end <= block.from || from >= blockEnd) return [block];
    const parts = [];
    if (block.from < from) parts.push({ ...block, count: from - block.from, next: block.next });
    if (blockEnd > end) parts.push({ ...block, from: end, count: blockEnd - end });
    return parts;
}
