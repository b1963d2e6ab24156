// An app's leaderboard sets; the editor of one (&set=ID, or &new).

import { leaderboards, sets } from "../../lib/api-connect.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { asked, card, itemEditor, itemRow, picturesFor, showList } from "../parts/configured.js";
import { nameOf } from "../parts/item.js";
import { orderedList } from "../parts/ordered-list.js";
import { setNames } from "../parts/set-names.js";

/** @type {import("../parts/configured.js").Kind<Wire.LeaderboardSet>} */
const SET = { view: "sets", name: "set", called: "name", pictures: "sets", calls: sets, words: () => ({
    title: t("connect.view.sets"), about: t("connect.set.list.text"),
    none: t("connect.set.none.title"), noneText: t("connect.set.none.text"),
    new: t("connect.set.new"), create: t("connect.set.create"), made: t("connect.set.made"),
    remove: t("connect.set.delete.text"), removed: t("connect.set.delete.consequence"),
}) };

/** @param {HTMLElement} container @param {import("../app/app.js").Context} connect */
export async function show(container, connect) {
    const { bundleID } = connect;
    const [list, boards, pictures] = await Promise.all([sets.list(bundleID), leaderboards.list(bundleID),
        picturesFor(SET, connect)]);
    const one = asked(SET, connect, list);
    if (one !== undefined) return edit(container, connect, one, list, boards, pictures);
    showList(container, SET, connect, { list, row: (set) => itemRow(SET, connect, set, { pictures,
        figure: t("connect.set.count", { count: set.leaderboards.length }) }) });
    return undefined;
}

/**
 * @param {HTMLElement} container @param {import("../app/app.js").Context} connect
 * @param {?Wire.LeaderboardSet} one null: a new one @param {Wire.LeaderboardSet[]} list
 * @param {Wire.AppLeaderboard[]} boards @param {Wire.Image[]} pictures
 */
function edit(container, connect, one, list, boards, pictures) {
    const { app } = connect;
    const editor = itemEditor(SET, connect, one, { list, pictures,
        texts: [{ name: "name", label: t("connect.board.name"), isRequired: true, limit: 255 }] });
    const { isReadOnly, localizations } = editor;
    const names = new Map(boards.map((board) => [board.id, nameOf(board, app)]));
    const members = orderedList({ name: "leaderboards", label: t("connect.set.members"), isReadOnly,
        chosen: one?.leaderboards ?? [], add: t("connect.set.add"), none: t("connect.set.members.none"),
        items: [...names].map(([id, name]) => ({ id, name })) });
    const own = setNames({ names: one?.leaderboardNames ?? [], members: () => members.value, isReadOnly,
        languages: () => localizations.languages, nameOf: (member) => names.get(member) ?? member });
    members.element.addEventListener("input", () => own.draw());
    localizations.element.addEventListener("input",
        ({ target }) => !(target instanceof HTMLInputElement) && own.draw());
    editor.show(container, {
        fields: () => [members],
        body: () => ({ leaderboards: members.value, leaderboardNames: own.value }),
        parts: [editor.what(), card(t("connect.view.leaderboards"),
            h("p", { class: "card-text" }, t("connect.set.members.text")), members.element, own.element),
        editor.names()],
    });
}
