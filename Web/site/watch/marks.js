// What happened in a run: its name, its drawing, and the list of all.

import { h, svg } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { clock } from "./run.js";

/** @typedef {"end" | "feat" | "heart" | "hit" | "land"} MarkKind */

/**
 * As Arcade's Mark.Kind.
 * @type {MarkKind[]}
 */
export const KINDS = ["end", "feat", "heart", "hit", "land"];

/**
 * Filled, on a field of 16 by 16.
 * @type {Record<string, string>}
 */
const DRAWINGS = {
    end: "M4 1.5h1.5v1h7l-2 3 2 3h-7v6H4z",
    feat: "M8 1.5l2 4.2 4.6.6-3.4 3.2.9 4.6L8 11.9l-4.1 2.2.9-4.6L1.4 6.3 6 5.7z",
    heart: "M8 14.2C3 10.6 1.5 8.5 1.5 5.9A3.4 3.4 0 0 1 8 4.2a3.4 3.4 0 0 1 6.5 1.7c0 2.6-1.5 4.7-6.5 8.3z",
    land: "M8 1.5a4.5 4.5 0 0 1 4.5 4.5c0 3.2-4.5 8.5-4.5 8.5S3.5 9.2 3.5 6A4.5 4.5 0 0 1 8 1.5zm0 "
        + "2.7a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z",
};

/** @param {string} kind one of KINDS, hits left out */
export const drawing = (kind) => svg("path", { d: DRAWINGS[kind], "fill-rule": "evenodd" });

/**
 * The marks of a run with their names; hits have none, and achievements that the game has not are left out.
 * @param {import("./run.js").Run} run
 * @param {Map<string, string>} titles of achievements, by id
 * @returns {{tick: number, kind: MarkKind, name: string, score: number}[]}
 */
export function namedMarks(run, titles) {
    const { lands, ownTexts } = run.texts;
    /** @type {Record<MarkKind, (detail: number) => ?string>} */
    const names = {
        end: (detail) => {
            const text = ownTexts.get(detail);
            return typeof text === "string" ? text : t("watch.mark.end");
        },
        feat: (detail) => {
            const title = titles.get(run.feat(detail));
            return title ?? null;
        },
        heart: (left) => t("watch.mark.heart", { left }),
        hit: () => "",
        land: (detail) => lands?.[detail] ?? null,
    };
    return run.marks.flatMap(({ tick, kind: index, detail, score }) => {
        const kind = KINDS[index];
        const name = names[kind]?.(detail) ?? null;
        return name === null ? [] : [{ tick, score, kind, name }];
    });
}

/**
 * All that has a name, as a list of buttons that go there.
 * @param {ReturnType<typeof namedMarks>} marks @param {(score: number) => string} said
 * @param {(tick: number) => void} go
 */
export function momentList(marks, said, go) {
    return h("ol", { class: "moments" }, marks.filter(({ kind }) => kind !== "hit").map(({ tick, kind, name, score }) =>
        h("li", {}, h("button", { class: "moment", type: "button", "data-kind": kind, onclick: () => go(tick) },
            svg("svg", { class: "moment-icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, drawing(kind)),
            h("span", { class: "moment-time" }, clock(tick)), h("span", { class: "moment-name" },
                kind === "feat" && h("span", { class: "quiet-text" }, t("watch.mark.feat")), name),
            h("span", { class: "moment-score" }, said(score))))));
}
