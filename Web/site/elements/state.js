// Empty, failed and away: a picture, a sentence, something to do.

import { h } from "../lib/dom.js";
import { describe, t } from "../lib/i18n.js";

/**
 * @param {{title: string, text?: string, actions?: Array<HTMLElement | null | false>, note?: string,
 *     level?: "h1" | "h2" | "h3"}} parts
 */
export function state({ title, text, actions = [], note, level = "h2" }) {
    return h("div", { class: "state" },
        h("span", { class: "mark wreath", "aria-hidden": "true" }),
        h(level, {}, title),
        text && h("p", {}, text),
        h("div", { class: "actions" }, actions),
        note && h("small", {}, note));
}

/** First and longest pause before a page tries again what failed for a passing reason, in milliseconds. */
const RETRY_FIRST = 3_000;
const RETRY_LONGEST = 60_000;
/** @type {WeakMap<Function, number>} how often in a row */
const attempts = new WeakMap();

/**
 * Tries again later, less often each time; at once when the network or the reader comes back.
 * @param {HTMLElement} element @param {() => void} retry
 */
function retryLater(element, retry) {
    const count = attempts.get(retry) ?? 0;
    attempts.set(retry, count + 1);
    const abort = new AbortController();
    const go = () => {
        if (document.hidden) return;
        abort.abort();
        clearTimeout(timer);
        if (element.isConnected) retry();
    };
    const timer = setTimeout(go, Math.min(RETRY_FIRST * 2 ** count, RETRY_LONGEST));
    addEventListener("online", go, { signal: abort.signal });
    document.addEventListener("visibilitychange", go, { signal: abort.signal });
}

/**
 * What went wrong, kindly, with a way on. What may pass by itself is tried again by itself.
 * @param {any} error @param {() => void} retry @param {"h1" | "h2" | "h3"} [level]
 */
export function failure(error, retry, level) {
    const isAway = error?.isUnreachable === true || error?.status === 503;
    const button = h("button", { class: "button button-primary", type: "button", onclick: () => retry() },
        t("try-again"));
    const element = state({
        title: t(navigator.onLine ? (isAway ? "away.title" : "failure.title") : "offline.title"),
        text: navigator.onLine ? [describe(error), isAway && t("keep-trying")].filter(Boolean).join(" ")
            : t("offline.text"),
        actions: [button],
        note: error?.requestID ? t("request-id", { id: error.requestID }) : undefined,
        level,
    });
    if (isAway) retryLater(button, retry);
    return element;
}
