// The app's game page: localizations, icon and screenshots.

import { apps } from "../../lib/api-connect.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { forgetIcon } from "../../elements/app-icon.js";
import { viewHead } from "../../elements/connect-frame.js";
import { bindForm } from "../parts/form.js";
import { languageEditor } from "../parts/language-editor.js";
import { pictureField } from "../parts/picture.js";

const SCREENSHOTS = 10;

/** @param {HTMLElement} container @param {import("../app/app.js").Context} connect */
export async function show(container, connect) {
    const { app, bundleID } = connect;
    const isReadOnly = !connect.can("configure");
    const pictures = await apps.pictures(bundleID);
    /** @param {string} where */
    const url = (where) => pictures.find((picture) => picture.place === where)?.url ?? null;
    const own = app.localizations.find(({ language }) => language === app.defaultLanguage);
    const editor = languageEditor({ name: "localizations", defaultLanguage: app.defaultLanguage, isReadOnly,
        values: own === undefined ? [{ language: app.defaultLanguage, name: app.name }, ...app.localizations]
            : app.localizations,
        fields: [
            { name: "name", label: t("connect.app.name"), isRequired: true, limit: 64 },
            { name: "subtitle", label: t("connect.app.subtitle"), limit: 64 },
            { name: "description", label: t("connect.app.description"), kind: "area", limit: 4_000 },
        ] });
    const form = bindForm({ fields: editor.fields, isBar: true, save: t("connect.form.save"),
        send: async () => connect.setApp(await apps.change(bundleID, { localizations: editor.value })),
        parts: [h("section", { class: "card" }, h("h2", {}, t("connect.store.texts")),
            h("p", { class: "card-text" }, t("connect.store.texts.text")), editor.element)] });
    connect.guard(form.isDirty);

    const icon = pictureField({ bundleID, place: "icon", label: t("connect.store.icon"), shape: "icon",
        url: url("icon"), isReadOnly, changed: () => {
            forgetIcon(bundleID);
            connect.setApp(connect.app);
        } });
    container.replaceChildren(
        viewHead(t("connect.view.localizations"), { text: t("connect.store.text") }),
        h("section", { class: "card" }, h("h2", {}, t("connect.store.icon")),
            h("p", { class: "card-text" }, t("connect.store.icon.text")), icon),
        h("section", { class: "card" }, h("h2", {}, t("connect.store.screenshots")),
            h("p", { class: "card-text" }, t("connect.store.screenshots.text")), screenshots(connect, url, isReadOnly)),
        form.element);
}

/**
 * The existing screenshots and one empty slot.
 * @param {{bundleID: string}} connect @param {(where: string) => ?string} url @param {boolean} isReadOnly
 */
function screenshots({ bundleID }, url, isReadOnly) {
    const row = h("div", { class: "picture-row" });
    const filled = new Set();
    /** @param {number} index */
    const add = (index) => {
        const where = `screenshots/${index}`;
        row.append(pictureField({ bundleID, place: where, shape: "wide", url: url(where), isReadOnly,
            label: t("connect.store.screenshot", { index }), changed: (address) => {
                if (address === null) filled.delete(index);
                else filled.add(index);
                if (filled.size === row.childElementCount && filled.size < SCREENSHOTS) add(row.childElementCount + 1);
            } }));
    };
    let last = 0;
    for (let index = 1; index <= SCREENSHOTS; index += 1) {
        if (url(`screenshots/${index}`) === null) continue;
        filled.add(index);
        last = index;
    }
    const count = isReadOnly ? last : Math.min(SCREENSHOTS, last + 1);
    for (let index = 1; index <= count; index += 1) add(index);
    return row;
}
