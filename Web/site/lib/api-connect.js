// The developers' routes, as the pages of Connect call them. Pictures go up with their progress told.

import { ask, request, upload } from "./api.js";

/**
 * @typedef {"leaderboards" | "achievements" | "sets" | "activities" | "challenge-definitions"} Kind
 * @typedef {{leaderboards: "leaderboardID", achievements: "achievementID", sets: "setID",
 *     activities: "activityID", "challenge-definitions": "definitionID"}} IDs
 */
/**
 * The route of one of them.
 * @template {Kind} Name @typedef {`/v1/connect/apps/{bundleID}/${Name}/{${IDs[Name]}}`} One
 */

/** @param {string} bundleID */
const one = (bundleID) => /** @type {const} */ (`/v1/connect/apps/${encodeURIComponent(bundleID)}`);

export const apps = {
    /** @returns {Promise<Wire.App[]>} */
    list: async () => (await request("GET", "/v1/connect/apps")).apps,
    /** @param {string} bundleID @returns {Promise<Wire.App>} */
    get: (bundleID) => request("GET", one(bundleID)),
    /** @param {Wire.NewApp} body @returns {Promise<Wire.App>} */
    create: (body) => request("POST", "/v1/connect/apps", { body }),
    /** @param {string} bundleID @param {object} body @returns {Promise<Wire.App>} */
    change: (bundleID, body) => request("PATCH", one(bundleID), { body }),
    /** @param {string} bundleID @returns {Promise<Wire.AppConfiguration>} */
    configuration: (bundleID) => request("GET", `${one(bundleID)}/configuration`),
    /** @param {string} bundleID @param {Wire.AppConfiguration} document @param {boolean} isPlan only says what would change
     *  @returns {Promise<Wire.ConfigurationPlan>} */
    configure: (bundleID, document, isPlan) =>
        request("PUT", `${one(bundleID)}/configuration`, { body: document, query: { plan: isPlan || null } }),
    /** @param {string} bundleID @param {{leaderboards?: string[], achievements?: string[]}} ids in order */
    order: (bundleID, ids) => request("PUT", `${one(bundleID)}/order`, { body: ids }),
    /** @param {string} bundleID @param {Record<string, unknown>[]} documents what the App Store Connect API answered
     *  @param {boolean} isPlan @returns {Promise<Wire.AppStoreConnectPlan>} */
    importFromApple: (bundleID, documents, isPlan) => request("POST", `${one(bundleID)}/app-store-connect-imports`,
        { body: { documents }, query: { plan: isPlan || null } }),
    /** @param {string} bundleID @param {{everything?: boolean, leaderboard?: string, alias?: string}} what
     *  @param {boolean} isPlan
     *  @returns {Promise<Wire.WipePlan>} */
    wipe: (bundleID, what, isPlan) =>
        request("POST", `${one(bundleID)}/wipes`, { body: what, query: { plan: isPlan || null } }),
    /** @param {string} bundleID @returns {Promise<Wire.Image[]>} */
    pictures: async (bundleID) => (await request("GET", `${one(bundleID)}/images`)).images,
};

/**
 * The calls that all kinds of things share that developers configure in an app.
 * @template {Kind} Name @template {string} [Member=Name]
 * @param {Name} kind @param {Member} member which of the answer's has the list
 */
const parts = (kind, member) => {
    /** @typedef {Wire.Routes[`GET /v1/connect/apps/{bundleID}/${Name}`]["answer"]} Listed */
    /** @typedef {Wire.Routes[`POST /v1/connect/apps/{bundleID}/${Name}`]["answer"]} Made */
    /** @typedef {Wire.Routes[`PATCH ${One<Name>}` & keyof Wire.Routes]["answer"]} Changed */
    /** @param {string} bundleID @param {string} id */
    const under = (bundleID, id) => `${one(bundleID)}/${kind}/${encodeURIComponent(id)}`;
    return {
        /** @param {string} bundleID @returns {Promise<Listed[Member & keyof Listed]>} */
        list: async (bundleID) => (await ask("GET", `${one(bundleID)}/${kind}`))[member],
        /** @param {string} bundleID @param {object} body @returns {Promise<Made>} */
        create: (bundleID, body) => ask("POST", `${one(bundleID)}/${kind}`, { body }),
        /** @param {string} bundleID @param {string} id @param {object} body @returns {Promise<Changed>} */
        change: (bundleID, id, body) => ask("PATCH", under(bundleID, id), { body }),
        /** @param {string} bundleID @param {string} id @returns {Promise<null>} */
        remove: (bundleID, id) => ask("DELETE", under(bundleID, id)),
    };
};

export const leaderboards = {
    ...parts("leaderboards", "leaderboards"),
    /**
     * Moves it with its scores into a group.
     * @param {string} bundleID @param {string} id @param {string} into an id that begins with "grp."
     */
    move: (bundleID, id, into) => request("POST",
        `${one(bundleID)}/leaderboards/${encodeURIComponent(id)}/move`, { body: { into } }),
};
export const achievements = parts("achievements", "achievements");
export const sets = parts("sets", "sets");
export const activities = parts("activities", "activities");

/** What players can challenge groups of friends to. */
export const challengeDefinitions = parts("challenge-definitions", "definitions");

export const teams = {
    /** @returns {Promise<Wire.Teams>} */
    list: () => request("GET", "/v1/connect/teams"),
    /** @param {{name: string, code?: string}} body @returns {Promise<Wire.Team>} */
    found: (body) => request("POST", "/v1/connect/teams", { body }),
    /** @param {{code: string} | {invitation: string}} body @returns {Promise<Wire.Team>} */
    join: (body) => request("POST", "/v1/connect/memberships", { body }),
};

/**
 * Where a picture is put.
 * @param {string} bundleID @param {string} place as `pictures` answers it
 */
export const picturePath = (bundleID, place) => {
    const [kind, id, language] = place.split("/");
    const parts = language === undefined ? [kind, id] : [kind, id, "images", language];
    return [one(bundleID), ...parts.filter((part) => part !== undefined).map(encodeURIComponent)].join("/");
};

/** @param {string} bundleID @param {string} place */
export const removePicture = (bundleID, place) => ask("DELETE", picturePath(bundleID, place));

/**
 * @param {string} bundleID @param {string} place @param {Blob} file @param {(part: number) => void} progress 0 to 1
 * @returns {Promise<Wire.Image>}
 */
export const putPicture = (bundleID, place, file, progress) => upload(picturePath(bundleID, place), file, progress);
