// An app's achievements and points; the editor of one (&achievement=ID, or &new).

import { achievements, apps } from "../../lib/api-connect.js";
import { t } from "../../lib/i18n.js";
import { ACHIEVEMENT, editAchievement, POINTS_OF_APP, pointsMeter } from "../parts/achievement-editor.js";
import { asked, badge, itemRow, picturesFor, showList } from "../parts/configured.js";

const COUNT_LIMIT = 100;

/** @param {HTMLElement} container @param {import("../app/app.js").Context} connect */
export async function show(container, connect) {
    const { bundleID } = connect;
    const list = await achievements.list(bundleID);
    const one = asked(ACHIEVEMENT, connect, list);
    if (one !== undefined) return editAchievement(container, connect, one, list);
    const pictures = await picturesFor(ACHIEVEMENT, connect);
    const sum = list.reduce((total, { points }) => total + Number(points), 0);
    showList(container, ACHIEVEMENT, connect, { list, limit: COUNT_LIMIT,
        above: pointsMeter(sum, POINTS_OF_APP).element,
        order: (ids) => apps.order(bundleID, { achievements: ids }),
        row: (each) => itemRow(ACHIEVEMENT, connect, each, { pictures,
            facts: [each.isHidden && badge(t("connect.is-hidden"), "badge-quiet"),
                each.isRepeatable && badge(t("connect.achievement.is-repeatable"))],
            figure: t("connect.achievement.points-of", { count: Number(each.points) }) }) });
    return undefined;
}
