// A live score preview: sample scores in each language.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { FORMATS, formatScore } from "../../lib/score-format.js";

/**
 * Sample values per format: one unit, a typical one, a large one.
 * @type {Record<string, bigint[] | undefined>}
 */
const SAMPLES = {
    elapsedTimeMinute: [60n, 3_623n], elapsedTimeSecond: [83n, 10_000n], elapsedTimeCentisecond: [8_345n, 360_001n],
};
/** @type {Record<string, bigint | undefined>} */
const UNIT = { fixedPoint1: 10n, fixedPoint2: 100n, fixedPoint3: 1_000n, dollarDecimal: 100n, euroDecimal: 100n,
    francDecimal: 100n, kroneDecimal: 100n, poundDecimal: 100n };

/** @param {string} format @returns {bigint[]} */
export const samples = (format) => SAMPLES[format] ?? [UNIT[format] ?? 1n, 1_234n, 1_234_567n];

/**
 * The formats for a select, each with a sample score.
 * @param {string} language
 */
export const formatChoices = (language) => FORMATS.map((format) => ({ value: format,
    label: `${t(`connect.format.${format}`)} · ${formatScore(samples(format).at(-1) ?? 0n, { format, language })}` }));

/**
 * Typed text as an Int64, or null.
 * @param {string} text
 */
export function typedValue(text) {
    try {
        const value = BigInt(text.trim());
        return text.trim() !== "" && BigInt.asIntN(64, value) === value ? value : null;
    } catch {
        return null;
    }
}

/**
 * The preview for one language. Call `draw` when the form changes.
 * @param {string} language
 */
export function scorePreview(language) {
    const list = h("ul", { class: "preview-scores" });
    const element = h("div", { class: "preview" },
        h("span", { class: "field-note" }, t("connect.preview.title")), list);
    /** @param {{format: string, suffixSingular?: ?string, suffixPlural?: ?string}} look @param {?bigint} own */
    const draw = (look, own) => {
        const values = own === null ? samples(look.format) : [own, ...samples(look.format).slice(0, 2)];
        list.replaceChildren(...values.map((value) => h("li", {}, h("small", {}, String(value)),
            h("strong", {}, formatScore(value, { ...look, language })))));
    };
    return { element, draw };
}
