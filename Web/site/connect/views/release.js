// Release: the checklist, what a release locks, and the release itself. Later: unreleased items and archiving.

import { achievements, apps, leaderboards } from "../../lib/api-connect.js";
import { h, present } from "../../lib/dom.js";
import { number, t } from "../../lib/i18n.js";
import { showBanner } from "../../lib/banner.js";
import { viewAddress, viewHead } from "../../elements/connect-frame.js";
import { ask } from "../ask.js";
import { checklist } from "../parts/checklist.js";
import { endCard, endRow } from "../parts/end.js";
import { countsOf } from "./testdata.js";

/** @typedef {import("../parts/checklist.js").Check} Check */

/** @param {HTMLElement} container @param {import("../app/app.js").Context} connect */
export async function show(container, connect) {
    const { app, bundleID } = connect;
    const [boards, medals, pictures, test] = await Promise.all([leaderboards.list(bundleID),
        achievements.list(bundleID), apps.pictures(bundleID),
        connect.can("wipe") ? apps.wipe(bundleID, { everything: true }, true) : null]);
    const unreleased = [...boards, ...medals].filter(({ isReleased }) => !isReleased);
    const parts = app.isArchived ? [h("p", { class: "notice" }, t("connect.overview.archived"))]
        : app.isReleased ? released(connect, unreleased)
            : [checklistCard(connect, checklist(app, boards, medals, pictures, test && countsOf(test, new Map())))];
    container.replaceChildren(viewHead(t("connect.view.release"), {
        text: t(app.isReleased ? "connect.release.over" : "connect.release.text") }), ...parts,
    ...(app.isArchived ? [] : [frozenCard()]), ...(connect.can("configure") ? [archive(connect)] : []));
}

/** @param {import("../app/app.js").Context} connect @param {Check[]} checks */
function checklistCard(connect, checks) {
    const { app } = connect;
    const isStopped = checks.some(({ state }) => state === "stop");
    const marks = { done: "●", warn: "!", stop: "×" };
    /** @param {Check} check */
    const item = ({ key, state, values, view }) => h("li", { class: "step", "data-state": state },
        h("span", { class: "step-mark", "aria-hidden": "true" }, marks[state]),
        h("div", { class: "step-body" }, h("h3", {}, t(`connect.check.${key}`),
            h("span", { class: "quiet-text" }, ` ${t(`connect.check.${state}`)}`)),
        h("p", {}, t(`connect.check.${key}.${state === "done" ? "done" : "open"}`, values)),
        state !== "done" && h("a", { href: viewAddress(app.bundleID, view) }, t("connect.check.go"))));
    const mayRelease = connect.can("release");
    const button = h("button", { class: "button button-primary", type: "button", disabled: isStopped || !mayRelease,
        onclick: async () => {
            const open = checks.filter(({ state }) => state === "warn").length;
            const isDone = await ask({ title: t("connect.release.ask", { name: app.name }), word: app.bundleID,
                action: t("connect.release.yes"), text: present([h("p", {}, t("connect.release.consequence")),
                    open > 0 && h("p", {}, t("connect.release.open", { count: open }))]),
                act: async () => connect.setApp(await apps.change(app.bundleID, { isReleased: true })) });
            if (!isDone) return;
            showBanner({ title: t("connect.release.done", { name: app.name }), text: t("connect.release.done.text") });
            connect.refresh();
        } }, t("connect.release.action"));
    const why = !mayRelease ? t("connect.release.right") : isStopped ? t("connect.release.stopped") : "";
    return h("section", { class: "card" }, h("div", { class: "team-title" }, h("h2", {}, t("connect.release.checks")),
        h("span", { class: "badge" }, t("connect.first.progress", {
            done: checks.filter(({ state }) => state === "done").length, count: checks.length }))),
    h("ul", { class: "step-list" }, checks.map(item)),
    h("div", { class: "form-actions" }, button, why && h("p", { class: "card-text" }, why)));
}

/** @param {import("../app/app.js").Context} connect @param {{id: string, referenceName: string}[]} unreleased */
function released(connect, unreleased) {
    const { app, bundleID } = connect;
    if (unreleased.length === 0) {
        return [h("section", { class: "card" }, h("h2", {}, t("connect.release.live", { name: app.name })),
            h("p", { class: "card-text" }, t("connect.release.live.text")),
            h("div", { class: "form-actions" }, h("a", { class: "button button-primary",
                href: `/games/?id=${encodeURIComponent(bundleID)}` }, t("connect.overview.see"))))];
    }
    const button = h("button", { class: "button button-primary", type: "button", disabled: !connect.can("release"),
        onclick: async () => {
            const isDone = await ask({ title: t("connect.release.new.ask", { count: unreleased.length }),
                text: t("connect.release.consequence"), action: t("connect.release.yes"),
                act: async () => connect.setApp(await apps.change(bundleID, { isReleased: true })) });
            if (isDone) connect.refresh();
        } }, t("connect.release.new.action"));
    return [h("section", { class: "card" }, h("h2", {}, t("connect.release.new", { count: number(unreleased.length) })),
        h("p", { class: "card-text" }, t("connect.release.new.text")),
        h("ul", { class: "plan" }, unreleased.map(({ id, referenceName }) => h("li", {}, `${referenceName} · ${id}`))),
        h("div", { class: "form-actions" }, button))];
}

const frozenCard = () => h("section", { class: "card" }, h("h2", {}, t("connect.release.frozen")),
    h("dl", { class: "terms" }, ["app", "leaderboards", "achievements"].flatMap((kind) => [
        h("dt", {}, t(kind === "app" ? "connect.group.app" : `connect.view.${kind}`)),
        h("dd", {}, t(`connect.freezes.${kind}`))])),
    h("p", { class: "card-text" }, t("connect.freezes.free")));

/** @param {import("../app/app.js").Context} connect */
function archive(connect) {
    const { app, bundleID } = connect;
    const isOver = app.isArchived;
    const action = t(isOver ? "connect.reopen" : "connect.archive");
    const text = t(isOver ? "connect.app.reopen.text" : "connect.app.archive.text");
    return endCard(endRow(action, text, h("button", { class: "button", type: "button", onclick: async () => {
        const isDone = await ask({ text,
            title: t(isOver ? "connect.reopen.ask" : "connect.archive.ask", { name: app.name }),
            isDangerous: !isOver, word: isOver ? undefined : bundleID, action,
            act: async () => connect.setApp(await apps.change(bundleID, { isArchived: !isOver })) });
        if (isDone) connect.refresh();
    } }, action)));
}

