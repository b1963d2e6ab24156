// The interface of the player's own pages: profile, photo, settings, inbox.

import { request, upload } from "./api.js";

/** @typedef {Wire.Profile["audience"]} Audience */

export const me = {
    /** @returns {Promise<Wire.Profile>} */
    profile: () => request("GET", "/v1/players/me/profile"),
    /** What is left out stays; null takes away.
     *  @param {{alias?: string, realName?: ?string, status?: ?string, audience?: Audience, isFindable?: boolean,
     *      takesRequests?: boolean}} change @returns {Promise<Wire.Profile>} */
    change: (change) => request("PATCH", "/v1/players/me/profile", { body: change }),
    /** What protects a young player: all of it each time. `newGuardianCode`: "" takes the code away.
     *  @param {{birthYear: ?number, forbidsStrangers: boolean, forbidsMessages: boolean, guardianCode?: ?string,
     *      newGuardianCode?: string}} restrictions @returns {Promise<Wire.Profile>} */
    restrict: (restrictions) => request("PUT", "/v1/players/me/restrictions", { body: restrictions }),
    /** @param {Blob} blob a JPEG, PNG or WebP @param {(share: number) => void} onProgress 0 to 1
     *  @returns {Promise<Wire.Photo>} */
    setPhoto: (blob, onProgress) => upload("/v1/players/me/photo", blob, onProgress),
    removePhoto: () => request("DELETE", "/v1/players/me/photo"),
    /** @returns {Promise<Wire.Player[]>} */
    blocked: async () => (await request("GET", "/v1/blocked-players")).players,
    /** @param {string} id */
    unblock: (id) => request("DELETE", `/v1/blocked-players/${encodeURIComponent(id)}`),
};

export const security = {
    /** @returns {Promise<Wire.ListedSession[]>} */
    sessions: async () => (await request("GET", "/v1/sessions")).sessions,
    /** @param {string} id */
    end: (id) => request("DELETE", `/v1/sessions/${encodeURIComponent(id)}`),
    endOthers: () => request("DELETE", "/v1/sessions"),
    /**
     * For ten minutes.
     * @param {{password: string} | {code: string}} secret
     */
    prove: (secret) => request("POST", "/v1/sessions/current/proof", { body: secret }),
    /** @param {string | undefined} currentPassword of who has one @param {string} newPassword */
    changePassword: (currentPassword, newPassword) => request("PUT", "/v1/players/me/password",
        { body: { currentPassword, newPassword } }),
    /** @param {string} password @returns {Promise<string[]>} */
    newRecoveryCodes: async (password) => (await request("POST", "/v1/players/me/recovery-codes",
        { body: { password } })).recoveryCodes,
    /** @returns {Promise<Wire.TwoFactor>} */
    twoFactor: () => request("GET", "/v1/players/me/two-factor"),
    /** @param {string} password @returns {Promise<Wire.TwoFactorOffer>} */
    offerTwoFactor: (password) => request("POST", "/v1/players/me/two-factor", { body: { password } }),
    /** @param {string} code @returns {Promise<string[]>} recovery codes, shown once */
    confirmTwoFactor: async (code) => (await request("POST", "/v1/players/me/two-factor/confirmation",
        { body: { code } })).recoveryCodes,
    /** @param {{password: string, code: string}} proof */
    removeTwoFactor: (proof) => request("POST", "/v1/players/me/two-factor/removal", { body: proof }),
    /**
     * For good.
     * @param {string} [password] of who has one
     *  @returns {Promise<Wire.Erasure>} */
    erase: (password) => request("POST", "/v1/players/me/erasure", { body: { password } }),
};

export const inbox = {
    /**
     * Newest first.
     * @param {{before?: ?string, count?: number}} [page]
     *  @returns {Promise<Wire.Inbox>} */
    list: (page = {}) => request("GET", "/v1/notices", { query: { count: 30, ...page } }),
    /** @param {string} id */
    read: (id) => request("PATCH", "/v1/notices", { body: { id } }),
    /**
     * That one and all before it. Turns stay unread.
     * @param {string} id
     * @returns {Promise<{unread: number}>}
     */
    readUpTo: (id) => request("PATCH", "/v1/notices", { body: { upTo: id } }),
    /** @param {string} id */
    delete: (id) => request("DELETE", `/v1/notices/${encodeURIComponent(id)}`),
    /** @param {string} id @param {"kindInGame" | "game" | "kind"} extent */
    mute: (id, extent) => request("POST", `/v1/notices/${encodeURIComponent(id)}/mute`, { body: { extent } }),
    /** @returns {Promise<Wire.NotificationSettings>} */
    settings: () => request("GET", "/v1/notification-settings"),
    /** @param {Wire.NotificationSettings} settings @returns {Promise<Wire.NotificationSettings>} */
    choose: (settings) => request("PUT", "/v1/notification-settings", { body: settings }),
};
