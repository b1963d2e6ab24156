// The developers' routes, as the pages of Connect call them. Pictures go up with their progress told.

import { request, upload } from "./api.js";

const one = (bundleID) => `/v1/connect/apps/${encodeURIComponent(bundleID)}`;
const under = (bundleID, kind, id) => `${one(bundleID)}/${kind}/${encodeURIComponent(id)}`;

export const apps = {
    /** @returns {Promise<Wire.App[]>} */
    list: async () => (await request("GET", "/v1/connect/apps")).apps,
    /** @param {string} bundleID @returns {Promise<Wire.App>} */
    get: (bundleID) => request("GET", one(bundleID)),
    /** @param {object} body @returns {Promise<Wire.App>} */
    create: (body) => request("POST", "/v1/connect/apps", { body }),
    /** @param {string} bundleID @param {object} body @returns {Promise<Wire.App>} */
    change: (bundleID, body) => request("PATCH", one(bundleID), { body }),
    /** @param {string} bundleID @returns {Promise<Wire.AppConfiguration>} */
    configuration: (bundleID) => request("GET", `${one(bundleID)}/configuration`),
    /** @param {string} bundleID @param {object} document @param {boolean} isPlan only says what would change
     *  @returns {Promise<Wire.ConfigurationPlan>} */
    configure: (bundleID, document, isPlan) =>
        request("PUT", `${one(bundleID)}/configuration`, { body: document, query: { plan: isPlan || null } }),
    /** @param {string} bundleID @param {{leaderboards?: string[], achievements?: string[]}} ids in order */
    order: (bundleID, ids) => request("PUT", `${one(bundleID)}/order`, { body: ids }),
    /** @param {string} bundleID @param {object[]} documents what the App Store Connect API answered
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
 * The calls that leaderboards, achievements and sets share.
 * @param {string} kind
 */
const parts = (kind) => ({
    list: async (bundleID) => (await request("GET", `${one(bundleID)}/${kind}`))[kind],
    create: (bundleID, body) => request("POST", `${one(bundleID)}/${kind}`, { body }),
    change: (bundleID, id, body) => request("PATCH", under(bundleID, kind, id), { body }),
    remove: (bundleID, id) => request("DELETE", under(bundleID, kind, id)),
});

export const leaderboards = {
    ...parts("leaderboards"),
    /**
     * Moves it with its scores into a group.
     * @param {string} into an id that begins with "grp."
     */
    move: (bundleID, id, into) => request("POST", `${under(bundleID, "leaderboards", id)}/move`, { body: { into } }),
};
export const achievements = parts("achievements");
export const sets = parts("sets");

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

export const removePicture = (bundleID, place) => request("DELETE", picturePath(bundleID, place));

/**
 * @param {string} bundleID @param {string} place @param {Blob} file @param {(part: number) => void} progress 0 to 1
 * @returns {Promise<Wire.Image>}
 */
export const putPicture = (bundleID, place, file, progress) => upload(picturePath(bundleID, place), file, progress);
