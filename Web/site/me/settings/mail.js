// Where the player gets mail.

import { mail } from "../../lib/api-mail.js";
import { security } from "../../lib/api-me.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { showBanner } from "../../lib/banner.js";
import { field } from "../../elements/fields.js";
import { card, prove } from "./parts.js";

/**
 * What is said in place of a refusal's own sentence.
 * @param {{kind: string, field?: string}} error @returns {?string}
 */
function tell(error) {
    if (error.field === "address") return t("me.mail.wrong");
    return error.kind === "too-many-attempts" ? t("me.mail.too-many") : null;
}

/** @returns {Promise<Wire.MailAddress | undefined>} undefined: left */
function askForAddress() {
    const address = field({ name: "address", label: t("me.mail.address"), attributes: { type: "email",
        autocomplete: "email", autocapitalize: "none", spellcheck: "false", maxlength: 254 } });
    return prove({ title: t("me.mail.set"), text: t("me.mail.set.text"), confirm: t("me.mail.send"),
        parts: [address.element], tell, act: async ({ password }) => {
            await security.prove({ password });
            return mail.setAddress(address.value.trim());
        } });
}

/**
 * Nothing where the server sends no mail and has no address of the player's.
 * @param {Wire.MailAddress} state @returns {HTMLElement | false}
 */
export function mailPart(state) {
    if (!state.isOn && state.address === null && state.pending === null) return false;
    const body = h("div", { class: "setting-body" });
    /** @param {Wire.MailAddress} now */
    const draw = (now) => {
        const set = async () => {
            const changed = await askForAddress();
            if (changed) draw(changed);
        };
        const remove = async () => {
            const isDone = await prove({ title: t("me.mail.remove"), text: t("me.mail.remove.text"),
                confirm: t("me.mail.remove"), isDangerous: true, act: async ({ password }) => {
                    await security.prove({ password });
                    await mail.removeAddress();
                    return true;
                } });
            if (!isDone) return;
            showBanner({ title: t("me.mail.removed") });
            draw({ ...now, address: null, pending: null });
        };
        body.replaceChildren(h("div", {},
            h("p", {}, now.address === null ? t("me.mail.none") : t("me.mail.is", { address: now.address })),
            now.pending !== null && h("p", { class: "notice", role: "status" },
                t("me.mail.pending", { address: now.pending })),
            h("div", { class: "setting-actions" },
                now.isOn && h("button", { class: "button", type: "button", id: "mail-set", onclick: set },
                    t(now.address === null ? "me.mail.set" : "me.mail.change")),
                (now.address !== null || now.pending !== null) && h("button", { class: "button", type: "button",
                    onclick: remove }, t("me.mail.remove")))));
    };
    draw(state);
    return card({ title: t("me.mail"), text: t("me.mail.text") }, body);
}
