// One stream of server-sent events for any number of subscribers.
//
// The hub runs in a SharedWorker, where all tabs meet, or in the page where there is none. It opens one stream per
// environment, with the leaderboards of all its subscribers; it opens a new one before it closes the old one, so no
// event falls between two. A stream that breaks is opened again by itself, later each time, up to half a minute.
// It never asks for anything else: between two events nothing is sent.
//
// A stream of a signed-in player carries their notices, too: it resumes after the last notice that was heard, so none
// is lost while it is broken, and none is told twice.

/** First and longest pause before a broken stream is opened again, in milliseconds. */
const RETRY_FIRST = 1_000;
const RETRY_LONGEST = 30_000;
/** What is not wanted any more, or is for a moment, while others listen on: the stream is kept for so long. */
const LINGER = 2_000;

/**
 * @typedef {{bundleID: string, leaderboard: string, environment: string, version: number, scopes?: string[]}}
 *     LeaderboardEvent `scopes`: the windows that changed, perhaps by time alone and so without a newer version
 * @typedef {{unread: number, last: string, readID?: string, readUpTo?: string, deletedID?: string}} InboxEvent where
 *     the inbox stands, at the beginning and after each change on any device
 * @typedef {{bundleID: string, environment: string, match: string, version: number}} MatchEvent somebody has written to
 *     one of the player's matches
 * @typedef {{type: "leaderboard", event: LeaderboardEvent} | {type: "state", state: "connecting" | "live" | "lost"}
 *     | {type: "notice", event: Wire.Notice} | {type: "inbox", event: InboxEvent}
 *     | {type: "match", event: MatchEvent}} Message
 * @typedef {{environment: string, leaderboards: string[], notices?: boolean, deliver: (message: Message) => void}}
 *     Subscription `notices`: wants to hear what the player is told
 */

/** The stream of one environment. */
class Channel {
    /** @type {Set<Subscription>} */ subscriptions = new Set();
    /** @type {?EventSource} the newest stream */ source = null;
    /** @type {Set<EventSource>} all that are not closed: the newest, and older ones until it is open */
    sources = new Set();
    /** What the open stream was asked for. */ topics = "";
    /** @type {"connecting" | "live" | "lost"} */ state = "connecting";
    /** @type {Map<string, LeaderboardEvent>} the last of each leaderboard, told at once to new listeners */
    last = new Map();
    /** @type {?InboxEvent} the last one, told at once to new listeners */ inbox = null;
    /** @type {?string} the id of the last notice that was heard; "0": none ever was */ lastEvent = null;
    attempt = 0;
    /** @type {number | undefined} */ timer;

    /** @param {string} environment @param {(address: string) => EventSource} open */
    constructor(environment, open) {
        this.environment = environment;
        this.open = open;
    }

    wanted() {
        const names = new Set([...this.subscriptions].flatMap((subscription) => subscription.leaderboards));
        return [...names].sort().join(",");
    }

    /** @param {Subscription} subscription */
    add(subscription) {
        this.subscriptions.add(subscription);
        for (const name of subscription.leaderboards) {
            const event = this.last.get(name);
            if (event !== undefined && this.state === "live") subscription.deliver({ type: "leaderboard", event });
        }
        if (subscription.notices && this.inbox !== null && this.state === "live") {
            subscription.deliver({ type: "inbox", event: this.inbox });
        }
        subscription.deliver({ type: "state", state: this.state });
        // Subscriptions that come in one turn share one stream.
        this.later(0);
    }

    /**
     * @param {Subscription} subscription
     * @param {boolean} [isLeaving] its page goes to sleep, and the worker with the last page: no timer would close the
     *     stream, and the server would take the player for present
     */
    remove(subscription, isLeaving = false) {
        if (!this.subscriptions.delete(subscription)) return;
        if (isLeaving && this.subscriptions.size === 0) this.update();
        else this.later(LINGER);
    }

