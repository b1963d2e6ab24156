// What stands around every page: <laurel-header> and <laurel-footer>.

import { play, players, provideProof } from "../lib/api.js";
import { announce, showBanner, welcomeIfNew } from "../lib/banner.js";
import { h, lookUp, present } from "../lib/dom.js";
import { oneByOne, subscribeToNotices } from "../lib/events.js";
import { changeLanguage, describe, isLanguageNew, language, languages, t } from "../lib/i18n.js";
import {
    environment, keepAddress, onOtherTab, rememberedName, rememberName, session, signInAddress,
} from "../lib/session.js";
import { navigation } from "./navigation.js";
import { photo } from "./photo.js";

/** The developers' pages have a way through of their own. */
const isConnect = location.pathname.startsWith("/connect/");

// Loaded when they are needed: most pages are left without either.
provideProof(async () => (await import("./proof.js")).askForProof());
/** @param {Wire.Notice} notice */
const makeBanner = async (notice) => (await import("./notice.js")).noticeBanner(notice);

/**
 * The mark and the name (in the page already, so that they are there at once), the ways through the Game Center, and
 * who is signed in. `without-account`: the page is for somebody who is nobody yet.
 */
class Header extends HTMLElement {
    /** @type {HTMLElement} */ account;
    /** What is shown: nothing is drawn twice. */
    shown = "";
    /** @type {ReturnType<typeof navigation> | undefined} */ navigation;
    /** @type {(() => void) | undefined} */ stopListening;
    connectedCallback() {
        this.setAttribute("role", "banner");
        this.account = h("div", { class: "account" });
        this.append(this.account);
        lookUp(".skip")?.replaceChildren(t("skip"));
        const name = rememberedName();
        this.show(name === null ? null : { displayName: name }, false);
        onOtherTab(() => this.ask());
        addEventListener("playerchange", () => this.ask());
        this.ask();
        welcomeIfNew();
    }

    async ask() {
        try {
            const found = await session();
            this.show(found?.player ?? null, true, found?.isGuest === true, found?.isAdministrator === true);
            if (found !== null && this.navigation !== undefined) this.listen();
        } catch {
            // The page itself says that the server is away; the header keeps the name it knows.
            const name = rememberedName();
            this.show(name === null ? null : { displayName: name }, true);
        }
    }

    listen() {
        if (this.stopListening !== undefined) return;
        const count = () => {
            this.countChallenges();
            this.countMatches();
        };
        let isOpen = false;
        /** @type {?string | undefined} the newest notice that was heard, or that was there when all was counted */
        let heard;
        this.stopListening = subscribeToNotices({
            onNotice: (notice) => {
                const { id, kind } = notice;
                heard = id;
                announce(notice, makeBanner);
                if (/^(c|groupC)hallenge/.test(kind)) this.countChallenges();
                if (kind.startsWith("match")) this.countMatches();
            },
            onInbox: ({ unread, last }) => {
                this.navigation?.showUnread(unread);
                // What came before, or between two streams, is in the answer.
                if (!isOpen || last !== heard) count();
                isOpen = true;
                heard = last;
            },
            // Where no stream comes through, they are read all the same.
            onState: (state) => state === "lost" && !isOpen && count(),
        });
        addEventListener("challengechange", () => this.countChallenges());
        addEventListener("matchchange", () => this.countMatches());
        // What the player does on another device is told to nobody.
        document.addEventListener("visibilitychange", () => document.visibilityState === "visible"
            && this.countMatches());
    }

    /** How many challenges wait for the player's answer, invitations to those of groups included. */
    countChallenges = oneByOne(async () => {
        try {
            const me = (await session())?.player.id ?? "";
            const [received, invitations] = await Promise.all([play.challenges({ environment }),
                play.groupInvitations(me, { environment })]);
            this.navigation?.showWaiting(received.length + invitations);
        } catch {
            // Without an answer there is no number.
        }
    });

    /** In how many matches it is the player's turn, and how many they are invited to. */
    countMatches = oneByOne(async () => {
        try {
            this.navigation?.showMatches(await play.waitingMatches({ environment }));
        } catch {
            // Without an answer there is no number.
        }
    });

