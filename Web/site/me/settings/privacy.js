// Who sees what of the player, and who can contact them.

import { me } from "../../lib/api-me.js";
import { h, lookUp } from "../../lib/dom.js";
import { addTexts, describe, t } from "../../lib/i18n.js";
import { photo } from "../../elements/photo.js";
import { audienceField } from "../edit.js";
import { card, toggle } from "./parts.js";

await addTexts("share");

/** @param {Wire.Profile} profile */
function audiencePart(profile) {
    const { select, element } = audienceField(profile.audience);
    let saved = profile.audience;
    const said = h("p", { class: "field-note", role: "status" });
    const problem = h("p", { class: "field-error", role: "alert" });
    select.addEventListener("change", async () => {
        said.textContent = "";
        problem.textContent = "";
        try {
            const wanted = /** @type {Wire.Profile["audience"]} */ (select.value);
            await me.change({ audience: wanted });
            saved = wanted;
            said.textContent = t("me.saved");
        } catch (error) {
            select.value = saved;
            problem.textContent = describe(error);
        }
    });
    element.append(said, problem);
    return element;
}

/** @param {Wire.Player} player @param {HTMLElement} list @param {HTMLElement} none */
function blockedRow(player, list, none) {
    const problem = h("span", { class: "field-error", role: "alert" });
    const button = h("button", { class: "button button-small", type: "button",
        "aria-label": t("me.unblock.of", { name: player.displayName }), onclick: async () => {
            button.setAttribute("aria-busy", "true");
            try {
                await me.unblock(player.id);
                row.remove();
                none.hidden = list.hasChildNodes();
                (lookUp("button", list) ?? none).focus();
            } catch (error) {
                button.removeAttribute("aria-busy");
                problem.textContent = describe(error);
            }
        } }, t("me.unblock"));
    const row = h("li", { class: "list-row" }, photo(player),
        h("span", { class: "list-text" }, h("strong", {}, player.displayName), problem), button);
    return row;
}

export async function draw() {
    const [profile, blocked] = await Promise.all([me.profile(), me.blocked()]);
    const none = h("p", { class: "soft", tabindex: "-1", hidden: blocked.length > 0 }, t("me.blocked.none"));
    const list = h("ul", { class: "list" });
    list.append(...blocked.map((player) => blockedRow(player, list, none)));
    return [
        card({ title: t("me.privacy.seen"), text: t("me.privacy.seen.text") }, audiencePart(profile)),
        card({ title: t("me.privacy.near") },
            toggle({ label: t("me.findable"), note: t("me.findable.note"), isOn: profile.isFindable,
                save: (isFindable) => me.change({ isFindable }) }),
            toggle({ label: t("me.takes-requests"), note: t("me.takes-requests.note"), isOn: profile.takesRequests,
                save: (takesRequests) => me.change({ takesRequests }) })),
        card({ title: t("share.list.title"), text: t("share.list.text") },
            h("div", { class: "actions" }, h("a", { class: "button", href: "/shared/" }, t("share.list.see")))),
        card({ title: t("me.blocked"), text: t("me.blocked.text") }, none, list),
    ];
}
