// What the server says to mend, in the reader's language. Its own sentences are English, for programs and their
// authors; those that a form meets are told here in both languages.

import { describe, hasText, language, t } from "../lib/i18n.js";

/** How the server says it; the groups are the values of the text `connect.detail.…`, in this order. */
const SENTENCES = [
    [/^\S+ is required\.$/, "required"],
    [/^\S+ must have at least (?<min>\d+) characters?\.$/, "short"],
    [/^\S+ must have at most (?<limit>\d+) characters(?:, none a control)?\.$/, "long"],
    [/^(?:A name|\S+) must have (?<min>\d+) to (?<limit>\d+) characters(?:, none a control)?\.$/, "length"],
    [/^\S+ must be an integer from (?<min>-?\d+) to (?<limit>-?\d+)\.$/, "number"],
    [/^\S+ must be an integer, without fraction or exponent\.$/, "integer"],
    [/^\S+ must have at most (?<limit>\d+) elements\.$/, "many"],
    [/^(?<id>\S+) is taken\.$/, "taken"],
    [/^This id is taken\.$/, "id-taken"],
    [/^(?<id>\S+) is there twice\.$/, "twice"],
    [/^At most (?<limit>\d+) points in all\.$/, "points"],
    [/^At most (?<limit>\d+) (?:leaderboards|achievements|sets|languages|choices|players.*|ids)\.$/, "limit"],
    [/^An app has at most (?<limit>\d+) sets\.$/, "limit"],
    [/^(?<id>\S+) has no localization for (?<language>\S+)\.$/, "no-localization"],
    [/^The leaderboard (?<id>\S+) has no localization for (?<language>\S+)\.$/, "no-localization"],
    [/^\S+ of (?<id>\S+) is frozen since its release\.$/, "frozen"],
    [/^An archived app has Game Center off\.$/, "archived"],
    [/^A release is for ever\.$/, "released"],
    [/^No player has this (?:id or )?alias\.$/, "no-player"],
    [/^No player has this id(?: or alias)?\.$/, "no-player"],
    [/^There is an administrator already\.$/, "administrator"],
    [/^It is \S+ already\.$/, "decided"],
    [/^An administrator cannot be kept out of the server\.$/, "ban-administrator"],
    [/^This needs the right .*$/, "right"],
    [/^The host of url cannot be found\.$/, "host"],
    [/^url is no address: /, "url"],
    [/^link must be an http or https URL/, "link"],
    [/^\S+ must be an origin as browsers send it/, "origin"],
    [/^This needs a person, not a key\.$/, "person"],
];

/** @param {string} detail @returns {?string} null: nobody has said it in this language */
function told(detail) {
    for (const [pattern, name] of SENTENCES) {
        const groups = pattern.exec(detail)?.groups;
        if (groups !== undefined || pattern.test(detail)) return t(`connect.detail.${name}`, { ...groups });
    }
    return language === "en" ? detail : null;
}

const isToMend = (error) => Boolean(error?.detail) && error.status >= 400 && error.status < 500;

/**
 * What a kind sentence says of it, and what is to be mended.
 * @param {unknown} error `said`: a page's own sentence, where no server was asked
 */
export function explain(error) {
    if (error?.said) return error.said;
    if (!isToMend(error)) return describe(error);
    const detail = told(error.detail);
    // A kind that no catalogue knows: better the server's own words than none.
    if (!hasText(`problem.${error.kind}`)) return detail ?? error.detail;
    if (detail === null) return describe(error);
    // What it is in conflict with says more than that it is.
    return error.kind === "conflict" ? detail : `${describe(error)} ${detail}`;
}

/** For the place at the field, whose label says already what it is about. @param {unknown} error */
export function explainField(error) {
    return isToMend(error) ? told(error.detail) ?? explain(error) : describe(error);
}
