// Language names, for selects.

import { language as reader } from "../lib/i18n.js";

/** Common store languages; any other tag can be typed. */
export const COMMON = ["en", "zh-Hans", "zh-Hant", "ja", "ko", "de", "fr", "es", "it", "pt-BR", "pt", "nl", "sv", "nb",
    "da", "fi", "pl", "cs", "ru", "uk", "tr", "ar", "he", "hi", "th", "vi", "id"];

const names = new Intl.DisplayNames([reader], { type: "language", fallback: "code" });

/** @param {string} tag */
export function languageName(tag) {
    try {
        return names.of(tag) ?? tag;
    } catch {
        return tag;
    }
}

/**
 * For a select.
 * @param {...string} more additional tags @returns {{value: string, label: string}[]}
 */
export const languageChoices = (...more) => [...new Set([...more, ...COMMON])]
    .map((tag) => ({ value: tag, label: `${languageName(tag)} (${tag})` }));
