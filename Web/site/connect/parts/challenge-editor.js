// The editor of a challenge definition: on which leaderboard groups of friends compete, for how long, and its texts.

import { challengeDefinitions } from "../../lib/api-connect.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { card, fieldRow, itemEditor, picturesFor } from "./configured.js";
import { checkField, checklist, selectField, textField } from "./form.js";
import { nameOf } from "./item.js";

/** @type {import("./configured.js").Kind<Wire.AppChallengeDefinition>} */
export const CHALLENGE = { view: "challenges", name: "challenge", called: "title", calls: challengeDefinitions,
    pictures: "challenge-definitions", hasWidePictures: true, hasSpacesInIDs: true,
    words: () => ({
        title: t("connect.view.challenges"), about: t("connect.challenge.list.text"),
        none: t("connect.challenge.none.title"), noneText: t("connect.challenge.none.text"),
        full: t("connect.challenge.full"),
        new: t("connect.challenge.new"), newText: t("connect.challenge.new.text"),
        create: t("connect.challenge.create"), made: t("connect.challenge.made"),
        archive: t("connect.challenge.archive.text"), reopen: t("connect.challenge.reopen.text"),
        remove: t("connect.challenge.delete.text"), removed: t("connect.challenge.delete.consequence"),
    }) };

/** @type {Wire.AppChallengeDefinition["durations"]} */
const DURATIONS = ["oneDay", "threeDays", "oneWeek"];

/**
 * Whether groups can compete on it.
 * @param {Wire.AppLeaderboard} board
 */
export const takesScores = ({ kind, isArchived }) => kind !== "combined" && !isArchived;

/**
 * @param {HTMLElement} container @param {import("../app/app.js").Context} connect
 * @param {?Wire.AppChallengeDefinition} one null: a new one
 * @param {{list: Wire.AppChallengeDefinition[], boards: Wire.AppLeaderboard[]}} known
 */
export async function editChallenge(container, connect, one, { list, boards }) {
    const pictures = await picturesFor(CHALLENGE, connect);
    const editor = itemEditor(CHALLENGE, connect, one, { list, pictures, texts: [
        { name: "title", label: t("connect.achievement.title"), isRequired: true, limit: 255 },
        { name: "details", label: t("connect.game-activity.details"), kind: "area", whenEmpty: "", limit: 1_000,
            placeholder: t("connect.challenge.details.example") },
    ] });
    const offered = boards.filter((board) => takesScores(board) || board.id === one?.leaderboard);
    const board = selectField({ name: "leaderboard", label: t("connect.challenge.board"),
        value: one?.leaderboard ?? offered.find(({ isDefault }) => isDefault)?.id ?? offered[0]?.id ?? "",
        note: t("connect.challenge.board.note"), options: [
            ...offered.map((each) => ({ value: each.id, label: nameOf(each, connect.app) })),
            // It keeps the definition from nothing but new challenges.
            ...(one === null || offered.some((each) => each.id === one.leaderboard) ? []
                : [{ value: one.leaderboard, label: t("connect.challenge.board.gone", { id: one.leaderboard }) }])] });
    const isRecurring = () => boards.find((each) => each.id === board.value)?.kind === "recurring";
    const chosen = one === null || one.durations.length === 0 ? DURATIONS : one.durations;
    const durations = checklist("durations", t("connect.challenge.durations"), DURATIONS.map((id) =>
        ({ id, label: t(`connect.challenge.duration.${id}`) })), new Set(chosen), editor.isReadOnly, "");
    durations.check = () => (isRecurring() || durations.value.length > 0 ? null
        : t("connect.challenge.durations.missing"));
    const occurrence = h("p", { class: "notice" }, t("connect.challenge.occurrence"));
    const repeatable = checkField({ name: "isRepeatable", label: t("connect.challenge.repeatable"),
        value: one?.isRepeatable ?? true, note: t("connect.challenge.repeatable.note") });
    const version = textField({ name: "oldestAppVersion", label: t("connect.challenge.version"),
        value: one?.oldestAppVersion, note: t("connect.challenge.version.note"),
        attributes: { maxlength: 32, inputmode: "decimal", spellcheck: "false" },
        check: (text) => (/^[0-9.]*$/.test(text) ? null : t("connect.challenge.version.wrong")) });
    const group = textField({ name: "groupID", label: t("connect.challenge.group"), value: one?.groupID,
        note: t("connect.challenge.group.note"), attributes: { maxlength: 255, spellcheck: "false" } });
    const draw = () => {
        durations.element.hidden = isRecurring();
        occurrence.hidden = !isRecurring();
    };
    board.control.addEventListener("change", draw);
    draw();

    editor.show(container, {
        fields: () => [board, durations, repeatable, version, group],
        body: () => ({ leaderboard: board.value, isRepeatable: repeatable.value,
            durations: isRecurring() ? [] : DURATIONS.filter((duration) => durations.value.includes(duration)),
            oldestAppVersion: version.value === "" ? null : version.value,
            groupID: group.value === "" ? null : group.value }),
        parts: [editor.what(), editor.names(),
            card(t("connect.challenge.how"), fieldRow(board, repeatable), durations.element, occurrence),
            card(t("connect.challenge.more"), fieldRow(version, group))],
    });
}
