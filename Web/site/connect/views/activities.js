// An app's activities, which links open; the editor of one (&activity=ID, or &new).

import { achievements, activities, leaderboards } from "../../lib/api-connect.js";
import { t } from "../../lib/i18n.js";
import { ACTIVITY, editActivity } from "../parts/activity-editor.js";
import { asked, badge, itemRow, picturesFor, showList } from "../parts/configured.js";

const COUNT_LIMIT = 100;

/** @param {HTMLElement} container @param {import("../app/app.js").Context} connect */
export async function show(container, connect) {
    const { bundleID } = connect;
    const list = await activities.list(bundleID);
    const one = asked(ACTIVITY, connect, list);
    if (one !== undefined) {
        const [boards, medals] = await Promise.all([leaderboards.list(bundleID), achievements.list(bundleID)]);
        return editActivity(container, connect, one, { list, boards, medals });
    }
    const pictures = await picturesFor(ACTIVITY, connect);
    showList(container, ACTIVITY, connect, { list, limit: COUNT_LIMIT,
        row: (each) => itemRow(ACTIVITY, connect, each, { pictures,
            facts: [each.supportsPartyCodes && badge(t("connect.game-activity.has-codes"))],
            figure: t("connect.game-activity.players", { least: Number(each.minPlayers),
                most: each.maxPlayers === null ? "" : Number(each.maxPlayers) }) }) });
    return undefined;
}
