// An import's plan in the reader's language; the server sends lines in English.

import { t } from "../lib/i18n.js";

/**
 * The server's lines and their texts; groups are the values.
 * @type {[RegExp, string][]}
 */
const CHANGES = [
    [/^create app (?<id>.+)$/, "create-app"],
    [/^create leaderboard (?<id>.+)$/, "create-leaderboard"],
    [/^change leaderboard (?<id>.+)$/, "change-leaderboard"],
    [/^create set (?<id>.+)$/, "create-set"],
    [/^change set (?<id>.+)$/, "change-set"],
    [/^create achievement (?<id>.+)$/, "create-achievement"],
    [/^change achievement (?<id>.+)$/, "change-achievement"],
    [/^web origins: (?<origins>.*)$/, "web-origins"],
    [/^order leaderboards$/, "order-leaderboards"],
    [/^order achievements$/, "order-achievements"],
    [/^order leaderboards and achievements$/, "order-both"],
    [/^set the app's moderation$/, "policy"],
    [/^set the moderation of leaderboard (?<id>.+)$/, "policy-of"],
    [/^change app: (?<fields>.+)$/, "change-app"],
];

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

/** @param {string} change a line of a plan */
export function planLine(change) {
    for (const [pattern, name] of CHANGES) {
        const match = pattern.exec(change);
        if (match !== null) return t(`connect.plan.line.${name}`, { ...match.groups });
    }
    return change;
}
