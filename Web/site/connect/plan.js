// An import's plan in the reader's language.

import { hasText, t } from "../lib/i18n.js";

/**
 * What a change does to each field, as the file has it.
 * @param {{change: number, field: string, from: string|null, to: string|null}[]|undefined} fields of a plan
 * @param {number} index of the change in the plan
 */
export function fieldLines(fields, index) {
    /** @param {?string} text */
    const value = (text) => text ?? t("connect.plan.none");
    return (fields ?? []).filter(({ change }) => change === index)
        .map(({ field, from, to }) => t("connect.plan.field", { field, from: value(from), to: value(to) }));
}

/**
 * A change, by its step; as the server says it in English, if there is no text for that.
 * @param {string} change @param {Wire.PlannedStep | undefined} step
 */
export function planLine(change, step) {
    const key = `connect.plan.line.${step?.kind === "policy" && step.id !== null ? "policy-of" : step?.kind}`;
    if (step === undefined || !hasText(key)) return change;
    const values = step.values.map((value) => {
        const part = `connect.plan.app.${value}`;
        return step.kind === "change-app" && hasText(part) ? t(part) : value;
    });
    return t(key, { id: step.id ?? "", values: values.join(t("connect.comma")) || t("connect.plan.none") });
}
