// The editor of a challenge definition: on which leaderboard groups of friends compete, for how long, and its texts.

import { challengeDefinitions } from "../../lib/api-connect.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { showBanner } from "../../lib/banner.js";
import { viewAddress, viewHead } from "../../elements/connect-frame.js";
import { bindForm, checkField, checklist, disableAll, selectField, textField } from "./form.js";
import { languageEditor } from "./language-editor.js";
import { archiveRow, deleteRow, endCard } from "./end.js";
import { follow, idField, languagesOf, nameOf, suggestID } from "./item.js";

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
export function editChallenge(container, connect, one, { list, boards }) {
    const { app, bundleID } = connect;
    const isReadOnly = !connect.can("configure");
    const id = idField(one?.id, list.map((other) => other.id));
    const reference = textField({ name: "referenceName", label: t("connect.reference"), value: one?.referenceName,
        note: t("connect.reference.note") });
    const offered = boards.filter((board) => takesScores(board) || board.id === one?.leaderboard);
    const board = selectField({ name: "leaderboard", label: t("connect.challenge.board"),
        value: one?.leaderboard ?? offered.find(({ isDefault }) => isDefault)?.id ?? offered[0]?.id ?? "",
        note: t("connect.challenge.board.note"), options: [
            ...offered.map((each) => ({ value: each.id, label: nameOf(each, app) })),
            // It keeps the definition from nothing but new challenges.
            ...(one === null || offered.some((each) => each.id === one.leaderboard) ? []
                : [{ value: one.leaderboard, label: t("connect.challenge.board.gone", { id: one.leaderboard }) }])] });
    const isRecurring = () => boards.find((each) => each.id === board.value)?.kind === "recurring";
    const chosen = one === null || one.durations.length === 0 ? DURATIONS : one.durations;
    const durations = checklist("durations", t("connect.challenge.durations"), DURATIONS.map((duration) =>
        ({ id: duration, label: t(`connect.challenge.duration.${duration}`) })), new Set(chosen), isReadOnly, "");
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
    const editor = languageEditor({ name: "localizations", defaultLanguage: app.defaultLanguage, isReadOnly,
        wanted: languagesOf(app), values: one?.localizations ?? [],
        fields: [
            { name: "title", label: t("connect.achievement.title"), isRequired: true, limit: 255 },
            { name: "details", label: t("connect.game-activity.details"), kind: "area", limit: 1_000,
                placeholder: t("connect.challenge.details.example") },
        ] });
    const show = () => {
        durations.element.hidden = isRecurring();
        occurrence.hidden = !isRecurring();
    };
    board.control.addEventListener("change", show);
    show();
    const body = () => ({ ...(reference.value === "" ? {} : { referenceName: reference.value }),
        leaderboard: board.value, isRepeatable: repeatable.value,
        durations: isRecurring() ? [] : DURATIONS.filter((duration) => durations.value.includes(duration)),
        oldestAppVersion: version.value === "" ? null : version.value,
        groupID: group.value === "" ? null : group.value,
        localizations: editor.value.map((each) =>
            ({ language: each.language, title: each.title ?? "", details: each.details ?? "" })) });
    const form = bindForm({ isBar: true,
        save: t(one === null ? "connect.challenge.create" : "connect.form.save"),
        fields: () => [id, reference, board, durations, repeatable, version, group, ...editor.fields()],
        send: async () => {
            if (one !== null) {
                await challengeDefinitions.change(bundleID, one.id, body());
                return;
            }
            const made = await challengeDefinitions.create(bundleID, { id: id.value, ...body() });
            showBanner({ title: t("connect.challenge.made"), text: made.id });
            connect.guard(() => false);
            connect.open("challenges", { challenge: made.id });
        },
        parts: [
            h("section", { class: "card" }, h("h2", {}, t("connect.board.what")),
                h("div", { class: "fields" }, reference.element, id.element)),
            h("section", { class: "card" }, h("h2", {}, t("connect.board.names")), editor.element),
            h("section", { class: "card" }, h("h2", {}, t("connect.challenge.how")),
                h("div", { class: "fields" }, board.element, repeatable.element), durations.element, occurrence),
            h("section", { class: "card" }, h("h2", {}, t("connect.challenge.more")),
                h("div", { class: "fields" }, version.element, group.element)),
        ] });
    connect.guard(form.isDirty);
    if (one === null) {
        suggestID(id, reference.control);
        follow(editor.fields()[0].control, reference.control);
    }
    if (isReadOnly) disableAll(form.element);

    container.replaceChildren(
        h("a", { class: "view-back", href: viewAddress(bundleID, "challenges") }, t("connect.view.challenges")),
        viewHead(one?.referenceName ?? t("connect.challenge.new"), {
            text: one === null ? t("connect.challenge.new.text") : undefined }),
        form.element,
        ...(one === null || isReadOnly ? [] : [end(connect, one)]));
}

/** @param {import("../app/app.js").Context} connect @param {Wire.AppChallengeDefinition} one */
function end(connect, one) {
    const { bundleID } = connect;
    const { id, referenceName: name, isArchived } = one;
    return endCard(
        archiveRow({ name, isArchived, done: connect.refresh,
            text: t(isArchived ? "connect.challenge.reopen.text" : "connect.challenge.archive.text"),
            change: (isOver) => challengeDefinitions.change(bundleID, id, { isArchived: isOver }) }),
        !one.isReleased && deleteRow({ name, text: t("connect.challenge.delete.text"),
            consequence: t("connect.challenge.delete.consequence"),
            remove: () => challengeDefinitions.remove(bundleID, id), done: () => connect.open("challenges") }));
}
