// The Sandbox's test data, and wiping it after a preview.

import { apps, leaderboards } from "../../lib/api-connect.js";
import { attribute, h, find } from "../../lib/dom.js";
import { hasText, number, t } from "../../lib/i18n.js";
import { showBanner } from "../../lib/banner.js";
import { viewHead } from "../../elements/connect-frame.js";
import { selectField, textField } from "../parts/form.js";
import { state } from "../../elements/state.js";
import { ask } from "../ask.js";
import { explain } from "../details.js";
import { nameOf } from "../parts/item.js";

/**
 * A wipe plan's counts, without zeros.
 * @returns {{name: string, count: number}[]}
 * @param {Wire.WipePlan} plan @param {Map<string, string>} names of leaderboards
 */
export function countsOf(plan, names) {
    const boards = plan.leaderboards.map(({ id, entries }) => ({ name: names.get(id) ?? id, count: Number(entries) }));
    const sections = plan.sections.map(({ name, count }) => ({
        name: hasText(`connect.section.${name}`) ? t(`connect.section.${name}`) : name, count: Number(count) }));
    return [...boards, ...sections].filter(({ count }) => count > 0);
}

/** @param {{name: string, count: number}[]} counts */
const facts = (counts) => h("dl", { class: "terms" }, counts.map(({ name, count }) =>
    [h("dt", {}, name), h("dd", {}, number(count))]).flat());

/** @param {HTMLElement} container @param {import("../app/app.js").Context} connect */
export async function show(container, connect) {
    const { app, bundleID } = connect;
    if (!connect.can("wipe")) {
        container.replaceChildren(viewHead(t("connect.view.testdata")), h("div", { class: "card" },
            state({ title: t("connect.wipe.forbidden.title"), text: t("connect.wipe.forbidden.text") })));
        return;
    }
    const [boards, all] = await Promise.all([leaderboards.list(bundleID),
        apps.wipe(bundleID, { everything: true }, true)]);
    const names = new Map(boards.map((board) => [board.id, nameOf(board, app)]));
    const counts = countsOf(all, names);

    /**
     * Previews a wipe, asks for confirmation, then wipes.
     * @param {{everything?: boolean, leaderboard?: string, alias?: string}} what @param {string} title
     * @param {HTMLElement} problem @param {HTMLElement} button
     */
    async function wipe(what, title, problem, button) {
        problem.textContent = "";
        attribute(button, "aria-busy", "true");
        try {
            const plan = countsOf(await apps.wipe(bundleID, what, true), names);
            if (plan.length === 0) {
                problem.textContent = t("connect.wipe.nothing");
                return;
            }
            const isDone = await ask({ title, isDangerous: true, action: t("connect.wipe.yes"),
                text: [h("p", {}, t("connect.wipe.goes")), facts(plan), h("p", {}, t("connect.wipe.never"))],
                word: what.everything ? bundleID : undefined, act: () => apps.wipe(bundleID, what, false) });
            if (!isDone) return;
            showBanner({ title: t("connect.wipe.done"), text: app.name });
            connect.refresh();
        } catch (error) {
            problem.textContent = explain(error);
        } finally {
            attribute(button, "aria-busy", null);
        }
    }

    /**
     * @param {string} title @param {string} text @param {?import("../parts/form.js").Field} field
     * @param {() => Parameters<typeof wipe>[0]} what @param {() => string} question
     */
    function row(title, text, field, what, question) {
        const problem = field?.error === undefined ? h("p", { class: "field-error", role: "alert" })
            : find(".field-error", field.element);
        const button = h("button", { class: "button", type: "button", onclick: () => {
            const wrong = field?.check() ?? null;
            if (wrong === null) wipe(what(), question(), problem, button);
            else field?.error(wrong);
        } }, t("connect.wipe.action"), h("span", { class: "quiet-text" }, ` ${title}`));
        return h("div", { class: "end-row" }, h("div", {}, h("h3", {}, title), h("p", { class: "card-text" }, text),
            field === null && problem), field?.element, button);
    }

    const withScores = boards.filter((one) =>
        all.leaderboards.some(({ id, entries }) => id === one.id && entries > 0));
    const board = withScores.length === 0 ? null : selectField({ name: "leaderboard", label: t("connect.wipe.which"),
        value: withScores[0].id, options: withScores.map((one) => ({ value: one.id, label: nameOf(one, app) })) });
    const player = textField({ name: "alias", label: t("connect.wipe.alias"), required: true,
        attributes: { maxlength: 64, autocapitalize: "none", spellcheck: "false" } });
    container.replaceChildren(
        viewHead(t("connect.view.testdata"), { text: t("connect.wipe.text") }),
        h("section", { class: "card" }, h("h2", {}, t("connect.wipe.now")),
            counts.length === 0 ? h("p", { class: "card-text" }, t("connect.wipe.empty")) : facts(counts)),
        counts.length === 0 ? "" : h("section", { class: "card ends" }, h("h2", {}, t("connect.wipe.title")),
            board !== null && row(t("connect.wipe.board"), t("connect.wipe.board.text"), board,
                () => ({ leaderboard: board.value }),
                () => t("connect.wipe.ask", { name: names.get(board.value) ?? "" })),
            row(t("connect.wipe.player"), t("connect.wipe.player.text"), player, () => ({ alias: player.value }),
                () => t("connect.wipe.ask", { name: player.value })),
            row(t("connect.wipe.all"), t("connect.wipe.all.text"), null, () => ({ everything: true }),
                () => t("connect.wipe.all.ask", { name: app.name }))));
}
