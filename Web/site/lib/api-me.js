// The interface of the player's own pages: profile, photo, settings, inbox.

import { Problem, request } from "./api.js";

/**
 * @typedef {import("./api.js").Player & {photo?: {small: string, normal: string}, status?: string}} OwnPlayer
 * @typedef {"everyone" | "friends" | "nobody"} Audience
 * @typedef {{player: OwnPlayer, realName: ?string, status: ?string, audience: Audience, isFindable: boolean,
 *     takesRequests: boolean, birthYear: ?number, forbidsStrangers: boolean, forbidsMessages: boolean,
 *     hasGuardian: boolean, isUnderage: boolean, isMultiplayerGamingRestricted: boolean,
 *     isPersonalizedCommunicationRestricted: boolean}} Profile
 * @typedef {{id: string, isCurrent: boolean, device: ?string, bundleID: ?string, environment: ?string, created: string,
 *     lastUsed: string}} ListedSession
 * @typedef {{kind?: ?string, bundleID?: ?string, isOn: boolean, isPushed: boolean}} Choice
 * @typedef {{choices: Choice[], quietHours: ?{from: string, to: string, timeZone: string}}} NotificationSettings
 */

/**
 * Sends bytes and tells how far it is; `fetch` cannot.
 * @param {string} path @param {Blob} blob @param {(share: number) => void} onProgress
 */
function upload(path, blob, onProgress) {
    return new Promise((resolve, reject) => {
        const http = new XMLHttpRequest();
        http.open("PUT", path);
        http.setRequestHeader("Content-Type", blob.type);
        http.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
        http.onerror = () => reject(new Problem("communications-failure"));
        http.onload = () => {
            let body = {};
            try {
                body = JSON.parse(http.responseText);
            } catch {
                // What stands between us and the server may answer anything.
            }
            if (http.status >= 200 && http.status < 300) resolve(body);
            else reject(new Problem(String(body.type ?? "refused").split("/").pop(), { ...body, status: http.status }));
        };
        http.send(blob);
    });
}

export const me = {
    /** @returns {Promise<Profile>} */
    profile: () => request("GET", "/v1/players/me/profile"),
    /** What is left out stays; null takes away.
     *  @param {{alias?: string, realName?: ?string, status?: ?string, audience?: Audience, isFindable?: boolean,
     *      takesRequests?: boolean}} change @returns {Promise<Profile>} */
    change: (change) => request("PATCH", "/v1/players/me/profile", { body: change }),
    /** What protects a young player: all of it each time. `newGuardianCode`: "" takes the code away.
     *  @param {{birthYear: ?number, forbidsStrangers: boolean, forbidsMessages: boolean, guardianCode?: ?string,
     *      newGuardianCode?: string}} wish @returns {Promise<Profile>} */
    restrict: (wish) => request("PUT", "/v1/players/me/restrictions", { body: wish }),
    /** @param {Blob} blob a JPEG, PNG or WebP @param {(share: number) => void} onProgress 0 to 1
     *  @returns {Promise<{small: string, normal: string}>} */
    setPhoto: (blob, onProgress) => upload("/v1/players/me/photo", blob, onProgress),
    removePhoto: () => request("DELETE", "/v1/players/me/photo"),
    /** @returns {Promise<import("./api.js").Player[]>} */
    blocked: async () => (await request("GET", "/v1/blocked-players")).players,
    /** @param {string} id */
    unblock: (id) => request("DELETE", `/v1/blocked-players/${encodeURIComponent(id)}`),
};

export const security = {
    /** @returns {Promise<ListedSession[]>} */
    sessions: async () => (await request("GET", "/v1/sessions")).sessions,
    /** @param {string} id */
    end: (id) => request("DELETE", `/v1/sessions/${encodeURIComponent(id)}`),
    endOthers: () => request("DELETE", "/v1/sessions"),
    /** For ten minutes. @param {{password: string} | {code: string}} secret */
    prove: (secret) => request("POST", "/v1/sessions/current/proof", { body: secret }),
    /** @param {string} currentPassword @param {string} newPassword */
    changePassword: (currentPassword, newPassword) => request("PUT", "/v1/players/me/password",
        { body: { currentPassword, newPassword } }),
    /** @param {string} password @returns {Promise<string[]>} */
    newRecoveryCodes: async (password) => (await request("POST", "/v1/players/me/recovery-codes",
        { body: { password } })).recoveryCodes,
    /** @returns {Promise<{isOn: boolean, recoveryCodesLeft: number, advice: "none" | "suggested" | "required"}>} */
    twoFactor: () => request("GET", "/v1/players/me/two-factor"),
    /** @param {string} password @returns {Promise<{secret: string, uri: string}>} */
    offerTwoFactor: (password) => request("POST", "/v1/players/me/two-factor", { body: { password } }),
    /** @param {string} code @returns {Promise<string[]>} recovery codes, shown once */
    confirmTwoFactor: async (code) => (await request("POST", "/v1/players/me/two-factor/confirmation",
        { body: { code } })).recoveryCodes,
    /** @param {{password: string, code: string}} proof */
    removeTwoFactor: (proof) => request("POST", "/v1/players/me/two-factor/removal", { body: proof }),
    /** For good. @param {string} password
     *  @returns {Promise<{receipt: string, requested: string, isFinished: boolean, erased: string[]}>} */
    erase: (password) => request("POST", "/v1/players/me/erasure", { body: { password } }),
};

export const inbox = {
    /** Newest first. @param {{before?: ?string, count?: number}} [page]
     *  @returns {Promise<{notices: import("./event-hub.js").Notice[], unread: number, next: ?string}>} */
    list: (page = {}) => request("GET", "/v1/notices", { query: { count: 30, ...page } }),
    /** @param {string} id */
    read: (id) => request("PATCH", "/v1/notices", { body: { id } }),
    /** That one and all before it. @param {string} id */
    readUpTo: (id) => request("PATCH", "/v1/notices", { body: { upTo: id } }),
    /** @param {string} id */
    delete: (id) => request("DELETE", `/v1/notices/${encodeURIComponent(id)}`),
    /** @param {string} id @param {"kindInGame" | "game" | "kind"} extent */
    mute: (id, extent) => request("POST", `/v1/notices/${encodeURIComponent(id)}/mute`, { body: { extent } }),
    /** @returns {Promise<NotificationSettings>} */
    settings: () => request("GET", "/v1/notification-settings"),
    /** @param {NotificationSettings} settings @returns {Promise<NotificationSettings>} */
    choose: (settings) => request("PUT", "/v1/notification-settings", { body: settings }),
};
