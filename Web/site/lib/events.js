// Live changes, without asking: the pages' side of the event stream.
//
//     const stop = subscribe({ leaderboards: ["com.ali.MonkeyJump/HighScores"],
//         onEvent: ({ leaderboard, version }) => …, onState: (state) => … });
//
// The present version of each leaderboard is told at once, and again after every reconnection.

import { EventHub } from "./event-hub.js";

/**
 * @typedef {import("./event-hub.js").LeaderboardEvent} LeaderboardEvent
 * @typedef {import("./event-hub.js").Subscription} Subscription
 * @typedef {import("./event-hub.js").Message} Message
 * @typedef {{add: (subscription: Subscription) => void, remove: (subscription: Subscription) => void,
 *     wake: () => void}} Link
 */

/** A page that is still there so long after it was to be left stays, in milliseconds. */
const PARTING = 3_000;
/** A worker answers a subscription at once. One that hasn't by then never will, in milliseconds. */
const PATIENCE = 5_000;

/**
 * A page in the back-forward cache is suspended. It leaves, and joins again when it is shown; until then the player is
 * notified by Web Push.
 * @param {() => void} leave @param {() => void} join
 */
function whileShown(leave, join) {
    /** @type {number | undefined} */
    let timer;
    // Leaving for another site suspends page and worker at once, before the worker reads a goodbye: so the page says it
    // when the navigation begins.
    window.navigation?.addEventListener("navigate", ({ destination, downloadRequest }) => {
        if (downloadRequest !== null || new URL(destination.url).origin === location.origin) return;
        leave();
        clearTimeout(timer);
        timer = setTimeout(join, PARTING);
    });
    addEventListener("pagehide", () => {
        clearTimeout(timer);
        leave();
    });
    addEventListener("pageshow", ({ persisted }) => persisted && join());
}

/**
 * A hub of this page's own.
 * @returns {Link}
 */
function ownLink() {
    const hub = new EventHub((address) => new EventSource(address));
    /** @type {Set<Subscription>} */
    const subscriptions = new Set();
    whileShown(() => subscriptions.forEach((subscription) => hub.remove(subscription, true)),
        () => subscriptions.forEach((subscription) => hub.add(subscription)));
    return {
        add(subscription) {
            subscriptions.add(subscription);
            hub.add(subscription);
        },
        remove(subscription) {
            subscriptions.delete(subscription);
            hub.remove(subscription);
        },
        wake: () => hub.wake(),
    };
}

/**
 * Speaks with the hub in the SharedWorker.
 * @param {(subscriptions: Iterable<Subscription>) => void} onFailure its script didn't load, or it says nothing
 * @returns {Link}
 */
function sharedLink(onFailure) {
    const worker = new SharedWorker(new URL("./events-worker.js", import.meta.url),
        { type: "module", name: "laurel-events" });
    const { port } = worker;
    /** @type {Map<number, Subscription>} */
    const subscriptions = new Map();
    const lock = navigator.locks === undefined ? undefined : `laurel-tab-${Math.random().toString(36).slice(2)}`;
    const introduce = () => port.postMessage({ type: "hello", lock });
    /** @param {number} id @param {Subscription} subscription */
    const add = (id, { environment, leaderboards, notices }) =>
        port.postMessage({ type: "add", id, environment, leaderboards, notices });
    if (lock === undefined) {
        introduce();
    } else {
        navigator.locks.request(lock, () => {
            introduce();
            return new Promise(() => {});
        });
    }
    /** @type {number | undefined} */
    let patience;
    let hasAnswered = false;
    let isGivenUp = false;
    const giveUp = () => {
        if (hasAnswered || isGivenUp) return;
        isGivenUp = true;
        clearTimeout(patience);
        port.onmessage = null;
        // Should it come to life after all, it has nothing to do for this page.
        port.postMessage({ type: "bye" });
        port.close();
        onFailure(subscriptions.values());
    };
    const expectAnswer = () => {
        clearTimeout(patience);
        hasAnswered = false;
        // Answers that came while the page was busy stand in line before the second timer.
        patience = setTimeout(() => { patience = setTimeout(giveUp, 0); }, PATIENCE);
    };
    worker.onerror = giveUp;
    port.onmessage = ({ data: { id, message } }) => {
        hasAnswered = true;
        clearTimeout(patience);
        subscriptions.get(id)?.deliver(message);
    };
    whileShown(() => {
        clearTimeout(patience);
        if (!isGivenUp) port.postMessage({ type: "bye" });
    }, () => {
        if (isGivenUp) return;
        // It may have ended while the page slept.
        if (subscriptions.size > 0) expectAnswer();
        subscriptions.forEach((subscription, id) => add(id, subscription));
    });
    let count = 0;
    /** @type {Map<Subscription, number>} */
    const ids = new Map();
    return {
        add(subscription) {
            count += 1;
            ids.set(subscription, count);
            subscriptions.set(count, subscription);
            add(count, subscription);
            if (patience === undefined) expectAnswer();
        },
        remove(subscription) {
            const id = ids.get(subscription);
            if (id !== undefined) subscriptions.delete(id);
            port.postMessage({ type: "remove", id });
        },
        wake: () => port.postMessage({ type: "wake" }),
    };
}

