// What players can challenge groups of friends to; the editor of one (&challenge=ID, or &new).

import { challengeDefinitions, leaderboards } from "../../lib/api-connect.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { viewAddress, viewHead } from "../../elements/connect-frame.js";
import { state } from "../../elements/state.js";
import { editChallenge, takesScores } from "../parts/challenge-editor.js";
import { nameOf } from "../parts/item.js";

const COUNT_LIMIT = 100;

/** @param {HTMLElement} container @param {import("../app/app.js").Context} connect */
export async function show(container, connect) {
    const { bundleID } = connect;
    const [list, boards] = await Promise.all([challengeDefinitions.list(bundleID), leaderboards.list(bundleID)]);
    const one = list.find(({ id }) => id === connect.query.get("challenge"));
    const hasBoard = boards.some(takesScores);
    if ((connect.query.has("new") && hasBoard) || one !== undefined) {
        return editChallenge(container, connect, connect.query.has("new") ? null : one ?? null, { list, boards });
    }
    const isFull = list.length >= COUNT_LIMIT;
    const mayCreate = connect.can("configure") && !isFull && hasBoard;
    const newLink = () => h("a", { class: "button button-primary",
        href: viewAddress(bundleID, "challenges", { new: "" }) }, t("connect.challenge.new"));
    container.replaceChildren(
        viewHead(t("connect.view.challenges"), { text: t("connect.challenge.list.text"),
            actions: [mayCreate && newLink()] }),
        list.length === 0
            ? h("div", { class: "card" }, state({ title: t("connect.challenge.none.title"),
                text: t(hasBoard ? "connect.challenge.none.text" : "connect.challenge.none.boards"), actions: [
                    mayCreate && newLink(),
                    !hasBoard && connect.can("configure") && h("a", { class: "button button-primary",
                        href: viewAddress(bundleID, "leaderboards", { new: "" }) }, t("connect.board.new"))] }))
            : h("section", { class: "card" }, h("ul", { class: "rows" }, list.map((each) =>
                h("li", {}, row(each, connect, boards))))),
        isFull ? h("p", { class: "notice" }, t("connect.challenge.full")) : "");
    return undefined;
}

/**
 * @param {Wire.AppChallengeDefinition} definition @param {import("../app/app.js").Context} connect
 * @param {Wire.AppLeaderboard[]} boards
 */
function row(definition, { app, bundleID }, boards) {
    /** @param {string} key @param {string} [kind] */
    const badge = (key, kind = "") => h("span", { class: `badge ${kind}` }, t(key));
    const { id, leaderboard, durations, isArchived, isRepeatable, isReleased } = definition;
    const board = boards.find((each) => each.id === leaderboard);
    return h("a", { class: "row-link", href: viewAddress(bundleID, "challenges", { challenge: id }) },
        h("span", { class: "row-text" }, h("strong", {}, nameOf(definition, app, "title")),
            h("small", {}, id, " · ", board === undefined ? leaderboard : nameOf(board, app))),
        h("span", { class: "row-facts" },
            isArchived && badge("connect.state.archived", "badge-quiet"),
            isRepeatable && badge("connect.challenge.is-repeatable"),
            !isReleased && badge("connect.is-unreleased", "badge-sandbox")),
        h("span", { class: "row-figure" }, durations.length === 0 ? t("connect.challenge.until-reset")
            : durations.map((duration) => t(`connect.challenge.duration.${duration}`)).join(" / ")));
}
