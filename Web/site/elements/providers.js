// Buttons that lead to others whom players sign in with.

import { providers } from "../lib/api-providers.js";
import { h } from "../lib/dom.js";
import { describe, t } from "../lib/i18n.js";
import { formError } from "./fields.js";

/**
 * Fills itself once the server has said who there is; empty where there is nobody.
 * @param {{label: "provider.sign-in" | "provider.link", visit: import("../lib/api-providers.js").Visit,
 *     except?: string[]}} what `except`: those that are linked already
 * @returns {HTMLElement}
 */
export function providerButtons({ label, visit, except = [] }) {
    const problem = formError();
    const buttons = h("div", { class: "providers", hidden: true });
    /** @param {Wire.Provider} provider */
    const button = ({ id, name }) => {
        const made = h("button", { class: "button button-wide", type: "button", onclick: async () => {
            problem.show(null);
            made.setAttribute("aria-busy", "true");
            try {
                await providers.visit(id, visit);
            } catch (error) {
                made.removeAttribute("aria-busy");
                problem.show(describe(error));
            }
        } }, t(label, { name }));
        return made;
    };
    providers.list().then((list) => {
        const shown = list.filter(({ id }) => !except.includes(id));
        buttons.replaceChildren(...shown.map(button), problem.element);
        buttons.hidden = shown.length === 0;
    }, () => {
        // Without them there is the password.
    });
    return buttons;
}