    /**
     * @param {?{displayName: string, photo?: ?Wire.Photo}} player @param {boolean} isKnown the server has said so
     * @param {boolean} [isGuest] @param {boolean} [isAdministrator]
     */
    show(player, isKnown, isGuest = false, isAdministrator = false) {
        const shown = `${player?.displayName}/${player?.photo?.small}/${isKnown}/${isGuest}/${isAdministrator}`;
        if (this.shown === shown) return;
        this.shown = shown;
        const badge = environment === "sandbox" && h("span", { class: "badge badge-sandbox" }, t("sandbox"));
        const isBare = this.hasAttribute("without-account");
        const parts = isBare ? [] : player !== null ? this.menu(player, isGuest, isAdministrator)
            : isKnown ? [h("a", { class: "button button-small", href: signInAddress() }, t("sign-in"))]
                : [h("span", { class: "skeleton account-skeleton", "aria-hidden": "true" })];
        this.account.replaceChildren(...present([badge, ...parts]));
        this.showNavigation(player !== null && !isBare && !isConnect);
    }

    /**
     * Who is signed out has the games alone, which the name of the house leads to.
     * @param {boolean} isShown
     */
    showNavigation(isShown) {
        if (isShown === (this.navigation !== undefined)) return;
        this.navigation?.element.remove();
        this.navigation = isShown ? navigation() : undefined;
        this.toggleAttribute("data-navigation", isShown);
        if (this.navigation !== undefined) this.account.before(this.navigation.element);
    }

    /**
     * @param {{displayName: string, photo?: ?Wire.Photo}} player @param {boolean} isGuest
     * @param {boolean} isAdministrator
     */
    menu(player, isGuest, isAdministrator) {
        const name = player.displayName;
        /** @type {HTMLButtonElement} */
        const signOut = h("button", { class: "button button-small button-wide", type: "button",
            onclick: () => this.signOut(signOut) }, t("sign-out"));
        /** @param {string} address @param {string} text */
        const link = (address, text) => h("li", {}, h("a", { href: address }, text));
        return [
            h("button", { class: "account-name", type: "button", popovertarget: "account-menu",
                "aria-label": t("account.menu", { name }) }, photo(player), h("span", {}, name)),
            h("div", { class: "account-menu", id: "account-menu", popover: "auto" },
                h("p", {}, t("account.signed-in-as")), h("strong", {}, name),
                h("ul", { class: "menu-links" }, isGuest && link(keepAddress(), t("home.keep")),
                    link("/me/", t("account.profile")),
                    link("/me/settings/", t("account.settings")),
                    isConnect ? link("/", t("account.game-center")) : link("/connect/", t("account.connect")),
                    isAdministrator && link("/connect/server/", t("account.server"))),
                this.pushButton(), signOut),
        ];
    }

    /** Turns notifications of this browser on and off; loaded for players alone, and not where no browser could. */
    pushButton() {
        const button = h("button", { class: "button button-small button-wide", type: "button", "aria-pressed": "false",
            hidden: true, onclick: () => change() }, t("push.toggle"));
        const push = import("../lib/push.js");
        const show = (/** @type {boolean} */ isOn) => button.setAttribute("aria-pressed", String(isOn));
        const change = async () => {
            const wasOn = button.getAttribute("aria-pressed") === "true";
            button.setAttribute("aria-busy", "true");
            try {
                const { turnPushOff, turnPushOn } = await push;
                if (wasOn) await turnPushOff();
                const isOn = !wasOn && await turnPushOn();
                show(isOn);
                if (!wasOn && !isOn) showBanner({ title: t("push.refused"), text: t("push.refused.text") });
            } catch (error) {
                showBanner({ title: t("push.failed"), text: describe(error) });
            }
            button.removeAttribute("aria-busy");
        };
        push.then(async ({ canPush, isPushOn }) => {
            button.hidden = !canPush;
            show(await isPushOn());
        }).catch(() => {});
        return button;
    }

    /** @param {HTMLElement} button */
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
        // Many pages ask who is signed out to sign in again; the first one doesn't.
        location.assign(environment === "sandbox" ? "/?environment=sandbox" : "/");
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
            h("span", {}, t("footer"), " · ", h("a", { href: "/connect/" }, t("footer.connect"))),
            h("label", { class: "language" }, h("span", {}, t("language")), select));
        // The footer is hidden while the page has no content, and loses the focus.
        const focus = () => {
            if (document.activeElement === document.body) select.focus();
            if (performance.now() < 3_000) requestAnimationFrame(focus);
        };
        if (isLanguageNew) focus();
    }
}

customElements.define("laurel-header", Header);
customElements.define("laurel-footer", Footer);
