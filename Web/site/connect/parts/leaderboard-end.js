// A leaderboard's danger zone: move to a group, archive, or delete before release.

import { leaderboards } from "../../lib/api-connect.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { selectField } from "./form.js";
import { ask } from "../ask.js";
import { archiveRow, deleteRow, endCard, endRow } from "./end.js";

/**
 * @param {import("../app/app.js").Context} connect @param {Wire.AppLeaderboard} board
 * @param {Wire.AppLeaderboard[]} groups
 */
function move(connect, board, groups) {
    const into = selectField({ name: "into", label: t("connect.board.move.into"), value: groups[0].id,
        options: groups.map(({ id, referenceName }) => ({ value: id, label: `${referenceName} · ${id}` })) });
    const button = h("button", { class: "button", type: "button", onclick: async () => {
        const isDone = await ask({ title: t("connect.board.move.ask", { name: board.referenceName }),
            text: t("connect.board.move.consequence", { id: board.id, into: into.value }), isDangerous: true,
            action: t("connect.board.move"), act: () => leaderboards.move(connect.bundleID, board.id, into.value) });
        if (isDone) connect.open("leaderboards", { leaderboard: into.value });
    } }, t("connect.board.move"));
    return endRow(t("connect.board.move"), t("connect.board.move.text"), into.element, button);
}

/**
 * @param {import("../app/app.js").Context} connect @param {Wire.AppLeaderboard} board
 * @param {Wire.AppLeaderboard[]} boards
 */
export function leaderboardEnd(connect, board, boards) {
    const { bundleID } = connect;
    const { id, referenceName: name, isArchived } = board;
    const groups = boards.filter((one) => one.id.startsWith("grp.") && one.id !== id && !one.isArchived);
    const mayMove = groups.length > 0 && board.kind === "classic" && !id.startsWith("grp.");
    return endCard(
        mayMove && move(connect, board, groups),
        archiveRow({ name, isArchived, done: connect.refresh,
            text: t(isArchived ? "connect.board.reopen.text" : "connect.board.archive.text"),
            change: (isOver) => leaderboards.change(bundleID, id, { isArchived: isOver }) }),
        !board.isReleased && deleteRow({ name, text: t("connect.board.delete.text"),
            consequence: t("connect.board.delete.consequence"), remove: () => leaderboards.remove(bundleID, id),
            done: () => connect.open("leaderboards") }));
}
