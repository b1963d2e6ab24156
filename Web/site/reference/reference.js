// The interface of this server, for developers: the operations of /openapi.json by what they are about, with a search.

import { find, h, lookUp } from "../lib/dom.js";
import { addTexts, t } from "../lib/i18n.js";
import "../elements/chrome.js";
import { icon } from "../elements/icons.js";
import { failure } from "../elements/state.js";
import { NO_FIT, fit, load } from "./document.js";
import { prose } from "./fields.js";
import { methodBadge, operationView } from "./operation.js";

await addTexts("reference");

/**
 * @typedef {import("./document.js").Operation} Operation
 * @typedef {import("./document.js").OpenAPI} OpenAPI
 */

const main = find("#main");
/** @param {Element} element */
const isShown = (element) => element.getClientRects().length > 0;

/** @param {Operation} operation */
function row({ id, method, title }) {
    return h("li", { "data-operation": id }, h("a", { href: `#${id}` }, methodBadge(method),
        prose(title)));
}

/** @param {OpenAPI} openAPI @param {Operation[]} operations */
function list(openAPI, operations) {
    return openAPI.tags.map(({ name }) => {
        const rows = operations.filter(({ tag }) => tag === name).map(row);
        return { rows, element: h("li", { class: "reference-group" },
            h("span", { class: "reference-tag", lang: "en", translate: "no" }, name), h("ul", {}, rows)) };
    });
}

/**
 * The list of all operations, and the field that finds some of them.
 * @param {OpenAPI} openAPI @param {Operation[]} all
 */
function side(openAPI, all) {
    const said = h("p", { class: "reference-count", role: "status" });
    const groups = list(openAPI, all);
    const navigation = h("nav", { class: "reference-list", "aria-label": t("reference.navigation") },
        h("ul", {}, groups.map(({ element }) => element)));
    const field = h("input", { type: "search", id: "find", autocomplete: "off", spellcheck: "false",
        placeholder: t("reference.search"), oninput: () => filter() });

    function filter() {
        const text = field.value.trim();
        const fits = new Map(all.map((one) => [one.id, fit(one, text)]));
        const count = [...fits.values()].filter((one) => one !== NO_FIT).length;
        /** @param {HTMLElement} one */
        const fitOf = (one) => fits.get(one.dataset.operation ?? "") ?? NO_FIT;
        for (const { rows } of groups) for (const one of rows) one.hidden = fitOf(one) === NO_FIT;
        // What has the words in its name comes before what has them in its text; otherwise the order stays.
        const sorted = groups.map(({ element, rows }) => {
            const best = Math.min(NO_FIT, ...rows.map(fitOf));
            element.hidden = best === NO_FIT;
            find("ul", element).append(...[...rows].sort((one, other) => fitOf(one) - fitOf(other)));
            return { element, best };
        }).sort((one, other) => one.best - other.best);
        find("ul", navigation).append(...sorted.map(({ element }) => element));
        navigation.scrollTop = 0;
        said.textContent = count > 0 ? t("reference.count", { count }) : t("reference.none", { text });
    }

    /**
     * Shows an operation in the list: a search that leaves it out ends.
     * @param {HTMLElement} link @param {boolean} isFirst
     */
    function reveal(link, isFirst) {
        if (link.closest("li")?.hidden) {
            field.value = "";
            filter();
        }
        // The list scrolls to it, and the page stays.
        const [at, frame] = [link.getBoundingClientRect(), navigation.getBoundingClientRect()];
        const isInside = at.top >= frame.top && at.bottom <= frame.bottom;
        if (isFirst || !isInside) navigation.scrollTop += at.top - frame.top;
    }

    // From the field into the list, and along it.
    const element = h("div", { class: "reference-side", onkeydown: (event) => {
        const links = [...navigation.querySelectorAll("a")].filter(isShown);
        const at = links.findIndex((link) => link === document.activeElement);
        if (event.key === "Escape" && field.value !== "") {
            field.value = "";
            filter();
            field.focus();
        } else if (event.key === "ArrowDown" && at + 1 < links.length) links[at + 1].focus();
        else if (event.key === "ArrowUp" && at >= 0) (links[at - 1] ?? field).focus();
        else if (event.key === "Enter" && event.target === field) links[0]?.click();
        else return;
        event.preventDefault();
    } },
        h("div", { class: "search" }, icon("search"),
            h("label", { class: "quiet-text", for: "find" }, t("reference.search")), field),
        said, navigation);
    filter();
    return { element, field, reveal };
}

/**
 * What all operations have in common.
 * @param {OpenAPI} openAPI
 */
function overview(openAPI) {
    return h("article", { class: "reference-overview" },
        openAPI.info.description.split("\n\n").map((text) => h("p", {}, prose(text))),
        h("p", {}, t("reference.server"), " ", h("code", {}, openAPI.servers[0].url)),
        h("ul", { class: "reference-links" },
            h("li", {}, h("a", { href: "/openapi.json" }, t("reference.document"))),
            h("li", {}, h("a", { href: "/problems/" }, t("reference.all-problems")))));
}

/** @param {OpenAPI} openAPI @param {Operation[]} operations */
function draw(openAPI, operations) {
    const { element, field, reveal } = side(openAPI, operations);
    const container = h("div", { class: "reference-content" });
    const frame = h("div", { class: "reference" });
    // The list stands beside what is shown, and below it where there's no room: in this order it is read, too.
    const wide = matchMedia("(min-width: 56rem)");
    const arrange = () => frame.replaceChildren(...wide.matches ? [element, container] : [container, element]);
    wide.addEventListener("change", arrange);
    arrange();
    /** @param {boolean} isFirst */
    const show = (isFirst) => {
        const operation = operations.find(({ id }) => `#${id}` === location.hash);
        const left = lookUp("[aria-current]", element);
        left?.removeAttribute("aria-current");
        frame.toggleAttribute("data-open", operation !== undefined);
        container.replaceChildren(operation === undefined ? overview(openAPI) : operationView(operation, openAPI));
        const link = operation && lookUp(`[data-operation="${operation.id}"] a`, element);
        link?.setAttribute("aria-current", "page");
        if (link) reveal(link, isFirst);
        if (!isFirst) {
            scrollTo({ top: 0 });
            // Back in the list, the reader goes on where they left it.
            if (operation === undefined) left?.focus();
            else find("h2", container).focus({ preventScroll: true });
        }
    };
    main.replaceChildren(h("div", { class: "reference-head" }, h("h1", {}, t("reference.title")),
        h("p", {}, t("reference.text"))), frame);
    show(true);
    // The link that skips the header leads to the main part, whatever is shown there.
    addEventListener("hashchange", () => location.hash !== "#main" && show(false));
    addEventListener("keydown", (event) => {
        const isTyping = event.target instanceof HTMLInputElement;
        if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        field.focus();
        if (isShown(field)) return;
        // On a phone the list comes first.
        addEventListener("hashchange", () => field.focus(), { once: true });
        location.hash = "";
    });
}

async function start() {
    document.title = `${t("reference.title")} · Laurel`;
    try {
        const { document: openAPI, operations } = await load();
        draw(openAPI, operations);
    } catch (error) {
        main.replaceChildren(failure(error, start, "h1"));
    }
}

await start();
