// Server problems in the reader's language. The server's details are English, written for developers; what a form can
// cause is said here, by the problem's reason and values (docs/reference.md), or by its kind and field.

import { describe, hasText, language, number, t } from "../lib/i18n.js";

/**
 * Texts `connect.detail.…` of what has no reason, by the field.
 * @type {Record<string, string>}
 */
const FIELDS = { link: "link", fallbackURL: "link", url: "url" };

/** What a player is named by, where one isn't found. */
const OF_PLAYER = ["alias", "player"];

/**
 * The name of the text; undefined: there's none.
 * @param {{kind?: string, field?: string, reason?: string, values?: Wire.ProblemValues}} error
 */
function textOf({ kind, field = "", reason, values }) {
    // A text that is empty, where it mustn't be.
    if (reason === "too-short" && values?.minimum === 1) return "required";
    if (reason === "text" && values?.minimum === undefined) return "too-long";
    if (reason === "integer" && values?.maximum !== undefined) return "range";
    if (reason !== undefined) return reason;
    if (kind === "not-found" && OF_PLAYER.includes(field)) return "no-player";
    if (kind === "invalid-parameter" && field.startsWith("webOrigins")) return "origin";
    return kind === "invalid-parameter" ? FIELDS[field] : undefined;
}

/**
 * What to correct.
 * @param {any} error @returns {?string} null: not translated
 */
function told(error) {
    const key = `connect.detail.${textOf(error)}`;
    if (hasText(key)) return t(key, error.values);
    return language === "en" && error.detail ? error.detail : null;
}

/**
 * Why something is in the review queue; in English, if there is no text for it.
 * @param {Wire.ReviewReason} reason
 */
export function toldReason({ rule, sentence, values }) {
    const key = `connect.detail.${values?.isHeldBefore ? "held-before" : rule}`;
    if (values === undefined || !hasText(key)) return sentence;
    return t(key, Object.fromEntries(Object.entries(values).map(([name, value]) =>
        [name, typeof value === "boolean" ? "" : number(value)])));
}

/** @param {?{status?: number, detail?: string}} error */
const isToMend = (error) => Boolean(error?.detail) && (error?.status ?? 0) >= 400 && (error?.status ?? 0) < 500;

/**
 * The problem's text and what to correct.
 * @param {any} error `said`: the page's own message, for errors found without the server
 */
export function explain(error) {
    if (error?.said) return error.said;
    if (!isToMend(error)) return describe(error);
    const detail = told(error);
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
    return isToMend(error) ? told(error) ?? explain(error) : describe(error);
}