    /** @param {number} milliseconds */
    later(milliseconds) {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.update(), milliseconds);
    }

    /** Brings the stream in line with what is wanted. */
    update() {
        const topics = this.wanted();
        if (topics === "" && ![...this.subscriptions].some((subscription) => subscription.notices)) {
            this.closeAll();
            this.last.clear();
            this.inbox = null;
            this.become("connecting");
        } else if (this.source === null || topics !== this.topics) {
            this.connect(topics);
        }
    }

    /** @param {string} topics */
    connect(topics) {
        const query = new URLSearchParams({ environment: this.environment });
        if (topics !== "") query.set("leaderboards", topics);
        if (this.lastEvent !== null) query.set("lastEventID", this.lastEvent);
        const source = this.open(`/v1/events?${query}`);
        this.source = source;
        this.sources.add(source);
        this.topics = topics;
        source.onopen = () => {
            // If a newer one is on its way, that one closes this when it opens.
            if (source === this.source) this.closeAll(source);
            this.attempt = 0;
            this.become("live");
        };
        source.addEventListener("leaderboard", (message) => this.receive(message.data));
        source.addEventListener("notice", (message) => this.hear("notice", message));
        source.addEventListener("inbox", (message) => this.hear("inbox", message));
        source.addEventListener("match", (message) => this.pass(message));
        source.onerror = () => {
            source.close();
            this.sources.delete(source);
            if (this.source === source) this.lose();
        };
    }

    /** @param {EventSource} [kept] stays open and is the newest */
    closeAll(kept) {
        for (const source of this.sources) if (source !== kept) source.close();
        this.sources = new Set(kept === undefined ? [] : [kept]);
        this.source = kept ?? null;
        if (kept === undefined) this.topics = "";
    }

    /** @param {string} data */
    receive(data) {
        let event;
        try {
            event = JSON.parse(data);
        } catch {
            return;
        }
        const name = `${event.bundleID}/${event.leaderboard}`;
        // Which windows changed is news for those who listen now, not for listeners who join later.
        this.last.set(name, { ...event, scopes: undefined });
        for (const subscription of this.subscriptions) {
            if (subscription.leaderboards.includes(name)) subscription.deliver({ type: "leaderboard", event });
        }
    }

    /** @param {"notice" | "inbox"} type @param {MessageEvent} message */
    hear(type, message) {
        // Two streams overlap while one takes the other's place.
        const isOld = this.lastEvent !== null && Number(message.lastEventId) <= Number(this.lastEvent);
        if (type === "notice" && isOld) return;
        let event;
        try {
            event = JSON.parse(message.data);
        } catch {
            return;
        }
        if (!isOld) this.lastEvent = message.lastEventId;
        if (type === "inbox") this.inbox = { unread: event.unread, last: event.last };
        this.tell(type, event);
        // The server says where the inbox stands when something is read or deleted; what comes in counts itself.
        if (type === "notice" && this.inbox !== null) {
            this.inbox = { unread: this.inbox.unread + (event.isRead ? 0 : 1), last: event.id };
            this.tell("inbox", this.inbox);
        }
    }

    /** @param {MessageEvent} message of a match, which is no notice */
    pass(message) {
        try {
            this.tell("match", JSON.parse(message.data));
        } catch {
            // Another version's.
        }
    }

    /** @param {"notice" | "inbox" | "match"} type @param {any} event */
    tell(type, event) {
        for (const subscription of this.subscriptions) if (subscription.notices) subscription.deliver({ type, event });
    }

    lose() {
        this.closeAll();
        this.become("lost");
        const pause = Math.min(RETRY_FIRST * 2 ** this.attempt, RETRY_LONGEST);
        this.attempt += 1;
        // Spread out, so that a server that comes back does not meet all its pages in one instant.
        this.later(pause * (0.75 + Math.random() / 2));
    }

    /** The network or the reader is back: do not wait out the pause. */
    wake() {
        if (this.state === "lost") this.later(0);
    }

    /** @param {Channel["state"]} state */
    become(state) {
        if (this.state === state) return;
        this.state = state;
        for (const subscription of this.subscriptions) subscription.deliver({ type: "state", state });
    }
}

export class EventHub {
    /** @type {Map<string, Channel>} */ #channels = new Map();
    #open;

    /** @param {(address: string) => EventSource} open */
    constructor(open) {
        this.#open = open;
    }

    /** @param {Subscription} subscription */
    add(subscription) {
        let channel = this.#channels.get(subscription.environment);
        if (channel === undefined) {
            channel = new Channel(subscription.environment, this.#open);
            this.#channels.set(subscription.environment, channel);
        }
        channel.add(subscription);
    }

    /** @param {Subscription} subscription @param {boolean} [isLeaving] */
    remove(subscription, isLeaving) {
        this.#channels.get(subscription.environment)?.remove(subscription, isLeaving);
    }

    wake() {
        for (const channel of this.#channels.values()) channel.wake();
    }
}
