// One stream of server-sent events for any number of subscribers.
//
// The hub runs in a SharedWorker, where all tabs meet, or in the page where there is none. It opens one stream per
// environment, with the leaderboards of all its subscribers; it opens a new one before it closes the old one, so no
// event falls between two. A stream that breaks is opened again by itself, later each time, up to half a minute.
// It never asks for anything else: between two events nothing is sent.

/** First and longest pause before a broken stream is opened again, in milliseconds. */
const RETRY_FIRST = 1_000;
const RETRY_LONGEST = 30_000;
/** A page that goes to another page of ours leaves and comes back within this time: the stream is kept. */
const LINGER = 2_000;

/**
 * @typedef {{bundleID: string, leaderboard: string, environment: string, version: number, scopes?: string[]}}
 *     LeaderboardEvent `scopes`: the windows that changed, perhaps by time alone and so without a newer version
 * @typedef {{type: "leaderboard", event: LeaderboardEvent} | {type: "state", state: "connecting" | "live" | "lost"}}
 *     Message
 * @typedef {{environment: string, leaderboards: string[], deliver: (message: Message) => void}} Subscription
 */

/** The stream of one environment. */
class Channel {
    /** @type {Set<Subscription>} */ subscriptions = new Set();
    /** @type {?EventSource} the newest stream */ source = null;
    /** @type {Set<EventSource>} all that are not closed: the newest, and older ones until it is open */
    sources = new Set();
    /** What the open stream was asked for. */ topics = "";
    /** @type {"connecting" | "live" | "lost"} */ state = "connecting";
    /** @type {Map<string, LeaderboardEvent>} the last of each leaderboard, told at once to whoever joins */
    last = new Map();
    attempt = 0;
    timer = undefined;

    constructor(environment, open) {
        this.environment = environment;
        this.open = open;
    }

    wanted() {
        const names = new Set([...this.subscriptions].flatMap((subscription) => subscription.leaderboards));
        return [...names].sort().join(",");
    }

    add(subscription) {
        this.subscriptions.add(subscription);
        for (const name of subscription.leaderboards) {
            const event = this.last.get(name);
            if (event !== undefined && this.state === "live") subscription.deliver({ type: "leaderboard", event });
        }
        subscription.deliver({ type: "state", state: this.state });
        // Subscriptions that come in one turn share one stream.
        this.later(0);
    }

    remove(subscription) {
        if (this.subscriptions.delete(subscription)) this.later(LINGER);
    }

    later(milliseconds) {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.update(), milliseconds);
    }

    /** Brings the stream in line with what is wanted. */
    update() {
        const topics = this.wanted();
        if (topics === "") {
            this.closeAll();
            this.last.clear();
            this.become("connecting");
        } else if (this.source === null || topics !== this.topics) {
            this.connect(topics);
        }
    }

    connect(topics) {
        const query = new URLSearchParams({ leaderboards: topics, environment: this.environment });
        const source = this.open(`/v1/events?${query}`);
        this.source = source;
        this.sources.add(source);
        this.topics = topics;
        source.onopen = () => {
            this.closeAll(source);
            this.attempt = 0;
            this.become("live");
        };
        source.addEventListener("leaderboard", (message) => this.receive(message.data));
        source.onerror = () => {
            source.close();
            this.sources.delete(source);
            if (this.source === source) this.lose();
        };
    }

    /** @param {EventSource} [kept] stays open and is the newest */
    closeAll(kept = null) {
        for (const source of this.sources) if (source !== kept) source.close();
        this.sources = new Set(kept === null ? [] : [kept]);
        this.source = kept;
        if (kept === null) this.topics = "";
    }

    receive(data) {
        let event;
        try {
            event = JSON.parse(data);
        } catch {
            return;
        }
        const name = `${event.bundleID}/${event.leaderboard}`;
        // Which windows changed is news for those who listen now, not for whoever joins later.
        this.last.set(name, { ...event, scopes: undefined });
        for (const subscription of this.subscriptions) {
            if (subscription.leaderboards.includes(name)) subscription.deliver({ type: "leaderboard", event });
        }
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

    /** @param {Subscription} subscription */
    remove(subscription) {
        this.#channels.get(subscription.environment)?.remove(subscription);
    }

    wake() {
        for (const channel of this.#channels.values()) channel.wake();
    }
}
