// Others' accounts that sign the player in.

import { providers } from "../../lib/api-providers.js";
import { h } from "../../lib/dom.js";
import { date, describe, t } from "../../lib/i18n.js";
import { ask } from "../../elements/dialog.js";
import { icon } from "../../elements/icons.js";
import { providerButtons } from "../../elements/providers.js";
import { card } from "./parts.js";

const BACK = "/me/settings/?view=security";

/**
 * @param {Wire.ProviderLinks} state @param {Wire.Provider[]} known
 * @returns {HTMLElement | false} false: this server has no providers, and the player no links
 */
export function linksPart({ links, hasPassword }, known) {
    if (links.length === 0 && known.length === 0) return false;
    const said = h("p", { class: "field-note", role: "status" });
    const list = h("ul", { class: "list" });
    const search = `?${new URLSearchParams({ return: BACK, other: "" })}`;
    /** @type {HTMLElement} */
    let more = h("div", { class: "providers" });
    /** @param {Wire.ProviderLink[]} left */
    const show = (left) => {
        list.replaceChildren(...left.map((link) => row(link, left)));
        list.hidden = left.length === 0;
        const others = providerButtons({ label: "provider.link", visit: { purpose: "link", search },
            except: left.map(({ provider }) => provider) });
        more.replaceWith(others);
        more = others;
    };
    /** @param {Wire.ProviderLink} link @param {Wire.ProviderLink[]} all */
    const row = (link, all) => {
        const name = link.name ?? link.provider;
        const isLast = !hasPassword && all.length === 1;
        const unlink = h("button", { class: "button button-small", type: "button", disabled: isLast,
            "aria-label": t("me.links.unlink.of", { name }), onclick: async () => {
                if (!await ask({ title: t("me.links.ask", { name }), text: t("me.links.ask.text"),
                    confirm: t("me.links.unlink"), isDangerous: true })) return;
                unlink.setAttribute("aria-busy", "true");
                try {
                    await providers.unlink(link.id);
                    said.textContent = t("me.links.unlinked", { name });
                    show(all.filter(({ id }) => id !== link.id));
                } catch (error) {
                    unlink.removeAttribute("aria-busy");
                    said.textContent = describe(error);
                }
            } }, t("me.links.unlink"));
        return h("li", { class: "list-row" },
            h("span", { class: "avatar avatar-icon", "aria-hidden": "true" }, icon("shield")),
            h("span", { class: "list-text" }, h("strong", {}, name), h("small", {},
                isLast ? t("me.links.last") : t("me.links.since", { date: date(link.created) }))), unlink);
    };
    show(links);
    return card({ title: t("me.links"), text: t("me.links.text") }, list, said, more);
}
