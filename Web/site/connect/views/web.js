// The origins whose pages can call the server for this game.

import { leaderboards } from "../../lib/api-connect.js";
import { origins } from "../../lib/api-operate.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { showBanner } from "../../lib/banner.js";
import { state } from "../../elements/state.js";
import { explain } from "../details.js";
import { firstBoard } from "../parts/first-score.js";
import { webSample } from "../parts/snippet.js";
import { actButton, formDialog, labelled, secretBox, viewHead } from "../operate/parts.js";

/** Maximum number of origins and pages per app. */
const LIMIT = 16;

/**
 * What was typed, as browsers write it: an origin ("hop.example/" is "https://hop.example"), or a page.
 * @param {string} text
 */
function placeOf(text) {
    try {
        const { origin, pathname, search } = new URL(text.includes("://") ? text : `https://${text}`);
        if (origin === "null") return text;
        return pathname + search === "/" ? origin : origin + pathname + search;
    } catch {
        return text;
    }
}

/** @param {HTMLElement} main @param {import("../app/app.js").Context} connect */
export async function show(main, connect) {
    const { bundleID } = connect.app;
    const mayChange = connect.can("configure");
    const [found, boards] = await Promise.all([origins.get(bundleID), leaderboards.list(bundleID)]);
    let list = found;
    const board = firstBoard(boards);
    const input = h("input", { type: "text", inputmode: "url", autocomplete: "off", autocapitalize: "none",
        spellcheck: "false", maxlength: 255, placeholder: t("operate.web.placeholder") });
    const field = labelled({ label: t("operate.web.origin"), note: t("operate.web.origin.text"), control: input,
        name: "webOrigins" });
    const rows = h("div", {});
    const count = h("span", { class: "field-note" });

    /** @param {string[]} wanted */
    async function save(wanted) {
        list = await origins.set(bundleID, wanted);
        draw();
    }
    function draw() {
        count.textContent = t("operate.web.count", { count: list.length, limit: LIMIT });
        rows.replaceChildren(list.length === 0
            ? state({ title: t("operate.web.none"), text: t("operate.web.none.text"), level: "h3" })
            : h("ul", { class: "list" }, list.map((origin) => h("li", { class: "list-row" },
                h("div", { class: "list-text" }, h("code", {}, origin)),
                mayChange && actButton(t("operate.web.remove"), async () => {
                    const isDone = await formDialog({ title: t("operate.web.remove.title", { origin }),
                        text: t("operate.web.remove.text"), action: t("operate.web.remove"), isDangerous: true,
                        act: () => save(list.filter((other) => other !== origin)) });
                    if (isDone) input.focus();
                }, { label: t("operate.web.remove.of", { origin }) })))));
    }
    const add = h("button", { class: "button button-primary", type: "submit" }, t("operate.web.add"));
    /** @param {SubmitEvent} event */
    const onsubmit = async (event) => {
        event.preventDefault();
        if (add.hasAttribute("aria-busy")) return;
        const origin = placeOf(input.value.trim());
        if (origin === "") return field.error(t("operate.web.type"));
        if (list.includes(origin)) return field.error(t("operate.web.known"));
        add.setAttribute("aria-busy", "true");
        try {
            await save([...list, origin]);
            input.value = "";
            showBanner({ title: t("operate.web.added"), text: origin });
        } catch (error) {
            field.error(explain(error));
        }
        add.removeAttribute("aria-busy");
        input.focus();
        return undefined;
    };
    draw();
    main.replaceChildren(viewHead(t("operate.web"), { text: t("operate.web.text") }),
        h("section", { class: "card stack" },
            h("div", { class: "card-bar" }, h("h2", {}, t("operate.web.origins")),
                count),
            rows, mayChange && h("form", { class: "search-row", novalidate: true, onsubmit }, field.element, add)),
        h("section", { class: "card stack" }, h("h2", {}, t("operate.web.use")), h("p", {}, t("operate.web.use.text")),
            board === undefined ? h("p", { class: "notice" }, t("connect.first.run.wait"))
                : webSample(connect.app, board),
            secretBox(`${location.origin}/sdk/laurel.js`, t("operate.web.module"))));
}
