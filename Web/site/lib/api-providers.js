// The interface of others whom players sign in with.

import { request } from "./api.js";

/** Where a browser goes, and what for, while it is away: it comes back to the sign-in page with nothing of its own. */
const AWAY = "laurel.provider";

/** @typedef {{purpose: "sign-in" | "link", search: string}} Visit `search` of the sign-in page to come back to */

/** @type {Promise<Wire.Providers> | undefined} asked once a page */
let known;

/** @returns {Promise<Wire.Providers>} */
const ask = () => known ??= request("GET", "/v1/providers");

export const providers = {
    /** @returns {Promise<Wire.Provider[]>} those that browsers can be sent to */
    list: async () => (await ask()).providers.filter(({ hasPages }) => hasPages),
    /** Who can make an account here. */
    signUp: async () => (await ask()).signUp,
    /**
     * What a browser brought back, for a ticket.
     * @param {string} provider @param {{code: string, state: string}} answer @returns {Promise<Wire.ProviderTicket>}
     */
    prove: (provider, answer) => request("POST", `/v1/providers/${encodeURIComponent(provider)}/tickets`,
        { body: answer }),
    /**
     * In this browser.
     * @param {{ticket: string, alias?: string, invitation?: string, code?: string,
     *     environment: import("./api.js").Environment, device?: string}} account
     * @returns {Promise<Wire.Session>}
     */
    signIn: (account) => request("POST", "/v1/provider-sessions", { body: { ...account, cookie: true } }),
    /** @returns {Promise<Wire.ProviderLinks>} */
    links: () => request("GET", "/v1/players/me/provider-links"),
    /**
     * Makes an account of a guest.
     * @param {{ticket: string, alias?: string, invitation?: string, device?: string}} link
     * @returns {Promise<Wire.LinkedPlayer>}
     */
    link: (link) => request("POST", "/v1/players/me/provider-links", { body: link }),
    /** @param {string} id */
    unlink: (id) => request("DELETE", `/v1/players/me/provider-links/${encodeURIComponent(id)}`),
    /**
     * Leaves for the provider's page.
     * @param {string} provider @param {Visit} visit
     */
    async visit(provider, visit) {
        const { url } = await request("POST", `/v1/providers/${encodeURIComponent(provider)}/authorizations`,
            { body: {} });
        sessionStorage.setItem(AWAY, JSON.stringify(visit));
        location.assign(url);
    },
};

/**
 * Takes the note of why this browser was away.
 * @returns {Visit}
 */
export function takeVisit() {
    try {
        const visit = JSON.parse(sessionStorage.getItem(AWAY) ?? "null");
        sessionStorage.removeItem(AWAY);
        if (typeof visit?.search === "string" && ["sign-in", "link"].includes(visit.purpose)) return visit;
    } catch {
        // Storage is off: they came to sign in.
    }
    return { purpose: "sign-in", search: "" };
}
