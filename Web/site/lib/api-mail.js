// The interface of mail: where a player gets it, and a new password by it.

import { request } from "./api.js";

export const mail = {
    /** Whether this server sends any.
     *  @returns {Promise<boolean>} */
    isOn: async () => (await request("GET", "/v1/mail")).isOn,
    /** @returns {Promise<Wire.MailAddress>} */
    address: () => request("GET", "/v1/players/me/mail-address"),
    /**
     * Sends a link there; needs a fresh proof.
     * @param {string} address @returns {Promise<Wire.MailAddress>}
     */
    setAddress: (address) => request("PUT", "/v1/players/me/mail-address", { body: { address } }),
    removeAddress: () => request("DELETE", "/v1/players/me/mail-address"),
    /** @param {string} token */
    confirm: (token) => request("POST", "/v1/mail-confirmations", { body: { token } }),
    /** @param {string} address */
    askForReset: (address) => request("POST", "/v1/password-resets", { body: { address } }),
    /** @param {string} token @param {string} newPassword */
    reset: (token, newPassword) => request("POST", "/v1/password-resets/completion", { body: { token, newPassword } }),
};
