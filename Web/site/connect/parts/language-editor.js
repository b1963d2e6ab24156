// Localizations side by side: a column for each language, the default one first, missing ones named.
//
//     const editor = languageEditor({ name: "localizations", defaultLanguage: "en", wanted: ["de"],
//         values: board.localizations, fields: [{ name: "name", label: LABEL, isRequired: true }] });
//     editor.value  // [{ language: "en", name: "High Scores" }, …]

import { h, lookUp } from "../../lib/dom.js";
import { addTexts, t } from "../../lib/i18n.js";
import { languageChoices, languageName } from "../languages.js";
import { areaField, selectField, textField } from "./form.js";

await addTexts("connect");

const TAG = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

/**
 * @typedef {import("./form.js").Field} Field
 * @typedef {{name: string, label: string, note?: string, kind?: "text" | "area" | "select", isRequired?: boolean,
 *     isExact?: boolean, options?: {value: string, label: string}[], limit?: number, placeholder?: string,
 *     whenEmpty?: "" | null, sameAs?: string}} LanguageField an empty one that isn't required is in the body what
 *     `sameAs` names, an earlier field; else `whenEmpty`, or null
 */

/**
 * A localization's field. `isExact` keeps spaces at its ends: a suffix begins with one.
 * @param {string} kind @param {LanguageField} field @param {?string} [value]
 * @returns {Field}
 */
function make(kind, field, value) {
    const { name, label, note, kind: control, isRequired, isExact, options = [], limit = 200, placeholder } = field;
    const common = { name: `${kind}.${name}`, label, note, value };
    const required = isRequired === true;
    if (control === "select") return selectField({ ...common, value: value ?? "", options });
    const attributes = { maxlength: limit, placeholder };
    if (control === "area") return areaField({ ...common, required, attributes });
    const made = textField({ ...common, required, attributes });
    if (!isExact) return made;
    return { ...made, get value() { return made.control.value; } };
}

/**
 * @template {{language: string}} Localization
 * @param {object} options
 * @param {string} options.name what the body calls the list
 * @param {string} options.defaultLanguage @param {string[]} [options.wanted] languages that the app speaks elsewhere
 * @param {Localization[]} options.values
 * @param {LanguageField[]} options.fields
 * @param {(language: string, read: () => Localization) => ?Node} [options.below] what stands under a column's fields
 * @param {boolean} [options.isReadOnly] @param {() => void} [options.changed]
 */
export function languageEditor({
    name, defaultLanguage, wanted = [], values, fields, below, isReadOnly = false, changed,
}) {
    /** @type {Map<string, {fields: Field[], element: HTMLElement, read: () => Localization}>} */
    const columns = new Map();
    const list = h("div", { class: "languages" });
    const missing = h("div", { class: "notice notice-sandbox missing", role: "status", hidden: true });
    const adder = h("div", { class: "language-add" });

    /** @param {string} language @param {object} value what is known of its localization */
    function column(language, value) {
        const known = /** @type {Record<string, ?string | undefined>} */ (value);
        const made = fields.map((field) => make(name, field, known[field.name]));
        if (isReadOnly) for (const { control } of made) control.disabled = true;
        const read = () => {
            /** @type {Record<string, ?string>} */
            const body = { language };
            made.forEach((field, index) => {
                const { name: key, isRequired, whenEmpty = null, sameAs } = fields[index];
                body[key] = field.value !== "" || isRequired ? field.value
                    : sameAs === undefined ? whenEmpty : body[sameAs];
            });
            return /** @type {Localization} */ (body);
        };
        const isDefault = language === defaultLanguage;
        const heading = h("h3", { tabindex: "-1" }, languageName(language));
        const remove = !isDefault && !isReadOnly && h("button", { class: "link-button", type: "button", onclick: () => {
            columns.delete(language);
            element.remove();
            draw();
            tell();
            lookUp("select", adder)?.focus();
        } }, t("connect.language.remove"), h("span", { class: "quiet-text" }, ` ${languageName(language)}`));
        const element = h("section", { class: "language-column", lang: language, "data-language": language,
            "aria-label": languageName(language) },
        h("div", { class: "language-head", lang: document.documentElement.lang },
            heading, isDefault && h("span", { class: "badge" }, t("connect.language.default")), remove),
        made.map((field) => {
            // The labels are in the reader's language, what is typed in the column's.
            field.element.lang = document.documentElement.lang;
            field.control.lang = language;
            return field.element;
        }), below?.(language, read));
        columns.set(language, { fields: made, element, read });
        return element;
    }

    const tell = () => list.dispatchEvent(new Event("input", { bubbles: true }));

    /** @param {string} language */
    function add(language) {
        if (columns.has(language)) return;
        const element = column(language, {});
        list.append(element);
        draw();
        tell();
        lookUp("input, textarea, select", element)?.focus();
        element.scrollIntoView({ block: "nearest", inline: "nearest" });
    }

    function draw() {
        const gaps = wanted.filter((language) => !columns.has(language));
        missing.hidden = gaps.length === 0;
        missing.replaceChildren(h("p", {}, t("connect.language.missing",
            { languages: gaps.map(languageName).join(t("connect.comma")), fallback: languageName(defaultLanguage) })),
        ...(isReadOnly ? [] : gaps.map((language) => h("button", { class: "button button-small", type: "button",
            onclick: () => add(language) }, t("connect.language.add-one", { language: languageName(language) })))));
        const select = selectField({ name: "language", label: t("connect.language.add"), value: "", options: [
            { value: "", label: t("connect.language.choose") }, ...languageChoices(...gaps)
                .filter(({ value }) => !columns.has(value)), { value: "other", label: t("connect.language.other") }] });
        const own = textField({ name: "tag", label: t("connect.language.tag"), note: t("connect.language.tag.note"),
            attributes: { maxlength: 35, autocapitalize: "none", spellcheck: "false" } });
        own.element.hidden = true;
        const take = h("button", { class: "button button-small", type: "button", hidden: true, onclick: () => {
            if (TAG.test(own.value)) add(own.value);
            else own.error(t("connect.language.tag.wrong"));
        } }, t("connect.language.take"));
        select.control.addEventListener("input", (event) => event.stopPropagation());
        select.control.addEventListener("change", (event) => {
            event.stopPropagation();
            const isOther = select.value === "other";
            own.element.hidden = !isOther;
            take.hidden = !isOther;
            if (isOther) own.control.focus();
            else if (select.value !== "") add(select.value);
        });
        own.element.addEventListener("keydown", (event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            take.click();
        });
        adder.replaceChildren(...(isReadOnly ? [] : [select.element, own.element, take]));
    }

    /** @param {{language: string}} localization */
    const isDefault = ({ language }) => Number(language === defaultLanguage);
    /** @type {{language: string}[]} */
    const start = [...values].sort((a, b) => isDefault(b) - isDefault(a));
    if (!start.some(({ language }) => language === defaultLanguage)) start.unshift({ language: defaultLanguage });
    list.append(...start.map((value) => column(value.language, value)));
    list.addEventListener("input", () => changed?.());
    draw();
    return {
        element: h("div", { class: "team-part" }, missing, list, adder),
        fields: () => [...columns.values()].flatMap((one) => one.fields),
        get value() { return [...columns.values()].map(({ read }) => read()); },
        get languages() { return [...columns.keys()]; },
    };
}
