// The achievement editor: points, out of the app's total, and localizations.

import { achievements } from "../../lib/api-connect.js";
import { attribute, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { fieldRow, itemEditor, picturesFor } from "./configured.js";
import { checkField, textField } from "./form.js";

/** Apple's limits: points per achievement, and per app. */
const POINTS_LIMIT = 100;
export const POINTS_OF_APP = 1_000;

/** @type {import("./configured.js").Kind<Wire.AppAchievement>} */
export const ACHIEVEMENT = { view: "achievements", name: "achievement", called: "title", pictures: "achievements",
    calls: achievements, words: () => ({
        title: t("connect.view.achievements"), about: t("connect.achievement.list.text"),
        none: t("connect.achievement.none.title"), noneText: t("connect.achievement.none.text"),
        full: t("connect.achievement.full"),
        new: t("connect.achievement.new"), newText: t("connect.achievement.new.text"),
        create: t("connect.achievement.create"), made: t("connect.achievement.made"),
        archive: t("connect.achievement.archive.text"), reopen: t("connect.achievement.reopen.text"),
        remove: t("connect.achievement.delete.text"), removed: t("connect.achievement.delete.consequence"),
    }) };

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
    const pictures = await picturesFor(ACHIEVEMENT, connect);
    const others = list.filter(({ id }) => id !== one?.id).reduce((sum, { points }) => sum + Number(points), 0);
    const meter = pointsMeter(others + Number(one?.points ?? 0), POINTS_OF_APP);
    const editor = itemEditor(ACHIEVEMENT, connect, one, { list, pictures, texts: [
        { name: "title", label: t("connect.achievement.title"), isRequired: true, limit: 100 },
        { name: "descriptionBefore", label: t("connect.achievement.before"), kind: "area", isRequired: true,
            limit: 255, placeholder: t("connect.achievement.before.example") },
        { name: "descriptionAfter", label: t("connect.achievement.after"), kind: "area",
            sameAs: "descriptionBefore", limit: 255, placeholder: t("connect.achievement.after.example"),
            note: t("connect.achievement.after.note") },
    ] });
    const { frozen } = editor;
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

    editor.show(container, {
        fields: () => [points, isHidden, isRepeatable],
        body: () => ({ isHidden: isHidden.value,
            ...(frozen ? {} : { points: Number(points.value), isRepeatable: isRepeatable.value }) }),
        parts: [editor.what(fieldRow(points, meter), fieldRow(isHidden, isRepeatable)), editor.names()],
    });
}
