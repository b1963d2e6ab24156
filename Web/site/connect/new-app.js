// A new app: name, bundle ID, team.

import { apps } from "../lib/api-connect.js";
import { h, present } from "../lib/dom.js";
import { language, t } from "../lib/i18n.js";
import { viewAddress, viewHead } from "../elements/connect-frame.js";
import { bindForm, selectField, textField } from "./parts/form.js";
import { languageChoices } from "./languages.js";

/** Two or more parts of letters, digits, "_" and "-", separated by dots; the server has the same rule. */
const BUNDLE_ID = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+$/;
const BUNDLE_ID_LIMIT = 100;

/**
 * A bundle ID suggested from team and name: com.jungle-games.hop
 * @param {string} name @param {string} [team]
 */
function suggestion(name, team) {
    /** @param {string} text */
    const plain = (text) => text.normalize("NFKD").replaceAll(/[^A-Za-z0-9]+/g, "").toLowerCase();
    const parts = ["com", plain(team ?? "") || "example", name.normalize("NFKD").replaceAll(/[^A-Za-z0-9]+/g, "")];
    return parts[2] === "" ? "" : parts.join(".");
}

/** @param {HTMLElement} main @param {{teams: Wire.Team[]}} connect */
export function newApp(main, connect) {
    document.title = `${t("connect.new.title")} · Laurel`;
    const mine = connect.teams.filter(({ rights }) => rights.includes("configure"));
    const team = mine.length > 1 ? selectField({ name: "team", label: t("connect.new.team"), value: mine[0].id,
        options: mine.map(({ id, name }) => ({ value: id, label: name })) }) : null;
    const name = textField({ name: "name", label: t("connect.app.name"), note: t("connect.new.name.note"),
        required: true, attributes: { maxlength: 64, autofocus: true } });
    const bundleID = textField({ name: "bundleID", label: t("connect.app.bundle-id"), required: true,
        note: t("connect.new.bundle-id.note"),
        check: (text) => (BUNDLE_ID.test(text) ? null : t("connect.new.bundle-id.wrong")),
        attributes: { maxlength: BUNDLE_ID_LIMIT, autocapitalize: "none", spellcheck: "false", inputmode: "url" } });
    const sku = textField({ name: "sku", label: t("connect.app.sku"), note: t("connect.new.sku.note") });
    const tongue = selectField({ name: "defaultLanguage", label: t("connect.app.default-language"), value: language,
        note: t("connect.new.language.note"), options: languageChoices(language) });

    // Suggested until the developer types one.
    let isOwn = false;
    const teamName = () => mine.find(({ id }) => id === team?.value)?.name ?? mine[0]?.name;
    bundleID.control.addEventListener("input", () => { isOwn = bundleID.value !== ""; });
    bundleID.control.addEventListener("blur", () => bundleID.error(bundleID.value === "" ? null : bundleID.check()));
    name.control.addEventListener("input", () => {
        if (isOwn) return;
        bundleID.control.value = suggestion(name.value, teamName());
        bundleID.error(null);
    });

    const fields = present([team, name, bundleID, sku, tongue]);
    const form = bindForm({ fields: () => fields, save: t("connect.new.create"), saved: "",
        more: [h("a", { class: "button button-quiet", href: "/connect/" }, t("connect.cancel"))],
        parts: [h("div", { class: "form" }, fields.map(({ element }) => element))],
        send: async () => {
            /** @type {Wire.NewApp} */
            const body = { name: name.value, bundleID: bundleID.value, defaultLanguage: tongue.value };
            if (sku.value !== "") body.sku = sku.value;
            if (mine.length > 0) body.team = team?.value ?? mine[0].id;
            const app = await apps.create(body);
            location.assign(viewAddress(app.bundleID, "overview"));
        } });
    main.replaceChildren(h("div", { class: "connect-home" },
        viewHead(t("connect.new.title"), { text: t("connect.new.text") }), h("div", { class: "card" }, form.element)));
    name.control.focus();
}
