// Server problems in the reader's language. The server's details are English, written for developers; the ones that a
// form can cause are translated here.

import { describe, hasText, language, t } from "../lib/i18n.js";

/** The server's sentences, in its present and its former wording. Groups are the values of `connect.detail.…`. */
const SENTENCES = [
    [/^\S+ is required\.$/, "required"],
    [/^\S+ must have at least (?<min>\d+) characters?\.$/, "short"],
    [/^\S+ must have at most (?<limit>\d+) characters\b/, "long"],
    [/^(?:A name|\S+) must have (?<min>\d+) to (?<limit>\d+) (?:visible )?characters\b/, "length"],
    [/^\S+ must be an integer from (?<min>-?\d+) to (?<limit>-?\d+)\.$/, "number"],
    [/^\S+ must be an integer, without (?:a )?fraction or exponent\.$/, "integer"],
    [/^\S+ must have at most (?<limit>\d+) elements\.$/, "many"],
    [/^This id is (?:already )?taken\.$/, "id-taken"],
    [/^(?<id>\S+) is (?:already )?taken\.$/, "taken"],
    [/^(?<id>\S+) (?:(?:is (?:there|given)|appears) twice|appears more than once)\.$/, "twice"],
    [/^(?:At most|An app's achievements can total at most|All achievements .*) (?<limit>\d+) points\b/, "points"],
    [/^At most (?<limit>\d+) (?:leaderboards|achievements|sets|languages|choices|players|ids)\b.*\.$/, "limit"],
    [/^An app (?:has|can have) at most (?<limit>\d+) (?:leaderboards|achievements|sets|images)\.$/, "limit"],
    [/^(?:The leaderboard |Leaderboard )?(?<id>\S+) has no localization for (?<language>\S+)\.$/, "no-localization"],
    [/^\S+ of (?<id>\S+) (?:is frozen since its release|can't (?:be )?changed? after release)\.$/, "frozen"],
    [/^An archived app (?:has Game Center off|can't have Game Center on)\b/, "archived"],
    [/^A release (?:is for ever|can't be undone)\b/, "released"],
    [/^No player has this (?:alias|id|id or alias)\.$/, "no-player"],
    [/^(?:There is an administrator already|An administrator already exists)\.$/, "administrator"],
    [/^It(?: is|'s) (?:already \S+|\S+ already)\.$/, "decided"],
    [/^An administrator (?:cannot|can't) be (?:kept out of the server|banned)\.$/, "ban-administrator"],
    [/^This (?:needs the right|requires the) .*$/, "right"],
    [/^The host of url (?:cannot|can't) be found\.$/, "host"],
    [/^url is (?:no address|not (?:an address|a URL|valid))\b/, "url"],
    [/^link must be an http or https URL/, "link"],
    [/^\S+ must be an origin as browsers send it/, "origin"],
    [/^(?:This needs a person, not a key|Keys can't do this; sign in as a player)\.$/, "person"],
];

/** @param {string} detail @returns {?string} null: not translated */
function told(detail) {
    for (const [pattern, name] of SENTENCES) {
        const groups = pattern.exec(detail)?.groups;
        if (groups !== undefined || pattern.test(detail)) return t(`connect.detail.${name}`, { ...groups });
    }
    return language === "en" ? detail : null;
}

const isToMend = (error) => Boolean(error?.detail) && error.status >= 400 && error.status < 500;

/**
 * The problem's text and what to correct.
 * @param {unknown} error `said`: the page's own message, for errors found without the server
 */
export function explain(error) {
    if (error?.said) return error.said;
    if (!isToMend(error)) return describe(error);
    const detail = told(error.detail);
    // Kind without a text: the server's own words.
    if (!hasText(`problem.${error.kind}`)) return detail ?? error.detail;
    if (detail === null) return describe(error);
    // The detail says what it conflicts with; the kind's text adds nothing.
    return error.kind === "conflict" ? detail : `${describe(error)} ${detail}`;
}

/** For the error below a field. @param {unknown} error */
export function explainField(error) {
    return isToMend(error) ? told(error.detail) ?? explain(error) : describe(error);
}
