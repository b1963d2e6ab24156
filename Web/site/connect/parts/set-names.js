// Leaderboard names within one set: "Level 1" in this set, the full name elsewhere.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { languageName } from "../languages.js";

/**
 * @param {{names: {leaderboard: string, language: string, name: string}[], members: () => string[],
 *     languages: () => string[], nameOf: (id: string) => string, isReadOnly: boolean}} options
 * @returns {{element: HTMLElement, draw: () => void, value: {leaderboard: string, language: string, name: string}[]}}
 */
export function setNames({ names, members, languages, nameOf, isReadOnly }) {
    /** @type {Map<string, string>} also of removed members, in case they are added back */
    const written = new Map(names.map(({ leaderboard, language, name }) => [`${leaderboard}\n${language}`, name]));
    const list = h("div", { class: "team-part" });

    /** @param {string} leaderboard @param {string} language */
    function field(leaderboard, language) {
        const key = `${leaderboard}\n${language}`;
        /** @type {HTMLInputElement} */
        const input = h("input", { lang: language, maxlength: 255, autocomplete: "off", disabled: isReadOnly,
            placeholder: nameOf(leaderboard), oninput: () => written.set(key, input.value.trim()) });
        input.value = written.get(key) ?? "";
        return h("label", { class: "field" }, h("span", { class: "field-note" }, languageName(language)), input);
    }

    function draw() {
        list.replaceChildren(...members().map((leaderboard) => h("fieldset", { class: "name-row" },
            h("legend", {}, nameOf(leaderboard)),
            h("div", { class: "fields" }, languages().map((language) => field(leaderboard, language))))));
    }

    draw();
    return {
        element: h("details", { class: "name-part" }, h("summary", {}, t("connect.set.names")),
            h("p", { class: "card-text" }, t("connect.set.names.text")), list),
        draw,
        get value() {
            return members().flatMap((leaderboard) => languages().map((language) => ({ leaderboard, language,
                name: written.get(`${leaderboard}\n${language}`) ?? "" }))).filter(({ name }) => name !== "");
        },
    };
}
