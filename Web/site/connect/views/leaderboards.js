// An app's leaderboards; the editor of one (&leaderboard=ID, or &new).

import { apps, leaderboards, sets } from "../../lib/api-connect.js";
import { t } from "../../lib/i18n.js";
import { formatScore } from "../../lib/score-format.js";
import { asked, badge, itemRow, picturesFor, showList } from "../parts/configured.js";
import { editLeaderboard, LEADERBOARD } from "../parts/leaderboard-editor.js";
import { samples } from "../parts/score-preview.js";

/** @param {HTMLElement} container @param {import("../app/app.js").Context} connect */
export async function show(container, connect) {
    const { bundleID } = connect;
    const list = await leaderboards.list(bundleID);
    const one = asked(LEADERBOARD, connect, list);
    if (one !== undefined) return editLeaderboard(container, connect, one, list);
    const [pictures, groups] = await Promise.all([picturesFor(LEADERBOARD, connect), sets.list(bundleID)]);
    showList(container, LEADERBOARD, connect, { list, limit: groups.length > 0 ? 500 : 100,
        order: (ids) => apps.order(bundleID, { leaderboards: ids }),
        row: (each) => itemRow(LEADERBOARD, connect, each, { pictures,
            facts: [each.isDefault && badge(t("connect.board.is-default")),
                each.isHidden && badge(t("connect.is-hidden"), "badge-quiet"),
                each.id.startsWith("grp.") && badge(t("connect.kind.group")),
                each.kind !== "classic" && badge(t(`connect.kind.${each.kind}`))],
            figure: example(each, connect) }) });
    return undefined;
}

/**
 * A score as the leaderboard shows it.
 * @param {Wire.AppLeaderboard} board @param {import("../app/app.js").Context} connect
 */
function example(board, { app }) {
    /** @type {Partial<Wire.Localization>} */
    const look = board.localizations.find(({ language }) => language === app.defaultLanguage) ?? {};
    return formatScore(samples(board.format)[1], { ...look, format: look.formatOverride ?? board.format,
        language: app.defaultLanguage });
}
