// The language of the pages: the reader's choice, or else the one in which the server drew the page, the browser's, or
// English.

const KEY = "laurel.language";
/** Each language in its own name, so that readers of that language recognize it. */
export const languages = { en: "English", "zh-Hans": "简体中文" };

function remembered() {
    try {
        return localStorage.getItem(KEY);
    } catch {
        return null;
    }
}

/** The language of a page that the server drew (Sources/API/Sharing); null if it is drawn here. */
const drawn = /^\/(share|challenge)\/[^/]+$/.test(location.pathname) ? document.documentElement.lang : null;

/** @returns {keyof typeof languages} */
function choose() {
    const asked = [remembered(), drawn, ...navigator.languages];
    for (const tag of asked) {
        if (tag === null) continue;
        if (Object.hasOwn(languages, tag)) return /** @type {keyof typeof languages} */ (tag);
        if (/^zh\b/i.test(tag)) return "zh-Hans";
        if (/^en\b/i.test(tag)) return "en";
    }
    return "en";
}

export const language = choose();

/**
 * @typedef {(number: number) => string} NumberWriter
 * @typedef {Record<string, string | ((values: Record<string, any>, tools: {number: NumberWriter}) => string)>} Catalogue
 */

/**
 * Has the server draw the page in another language.
 * @param {string} tag
 */
function drawIn(tag) {
    const address = new URL(location.href);
    address.searchParams.set("language", tag);
    history.replaceState(history.state, "", address);
    location.reload();
}

/** Whether the reader has just chosen the language on this page. */
export const isLanguageNew = history.state?.[KEY] === true;
if (isLanguageNew) history.replaceState({ ...history.state, [KEY]: false }, "");

// The reader has chosen another language than the browser asks for. Reloads once only: the server may not have it.
if (drawn !== null && drawn !== language && new URLSearchParams(location.search).get("language") !== language) {
    drawIn(language);
    // The page is about to be replaced, so nothing more is drawn.
    await new Promise(() => {});
}
document.documentElement.lang = language;

/** Why the server rejected something, as pages and games say it, is a catalogue of its own. */
const [{ default: common }, { default: refusals }] = await Promise.all(
    [import(`../i18n/${language}.js`), import(`../i18n/refusals/${language}.js`)]);
/** @type {Catalogue} */
const catalogue = { ...common, ...refusals };

/**
 * Adds the texts of an area, such as the portal's, from i18n/AREA/, so that a page loads only the texts it shows.
 * @param {string} area
 */
export async function addTexts(area) {
    const { default: texts } = await import(`../i18n/${area}/${language}.js`);
    Object.assign(catalogue, texts);
}

/**
 * Remembers the language and redraws the page in it.
 * @param {string} tag
 */
export function changeLanguage(tag) {
    try {
        localStorage.setItem(KEY, tag);
    } catch {
        // Storage is off, so the choice cannot be remembered.
    }
    history.replaceState({ ...history.state, [KEY]: true }, "");
    if (drawn === null) location.reload();
    else drawIn(tag);
}

/**
 * The text of a key, with {names} filled in. An entry of the catalogue is a text or a function of the values.
 * @param {string} key
 * @param {Record<string, string | number>} [values] numbers are written for the language
 */
export function t(key, values = {}) {
    const entry = catalogue[key];
    if (entry === undefined) return key;
    if (typeof entry === "function") return entry(values, { number });
    return entry.replace(/\{(\w+)\}/g, (_, /** @type {string} */ name) => {
        const value = values[name];
        return typeof value === "number" ? number(value) : String(value ?? "");
    });
}

/**
 * The text of a key that something follows on the same line, such as a time: a full-width colon needs no space.
 * @param {string} key
 */
export function lead(key) {
    const words = t(key);
    return words.endsWith("：") ? words : `${words} `;
}

/** @param {string} key */
export const hasText = (key) => Object.hasOwn(catalogue, key);

