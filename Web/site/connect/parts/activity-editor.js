// The editor of an activity: who plays how, what the game gets with it, what links to it, and its texts.

import { activities } from "../../lib/api-connect.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { card, fieldRow, itemEditor, picturesFor } from "./configured.js";
import { areaField, checkField, selectField, textField } from "./form.js";
import { nameOf } from "./item.js";
import { orderedList } from "./ordered-list.js";

/** @type {import("./configured.js").Kind<Wire.AppActivity>} */
export const ACTIVITY = { view: "activities", name: "activity", called: "title", calls: activities,
    pictures: "activities", hasWidePictures: true, words: () => ({
        title: t("connect.view.activities"), about: t("connect.game-activity.list.text"),
        none: t("connect.game-activity.none.title"), noneText: t("connect.game-activity.none.text"),
        full: t("connect.game-activity.full"),
        new: t("connect.game-activity.new"), newText: t("connect.game-activity.new.text"),
        create: t("connect.game-activity.create"), made: t("connect.game-activity.made"),
        archive: t("connect.game-activity.archive.text"), reopen: t("connect.game-activity.reopen.text"),
        remove: t("connect.game-activity.delete.text"), removed: t("connect.game-activity.delete.consequence"),
    }) };

/** The server's limits. */
const PLAYERS = 1_000;
const PROPERTIES = 64;
const PROPERTY_NAME = 64;
const PROPERTY_VALUE = 255;

/** A property a line: name=value. */
const written = (/** @type {{name: string, value: string}[]} */ properties) =>
    properties.map(({ name, value }) => `${name}=${value}`).join("\n");

/** @param {string} text */
const read = (text) => text.split("\n").map((line) => line.trim()).filter((line) => line !== "").map((line) => {
    const [name, ...value] = line.split("=");
    return { name: name.trim(), value: value.join("=").trim() };
});

/** @param {string} text @returns {?string} what is wrong with it */
function checkProperties(text) {
    const properties = read(text);
    if (properties.length > PROPERTIES) return t("connect.game-activity.properties.too-many");
    const isWrong = properties.some(({ name, value }) => name === "" || name.length > PROPERTY_NAME
        || value.length > PROPERTY_VALUE) || text.split("\n").some((line) => line.trim() !== "" && !line.includes("="));
    if (isWrong) return t("connect.game-activity.properties.wrong");
    const twice = properties.find(({ name }, index) => properties.findIndex((other) => other.name === name) !== index);
    return twice === undefined ? null : t("connect.game-activity.properties.twice", { name: twice.name });
}

/** @param {string} text empty: no limit */
const count = (text) => (text === "" ? null : Number(text));

/** @param {string} text @param {boolean} isOptional */
const isCount = (text, isOptional) => (text === "" ? isOptional
    : /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= PLAYERS);

/**
 * @param {HTMLElement} container @param {import("../app/app.js").Context} connect
 * @param {?Wire.AppActivity} one null: a new one
 * @param {{list: Wire.AppActivity[], boards: Wire.AppLeaderboard[], medals: Wire.AppAchievement[]}} known
 */
export async function editActivity(container, connect, one, { list, boards, medals }) {
    const { app } = connect;
    const pictures = await picturesFor(ACTIVITY, connect);
    const editor = itemEditor(ACTIVITY, connect, one, { list, pictures, texts: [
        { name: "title", label: t("connect.achievement.title"), isRequired: true, limit: 255 },
        { name: "details", label: t("connect.game-activity.details"), kind: "area", whenEmpty: "", limit: 1_000,
            placeholder: t("connect.game-activity.details.example") },
    ] });
    const { isReadOnly } = editor;
    const style = selectField({ name: "playStyle", label: t("connect.game-activity.style"),
        value: one?.playStyle ?? "unspecified",
        options: [
            { value: "unspecified", label: t("connect.game-activity.style.unspecified") },
            { value: "synchronous", label: t("connect.game-activity.style.synchronous") },
            { value: "asynchronous", label: t("connect.game-activity.style.asynchronous") },
        ] });
    const number = { inputmode: "numeric", maxlength: 4 };
    const least = textField({ name: "minPlayers", label: t("connect.game-activity.least"), required: true,
        value: String(one?.minPlayers ?? 1), attributes: number,
        check: (text) => (isCount(text, false) ? null : t("connect.game-activity.players.wrong")) });
    const most = textField({ name: "maxPlayers", label: t("connect.game-activity.most"),
        value: one?.maxPlayers === null || one === null ? "" : String(one.maxPlayers),
        note: t("connect.game-activity.most.note"), attributes: number,
        check: (text) => {
            if (!isCount(text, true)) return t("connect.game-activity.players.wrong");
            return text !== "" && Number(text) < Number(least.value) ? t("connect.game-activity.players.order") : null;
        } });
    const codes = checkField({ name: "supportsPartyCodes", label: t("connect.game-activity.codes"),
        value: one?.supportsPartyCodes ?? false, note: t("connect.game-activity.codes.note") });
    const address = textField({ name: "fallbackURL", label: t("connect.game-activity.address"),
        value: one?.fallbackURL, note: t("connect.game-activity.address.note"),
        attributes: { maxlength: 2_048, inputmode: "url", autocapitalize: "none", spellcheck: "false" } });
    const properties = areaField({ name: "properties", label: t("connect.game-activity.properties"),
        value: written(one?.properties ?? []), note: t("connect.game-activity.properties.note"),
        check: checkProperties,
        attributes: { autocapitalize: "none", spellcheck: "false",
            placeholder: t("connect.game-activity.properties.example") } });
    const linked = orderedList({ name: "leaderboards", label: t("connect.game-activity.boards"), isReadOnly,
        chosen: one?.leaderboards ?? [], add: t("connect.set.add"), none: t("connect.game-activity.boards.none"),
        items: boards.map((board) => ({ id: board.id, name: nameOf(board, app) })) });
    const earned = orderedList({ name: "achievements", label: t("connect.game-activity.medals"), isReadOnly,
        chosen: one?.achievements ?? [], add: t("connect.game-activity.medals.add"),
        none: t("connect.game-activity.medals.none"),
        items: medals.map((medal) => ({ id: medal.id, name: nameOf(medal, app, "title") })) });

    editor.show(container, {
        fields: () => [style, least, most, codes, address, properties, linked, earned],
        body: () => ({ playStyle: style.value, minPlayers: Number(least.value), maxPlayers: count(most.value),
            supportsPartyCodes: codes.value, fallbackURL: address.value === "" ? null : address.value,
            properties: read(properties.value), leaderboards: linked.value, achievements: earned.value }),
        parts: [editor.what(fieldRow(style, codes), fieldRow(least, most)), editor.names(),
            card(t("connect.game-activity.opens"), fieldRow(address, properties)),
            card(t("connect.game-activity.links"),
                h("p", { class: "card-text" }, t("connect.game-activity.links.text")), linked.element, earned.element)],
    });
}
