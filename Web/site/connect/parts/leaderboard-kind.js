// The leaderboard type: classic, recurring (schedule), combined (parts) or group (apps).

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { checklist, choiceField, selectField, textField } from "./form.js";

/** Minutes; the server accepts 5 minutes to 30 days. */
const DURATIONS = [5, 15, 60, 360, 720, 1_440, 10_080, 20_160, 43_200];
const MINUTE = 60_000;

/** @param {number} minutes */
function spanName(minutes) {
    if (minutes % 10_080 === 0) return t("connect.span.weeks", { count: minutes / 10_080 });
    if (minutes % 1_440 === 0) return t("connect.span.days", { count: minutes / 1_440 });
    if (minutes % 60 === 0) return t("connect.span.hours", { count: minutes / 60 });
    return t("connect.span.minutes", { count: minutes });
}

/** @param {number} chosen */
const spans = (chosen) => [...new Set([...DURATIONS, chosen])].sort((a, b) => a - b)
    .map((minutes) => ({ value: String(minutes), label: spanName(minutes) }));

/**
 * The value of a datetime-local field, in UTC.
 * @param {string} text
 */
const local = (text) => new Date(text).toISOString().slice(0, 16);
const nextMidnight = () => new Date(Math.ceil(Date.now() / (1_440 * MINUTE)) * 1_440 * MINUTE).toISOString();

/** @param {?Wire.Recurrence | undefined} recurrence @param {string | false} frozen */
function schedule(recurrence, frozen) {
    const start = textField({ name: "recurrence.start", label: t("connect.recurrence.start"), frozen,
        value: local(recurrence?.start ?? nextMidnight()), note: t("connect.recurrence.start.note"),
        attributes: { type: "datetime-local" } });
    /** @param {string} name @param {number} [value] */
    const span = (name, value) => selectField({ name: `recurrence.${name}`, frozen,
        label: t(`connect.recurrence.${name}`), value: String(value ?? 10_080), options: spans(value ?? 10_080) });
    const duration = span("durationMinutes", recurrence?.durationMinutes);
    const restart = span("restartMinutes", recurrence?.restartMinutes);
    restart.check = () => (Number(restart.value) < Number(duration.value) ? t("connect.recurrence.short") : null);
    return { fields: [start, duration, restart], get value() {
        return { start: new Date(`${start.value}:00Z`).toISOString(), durationMinutes: Number(duration.value),
            restartMinutes: Number(restart.value) };
    } };
}

/**
 * @param {{board?: Wire.AppLeaderboard, boards: Wire.AppLeaderboard[],
 *     apps: {bundleID: string, name: string}[], id: () => string, frozen: string | false, changed: () => void}} options
 */
export function kindPart({ board, boards, apps, id, frozen, changed }) {
    const isGroup = board?.id.startsWith("grp.") === true;
    const first = isGroup ? "group" : board?.kind ?? "classic";
    const kinds = board === undefined ? ["classic", "recurring", "combined", "group"]
        : isGroup ? ["group"] : ["classic", "recurring", "combined"];
    const when = schedule(board?.recurrence, frozen);
    const candidates = boards.filter((one) => one.kind === "classic" && one.id !== board?.id && !one.isArchived);
    const parts = checklist("parts", t("connect.kind.parts"), candidates.map((one) => ({ id: one.id,
        label: `${one.referenceName} · ${t(`connect.format.${one.format}`)}` })), new Set(board?.parts), false,
    t("connect.kind.parts.none"));
    parts.check = () => (kind.value === "combined" && parts.value.length < 2 ? t("connect.kind.parts.few") : null);
    const shared = checklist("sharedWith", t("connect.kind.shared"), apps.map(({ bundleID, name }) => ({ id: bundleID,
        label: `${name} · ${bundleID}` })), new Set(board?.sharedWith), false, t("connect.kind.shared.none"));
    const fieldsets = { recurring: h("div", { class: "fields" }, when.fields.map(({ element }) => element)),
        combined: parts.element, group: shared.element };
    const kind = choiceField({ name: "kind", label: t("connect.kind.label"), value: first, frozen, choices: kinds
        .map((value) => ({ value, label: t(`connect.kind.${value}`), note: t(`connect.kind.${value}.note`) })),
    onchange: () => show() });
    const show = () => {
        for (const [name, fieldset] of Object.entries(fieldsets)) fieldset.hidden = kind.value !== name;
        changed();
    };
    for (const [name, fieldset] of Object.entries(fieldsets)) fieldset.hidden = first !== name;
    return {
        kind,
        element: h("div", { class: "team-part" }, kind.element, Object.values(fieldsets)),
        fields: () => [kind, ...(kind.value === "recurring" ? when.fields : []),
            ...(kind.value === "combined" ? [parts] : []), ...(kind.value === "group" ? [shared] : [])],
        /** The request body's fields; for a released leaderboard only the editable ones. */
        get body() {
            if (kind.value === "combined") return { parts: parts.value };
            if (kind.value === "group") return { sharedWith: shared.value };
            if (frozen) return {};
            if (kind.value === "recurring") return { recurrence: when.value };
            return board === undefined || board.kind === "classic" ? {}
                : board.kind === "recurring" ? { recurrence: null } : { parts: [] };
        },
        /** Why the ID doesn't fit the type, or null. */
        checkID: () => ((kind.value === "group") === id().startsWith("grp.") ? null
            : t(kind.value === "group" ? "connect.id.group" : "connect.id.no-group")),
    };
}