/**
 * What follows the prefix in the keys of a family, in the catalogue's order.
 * @param {string} prefix
 */
export const keys = (prefix) => Object.keys(catalogue).filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));

/**
 * What went wrong, and what to do about it, in one text.
 * @param {any} error a Problem, or anything
 */
export function describe(error) {
    const key = `problem.${error?.kind ?? "unknown"}`;
    const seconds = error?.retryAfter;
    if (error?.kind === "too-many-attempts" && seconds > 0) {
        return t("problem.too-many-attempts.wait", { minutes: Math.max(1, Math.ceil(seconds / 60)) });
    }
    if (hasText(key)) return t(key);
    if (error?.status === 429) return t("problem.too-many-attempts");
    return t(error?.status >= 500 || error?.status === 0 ? "problem.unavailable" : "problem.unknown");
}

const numberFormat = new Intl.NumberFormat(language);
/** @param {number | bigint} value */
export const number = (value) => numberFormat.format(value);

const timeFormat = new Intl.DateTimeFormat(language, { timeStyle: "short" });
const dayFormat = new Intl.DateTimeFormat(language, { month: "short", day: "numeric" });
const yearFormat = new Intl.DateTimeFormat(language, { year: "numeric", month: "short", day: "numeric" });
const wholeFormat = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "medium" });

/**
 * A past or future moment in short form: the time if it is today, or else the day.
 * @param {string} text RFC 3339
 */
export function date(text, now = Date.now()) {
    const moment = new Date(text);
    if (Number.isNaN(moment.getTime())) return "";
    const today = new Date(now);
    const midnight = new Date(today.getFullYear(), today.getMonth(), today.getDate()).getTime();
    const tomorrow = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1).getTime();
    const isToday = moment.getTime() >= midnight && moment.getTime() < tomorrow;
    if (isToday) return t("date.today", { time: timeFormat.format(moment) });
    if (moment.getTime() < midnight && moment.getTime() >= midnight - 86_400_000) return t("date.yesterday");
    return (moment.getFullYear() === today.getFullYear() ? dayFormat : yearFormat).format(moment);
}

/**
 * The same without the time: of the day alone.
 * @param {string} text RFC 3339 @param {number} now
 */
export function day(text, now = Date.now()) {
    return new Date(text).toDateString() === new Date(now).toDateString() ? t("date.this-day") : date(text, now);
}

const relativeFormat = new Intl.RelativeTimeFormat(language, { numeric: "always" });

/**
 * Chinese has a space between a number and its unit, as everywhere on the pages; `Intl` writes none. No line ends there.
 * @param {number} count @param {"minute" | "hour" | "day"} unit
 */
const relative = (count, unit) => relativeFormat.format(count, unit)
    .replace(/(\d)(?=\p{Script=Han})/u, "$1\u00a0");

/**
 * The time until a moment in its largest unit, such as "in 3 days".
 * @param {string} text RFC 3339
 */
export const timeUntil = (text, now = Date.now()) => span(Date.parse(text) - now, 1);

/**
 * The time since a moment in its largest unit, such as "3 days ago".
 * @param {string} text RFC 3339
 */
export function timeSince(text, now = Date.now()) {
    const past = now - Date.parse(text);
    return past < 60_000 ? t("date.now") : span(past, -1);
}

/** @param {number} time in milliseconds @param {1 | -1} sign to come, or past */
function span(time, sign) {
    const minutes = Math.max(1, Math.round(time / 60_000));
    if (minutes < 90) return relative(sign * minutes, "minute");
    if (minutes < 48 * 60) return relative(sign * Math.round(minutes / 60), "hour");
    return relative(sign * Math.round(minutes / (24 * 60)), "day");
}

/**
 * A moment in full, for a tooltip.
 * @param {string} text RFC 3339
 */
export function wholeDate(text) {
    const moment = new Date(text);
    return Number.isNaN(moment.getTime()) ? "" : wholeFormat.format(moment);
}
