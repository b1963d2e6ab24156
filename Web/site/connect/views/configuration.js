// Configuration as code: export to a file, and import after showing a plan.

import { apps } from "../../lib/api-connect.js";
import { attribute, h, present } from "../../lib/dom.js";
import { hasText, number, t } from "../../lib/i18n.js";
import { encodeJSON, parseJSON } from "../../sdk/laurel.js";
import { showBanner } from "../../lib/banner.js";
import { code } from "../../elements/code.js";
import { viewHead } from "../../elements/connect-frame.js";
import { explain } from "../details.js";
import { fieldLines, planLine } from "../plan.js";

/**
 * @typedef {Wire.ConfigurationPlan & Partial<Pick<Wire.AppStoreConnectPlan, "notMapped">>} Plan
 */
/**
 * @template Document
 * @typedef {{title: string, text: string, label: string, isMany: boolean,
 *     plan: (documents: Document[]) => Promise<Plan>, run: (documents: Document[]) => Promise<unknown>,
 *     done: () => Promise<unknown>}} FileCard
 */

/** Milliseconds until the download's object URL is revoked. */
const OFFERED = 10_000;

/** @param {HTMLElement} container @param {import("../app/app.js").Context} connect */
export async function show(container, connect) {
    container.replaceChildren(viewHead(t("connect.view.configuration"), { text: t("connect.config.text") }),
        exportCard(connect), ...(connect.can("configure") ? [importCard(connect), appleCard(connect)] : []),
        h("section", { class: "card" }, h("h2", {}, t("connect.config.terminal")),
            h("p", { class: "card-text" }, t("connect.config.terminal.text")),
            code(t("connect.snippet.terminal"), `laurel export ${connect.bundleID} --to game.json\n`
                + "laurel import game.json --plan\nlaurel import game.json\n")));
}

/** @param {{bundleID: string}} connect */
function exportCard({ bundleID }) {
    const problem = h("p", { class: "field-error", role: "alert" });
    const button = h("button", { class: "button button-primary", type: "button", onclick: async () => {
        attribute(button, "aria-busy", "true");
        problem.textContent = "";
        try {
            const text = JSON.stringify(JSON.parse(encodeJSON(await apps.configuration(bundleID))), null, 2);
            const address = URL.createObjectURL(new Blob([`${text}\n`], { type: "application/json" }));
            h("a", { href: address, download: `${bundleID}.json` }).click();
            setTimeout(() => URL.revokeObjectURL(address), OFFERED);
        } catch (error) {
            problem.textContent = explain(error);
        }
        attribute(button, "aria-busy", null);
    } }, t("connect.config.download"));
    return h("section", { class: "card" }, h("h2", {}, t("connect.config.export")),
        h("p", { class: "card-text" }, t("connect.config.export.text")), h("div", { class: "form-actions" }, button),
        problem);
}

/**
 * A file drop area, the resulting plan, and the button that applies it.
 * @template Document @param {FileCard<Document>} card
 */
function fileCard({ title, text, label, isMany, plan, run, done }) {
    const result = h("div", { class: "team-part", "aria-live": "polite" });
    const problem = h("p", { class: "notice notice-danger", role: "alert", hidden: true });
    /** @param {string} sentence */
    const fail = (sentence) => {
        problem.textContent = sentence;
        problem.hidden = false;
    };
    /** @type {HTMLInputElement} */
    const input = h("input", { type: "file", accept: ".json,application/json", multiple: isMany, class: "quiet-text",
        onchange: () => read([...input.files ?? []]) });
    const drop = h("label", { class: "drop", ondragover: (event) => event.preventDefault(), ondrop: (event) => {
        event.preventDefault();
        read([...event.dataTransfer?.files ?? []]);
    } }, input, h("span", {}, label));

    /** @param {File[]} files */
    async function read(files) {
        if (files.length === 0) return;
        problem.hidden = true;
        result.replaceChildren();
        attribute(drop, "aria-busy", "true");
        try {
            /** @type {Document[]} */
            const documents = [];
            for (const file of files) {
                try {
                    documents.push(parseJSON(await file.text()));
                } catch {
                    fail(t("connect.config.no-json", { name: file.name }));
                    return;
                }
            }
            draw(await plan(documents), documents, files.map(({ name }) => name).join(", "));
        } catch (error) {
            fail(error?.field ? `${explain(error)} (${error.field})` : explain(error));
        } finally {
            attribute(drop, "aria-busy", null);
            input.value = "";
        }
    }

    /** @param {Plan} found @param {Document[]} documents @param {string} name */
    function draw(found, documents, name) {
        /** @param {string} key @param {(string | Node | (string | Node)[])[] | undefined} items */
        const list = (key, items) => items !== undefined && items.length > 0 && [h("h3", {}, t(`connect.plan.${key}`)),
            h("ul", { class: "plan" }, items.map((item) => h("li", {}, item)))];
        const isSame = found.changes.length === 0;
        const go = h("button", { class: "button button-primary", type: "button", onclick: async () => {
            attribute(go, "aria-busy", "true");
            try {
                await run(documents);
                result.replaceChildren();
                showBanner({ title: t("connect.config.done"), text: name });
                await done();
            } catch (error) {
                fail(explain(error));
            }
            attribute(go, "aria-busy", null);
        } }, t("connect.config.apply"));
        const parts = [isSame ? h("p", { class: "notice" }, t("connect.config.same", { name })) : null,
            list("changes", found.changes.map((change, index) =>
                changeItem(planLine(change, found.steps?.[index]), fieldLines(found.fields, index)))),
            list("untouched", found.untouched),
            list("uploads", found.uploads?.map(({ place }) => place)),
            list("notMapped", found.notMapped?.map(noteLine)),
            isSame ? null : h("div", { class: "form-actions" }, go)];
        result.replaceChildren(...present(parts.flat()));
    }

    return h("section", { class: "card" }, h("h2", {}, title), h("p", { class: "card-text" }, text), drop, problem,
        result);
}

/**
 * A change of a plan, with its fields below it.
 * @param {string} line @param {string[]} fields
 */
function changeItem(line, fields) {
    return fields.length === 0 ? line : [line, h("ul", {}, fields.map((field) => h("li", {}, field)))];
}

/**
 * One thing that can't be imported from Apple as is.
 * @param {Wire.AppStoreConnectNote} note
 */
function noteLine({ subject, name, kind, values: [first, second], sentence }) {
    if (!hasText(`connect.note.${kind}`)) return sentence;
    const of = subject === "document" ? number(Number(name)) : name;
    return t(`connect.note.of.${subject}`, { name: of }) + t(`connect.note.${kind}`, { first, second });
}

/** @param {import("../app/app.js").Context} connect */
function importCard(connect) {
    const { bundleID } = connect;
    return fileCard({ title: t("connect.config.import"), text: t("connect.config.import.text"), isMany: false,
        label: t("connect.config.choose"), plan: ([document]) => apps.configure(bundleID, document, true),
        run: ([document]) => apps.configure(bundleID, document, false),
        done: async () => connect.setApp(await apps.get(bundleID)) });
}

/** @param {import("../app/app.js").Context} connect */
function appleCard(connect) {
    const { bundleID } = connect;
    return fileCard({ title: t("connect.config.apple"), text: t("connect.config.apple.text"), isMany: true,
        label: t("connect.config.choose-many"), plan: (documents) => apps.importFromApple(bundleID, documents, true),
        run: (documents) => apps.importFromApple(bundleID, documents, false),
        done: async () => connect.setApp(await apps.get(bundleID)) });
}
