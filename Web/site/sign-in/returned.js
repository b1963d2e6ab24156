// A browser comes back from a provider: /sign-in/#provider=google&code=…&state=…

import { providers, takeVisit } from "../lib/api-providers.js";

/**
 * What stands in the address, which is taken out of it at once: nobody who goes back finds it again.
 * @returns {?{provider: string, code: string, state: string, error: string}} null: nobody comes back
 */
export function takeAnswer() {
    const answer = new URLSearchParams(location.hash.slice(1));
    const provider = answer.get("provider");
    if (provider === null) return null;
    history.replaceState(null, "", location.pathname + location.search);
    return { provider, code: answer.get("code") ?? "", state: answer.get("state") ?? "",
        error: answer.get("error") ?? "" };
}

/**
 * The page goes on where it was left, with what was in its address then.
 * @returns {?{provider: string, code: string, state: string, error: string, isLink: boolean}} null: nobody comes back,
 *     or the page is being loaded again
 */
export function comeBack() {
    const hash = new URLSearchParams(location.hash.slice(1));
    if (!hash.has("provider")) return null;
    if (!hash.has("purpose")) {
        const { purpose, search } = takeVisit();
        hash.set("purpose", purpose);
        const query = search.startsWith("?") ? search : "";
        if (query !== location.search) {
            location.replace(`${location.pathname}${query}#${hash}`);
            return null;
        }
    }
    const answer = takeAnswer();
    return answer === null ? null : { ...answer, isLink: hash.get("purpose") === "link" };
}

/** @param {{provider: string, code: string, state: string}} answer @returns {Promise<Wire.ProviderTicket>} */
export const exchange = ({ provider, code, state }) => providers.prove(provider, { code, state });
