// The leaderboard editor: fields, localizations and score preview.

import { apps, leaderboards } from "../../lib/api-connect.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { showBanner } from "../../lib/banner.js";
import { bindForm, checkField, disableAll, selectField, textField } from "./form.js";
import { languageEditor } from "./language-editor.js";
import { viewAddress, viewHead } from "../../elements/connect-frame.js";
import { follow, idField, languagesOf, pictureCard, suggestID } from "./item.js";
import { kindPart } from "./leaderboard-kind.js";
import { leaderboardEnd } from "./leaderboard-end.js";
import { formatChoices, scorePreview, typedValue } from "./score-preview.js";

/** @param {string} family @param {string[]} values */
const choices = (family, values) => values.map((value) => ({ value, label: t(`connect.${family}.${value}`) }));

/**
 * @param {HTMLElement} container @param {import("../app/app.js").Context} connect
 * @param {?Wire.AppLeaderboard} board null: a new one
 * @param {Wire.AppLeaderboard[]} boards
 */
export async function editLeaderboard(container, connect, board, boards) {
    const { app, bundleID } = connect;
    const isReadOnly = !connect.can("configure");
    const [pictures, all] = await Promise.all([apps.pictures(bundleID), apps.list()]);
    const siblings = all.filter((other) => other.teamID === app.teamID && other.bundleID !== bundleID);
    const frozen = board?.isReleased === true && t("connect.frozen");

    const id = idField(board?.id, boards.map((other) => other.id), () => kind.checkID());
    const reference = textField({ name: "referenceName", value: board?.referenceName, required: board === null,
        label: t(board === null ? "connect.board.name" : "connect.reference"),
        note: t(board === null ? "connect.board.name.note" : "connect.reference.note") });
    // The ID that is made of the name, while it is nobody's own.
    const made = h("code", {});
    const derived = h("p", { class: "field-note", hidden: board !== null }, t("connect.id"), ": ", made);
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
        changed: () => suggestAgain() });
    let suggestAgain = () => {};

    const cards = board === null ? null : pictureCard({ bundleID, kind: "leaderboards", id: board.id, pictures,
        isReadOnly, languages: board.localizations.map(({ language }) => language) });
    const own = textField({ name: "sample", label: t("connect.preview.try"), note: t("connect.preview.try.note"),
        check: wrongNumber, attributes: { inputmode: "numeric", maxlength: 20 } });
    /** @type {Map<string, {draw: ReturnType<typeof scorePreview>["draw"], read: () => Wire.Localization}>} */
    const previews = new Map();
    const editor = languageEditor({ name: "localizations", defaultLanguage: app.defaultLanguage, isReadOnly,
        wanted: languagesOf(app), values: board?.localizations ?? [],
        fields: [
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

    function draw() {
        for (const preview of previews.values()) {
            const { formatOverride, suffixSingular, suffixPlural } = preview.read();
            preview.draw({ format: formatOverride ?? format.value, suffixSingular, suffixPlural },
                typedValue(own.value));
        }
    }

    const plain = [id, reference, format, sort, keeps, lowest, highest, isDefault, isHidden, simulator,
        requires, guests];
    const fields = () => [...plain, ...kind.fields(), own, ...editor.fields()];
    const range = () => (lowest.value === "" ? null
        : { lowest: typedValue(lowest.value), highest: typedValue(highest.value) });
    const replays = () => (simulator.value === "" ? null
        : { simulator: simulator.value, requires: requires.value });
    const free = () => ({ ...(reference.value === "" ? {} : { referenceName: reference.value }), range: range(),
        isDefault: isDefault.value, isHidden: isHidden.value, replays: replays(), guests: guests.value,
        localizations: editor.value,
        ...kind.body });
    const fixed = () => (frozen ? {} : { format: format.value, sortOrder: sort.value, submissionType: keeps.value });

    const form = bindForm({ fields, isBar: true, save: t(board === null ? "connect.board.create" : "connect.form.save"),
        send: async () => {
            if (board === null) {
                const made = await leaderboards.create(bundleID, { id: id.value, ...fixed(), ...free() });
                form.settle();
                showBanner({ title: t("connect.board.made"), text: made.id });
                connect.guard(() => false);
                connect.open("leaderboards", { leaderboard: made.id });
                return;
            }
            const changed = await leaderboards.change(bundleID, board.id, { ...fixed(), ...free() });
            await cards?.update(editor.languages);
            if (changed.hiddenEntries > 0) {
                showBanner({ title: t("connect.form.saved"),
                    text: t("connect.board.hides", { count: Number(changed.hiddenEntries) }) });
            }
        },
        parts: [
            h("section", { class: "card" }, h("h2", {}, t("connect.board.what")),
                reference.element, derived, h("div", { class: "fields fields-wide" }, format.element, sort.element)),
            h("details", { class: "card form-advanced", open: board !== null }, h("summary", {}, t("connect.advanced")),
                h("div", { class: "team-part" }, id.element, kind.element, keeps.element,
                    h("div", { class: "fields" }, lowest.element, highest.element),
                    h("p", { class: "field-note" }, t("connect.board.range.note")),
                    h("div", { class: "fields" }, isDefault.element, isHidden.element),
                    h("div", { class: "fields" }, simulator.element, requires.element),
                    h("div", { class: "fields" }, guests.element),
                    h("h3", {}, t("connect.board.names")),
                    h("p", { class: "card-text" }, t("connect.board.names.text")),
                    h("div", { class: "fields" }, own.element), editor.element)),
        ] });
    for (const type of ["input", "change"]) form.element.addEventListener(type, draw);
    const showID = () => { made.textContent = id.value || "—"; };
    connect.guard(form.isDirty);
    if (board === null) {
        const suggest = suggestID(id, reference.control, () => (kind.kind.value === "group" ? "grp." : ""));
        suggestAgain = () => {
            suggest();
            showID();
        };
        form.element.addEventListener("input", showID);
        showID();
        follow(editor.fields()[0].control, reference.control);
    }
    if (isReadOnly) disableAll(form.element);

    container.replaceChildren(
        h("a", { class: "view-back", href: viewAddress(bundleID, "leaderboards") }, t("connect.view.leaderboards")),
        viewHead(board?.referenceName ?? t("connect.board.new"), {
            text: board === null ? t("connect.board.new.text") : undefined,
            actions: board === null ? [] : [h("a", { class: "button button-small", target: "_blank",
                href: `/games/?id=${encodeURIComponent(bundleID)}&environment=sandbox` }, t("connect.board.see"))] }),
        form.element,
        ...(cards === null ? [] : [cards.element]),
        ...(board === null || isReadOnly ? [] : [leaderboardEnd(connect, board, boards)]));
    draw();
}
