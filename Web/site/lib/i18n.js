// The language of the pages: the reader's choice, else the one in which the server drew the page, else the browser's,
// else English.

const KEY = "laurel.language";
/** In each language's own name: the reader who needs another one must be able to read it. */
export const languages = { en: "English", "zh-Hans": "简体中文" };

function remembered() {
    try {
        return localStorage.getItem(KEY);
    } catch {
        return null;
    }
}

/** The language of a page that the server draws (Sources/API/Sharing); null: it is drawn here. */
const drawn = /^\/(share|challenge)\/[^/]+$/.test(location.pathname) ? document.documentElement.lang : null;

function choose() {
    const asked = [remembered(), drawn, ...navigator.languages];
    for (const tag of asked) {
        if (tag === null) continue;
        if (Object.hasOwn(languages, tag)) return tag;
        if (/^zh\b/i.test(tag)) return "zh-Hans";
        if (/^en\b/i.test(tag)) return "en";
    }
    return "en";
}

/** @type {keyof typeof languages} */
export const language = choose();

/** The server draws the page in another language. */
function drawIn(tag) {
    const address = new URL(location.href);
    address.searchParams.set("language", tag);
    location.replace(address);
}

// The reader has chosen another one than his browser asks for. Asked for once: it may be that the server has it not.
if (drawn !== null && drawn !== language && new URLSearchParams(location.search).get("language") !== language) {
    drawIn(language);
    // The page is left: nothing of it is drawn any more.
    await new Promise(() => {});
}
document.documentElement.lang = language;

const { default: catalogue } = await import(`../i18n/${language}.js`);

/**
 * Adds the texts of an area, such as the portal's, from i18n/AREA/: what a page does not show it does not load.
 * @param {string} area
 */
export async function addTexts(area) {
    const { default: texts } = await import(`../i18n/${area}/${language}.js`);
    Object.assign(catalogue, texts);
}

/** Remembers the language and draws the page anew in it. */
export function changeLanguage(tag) {
    try {
        localStorage.setItem(KEY, tag);
    } catch {
        // Storage is off: the choice lasts as long as the browser's own setting does.
    }
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
    return entry.replace(/\{(\w+)\}/g, (_, name) => {
        const value = values[name];
        return typeof value === "number" ? number(value) : String(value ?? "");
    });
}

export const hasText = (key) => Object.hasOwn(catalogue, key);

/** A kind sentence for what went wrong, with what to do. @param {unknown} error a Problem, or anything */
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
export const number = (value) => numberFormat.format(value);

const timeFormat = new Intl.DateTimeFormat(language, { timeStyle: "short" });
const dayFormat = new Intl.DateTimeFormat(language, { month: "short", day: "numeric" });
const yearFormat = new Intl.DateTimeFormat(language, { year: "numeric", month: "short", day: "numeric" });
const wholeFormat = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "medium" });

/** A moment, gone or to come, as short as it may be: the time for today, else the day. @param {string} text RFC 3339 */
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

const relativeFormat = new Intl.RelativeTimeFormat(language, { numeric: "always" });

/** How long it is until a moment, in its largest unit: "in 3 days". @param {string} text RFC 3339 */
export function timeUntil(text, now = Date.now()) {
    const minutes = Math.max(1, Math.round((Date.parse(text) - now) / 60_000));
    if (minutes < 90) return relativeFormat.format(minutes, "minute");
    if (minutes < 48 * 60) return relativeFormat.format(Math.round(minutes / 60), "hour");
    return relativeFormat.format(Math.round(minutes / (24 * 60)), "day");
}

/** A moment in full, for a title. @param {string} text RFC 3339 */
export function wholeDate(text) {
    const moment = new Date(text);
    return Number.isNaN(moment.getTime()) ? "" : wholeFormat.format(moment);
}
