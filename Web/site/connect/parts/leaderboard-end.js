// Moving a leaderboard into a group, in its danger zone.

import { leaderboards } from "../../lib/api-connect.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { selectField } from "./form.js";
import { ask } from "../ask.js";
import { endRow } from "./end.js";

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
 * Null: it is no leaderboard that can move, or there is no group.
 * @param {import("../app/app.js").Context} connect @param {Wire.AppLeaderboard} board
 * @param {Wire.AppLeaderboard[]} boards
 */
export function moveRow(connect, board, boards) {
    const groups = boards.filter((one) => one.id.startsWith("grp.") && one.id !== board.id && !one.isArchived);
    const mayMove = groups.length > 0 && board.kind === "classic" && !board.id.startsWith("grp.");
    return mayMove ? move(connect, board, groups) : null;
}
