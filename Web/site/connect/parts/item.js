// Shared by the editors of leaderboards, sets and achievements: IDs, images, names.

import { apps } from "../../lib/api-connect.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { textField } from "./form.js";
import { pictureField } from "./picture.js";
import { languageName } from "../languages.js";

/**
 * @typedef {import("./form.js").Field} Field
 * @typedef {import("./form.js").Control} Control
 * @typedef {{bundleID: string, kind: string, isWide: boolean, id: string, languages: string[], pictures: Wire.Image[],
 *     isReadOnly: boolean}} Pictured
 */

const ID = /^[A-Za-z0-9._-]+$/;
const ID_WITH_SPACES = /^[A-Za-z0-9._-]([A-Za-z0-9 ._-]*[A-Za-z0-9._-])?$/;

/**
 * The ID field.
 * @param {string | undefined} id of an existing item: read-only @param {string[]} taken
 * @param {boolean} hasSpaces whether such IDs can have spaces @param {() => ?string} check what else is wrong with it
 */
export function idField(id, taken, hasSpaces, check = () => null) {
    return textField({ name: "id", label: t("connect.id"), value: id, required: true,
        frozen: id !== undefined && t("connect.id.frozen"),
        note: t(hasSpaces ? "connect.id.note.spaces" : "connect.id.note"),
        check: (text) => {
            if (id !== undefined) return null;
            if (!(hasSpaces ? ID_WITH_SPACES : ID).test(text)) {
                return t(hasSpaces ? "connect.id.wrong.spaces" : "connect.id.wrong");
            }
            return taken.includes(text) ? t("connect.id.taken") : check();
        },
        attributes: { maxlength: 100, autocapitalize: "none", spellcheck: "false" } });
}

/**
 * An id from a name: "High Scores" → "HighScores".
 * @param {string} name
 */
export const idFrom = (name) => name.normalize("NFKD").replaceAll(/[^A-Za-z0-9]+(.?)/g, (_, next) => next.toUpperCase())
    .slice(0, 100);

/**
 * Suggests an ID from the name until the developer types one.
 * @returns {() => void} suggests again
 * @param {Field} field @param {Control} name @param {() => string} [prefix]
 */
export function suggestID(field, name, prefix = () => "") {
    let isOwn = false;
    const suggest = () => {
        if (isOwn) return;
        const made = idFrom(name.value);
        field.control.value = made === "" ? "" : prefix() + made;
        field.error(null);
    };
    field.control.addEventListener("input", () => { isOwn = field.value !== ""; });
    name.addEventListener("input", suggest);
    return suggest;
}

/**
 * Copies `source` into the field until the developer types something else.
 * @param {Control} field @param {Control} source
 */
export function follow(field, source) {
    let isOwn = false;
    field.addEventListener("input", () => { isOwn = field.value !== ""; });
    source.addEventListener("input", () => { if (!isOwn) field.value = source.value; });
}

/**
 * An item's images, one per saved localization.
 * @param {Pictured} of
 */
export function pictureCard(of) {
    let element = drawPictures(of);
    return {
        get element() { return element; },
        /**
         * Redraws for the current languages.
         * @param {string[]} languages
         */
        async update(languages) {
            const next = drawPictures({ ...of, languages, pictures: await apps.pictures(of.bundleID) });
            element.replaceWith(next);
            element = next;
        },
    };
}

/** @param {Pictured} of */
function drawPictures({ bundleID, kind, isWide, id, languages, pictures, isReadOnly }) {
    const urls = new Map(pictures.map(({ place, url }) => [place, url]));
    return h("section", { class: "card" }, h("h2", {}, t("connect.pictures")),
        h("p", { class: "card-text" }, isWide ? t("connect.pictures.text.wide") : t("connect.pictures.text")),
        h("div", { class: "picture-row" }, languages.map((language) => {
            const place = `${kind}/${id}/${language}`;
            return h("div", {}, h("strong", {}, languageName(language)), pictureField({ bundleID, place, isReadOnly,
                shape: isWide ? "wide" : "square",
                label: t("connect.pictures.of", { language: languageName(language) }), url: urls.get(place) ?? null }));
        })));
}

/**
 * The app's languages: the default and those of its game page.
 * @param {Wire.App} app
 */
export const languagesOf = (app) =>
    [...new Set([app.defaultLanguage, ...app.localizations.map(({ language }) => language)])];

/**
 * The name in the app's default language, else in any.
 * @param {{id: string, referenceName?: ?string, localizations: {language: string, name?: string,
 *     title?: string}[]}} item
 * @param {Wire.App} app @param {"name" | "title"} [key]
 */
export const nameOf = (item, app, key = "name") => (item.localizations.find(({ language }) =>
    language === app.defaultLanguage) ?? item.localizations[0])?.[key] ?? item.referenceName ?? item.id;

/**
 * A row's image, or the mark.
 * @param {Wire.Image[]} pictures @param {string} kind @param {{id: string}} item @param {Wire.App} app
 */
export function rowPicture(pictures, kind, item, app) {
    const picture = pictures.find(({ place }) => place === `${kind}/${item.id}/${app.defaultLanguage}`)
        ?? pictures.find(({ place }) => place.startsWith(`${kind}/${item.id}/`));
    return h("span", { class: "row-picture" }, picture === undefined
        ? h("span", { class: "mark wreath", "aria-hidden": "true" })
        : h("img", { src: picture.url, alt: "", width: 48, height: 48 }));
}
