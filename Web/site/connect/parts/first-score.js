// Onboarding: from a new app to its first score in five steps, checked off automatically.

import { apps } from "../../lib/api-connect.js";
import { games } from "../../lib/api.js";
import { attribute, avatar, h } from "../../lib/dom.js";
import { subscribe } from "../../lib/events.js";
import { t } from "../../lib/i18n.js";
import { viewAddress } from "../../elements/connect-frame.js";
import { explain } from "../details.js";
import { snippet } from "./snippet.js";

/** @typedef {import("../../lib/dom.js").Child} Child */

/**
 * The leaderboard for the first score.
 * @param {Wire.AppLeaderboard[]} boards
 * @returns {Wire.AppLeaderboard | undefined}
 */
export const firstBoard = (boards) => boards.find((one) => one.kind === "classic" && !one.isArchived && one.isDefault)
    ?? boards.find((one) => one.kind === "classic" && !one.isArchived);

/**
 * A leaderboard's best Sandbox entry, or null.
 * @param {string} bundleID @param {{id: string}} board @param {number} [version]
 */
export async function sandboxScore(bundleID, board, version) {
    const { entries } = await games.entries(bundleID, board.id,
        { environment: "sandbox", time: "allTime", count: 1, version });
    return entries[0] ?? null;
}

/**
 * @param {number} index @param {string} title @param {string} text @param {boolean} isDone
 * @param {...(Child | Child[])} parts
 */
function step(index, title, text, isDone, ...parts) {
    const mark = h("span", { class: "step-mark", "aria-hidden": "true" }, index);
    const said = h("span", { class: "quiet-text" }, t(isDone ? "connect.step.done" : "connect.step.open"));
    const element = h("li", { class: "step", "data-state": isDone ? "done" : "open" }, mark,
        h("div", { class: "step-body" }, h("h3", {}, title, " ", said), text && h("p", {}, text), parts.flat()));
    return { element, check: () => {
        element.dataset.state = "done";
        said.textContent = t("connect.step.done");
    } };
}

/**
 * The “Turn on Game Center” button.
 * @param {import("../app/app.js").Context} connect
 * @param {() => void} changed
 */
export function enableButton(connect, changed) {
    const problem = h("p", { class: "field-error", role: "alert" });
    const button = h("button", { class: "button button-primary", type: "button", onclick: async () => {
        attribute(button, "aria-busy", "true");
        try {
            connect.setApp(await apps.change(connect.bundleID, { isGameCenterEnabled: true }));
            changed();
        } catch (error) {
            problem.textContent = explain(error);
        }
        attribute(button, "aria-busy", null);
    } }, t("connect.enable"));
    return [button, problem];
}

/** @param {Wire.Entry} entry @param {boolean} isNew */
function arrived(entry, isNew) {
    const { displayName } = entry.player;
    return h("div", { class: "arrived", "data-new": isNew },
        isNew && h("span", { class: "mark wreath arrived-wreath", "aria-hidden": "true" }), avatar(displayName),
        h("div", {}, isNew && h("h4", {}, t("connect.first.arrived")), h("strong", {}, entry.formatted),
            h("p", {}, displayName)),
        h("span", { class: "badge badge-sandbox" }, t("sandbox")));
}

/**
 * @param {import("../app/app.js").Context} connect
 * @param {{boards: Wire.AppLeaderboard[], achievements: Wire.AppAchievement[], entry: ?Wire.Entry}} have
 * @returns {{element: HTMLElement, stop: () => void}}
 */
export function firstScore(connect, { boards, achievements, entry }) {
    const { app, bundleID } = connect;
    const may = connect.can("configure");
    const board = firstBoard(boards);
    /** @param {string} view @param {string} text */
    const link = (view, text) => may
        && h("a", { class: "button", href: viewAddress(bundleID, view, { new: "" }) }, text);
    const isOn = app.isGameCenterEnabled;
    const live = h("span", { class: "live", "data-state": "connecting" }, t("live.connecting"));
    const seen = h("div", { class: "arrived-place", "aria-live": "polite" }, entry !== null && arrived(entry, false));
    const last = step(5, t("connect.first.see"), t("connect.first.see.text"), entry !== null,
        isOn && board !== undefined && entry === null && live, seen);
    const steps = [
        step(1, t("connect.first.enable"), t("connect.first.enable.text"), isOn,
            !isOn && may && enableButton(connect, connect.refresh)),
        step(2, t("connect.first.board"), board === undefined ? t("connect.first.board.text") : board.id,
            board !== undefined, board === undefined && link("leaderboards", t("connect.board.new"))),
        step(3, t("connect.first.achievement"), t("connect.first.achievement.text"), achievements.length > 0,
            achievements.length === 0 && link("achievements", t("connect.achievement.new"))),
        step(4, t("connect.first.run"), t("connect.first.run.text"), entry !== null,
            board === undefined ? h("p", { class: "notice" }, t("connect.first.run.wait")) : snippet(app, board)),
        last,
    ];
    const progress = h("span", { class: "badge", role: "status" });
    const count = () => {
        const done = steps.filter(({ element }) => element.dataset.state === "done").length;
        progress.textContent = t("connect.first.progress", { done, count: steps.length });
        for (const { element } of steps) if (element.dataset.state === "now") element.dataset.state = "open";
        steps.find(({ element }) => element.dataset.state === "open")?.element.setAttribute("data-state", "now");
    };
    count();

    let stop = () => {};
    if (isOn && board !== undefined && entry === null) {
        stop = subscribe({ leaderboards: [`${bundleID}/${board.id}`], environment: "sandbox",
            onState: (state) => {
                live.dataset.state = state;
                live.textContent = t(state === "live" ? "connect.first.listening" : `live.${state}`);
            },
            onEvent: async ({ version }) => {
                const found = await sandboxScore(bundleID, board, version).catch(() => null);
                if (found === null) return;
                seen.replaceChildren(arrived(found, true));
                live.hidden = true;
                steps[3].check();
                last.check();
                count();
            } });
    }
    return { stop, element: h("section", { class: "card" },
        h("div", { class: "team-title" }, h("h2", {}, t("connect.first.title")),
            progress),
        h("p", { class: "card-text" }, t("connect.first.text")),
        h("ol", { class: "step-list" }, steps.map(({ element }) => element))) };
}
