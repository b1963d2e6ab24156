// The games' texts in the pages' language. The catalogues are i18n/games, i18n/refusals and one of each game; games in
// a window read the same ones (Sources/Desktop/Catalogue.swift).

import { language, number } from "./language.js";

/** @type {Record<string, string>} */
const texts = {};

/**
 * Adds a catalogue, such as a game's own.
 * @param {string} area
 */
export async function addTexts(area) {
    Object.assign(texts, (await import(`../../i18n/${area}/${language}.js`)).default);
}

await Promise.all([addTexts("games"), addTexts("refusals")]);

/** @param {string} key */
export const hasText = (key) => Object.hasOwn(texts, key);

/**
 * The text of a key with its values: two numbers, a string (a name, a sentence from the server) and another text (a
 * score). A number of 0 or 1 and missing strings can have a text of their own: i18n/games/en.js.
 * @param {string} key @param {{a?: number, b?: number, slot?: string, value?: string}} values
 */
export function say(key, { a, b, slot = "", value = "" } = {}) {
    const counted = a === 0 ? `${key}.zero` : a === 1 ? `${key}.one` : key;
    const isBare = slot === "" && value === "";
    const keys = [isBare && `${counted}.bare`, counted, isBare && `${key}.bare`, key];
    const text = texts[keys.find((one) => one !== false && hasText(one)) || key] ?? key;
    /** @type {Record<string, string>} */
    const values = { a: number(a ?? 0), b: number(b ?? 0), slot, value };
    return text.replace(/\{(a|b|slot|value)\}/g, (_, name) => values[name]);
}
