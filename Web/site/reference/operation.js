// One operation: what it takes, what it answers, and how to try it.

import { h, present } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { code } from "../elements/code.js";
import { curl, FORM } from "./document.js";
import { field, fields, prose } from "./fields.js";

/**
 * @typedef {import("./document.js").Operation} Operation
 * @typedef {import("./document.js").OpenAPI} OpenAPI
 */

/** Which tint each method has. */
const TINTS = /** @type {Record<string, number>} */ ({ GET: 0, POST: 1, PUT: 4, PATCH: 3, DELETE: 2 });

/** @param {string} method */
export const methodBadge = (method) =>
    h("code", { class: "reference-method", "data-tint": TINTS[method] ?? 5 }, method);

/** @param {string} title @param {import("../lib/dom.js").Child[]} content */
const section = (title, content) => h("section", { class: "card" }, h("h3", {}, title), content);

/** @param {Operation} operation @param {OpenAPI} document */
function parameters({ described }, document) {
    const list = described.parameters ?? [];
    /** @param {string} place @param {string} title */
    const part = (place, title) => {
        const found = list.filter((one) => one.in === place);
        return found.length > 0 && section(title, [h("dl", { class: "reference-fields" }, found.map((one) =>
            field({ name: one.name, schema: one.schema, isRequired: one.required, description: one.description },
                document.components.schemas)))]);
    };
    return [part("path", t("reference.path")), part("query", t("reference.query"))];
}

/**
 * A body, once for each media type: its fields and an example.
 * @param {import("./document.js").Content} content @param {OpenAPI} document
 */
function bodies(content, document) {
    const { schemas } = document.components;
    return Object.entries(content).map(([type, { schema, example }]) => {
        const name = schema.$ref?.split("/").at(-1);
        const text = example !== undefined && type === FORM
            ? new URLSearchParams(/** @type {Record<string, string>} */ (example)).toString()
            : example !== undefined ? JSON.stringify(example, null, 2)
            : type.startsWith("text/") ? schema.examples?.[0] : undefined;
        return h("div", { class: "reference-body" },
            h("p", {}, h("code", {}, type), name !== undefined && [" ", h("code", { class: "reference-type" }, name)]),
            name !== undefined && fields(schemas[name], document.components.schemas),
            text !== undefined && code(t("reference.example"), String(text)));
    });
}

/** @param {Operation} operation @param {OpenAPI} document */
function responses({ described }, document) {
    const good = Object.entries(described.responses).filter(([, one]) => one["x-problem-kinds"] === undefined);
    return section(t("reference.response"), good.map(([status, { description, content = {} }]) =>
        h("div", { class: "reference-response" },
            h("p", {}, h("code", { class: "reference-status" }, status), " ", prose(description)),
            bodies(content, document))));
}

/** @param {Operation} operation */
function problems({ described }) {
    const refusals = Object.entries(described.responses).filter(([, one]) => one["x-problem-kinds"] !== undefined);
    if (refusals.length === 0) return null;
    return section(t("reference.problems"), [h("ul", { class: "reference-problems" },
        refusals.flatMap(([status, { description }]) =>
            [...description.matchAll(/`([a-z-]+)`: ([^;]+)/g)].map(([, kind, title]) => h("li", {},
                h("code", { class: "reference-status" }, status),
                h("a", { href: `/problems/${kind}` }, h("code", {}, kind)), prose(title)))))]);
}

/**
 * @param {Operation} operation @param {OpenAPI} document
 * @returns {HTMLElement}
 */
export function operationView(operation, document) {
    const { described, method, path, title, text } = operation;
    const body = described.requestBody;
    return h("article", { class: "reference-operation" },
        h("a", { class: "reference-back", href: "#" }, t("reference.all")),
        h("h2", { tabindex: "-1" }, prose(title)),
        text !== "" && h("p", {}, prose(text)),
        h("p", { class: "reference-route" }, methodBadge(method), h("code", {}, path ?? t("reference.webhook"))),
        described.description !== undefined && h("p", { class: "reference-callers" }, prose(described.description)),
        path !== null && code(t("reference.curl"), curl({ ...operation, path }, document.servers[0].url)),
        present(parameters(operation, document)),
        body !== undefined && section(t("reference.body"),
            [body.description !== undefined && h("p", {}, prose(body.description)), ...bodies(body.content, document)]),
        responses(operation, document), problems(operation));
}
