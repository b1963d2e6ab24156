// The leaderboard editor: fields, localizations and score preview.

import { apps, leaderboards } from "../../lib/api-connect.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { showBanner } from "../../lib/banner.js";
import { fieldRow, itemEditor, picturesFor } from "./configured.js";
import { checkField, selectField, textField } from "./form.js";
import { kindPart } from "./leaderboard-kind.js";
import { moveRow } from "./leaderboard-end.js";
import { formatChoices, scorePreview, typedValue } from "./score-preview.js";

/** @type {import("./configured.js").Kind<Wire.AppLeaderboard>} */
export const LEADERBOARD = { view: "leaderboards", name: "leaderboard", called: "name", pictures: "leaderboards",
    calls: leaderboards, words: () => ({
        title: t("connect.view.leaderboards"), about: t("connect.board.list.text"),
        none: t("connect.board.none.title"), noneText: t("connect.board.none.text"), full: t("connect.board.full"),
        new: t("connect.board.new"), newText: t("connect.board.new.text"),
        create: t("connect.board.create"), made: t("connect.board.made"),
        archive: t("connect.board.archive.text"), reopen: t("connect.board.reopen.text"),
        remove: t("connect.board.delete.text"), removed: t("connect.board.delete.consequence"),
    }) };

/** @param {string} family @param {string[]} values */
const choices = (family, values) => values.map((value) => ({ value, label: t(`connect.${family}.${value}`) }));

/**
 * @param {HTMLElement} container @param {import("../app/app.js").Context} connect
 * @param {?Wire.AppLeaderboard} board null: a new one
 * @param {Wire.AppLeaderboard[]} boards
 */