/** @type {Link | undefined} */
let link;

function theLink() {
    if (link !== undefined) return link;
    /** @type {Link | undefined} */
    let made;
    try {
        made = typeof SharedWorker === "undefined" ? undefined : sharedLink((subscriptions) => {
            const own = ownLink();
            for (const subscription of subscriptions) own.add(subscription);
            link = own;
        });
    } catch {
        // Some browsers have the name and refuse the worker (private windows, old module support).
    }
    const found = made ?? ownLink();
    link = found;
    addEventListener("online", () => link?.wake());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && link?.wake());
    return found;
}

/**
 * Listens to leaderboards until the returned function is called.
 *
 * @param {object} options
 * @param {string[]} options.leaderboards "BUNDLEID/LEADERBOARDID" each
 * @param {string} [options.environment] "production" when absent
 * @param {(event: LeaderboardEvent) => void} options.onEvent
 * @param {(state: "connecting" | "live" | "lost") => void} [options.onState] "lost": it will try again by itself
 * @returns {() => void} stops listening
 */
export function subscribe({ leaderboards, environment = "production", onEvent, onState }) {
    /** @type {Subscription} */
    const subscription = {
        environment,
        leaderboards,
        deliver: (message) => {
            if (message.type === "state") onState?.(message.state);
            else if (message.type === "leaderboard") onEvent(message.event);
        },
    };
    theLink().add(subscription);
    return () => theLink().remove(subscription);
}

/**
 * Listens to what the signed-in player is told, in all games, until the returned function is called. Only in a page of
 * a signed-in player: nobody else is told anything.
 *
 * @param {object} options
 * @param {(notice: Wire.Notice) => void} options.onNotice each new one, once
 * @param {(inbox: import("./event-hub.js").InboxEvent) => void} [options.onInbox] the number of unread ones, now and
 *     after each change on any device
 * @param {(event: import("./event-hub.js").MatchEvent) => void} [options.onMatch] somebody has written to a match
 * @param {(state: "connecting" | "live" | "lost") => void} [options.onState]
 * @returns {() => void} stops listening
 */
export function subscribeToNotices({ onNotice, onInbox, onMatch, onState }) {
    /** @param {Message} message */
    const deliver = (message) => {
        if (message.type === "state") onState?.(message.state);
        if (message.type === "notice") onNotice(message.event);
        if (message.type === "inbox") onInbox?.(message.event);
        if (message.type === "match") onMatch?.(message.event);
    };
    const subscription = { environment: "production", leaderboards: [], notices: true, deliver };
    theLink().add(subscription);
    return () => theLink().remove(subscription);
}

/**
 * One reading at a time, so that no late answer shows an older state. What is asked for meanwhile is read afterwards.
 * @param {() => Promise<unknown>} read fails never
 * @returns {() => Promise<void>} reads again
 */
export function oneByOne(read) {
    let isReading = false;
    let isStale = false;
    return async function update() {
        isStale = isReading;
        if (isReading) return;
        isReading = true;
        await read();
        isReading = false;
        if (isStale) await update();
    };
}
