// What stands around every page: <laurel-header> and <laurel-footer>.

import { players } from "../lib/api.js";
import { showBanner, welcomeIfNew } from "../lib/banner.js";
import { avatar, h } from "../lib/dom.js";
import { changeLanguage, describe, language, languages, t } from "../lib/i18n.js";
import { canPush, isPushOn, turnPushOff, turnPushOn } from "../lib/push.js";
import { environment, onOtherTab, rememberedName, rememberName, session, signInAddress } from "../lib/session.js";

/** The mark and the name (in the page already, so that they are there at once), and who is signed in. */
class Header extends HTMLElement {
    connectedCallback() {
        this.setAttribute("role", "banner");
        this.account = h("div", { class: "account" });
        this.append(this.account);
        document.querySelector(".skip")?.replaceChildren(t("skip"));
        this.show(rememberedName(), false);
        onOtherTab(() => this.ask());
        this.ask();
        welcomeIfNew();
    }

    async ask() {
        try {
            const found = await session();
            this.show(found?.player.displayName ?? null, true);
        } catch {
            // The page itself says that the server is away; the header keeps the name it knows.
            this.show(rememberedName(), true);
        }
    }

    /** @param {?string} name @param {boolean} isKnown the server has said so */
    show(name, isKnown) {
        if (this.shown === `${name}/${isKnown}`) return;
        this.shown = `${name}/${isKnown}`;
        const badge = environment === "sandbox" && h("span", { class: "badge badge-sandbox" }, t("sandbox"));
        if (this.hasAttribute("without-account")) {
            this.account.replaceChildren(...[badge].filter(Boolean));
        } else if (name !== null) {
            this.account.replaceChildren(...[badge, ...this.menu(name)].filter(Boolean));
        } else if (isKnown) {
            this.account.replaceChildren(...[badge,
                h("a", { class: "button button-small", href: signInAddress() }, t("sign-in"))].filter(Boolean));
        } else {
            this.account.replaceChildren(h("span", { class: "skeleton account-skeleton", "aria-hidden": "true" }));
        }
    }

    menu(name) {
        const signOut = h("button", { class: "button button-small button-wide", type: "button",
            onclick: () => this.signOut(signOut) }, t("sign-out"));
        return [
            h("button", { class: "account-name", type: "button", popovertarget: "account-menu",
                "aria-label": t("account.menu", { name }) }, avatar(name), h("span", {}, name)),
            h("div", { class: "account-menu", id: "account-menu", popover: "auto" },
                h("p", {}, t("account.signed-in-as")), h("strong", {}, name),
                ...(canPush ? [this.pushButton()] : []), signOut),
        ];
    }

    /** Turns notifications of this browser on and off. */
    pushButton() {
        const button = h("button", { class: "button button-small button-wide", type: "button", "aria-pressed": "false",
            onclick: () => change() }, t("push.toggle"));
        const show = (isOn) => button.setAttribute("aria-pressed", String(isOn));
        const change = async () => {
            const wasOn = button.getAttribute("aria-pressed") === "true";
            button.setAttribute("aria-busy", "true");
            try {
                if (wasOn) await turnPushOff();
                const isOn = !wasOn && await turnPushOn();
                show(isOn);
                if (!wasOn && !isOn) showBanner({ title: t("push.refused"), text: t("push.refused.text") });
            } catch (error) {
                showBanner({ title: t("push.failed"), text: describe(error) });
            }
            button.removeAttribute("aria-busy");
        };
        isPushOn().then(show, () => {});
        return button;
    }

    async signOut(button) {
        button.setAttribute("aria-busy", "true");
        try {
            await players.signOut();
        } catch (error) {
            if (error.status !== 401) {
                button.removeAttribute("aria-busy");
                showBanner({ title: t("sign-out.failed"), text: describe(error) });
                return;
            }
        }
        rememberName(null);
        location.reload();
    }
}

/** The language, and whose house this is. */
class Footer extends HTMLElement {
    connectedCallback() {
        this.setAttribute("role", "contentinfo");
        const select = h("select", { class: "select select-small", id: "language",
            onchange: ({ target }) => changeLanguage(target.value) },
        ...Object.entries(languages).map(([tag, name]) =>
            h("option", { value: tag, lang: tag, selected: tag === language }, name)));
        this.replaceChildren(
            h("span", {}, t("footer")),
            h("label", { class: "language" }, h("span", {}, t("language")), select));
    }
}

customElements.define("laurel-header", Header);
customElements.define("laurel-footer", Footer);
