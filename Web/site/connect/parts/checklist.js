// The release checklist, computed from the app's configuration.

import { t } from "../../lib/i18n.js";
import { languageName } from "../languages.js";
import { languagesOf, nameOf } from "./item.js";

/**
 * The first few names.
 * @param {string[]} names
 */
function few(names) {
    const first = names.slice(0, 3).join(t("connect.comma"));
    return names.length > 3 ? t("connect.check.more", { names: first }) : first;
}

/**
 * @typedef {{key: string, state: "done" | "warn" | "stop", view: string,
 *     values: Record<string, string | number>}} Check
 */

/**
 * @param {Wire.App} app @param {Wire.AppLeaderboard[]} boards @param {Wire.AppAchievement[]} medals
 * @param {Wire.Image[]} pictures
 * @param {?{count: number}[]} test the Sandbox's test data;
 *     null: no permission to see it
 * @returns {Check[]}
 */
export function checklist(app, boards, medals, pictures, test) {
    /** @returns {Check} */
    const check = (/** @type {string} */ key, /** @type {boolean} */ isDone, /** @type {string} */ view, values = {},
        /** @type {"warn" | "stop"} */ open = "warn") => ({ key, state: isDone ? "done" : open, view, values });
    /** @param {string} place */
    const has = (place) => pictures.some((picture) => picture.place === place || picture.place.startsWith(`${place}/`));
    const spoken = [...boards, ...medals].flatMap(({ localizations }) => localizations.map(({ language }) => language));
    const languages = [...new Set([...languagesOf(app), ...spoken])];
    const own = app.localizations.find(({ language }) => language === app.defaultLanguage);
    const lacking = languages.filter((language) => [...boards, ...medals].some(({ isArchived, localizations }) =>
        !isArchived && !localizations.some((localization) => localization.language === language)));
    const plain = [...boards.filter(({ id }) => !has(`leaderboards/${id}`)),
        ...medals.filter(({ id }) => !has(`achievements/${id}`))].filter(({ isArchived }) => !isArchived);
    const plainIsBoard = boards.some((board) => plain.includes(board));
    const points = medals.reduce((sum, medal) => sum + Number(medal.points), 0);
    const scores = test?.reduce((sum, { count }) => sum + count, 0);
    return [
        check("enabled", app.isGameCenterEnabled, "overview", {}, "stop"),
        check("boards", boards.some(({ isArchived, isHidden }) => !isArchived && !isHidden), "leaderboards",
            { count: boards.length }),
        check("achievements", medals.length > 0, "achievements", { count: medals.length, points }),
        check("texts", Boolean(own?.description), "localizations", { language: languageName(app.defaultLanguage) }),
        check("languages", lacking.length === 0,
            boards.some((board) => board.localizations.length < languages.length) ? "leaderboards" : "achievements",
            { languages: few(languages.map(languageName)), missing: few(lacking.map(languageName)) }),
        check("icon", has("icon") && has("screenshots"), "localizations"),
        check("pictures", plain.length === 0, plainIsBoard ? "leaderboards" : "achievements",
            { names: few(plain.map((one) => nameOf(one, app, "points" in one ? "title" : "name"))) }),
        check("link", app.link !== null, "overview"),
        ...(scores === undefined ? [] : [check("testdata", scores === 0, "testdata", { count: scores })]),
    ];
}
