// Two-factor authentication: a code from an authenticator app besides the password (RFC 6238).

import { security } from "../../lib/api-me.js";
import { find, h } from "../../lib/dom.js";
import { describe, t } from "../../lib/i18n.js";
import { qrCode } from "../../lib/qr.js";
import { showBanner } from "../../lib/banner.js";
import { formError, submitButton } from "../../elements/fields.js";
import { card, codeField, prove } from "./parts.js";

/**
 * In groups of four, which are easier to copy by hand.
 * @param {string} secret
 */
const inFours = (secret) => secret.match(/.{1,4}/g)?.join(" ") ?? secret;

/**
 * The QR code, its secret as text, and the field for the first code.
 * @param {Wire.TwoFactorOffer} offer @param {{confirmed: (codes: string[]) => void, left: () => void}} then
 */
function setUp({ secret, uri }, { confirmed, left }) {
    const code = codeField(t("me.two-factor.code.note"));
    const problem = formError();
    const button = submitButton(t("me.two-factor.confirm"));
    button.element.classList.remove("button-wide");
    const onsubmit = async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        if (button.isBusy) return;
        code.error(code.value.trim() === "" ? t("me.code.missing") : null);
        if (code.value.trim() === "") {
            code.input.focus();
            return;
        }
        problem.show(null);
        button.busy(true);
        try {
            confirmed(await security.confirmTwoFactor(code.value.replace(/\s/g, "")));
        } catch (error) {
            button.busy(false);
            if (error.kind === "wrong-code" || error.field === "code") {
                code.error(describe(error));
                code.input.focus();
                code.input.select();
            } else problem.show(describe(error));
        }
    };
    return h("div", { class: "two-factor" },
        h("div", { class: "two-factor-picture" }, qrCode(uri, t("me.two-factor.picture"))),
        h("form", { class: "form", novalidate: true, onsubmit },
            h("ol", { class: "steps" }, h("li", {}, t("me.two-factor.step.app")),
                h("li", {}, t("me.two-factor.step.scan"), h("code", { class: "secret" }, inFours(secret)),
                    // On the phone itself there is nothing to scan.
                    h("a", { href: uri }, t("me.two-factor.open"))),
                h("li", {}, t("me.two-factor.step.code"))),
            code.element, problem.element, h("div", { class: "setting-actions" }, button.element,
                h("button", { class: "button", type: "button", onclick: left }, t("cancel")))));
}

/**
 * @param {Wire.Player} player @param {{isOn: boolean, recoveryCodesLeft: number}} state
 * @param {(container: HTMLElement, player: Wire.Player, codes: string[], after: () => void,
 *     texts: object) => void} showCodes
 */
export function twoFactorPart(player, state, showCodes) {
    const body = h("div", { class: "setting-body" });
    const drawOff = () => body.replaceChildren(h("button", { class: "button button-primary two-factor-begin",
        type: "button", onclick: begin }, t("me.two-factor.begin")));
    const drawOn = (/** @type {number} */ left) => body.replaceChildren(
        h("p", { class: "notice" }, h("span", {}, t("me.two-factor.on"), " ",
            t("me.two-factor.codes-left", { count: left }))),
        h("div", { class: "setting-actions" }, h("button", { class: "button button-danger", type: "button",
            onclick: remove }, t("me.two-factor.remove"))));

    async function begin() {
        const offer = await prove({ title: t("me.two-factor.ask"), text: t("me.two-factor.ask.text"),
            confirm: t("me.two-factor.next"), act: ({ password }) => security.offerTwoFactor(password) });
        if (!offer) return;
        body.replaceChildren(setUp(offer, { confirmed, left: () => {
            drawOff();
            find("button", body).focus();
        } }));
        // On a phone the QR code stands above the field: it's looked at first.
        find("input", body).focus({ preventScroll: true });
        find(".two-factor-picture", body).scrollIntoView({ block: "nearest" });
    }

    /** @param {string[]} codes */
    function confirmed(codes) {
        // No banner: it would lie over the codes.
        showCodes(body, player, codes, () => {
            drawOn(codes.length);
            find("h2", body.closest("section")).focus();
        }, { text: `${t("me.two-factor.done")} ${t("me.two-factor.keep")}`, fileText: t("me.two-factor.file",
            { name: player.alias ?? player.displayName, host: location.host }) });
    }

    async function remove() {
        const removed = await prove({ title: t("me.two-factor.remove.ask"), text: t("me.two-factor.remove.text"),
            confirm: t("me.two-factor.remove"), isDangerous: true, needsCode: true,
            act: (proof) => security.removeTwoFactor(proof) });
        if (removed === undefined) return;
        drawOff();
        find("button", body).focus();
        showBanner({ title: t("me.two-factor.removed") });
    }

    if (state.isOn) drawOn(state.recoveryCodesLeft);
    else drawOff();
    return card({ title: t("me.two-factor"), text: t("me.two-factor.text") }, body);
}
