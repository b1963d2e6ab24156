// What a schema takes and has: a list of fields, with those of the objects in it one step further in.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @typedef {import("./document.js").Schema} Schema */

/** More words than this are shown when they are asked for. */
const WORDS_SHOWN = 20;

/**
 * A sentence of the document, which is English, with its code.
 * @param {string} text
 */
export const prose = (text) => h("span", { lang: "en", translate: "no" },
    text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 0 ? part : h("code", {}, part))));

/** @param {Schema} schema @returns {string} as TypeScript has it */
export function typeOf(schema) {
    if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(" | ");
    if (schema.items !== undefined) {
        const inner = typeOf(schema.items);
        return inner.includes(" ") ? `(${inner})[]` : `${inner}[]`;
    }
    const hasFormat = schema.format !== undefined && schema.format !== "int64";
    return hasFormat ? `${schema.type} (${schema.format})` : schema.type ?? "any";
}

/**
 * What is in a list or beside a null.
 * @param {Schema} schema
 * @returns {Schema}
 */
const core = (schema) => (schema.anyOf !== undefined ? core(schema.anyOf[0])
    : schema.items !== undefined ? core(schema.items) : schema);

/**
 * @param {number | bigint | undefined} least @param {number | bigint | undefined} most a bigint is no bound that
 *     anyone meets
 */
function range(least, most) {
    if (typeof least === "number" && typeof most === "number") {
        return least === most ? String(least) : `${least}–${most}`;
    }
    if (typeof most === "number") return `≤ ${most}`;
    return typeof least === "number" ? `≥ ${least}` : "";
}

/** @param {Schema} schema */
function limits(schema) {
    const list = schema.anyOf?.[0] ?? schema;
    const { minimum, maximum, minLength, maxLength, pattern } = core(schema);
    const [value, length] = [range(minimum, maximum), range(minLength, maxLength)];
    return [
        list.maxItems !== undefined && t("reference.items", { count: list.maxItems }),
        value !== "" && t("reference.range", { range: value }),
        length !== "" && t("reference.length", { range: length }),
        pattern !== undefined && h("code", {}, pattern),
    ].filter((part) => part !== false);
}

/** @param {Schema} schema */
function words(schema) {
    const { enum: words = [] } = core(schema);
    return words.length <= WORDS_SHOWN ? null : later([t("reference.words", { count: words.length })],
        () => h("p", { class: "reference-words" }, words.flatMap((word) => [h("code", {}, word), " "])));
}

/** @param {(Node | string)[]} title @param {() => Node} content is made when it is opened */
function later(title, content) {
    const part = h("details", { class: "reference-more" }, h("summary", {}, title));
    part.addEventListener("toggle", () => part.append(content()), { once: true });
    return part;
}

/**
 * @param {{name: string, schema: Schema, isRequired: boolean, description?: string}} field
 * @param {Record<string, Schema>} schemas
 * @returns {HTMLElement}
 */
export function field({ name, schema, isRequired, description = schema.description }, schemas) {
    const object = core(schema).$ref && typeOf(core(schema));
    const found = limits(schema);
    return h("div", { class: "reference-field" },
        h("dt", {}, h("code", { class: "reference-name" }, name),
            h("code", { class: "reference-type" }, typeOf(schema)),
            isRequired && h("span", { class: "badge" }, t("reference.required"))),
        h("dd", {}, description !== undefined && h("p", {}, prose(description)),
            found.length > 0 && h("p", { class: "reference-limits" },
                found.flatMap((part, index) => (index === 0 ? [part] : [" · ", part]))),
            words(schema),
            object && later([t("reference.fields"), " ", h("code", {}, object)],
                () => fields(schemas[object], schemas))));
}

/**
 * All fields of an object.
 * @param {Schema} schema @param {Record<string, Schema>} schemas
 * @returns {HTMLElement}
 */
export function fields(schema, schemas) {
    const required = new Set(schema.required);
    return h("dl", { class: "reference-fields" }, Object.entries(schema.properties ?? {}).map(([name, one]) =>
        field({ name, schema: one, isRequired: required.has(name) }, schemas)));
}
