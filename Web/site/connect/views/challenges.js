// What players can challenge groups of friends to; the editor of one (&challenge=ID, or &new).

import { challengeDefinitions, leaderboards } from "../../lib/api-connect.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { viewAddress } from "../../elements/connect-frame.js";
import { CHALLENGE, editChallenge, takesScores } from "../parts/challenge-editor.js";
import { asked, badge, itemRow, picturesFor, showList } from "../parts/configured.js";
import { nameOf } from "../parts/item.js";

const COUNT_LIMIT = 100;

/** @param {HTMLElement} container @param {import("../app/app.js").Context} connect */
export async function show(container, connect) {
    const { app, bundleID } = connect;
    const [list, boards] = await Promise.all([challengeDefinitions.list(bundleID), leaderboards.list(bundleID)]);
    const one = asked(CHALLENGE, connect, list);
    const hasBoard = boards.some(takesScores);
    if (one !== undefined && (one !== null || hasBoard)) {
        return editChallenge(container, connect, one, { list, boards });
    }
    const pictures = await picturesFor(CHALLENGE, connect);
    /** @param {string} id */
    const boardName = (id) => {
        const board = boards.find((each) => each.id === id);
        return board === undefined ? id : nameOf(board, app);
    };
    showList(container, CHALLENGE, connect, { list, limit: COUNT_LIMIT,
        lacks: hasBoard ? null : { text: t("connect.challenge.none.boards"),
            action: h("a", { class: "button button-primary",
                href: viewAddress(bundleID, "leaderboards", { new: "" }) }, t("connect.board.new")) },
        row: (each) => itemRow(CHALLENGE, connect, each, { pictures, note: boardName(each.leaderboard),
            facts: [each.isRepeatable && badge(t("connect.challenge.is-repeatable"))],
            figure: each.durations.length === 0 ? t("connect.challenge.until-reset")
                : each.durations.map((duration) => t(`connect.challenge.duration.${duration}`)).join(" / ") }) });
    return undefined;
}
