// /openapi.json as this page shows it: its operations, each with the words by which it is found.

import { ask } from "../lib/api.js";

/**
 * The parts of JSON Schema (2020-12) that the document uses. A bound beyond 2^53 is a bigint.
 * @typedef {{$ref?: string, type?: string, format?: string, description?: string, enum?: string[], pattern?: string,
 *     minimum?: number | bigint, maximum?: number | bigint, minLength?: number, maxLength?: number, items?: Schema,
 *     maxItems?: number, anyOf?: Schema[], properties?: Record<string, Schema>, required?: string[],
 *     examples?: unknown[]}} Schema
 *
 * @typedef {Record<string, {schema: Schema, example?: unknown}>} Content by media type
 * @typedef {{name: string, in: string, required: boolean, description: string, schema: Schema}} Parameter
 * @typedef {{description: string, content?: Content, "x-problem-kinds"?: string[]}} Response
 * @typedef {{operationId: string, tags: string[], summary: string, description?: string, parameters?: Parameter[],
 *     security?: object[], "x-socket"?: string, requestBody?: {description?: string, content: Content},
 *     responses: Record<string, Response>}} Described
 *
 * @typedef {{info: {description: string}, servers: {url: string}[], tags: {name: string}[],
 *     components: {schemas: Record<string, Schema>}}} OpenAPI
 * @typedef {{id: string, method: string, path: ?string, tag: string, title: string, text: string, words: string[],
 *     described: Described}} Operation `path` is null for what the server sends to a game's own server; `title` and
 *     `text` are the first sentence of its summary and the others; `words` are those of its name; these and those of
 *     its path and title; these and all others
 */

/**
 * @param {string} method @param {?string} path @param {Described} described
 * @returns {Operation}
 */
function operation(method, path, described) {
    const [tag] = described.tags;
    const names = (described.parameters ?? []).map(({ name }) => name);
    const [, title, text] = /^(.+?[.:])\s+(.+)$/s.exec(described.summary) ?? ["", described.summary, ""];
    const name = `${method} ${described.operationId} ${tag}`;
    const shown = `${name} ${path ?? "webhook"} ${title}`;
    const words = [name, shown, [shown, text, ...names].join(" ")].map((part) => part.toLowerCase());
    return { id: described.operationId, method: method.toUpperCase(), path, tag, title: title.replace(/[.:]$/, ""),
        text, words, described };
}

/** @returns {Promise<{document: OpenAPI, operations: Operation[]}>} the operations in the order of their tags */
export async function load() {
    const document = await ask("GET", "/openapi.json");
    /** @param {?string} path @param {Record<string, Described>} methods */
    const all = (path, methods) => Object.entries(methods).map(([method, one]) => operation(method, path, one));
    const found = [
        ...Object.entries(document.paths).flatMap(([path, methods]) => all(path, methods)),
        ...Object.values(document.webhooks ?? {}).flatMap((methods) => all(null, methods)),
    ];
    const operations = document.tags.flatMap(
        (/** @type {{name: string}} */ { name }) => found.filter(({ tag }) => tag === name));
    return { document, operations };
}

/** What `fit` gives where a word is missing. */
export const NO_FIT = 3;

/**
 * How well an operation fits a search: 0 where its name has every word, 1 where its path and title have the others, 2
 * where its text and its parameters have.
 * @param {Operation} operation @param {string} text
 */
export function fit({ words }, text) {
    const sought = text.toLowerCase().split(/\s+/);
    const level = words.findIndex((part) => sought.every((word) => part.includes(word)));
    return level < 0 ? NO_FIT : level;
}

/**
 * A value that a parameter takes, as it stands in an address.
 * @param {Parameter} parameter
 */
function sample({ schema }) {
    if (schema.examples !== undefined) return String(schema.examples[0]);
    if (schema.enum !== undefined) return schema.enum[0];
    return String(typeof schema.minimum === "number" ? Math.max(1, schema.minimum) : 1);
}

export const FORM = "application/x-www-form-urlencoded";

/** @param {string} text as one word of a shell */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * A command that calls an operation with its examples; the token stands in a variable, and so does the server's data
 * folder, where only its socket takes the call.
 * @param {Operation & {path: string}} operation @param {string} server
 */
export function curl({ method, path, described }, server) {
    const parameters = described.parameters ?? [];
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(
        parameters.filter((one) => one.in === "path" && one.name === name).map(sample)[0] ?? name)
        .replaceAll("%3A", ":"));
    const query = parameters.filter((one) => one.in === "query" && one.required)
        .map((one) => `${one.name}=${encodeURIComponent(sample(one))}`).join("&");
    const [type, body] = Object.entries(described.requestBody?.content ?? {})[0] ?? [];
    const isJSON = type === "application/json";
    const socket = described["x-socket"];
    const verb = method === "GET" || (method === "POST" && type !== undefined) ? "" : `-X ${method} `;
    // The socket takes no TLS, whatever the server's address.
    const local = socket === undefined ? "" : `--unix-socket "$DATA/${socket}" `;
    const start = socket === undefined ? server : "http://localhost";
    const lines = [`curl ${local}${verb}${quoted(start + target + (query === "" ? "" : `?${query}`))}`];
    const security = described.security ?? [];
    const isOpen = security.length === 0 || security.some((one) => Object.keys(one).length === 0);
    if (!isOpen) lines.push('-H "Authorization: Bearer $TOKEN"');
    if (isJSON) lines.push(`--json ${quoted(JSON.stringify(body?.example ?? {}))}`);
    else if (type === FORM) {
        lines.push(...Object.entries(body?.example ?? {})
            .map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`));
    } else if (type !== undefined) lines.push(`-H ${quoted(`Content-Type: ${type}`)}`, "--data-binary @FILE");
    return lines.join(" \\\n    ");
}
