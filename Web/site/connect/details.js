// Server problems in the reader's language. The server's details are English, written for developers; the ones that a
// form can cause are translated here.

import { describe, hasText, language, t } from "../lib/i18n.js";

/**
 * The server's sentences. Groups are the values of `connect.detail.…`.
 * @type {[RegExp, string][]}
 */
const SENTENCES = [
    [/^\S+ is required\.$/, "required"],
    [/^\S+ must have at least (?<min>\d+) characters?\.$/, "short"],
    [/^\S+ must have at most (?<limit>\d+) characters(?: and no control characters)?\.$/, "long"],
    [/^(?:A name|\S+) must have (?<min>\d+) to (?<limit>\d+) characters(?: and no control characters)?\.$/, "length"],
    [/^\S+ must be an integer from (?<min>-?\d+) to (?<limit>-?\d+)\.$/, "number"],
    [/^\S+ must be (?:an integer|a whole number)\.$/, "integer"],
    [/^\S+ must have at most (?<limit>\d+) elements\.$/, "many"],
    [/^(?<id>\S+) is already taken\.$/, "taken"],
    [/^This ID is already taken\.$/, "id-taken"],
    [/^(?<id>\S+) appears more than once\.$/, "twice"],
    [/^An app's achievements can total at most (?<limit>\d+) points\.$/, "points"],
    [/^At most (?<limit>\d+) (?:(?:languages|IDs) are allowed|players can be banned here)\.$/, "limit"],
    [/^(?:An app|A set) can have at most (?<limit>\d+) (?:leaderboards|achievements|sets)\.$/, "limit"],
    [/^(?<id>\S+) has no localization for (?<language>\S+)\.$/, "no-localization"],
    [/^Leaderboard (?<id>\S+) has no localization for (?<language>\S+)\.$/, "no-localization"],
    [/^\S+ of (?<id>\S+) can't change after release\.$/, "frozen"],
    [/^An archived app can't have Game Center on\.$/, "archived"],
    [/^A release can't be undone\.$/, "released"],
    [/^No player has this (?:ID or )?alias\.$/, "no-player"],
    [/^No player has this ID(?: or alias)?\.$/, "no-player"],
    [/^An administrator already exists\.$/, "administrator"],
    [/^This item was already \S+\.$/, "decided"],
    [/^An administrator can't be banned\.$/, "ban-administrator"],
    [/^This requires the “.*$/, "right"],
    [/^The host of url can't be found\.$/, "host"],
    [/^The host of url is on a private network\./, "private-host"],
    [/^url (?:isn't a valid address: |must start with https:)/, "url"],
    [/^link must be an http or https URL/, "link"],
    [/^\S+ must be an origin such as /, "origin"],
    [/^Keys can't do this; sign in as a player\.$/, "person"],
    // Why a score is in the review queue.
    [/^(?<value>-?\d+) is outside the plausible range, (?<min>-?\d+) to (?<limit>-?\d+)\.$/, "implausible"],
    [/^It came (?<time>\d+) ms after the player's last score; the minimum is (?<min>\d+) ms\.$/, "too-soon"],
    [/^(?<value>-?\d+) beats the player's best, (?<best>-?\d+), by more than (?<percent>\d+)%\.$/, "leap"],
    [/^(?<value>-?\d+) is more than (?<times>\d+) IQRs .*the top quartile, (?<best>-?\d+)\.$/, "far"],
    [/^This leaderboard holds every score\.$/, "held"],
    [/^It was held before its player signed in to this account\.$/, "held-before"],
];

/** @param {string} detail @returns {?string} null: not translated */
function told(detail) {
    for (const [pattern, name] of SENTENCES) {
        const groups = pattern.exec(detail)?.groups;
        if (groups !== undefined || pattern.test(detail)) return t(`connect.detail.${name}`, { ...groups });
    }
    return language === "en" ? detail : null;
}

/**
 * Why something is in the review queue.
 * @param {string} sentence the server's
 */
export const toldReason = (sentence) => told(sentence) ?? sentence;

/** @param {?{status?: number, detail?: string}} error */
const isToMend = (error) => Boolean(error?.detail) && (error?.status ?? 0) >= 400 && (error?.status ?? 0) < 500;

/**
 * The problem's text and what to correct.
 * @param {any} error `said`: the page's own message, for errors found without the server
 */
export function explain(error) {
    if (error?.said) return error.said;
    if (!isToMend(error)) return describe(error);
    const detail = told(error.detail);
    // Kind without a text: the server's own words.
    if (!hasText(`problem.${error.kind}`)) return detail ?? error.detail;
    if (detail === null) return describe(error);
    // The detail says what it conflicts with or what isn't valid; the kind's text adds nothing.
    return error.kind === "conflict" || error.kind === "invalid-parameter" ? detail : `${describe(error)} ${detail}`;
}

/**
 * For the error below a field.
 * @param {any} error
 */
export function explainField(error) {
    return isToMend(error) ? told(error.detail) ?? explain(error) : describe(error);
}
