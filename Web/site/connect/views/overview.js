// An app's overview: steps to the first score, counts, and details.

import { achievements, activities, apps, challengeDefinitions, leaderboards, sets } from "../../lib/api-connect.js";
import { matchesOf } from "../../lib/api-operate.js";
import { h, lookUp } from "../../lib/dom.js";
import { number, t } from "../../lib/i18n.js";
import { showBanner } from "../../lib/banner.js";
import { stateBadge, viewAddress, viewHead } from "../../elements/connect-frame.js";
import { bindForm, disableAll, selectField, textField } from "../parts/form.js";
import { ask } from "../ask.js";
import { explain } from "../details.js";
import { languageChoices } from "../languages.js";
import { enableButton, firstBoard, firstScore, sandboxScore } from "../parts/first-score.js";
import { snippet } from "../parts/snippet.js";

/** @param {HTMLElement} container @param {import("../app/app.js").Context} connect */
export async function show(container, connect) {
    const { app, bundleID } = connect;
    const [boards, medals, groups, openings, definitions, matchCount] = await Promise.all([leaderboards.list(bundleID),
        achievements.list(bundleID), sets.list(bundleID), activities.list(bundleID),
        challengeDefinitions.list(bundleID), latestMatches(app)]);
    const board = firstBoard(boards);
    const mayRead = app.isGameCenterEnabled && board !== undefined && !app.isArchived;
    const entry = mayRead ? await sandboxScore(bundleID, board).catch(() => null) : null;
    const isOpen = !app.isReleased && !app.isArchived;
    const isBeginning = isOpen && (entry === null || !app.isGameCenterEnabled);
    // The steps stay until the last is done, though what follows is offered after the first score.
    const first = isBeginning || (isOpen && medals.length === 0)
        ? firstScore(connect, { boards, achievements: medals, entry }) : null;
    container.replaceChildren(
        viewHead(app.name, { text: h("span", {}, bundleID, " ", stateBadge(app)), actions: [
            app.isReleased && h("a", { class: "button", href: `/games/?id=${encodeURIComponent(bundleID)}` },
                t("connect.overview.see")),
            !isBeginning && !app.isReleased && !app.isArchived && h("a", { class: "button button-primary",
                href: viewAddress(bundleID, "release") }, t("connect.overview.release"))] }),
        ...(app.isArchived ? [h("p", { class: "notice" }, t("connect.overview.archived"))] : []),
        ...(first === null ? [] : [first.element]),
        tally(bundleID, medals, [["leaderboards", boards.length], ["sets", groups.length],
            ["achievements", medals.length], ["activities", openings.length], ["challenges", definitions.length],
            ["matches", matchCount]]),
        ...(first === null && board !== undefined ? [code(app, board)] : []),
        details(connect), ...(app.isArchived || (isBeginning && !app.isGameCenterEnabled) ? []
            : [power(connect), guests(connect), desktop(connect)]));
    return () => first?.stop();
}

/**
 * How many matches there are; of many, only that.
 * @param {Wire.App} app
 */
async function latestMatches({ bundleID, isReleased }) {
    // What nobody can read is as good as not there.
    const { matches, next } = await matchesOf(bundleID, isReleased ? "production" : "sandbox")
        .catch(() => ({ matches: [], next: null }));
    return next === null ? matches.length : `${number(matches.length)}+`;
}

/** What an app begins with, which is shown while nothing else is there. */
const FIRST = ["leaderboards", "sets", "achievements"];

/**
 * What there is of the app, by view.
 * @param {string} bundleID @param {Wire.AppAchievement[]} medals @param {[view: string, count: number | string][]} all
 */
function tally(bundleID, medals, all) {
    const points = medals.reduce((sum, { points: more }) => sum + Number(more), 0);
    const filled = all.filter(([, count]) => count !== 0);
    const shown = filled.length > 0 ? filled : all.filter(([view]) => FIRST.includes(view));
    /** @param {number | string} count */
    const figure = (count) => h("strong", {}, typeof count === "number" ? number(count) : count);
    return h("div", { class: "tally" }, shown.flatMap(([view, count]) => [
        h("a", { href: viewAddress(bundleID, view) }, figure(count), h("span", {}, t(`connect.view.${view}`))),
        view === "achievements" && h("div", {}, figure(points), h("span", {}, t("connect.overview.points")))]));
}

/**
 * The sample code, after the first score too.
 * @param {Wire.App} app @param {Wire.AppLeaderboard} board
 */
const code = (app, board) => h("details", { class: "card" }, h("summary", {}, t("connect.snippet.title")),
    h("p", { class: "card-text" }, t("connect.first.run.text")), snippet(app, board));

