// What a kind of problem means, at the address that its responses name (RFC 9457, section 3.1.1), and the list of all.

import { ask } from "../lib/api.js";
import { find, h } from "../lib/dom.js";
import { addTexts, t } from "../lib/i18n.js";
import "../elements/chrome.js";

await addTexts("problems");

/** More requests than this are not worth a list. */
const LISTED = 60;
const main = find("#main");
const [, kind] = /^\/problems\/([a-z-]+)$/.exec(location.pathname) ?? [];

/**
 * The requests that answer with a kind, and its status. Empty where the operator keeps the document to other networks.
 * @param {string} wanted
 */
async function uses(wanted) {
    /** @type {{status: number | null, routes: Array<{method: string, path: string, summary: string}>}} */
    const found = { status: null, routes: [] };
    const document = await ask("GET", "/openapi.json").catch(() => ({ paths: {} }));
    for (const [path, operations] of Object.entries(document.paths)) {
        for (const [method, { summary, responses }] of Object.entries(operations)) {
            for (const [status, response] of Object.entries(responses ?? {})) {
                if (!response["x-problem-kinds"]?.includes(wanted)) continue;
                found.status = Number(status);
                found.routes.push({ method: method.toUpperCase(), path, summary });
            }
        }
    }
    return found;
}

const reference = () => h("a", { href: "/reference/" }, t("problems.reference"));

/** @param {{method: string, path: string, summary: string}} route */
const row = ({ method, path, summary }) => h("li", {},
    h("code", {}, `${method} ${path}`), h("span", { class: "soft", lang: "en", translate: "no" }, summary));

/** @param {string} title @param {Array<Node | string | null>} content */
const section = (title, ...content) => h("section", { class: "card" }, h("h2", {}, title), ...content);

/**
 * The catalogue of the language in which servers answer programs.
 * @returns {Promise<Record<string, string>>}
 */
const english = async () => (await import("../i18n/problems/en.js")).default;

/** @param {number | null} status */
async function example(status) {
    const body = { type: `/problems/${kind}`, title: (await english())[`problems.${kind}`], ...status && { status },
        requestID: "8f14e45fceea167a" };
    return h("pre", { translate: "no", tabindex: "0" }, h("code", {}, JSON.stringify(body, null, 2)));
}

async function showOne() {
    document.title = `${t(`problems.${kind}`)} · Laurel`;
    const facts = h("p", { class: "problem-facts" }, h("code", {}, kind));
    const parts = h("div", { class: "problem-parts" },
        section(t("problems.meaning"), h("p", {}, t(`problems.${kind}.text`))),
        section(t("problems.shown"), h("p", {}, t(`problem.${kind}`))));
    main.replaceChildren(h("h1", {}, t(`problems.${kind}`)), facts, parts,
        h("p", { class: "problem-facts" }, h("a", { href: "/problems/" }, t("problems.all")), reference()));
    const { status, routes } = await uses(kind);
    if (status) facts.append(h("span", { class: "soft" }, `${t("problems.status")} ${status}`));
    parts.append(section(t("problems.example"), await example(status)));
    if (routes.length === 0) return;
    parts.append(section(t("problems.routes"), routes.length > LISTED
        ? h("p", {}, t("problems.routes.many")) : h("ul", { class: "problem-list" }, routes.map(row))));
}

/** @param {string[]} kinds */
function showAll(kinds) {
    document.title = `${t("problems.title")} · Laurel`;
    main.replaceChildren(h("h1", {}, t("problems.title")), h("p", { class: "soft" }, t("problems.text")), reference(),
        h("ul", { class: "card problem-list" }, kinds.map((name) => h("li", {},
            h("a", { href: `/problems/${name}` }, h("code", {}, name)), h("span", {}, t(`problems.${name}`))))));
}

/** Every kind, in the order of the alphabet: those that the catalogue explains. */
async function allKinds() {
    return Object.keys(await english()).flatMap((key) => /^problems\.([a-z-]+)\.text$/.exec(key)?.[1] ?? []);
}

if (kind === undefined) showAll(await allKinds());
else await showOne();