export async function editLeaderboard(container, connect, board, boards) {
    const { app, bundleID } = connect;
    const [pictures, all] = await Promise.all([picturesFor(LEADERBOARD, connect), apps.list()]);
    const siblings = all.filter((other) => other.teamID === app.teamID && other.bundleID !== bundleID);

    /** @type {Map<string, {draw: ReturnType<typeof scorePreview>["draw"], read: () => Wire.Localization}>} */
    const previews = new Map();
    const editor = itemEditor(LEADERBOARD, connect, board, { list: boards, pictures,
        checkID: () => kind.checkID(), prefix: () => (kind.kind.value === "group" ? "grp." : ""),
        // People know a new one by its reference name.
        named: board === null
            ? { label: t("connect.board.name"), note: t("connect.board.name.note"), required: true } : {},
        texts: [
            { name: "name", label: t("connect.board.name"), isRequired: true, limit: 100 },
            { name: "description", label: t("connect.board.description"), limit: 255,
                placeholder: t("connect.board.description.example") },
            { name: "suffixSingular", label: t("connect.board.suffix-one"), isExact: true, limit: 50,
                placeholder: t("connect.board.suffix-one.example") },
            { name: "suffixPlural", label: t("connect.board.suffix-many"), isExact: true, limit: 50,
                note: t("connect.board.suffix.note"), placeholder: t("connect.board.suffix-many.example") },
            { name: "formatOverride", label: t("connect.board.override"), kind: "select",
                options: [{ value: "", label: t("connect.board.override.none") },
                    ...formatChoices(app.defaultLanguage)] },
        ],
        below: (language, read) => {
            const preview = scorePreview(language);
            previews.set(language, { draw: preview.draw, read });
            queueMicrotask(draw);
            return preview.element;
        } });
    const { id, reference, frozen } = editor;
    // The ID that is made of the name, while it is nobody's own.
    const made = h("code", {});
    const derived = h("p", { class: "field-note", hidden: board !== null }, t("connect.id"), ": ", made);
    const showID = () => { made.textContent = id.value || "—"; };
    const format = selectField({ name: "format", label: t("connect.board.format"), value: board?.format ?? "integer",
        frozen, options: formatChoices(app.defaultLanguage) });
    const sort = selectField({ name: "sortOrder", label: t("connect.board.sort"), frozen,
        value: board?.sortOrder ?? "highToLow", options: choices("sort", ["highToLow", "lowToHigh"]) });
    const keeps = selectField({ name: "submissionType", label: t("connect.board.keeps"),
        value: board?.submissionType ?? "best", frozen, options: choices("keeps", ["best", "mostRecent"]) });
    /** @param {string} text */
    const wrongNumber = (text) => (text === "" || typedValue(text) !== null ? null : t("connect.board.range.number"));
    /** @param {"lowest" | "highest"} name */
    const bound = (name) => textField({ name: `range.${name}`, label: t(`connect.range.${name}`), check: wrongNumber,
        value: board?.range ? String(board.range[name]) : "",
        attributes: { inputmode: "numeric", maxlength: 20 } });
    const lowest = bound("lowest");
    const highest = bound("highest");
    highest.check = () => wrongNumber(highest.value) ?? ((lowest.value === "") !== (highest.value === "")
        ? t("connect.board.range.both")
        : lowest.value !== "" && (typedValue(lowest.value) ?? 0n) >= (typedValue(highest.value) ?? 0n)
            ? t("connect.board.range.order") : null);
    const isDefault = checkField({ name: "isDefault", label: t("connect.board.default"),
        value: board?.isDefault ?? false, note: t("connect.board.default.note") });
    const isHidden = checkField({ name: "isHidden", label: t("connect.board.hidden"), value: board?.isHidden ?? false,
        note: t("connect.board.hidden.note") });
    const simulator = textField({ name: "replays.simulator", label: t("connect.board.simulator"),
        value: board?.replays?.simulator, note: t("connect.board.simulator.note"), attributes: { maxlength: 64 },
        check: (text) => (/^[a-z0-9.-]*$/.test(text) ? null : t("connect.board.simulator.wrong")) });
    const requires = selectField({ name: "replays.requires", label: t("connect.board.requires"),
        value: board?.replays?.requires ?? "none", options: choices("requires", ["none", "replay", "ticket"]) });
    const guests = selectField({ name: "guests", label: t("connect.board.guests"), value: board?.guests ?? "shown",
        note: t("connect.board.guests.note"), options: choices("guests", ["shown", "afterUpgrade"]) });
    const kind = kindPart({ board: board ?? undefined, boards, apps: siblings, id: () => id.value, frozen,
        changed: () => {
            editor.suggest();
            showID();
        } });
    const own = textField({ name: "sample", label: t("connect.preview.try"), note: t("connect.preview.try.note"),
        check: wrongNumber, attributes: { inputmode: "numeric", maxlength: 20 } });

    function draw() {
        for (const preview of previews.values()) {
            const { formatOverride, suffixSingular, suffixPlural } = preview.read();
            preview.draw({ format: formatOverride ?? format.value, suffixSingular, suffixPlural },
                typedValue(own.value));
        }
    }

    const range = () => (lowest.value === "" ? null
        : { lowest: typedValue(lowest.value), highest: typedValue(highest.value) });
    const replays = () => (simulator.value === "" ? null
        : { simulator: simulator.value, requires: requires.value });
    const fixed = () => (frozen ? {} : { format: format.value, sortOrder: sort.value, submissionType: keeps.value });

    const form = editor.show(container, {
        fields: () => [format, sort, keeps, lowest, highest, isDefault, isHidden, simulator, requires, guests,
            ...kind.fields(), own],
        body: () => ({ ...fixed(), range: range(), isDefault: isDefault.value, isHidden: isHidden.value,
            replays: replays(), guests: guests.value, ...kind.body }),
        saved: ({ hiddenEntries }) => {
            if (hiddenEntries > 0) {
                showBanner({ title: t("connect.form.saved"),
                    text: t("connect.board.hides", { count: Number(hiddenEntries) }) });
            }
        },
        actions: board === null ? [] : [h("a", { class: "button button-small", target: "_blank",
            href: `/games/?id=${encodeURIComponent(bundleID)}&environment=sandbox` }, t("connect.board.see"))],
        ends: board === null ? [] : [moveRow(connect, board, boards)],
        parts: [
            h("section", { class: "card" }, h("h2", {}, t("connect.board.what")),
                reference.element, derived, h("div", { class: "fields fields-wide" }, format.element, sort.element)),
            h("details", { class: "card form-advanced", open: board !== null }, h("summary", {}, t("connect.advanced")),
                h("div", { class: "team-part" }, id.element, kind.element, keeps.element, fieldRow(lowest, highest),
                    h("p", { class: "field-note" }, t("connect.board.range.note")),
                    fieldRow(isDefault, isHidden), fieldRow(simulator, requires), fieldRow(guests),
                    h("h3", {}, t("connect.board.names")),
                    h("p", { class: "card-text" }, t("connect.board.names.text")),
                    fieldRow(own), editor.localizations.element)),
        ] });
    for (const type of ["input", "change"]) form.addEventListener(type, draw);
    if (board === null) {
        form.addEventListener("input", showID);
        showID();
    }
    draw();
}
