// The end of a leaderboard: moved into a group, deleted before its release, archived after it.

import { leaderboards } from "../../lib/api-connect.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { selectField } from "../../elements/form.js";
import { ask } from "../ask.js";

/** @param {import("../app/app.js").Context} connect @param {object} board @param {object[]} boards */
export function leaderboardEnd(connect, board, boards) {
    const { bundleID } = connect;
    const row = (title, text, ...controls) => h("div", { class: "end-row" },
        h("div", {}, h("h3", {}, title), h("p", { class: "card-text" }, text)), controls);
    const groups = boards.filter(({ id, isArchived }) => id.startsWith("grp.") && id !== board.id && !isArchived);
    const rows = [];

    if (groups.length > 0 && board.kind === "classic" && !board.id.startsWith("grp.")) {
        const into = selectField({ name: "into", label: t("connect.board.move.into"), value: groups[0].id,
            options: groups.map(({ id, referenceName }) => ({ value: id, label: `${referenceName} · ${id}` })) });
        rows.push(row(t("connect.board.move"), t("connect.board.move.text"), into.element,
            h("button", { class: "button", type: "button", onclick: async () => {
                const isDone = await ask({ title: t("connect.board.move.ask", { name: board.referenceName }),
                    text: t("connect.board.move.consequence", { id: board.id, into: into.value }), isDangerous: true,
                    action: t("connect.board.move"), act: () => leaderboards.move(bundleID, board.id, into.value) });
                if (isDone) connect.open("leaderboards", { leaderboard: into.value });
            } }, t("connect.board.move"))));
    }
    const isOver = board.isArchived;
    rows.push(row(t(isOver ? "connect.reopen" : "connect.archive"),
        t(isOver ? "connect.board.reopen.text" : "connect.board.archive.text"),
        h("button", { class: "button", type: "button", onclick: async () => {
            const isDone = await ask({
                title: t(isOver ? "connect.reopen.ask" : "connect.archive.ask", { name: board.referenceName }),
                text: t(isOver ? "connect.board.reopen.text" : "connect.board.archive.text"),
                isDangerous: !isOver, action: t(isOver ? "connect.reopen" : "connect.archive"),
            act: () => leaderboards.change(bundleID, board.id, { isArchived: !isOver }) });
            if (isDone) connect.refresh();
        } }, t(isOver ? "connect.reopen" : "connect.archive"))));
    if (!board.isReleased) {
        rows.push(row(t("connect.delete"), t("connect.board.delete.text"),
            h("button", { class: "button button-danger", type: "button", onclick: async () => {
                const isDone = await ask({ title: t("connect.delete.ask", { name: board.referenceName }),
                    text: t("connect.board.delete.consequence"), isDangerous: true, action: t("connect.delete"),
                    act: () => leaderboards.remove(bundleID, board.id) });
                if (isDone) connect.open("leaderboards");
            } }, t("connect.delete"))));
    }
    return h("section", { class: "card ends" }, h("h2", {}, t("connect.end")), rows);
}
