// The achievement editor: points, out of the app's total, and localizations.

import { achievements, apps } from "../../lib/api-connect.js";
import { attribute, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { showBanner } from "../../lib/banner.js";
import { viewAddress, viewHead } from "../../elements/connect-frame.js";
import { bindForm, checkField, disableAll, textField } from "./form.js";
import { languageEditor } from "./language-editor.js";
import { archiveRow, deleteRow, endCard } from "./end.js";
import { follow, idField, languagesOf, pictureCard, suggestID } from "./item.js";

/** Apple's limits: points per achievement, and per app. */
const POINTS_LIMIT = 100;
export const POINTS_OF_APP = 1_000;

/**
 * The meter of points used.
 * @param {number} sum @param {number} limit
 */
export function pointsMeter(sum, limit) {
    const bar = h("progress", { max: limit, value: sum, "aria-label": t("connect.points.label") });
    const text = h("span", { "aria-live": "polite" });
    /** @param {number} total */
    const draw = (total) => {
        bar.value = Math.min(total, limit);
        text.textContent = total > limit ? t("connect.points.over", { over: total - limit, limit })
            : t("connect.points.sum", { sum: total, limit, left: limit - total });
        attribute(text, "class", total > limit && "field-error");
    };
    draw(sum);
    return { element: h("div", { class: "meter" }, bar, text), draw };
}

/**
 * @param {HTMLElement} container @param {import("../app/app.js").Context} connect
 * @param {?Wire.AppAchievement} one null: a new one
 * @param {Wire.AppAchievement[]} list
 */
export async function editAchievement(container, connect, one, list) {
    const { app, bundleID } = connect;
    const isReadOnly = !connect.can("configure");
    const pictures = await apps.pictures(bundleID);
    const frozen = one?.isReleased === true && t("connect.frozen");
    const others = list.filter(({ id }) => id !== one?.id).reduce((sum, { points }) => sum + Number(points), 0);
    const meter = pointsMeter(others + Number(one?.points ?? 0), POINTS_OF_APP);

    const id = idField(one?.id, list.map((other) => other.id));
    const reference = textField({ name: "referenceName", label: t("connect.reference"), value: one?.referenceName,
        note: t("connect.reference.note") });
    const points = textField({ name: "points", label: t("connect.points"), value: String(one?.points ?? 10), frozen,
        note: t("connect.points.note"), required: true, attributes: { inputmode: "numeric", maxlength: 3 },
        check: (text) => {
            if (!/^\d+$/.test(text) || Number(text) > POINTS_LIMIT) return t("connect.points.wrong");
            return others + Number(text) > POINTS_OF_APP ? t("connect.points.too-many",
                { left: POINTS_OF_APP - others }) : null;
        } });
    points.control.addEventListener("input", () => meter.draw(others + (Number.parseInt(points.value, 10) || 0)));
    const isHidden = checkField({ name: "isHidden", label: t("connect.achievement.hidden"),
        value: one?.isHidden ?? false, note: t("connect.achievement.hidden.note") });
    const isRepeatable = checkField({ name: "isRepeatable", label: t("connect.achievement.repeatable"), frozen,
        value: one?.isRepeatable ?? false, note: t("connect.achievement.repeatable.note") });
    const editor = languageEditor({ name: "localizations", defaultLanguage: app.defaultLanguage, isReadOnly,
        wanted: languagesOf(app), values: one?.localizations ?? [],
        fields: [
            { name: "title", label: t("connect.achievement.title"), isRequired: true, limit: 100 },
            { name: "descriptionBefore", label: t("connect.achievement.before"), kind: "area", isRequired: true,
                limit: 255, placeholder: t("connect.achievement.before.example") },
            { name: "descriptionAfter", label: t("connect.achievement.after"), kind: "area", isRequired: true,
                limit: 255, placeholder: t("connect.achievement.after.example") },
        ] });

    const cards = one === null ? null : pictureCard({ bundleID, kind: "achievements", id: one.id, pictures, isReadOnly,
        languages: one.localizations.map(({ language }) => language) });
    const body = () => ({ ...(reference.value === "" ? {} : { referenceName: reference.value }),
        isHidden: isHidden.value, localizations: editor.value,
        ...(frozen ? {} : { points: Number(points.value), isRepeatable: isRepeatable.value }) });
    const form = bindForm({ isBar: true, save: t(one === null ? "connect.achievement.create" : "connect.form.save"),
        fields: () => [id, reference, points, isHidden, isRepeatable, ...editor.fields()],
        send: async () => {
            if (one !== null) {
                await achievements.change(bundleID, one.id, body());
                await cards?.update(editor.languages);
                return;
            }
            const made = await achievements.create(bundleID, { id: id.value, ...body() });
            showBanner({ title: t("connect.achievement.made"), text: made.id });
            connect.guard(() => false);
            connect.open("achievements", { achievement: made.id });
        },
        parts: [
            h("section", { class: "card" }, h("h2", {}, t("connect.board.what")),
                h("div", { class: "fields" }, reference.element, id.element),
                h("div", { class: "fields" }, points.element, meter.element),
                h("div", { class: "fields" }, isHidden.element, isRepeatable.element)),
            h("section", { class: "card" }, h("h2", {}, t("connect.board.names")), editor.element),
        ] });
    connect.guard(form.isDirty);
    if (one === null) {
        suggestID(id, reference.control);
        follow(editor.fields()[0].control, reference.control);
    }
    if (isReadOnly) disableAll(form.element);

    container.replaceChildren(
        h("a", { class: "view-back", href: viewAddress(bundleID, "achievements") }, t("connect.view.achievements")),
        viewHead(one?.referenceName ?? t("connect.achievement.new"), {
            text: one === null ? t("connect.achievement.new.text") : undefined }),
        form.element,
        ...(cards === null ? [] : [cards.element]),
        ...(one === null || isReadOnly ? [] : [end(connect, one)]));
}

/** @param {import("../app/app.js").Context} connect @param {Wire.AppAchievement} one */
function end(connect, one) {
    const { bundleID } = connect;
    const { id, referenceName: name, isArchived } = one;
    return endCard(
        archiveRow({ name, isArchived, done: connect.refresh,
            text: t(isArchived ? "connect.achievement.reopen.text" : "connect.achievement.archive.text"),
            change: (isOver) => achievements.change(bundleID, id, { isArchived: isOver }) }),
        !one.isReleased && deleteRow({ name, text: t("connect.achievement.delete.text"),
            consequence: t("connect.achievement.delete.consequence"), remove: () => achievements.remove(bundleID, id),
            done: () => connect.open("achievements") }));
}