/** @param {import("../app/app.js").Context} connect */
function details(connect) {
    const { app } = connect;
    const name = textField({ name: "name", label: t("connect.app.name"), value: app.name, required: true,
        attributes: { maxlength: 64 } });
    const bundleID = textField({ name: "bundleID", label: t("connect.app.bundle-id"), value: app.bundleID,
        frozen: t("connect.app.bundle-id.frozen") });
    const sku = textField({ name: "sku", label: t("connect.app.sku"), value: app.sku,
        note: t("connect.new.sku.note") });
    const tongue = selectField({ name: "defaultLanguage", label: t("connect.app.default-language"),
        value: app.defaultLanguage, note: t("connect.new.language.note"),
        options: languageChoices(app.defaultLanguage) });
    const link = textField({ name: "link", label: t("connect.app.link"), value: app.link,
        note: t("connect.app.link.note"), attributes: { inputmode: "url", maxlength: 2_000 } });
    const fields = [name, bundleID, sku, tongue, link];
    const form = bindForm({ fields: () => fields, save: t("connect.form.save"),
        parts: [h("div", { class: "fields" }, fields.map(({ element }) => element))],
        send: async () => connect.setApp(await apps.change(app.bundleID, { name: name.value, sku: sku.value,
            defaultLanguage: tongue.value, link: link.value === "" ? null : link.value })) });
    form.element.classList.add("form");
    connect.guard(form.isDirty);
    if (!connect.can("configure")) disableAll(form.element);
    return h("section", { class: "card" }, h("h2", {}, t("connect.overview.details")), form.element);
}

/**
 * Lets players without an account in, or not.
 * @param {import("../app/app.js").Context} connect
 */
function guests(connect) {
    const { app } = connect;
    const isAllowed = app.allowsGuests;
    const problem = h("p", { class: "field-error", role: "alert" });
    const turn = h("button", { class: "button", type: "button", onclick: async () => {
        try {
            connect.setApp(await apps.change(app.bundleID, { allowsGuests: !isAllowed }));
            // Nothing else in the view says so: what is typed elsewhere stays.
            const next = guests(connect);
            section.replaceWith(next);
            lookUp("button", next)?.focus();
        } catch (error) {
            problem.textContent = explain(error);
        }
    } }, t(isAllowed ? "connect.guests.refuse" : "connect.guests.allow"));
    const section = h("section", { class: "card" }, h("div", { class: "end-row end-row-first" },
        h("div", {}, h("h2", {}, t("connect.guests")),
            h("p", { class: "card-text" }, t(isAllowed ? "connect.guests.on" : "connect.guests.off"))),
        ...(connect.can("configure") ? [turn, problem] : [])));
    return section;
}

/**
 * Offers the desktop game beside the game's page, or not (rule 14.10).
 * @param {import("../app/app.js").Context} connect
 */
function desktop(connect) {
    const { app } = connect;
    const isOffered = app.hasDesktopGame === true;
    const problem = h("p", { class: "field-error", role: "alert" });
    const turn = h("button", { class: "button", type: "button", "data-act": "desktop", onclick: async () => {
        try {
            connect.setApp(await apps.change(app.bundleID, { hasDesktopGame: !isOffered }));
            const next = desktop(connect);
            section.replaceWith(next);
            lookUp("button", next)?.focus();
        } catch (error) {
            problem.textContent = explain(error);
        }
    } }, t(isOffered ? "connect.desktop.remove" : "connect.desktop.add"));
    const section = h("section", { class: "card" }, h("div", { class: "end-row end-row-first" },
        h("div", {}, h("h2", {}, t("connect.desktop")),
            h("p", { class: "card-text" }, t(isOffered ? "connect.desktop.on" : "connect.desktop.off"))),
        ...(connect.can("configure") ? [turn, problem] : [])));
    return section;
}

/**
 * Turns Game Center on or off.
 * @param {import("../app/app.js").Context} connect
 */
function power(connect) {
    const { app } = connect;
    const changed = () => {
        // By itself, too: the developer may stay in the view for what is unsaved.
        section.replaceWith(power(connect));
        connect.refresh();
    };
    const turnOff = h("button", { class: "button", type: "button", onclick: async () => {
        const isDone = await ask({ title: t("connect.disable.ask", { name: app.name }), text: t("connect.disable.text"),
            isDangerous: true, action: t("connect.disable"), act: async () => connect.setApp(
                await apps.change(app.bundleID, { isGameCenterEnabled: false })) });
        if (!isDone) return;
        showBanner({ title: t("connect.state.off"), text: app.name });
        changed();
    } }, t("connect.disable"));
    const may = connect.can("configure");
    const section = h("section", { class: "card" }, h("div", { class: "end-row end-row-first" },
        h("div", {}, h("h2", {}, "Game Center"),
            h("p", { class: "card-text" }, t(app.isGameCenterEnabled ? "connect.power.on" : "connect.power.off"))),
        may && (app.isGameCenterEnabled ? turnOff : enableButton(connect, changed))));
    return section;
}
