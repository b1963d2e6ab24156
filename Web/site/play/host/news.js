// Passing messages to the player: a welcome, scores sent late and, live, their challenges and achievements.

import { language } from "./language.js";
import { reason } from "./reason.js";
import { say } from "./texts.js";

export class News {
    #center;
    #port;
    #banner;
    #bundleID;
    /** @type {?() => void} */ #stop = null;

    /**
     * @param {import("../gamecenter.js").GameCenter} center
     * @param {import("./port.js").Port} port
     * @param {import("./banner.js").Banner} banner
     * @param {{bundleID: string}} game
     */
    constructor(center, port, banner, { bundleID }) {
        this.#center = center;
        this.#port = port;
        this.#banner = banner;
        this.#bundleID = bundleID;
    }

    /** Asks who is playing and welcomes them. Called once the picture is drawn, so the game never waits. */
    async begin() {
        this.#center.addEventListener("late", (event) => {
            this.#tellLate(/** @type {CustomEvent} */ (event).detail.outcomes);
        });
        this.#center.addEventListener("change", () => this.#hear());
        if (await this.#center.start() !== "in") return;
        const { player, environment } = this.#center;
        const welcome = takeWelcome()?.isNew === true ? "play.welcomeNew" : "play.welcome";
        this.#banner.show(say(welcome, { slot: player?.displayName ?? "" }),
            environment === "sandbox" ? say("play.sandbox") : "");
    }

    /** @param {import("../gamecenter.js").Late} outcomes */
    #tellLate(outcomes) {
        // Game over says it of the run that it shows.
        const others = outcomes.filter((one) => !this.#port.settle(one)).map(({ outcome }) => outcome);
        const refused = others.find(({ kind }) => kind === "refused");
        if (refused?.kind === "refused") this.#banner.show(say("play.lateRefused", { slot: reason(refused) }));
        else if (others.length > 0) this.#banner.show(say("play.lateSent", { a: others.length }));
    }

    async #hear() {
        if (this.#stop !== null || this.#center.status !== "in") return;
        this.#stop = () => {};
        try {
            const { subscribeToNotices } = await import("/lib/events.js");
            this.#stop = subscribeToNotices({ onNotice: (notice) => this.#told(notice) });
        } catch {
            // The network went meanwhile. It's tried again when Game Center is back.
            this.#stop = null;
        }
    }

    /** @param {Wire.Notice} notice */
    async #told({ kind, game, about, subject, isRead }) {
        if (isRead || game?.bundleID !== this.#bundleID) return;
        if (kind === "achievementEarned") {
            const title = await this.#port.achievement(subject);
            if (title !== "") this.#banner.show(await said("achievementEarned.title", { title }));
        }
        if (kind.startsWith("groupChallenge")) {
            this.#port.loadGroups();
            const text = await said(kind, { name: about?.displayName, game: game.name });
            // Whom it is about may be gone; of its end it's told all the same.
            if (text !== "" && (about || /End(ing|ed)$/.test(kind))) this.#banner.show(text);
        }
        if (!kind.startsWith("challenge")) return;
        this.#port.loadChallenges();
        // Both are told when one is beaten: the game over of the player who did it says so already.
        if (kind === "challengeCompleted" && await this.#port.isOwn(subject)) return;
        const text = await said(kind === "challengeCompleted" ? "challengeBeaten" : kind, { name: about?.displayName });
        if (text !== "" && about) this.#banner.show(text);
    }
}

/**
 * A sentence of the pages' catalogue; empty: it has none, or didn't come.
 * @param {string} kind @param {Record<string, string | undefined>} values
 */
async function said(kind, values) {
    try {
        const { default: texts } = await import(`/i18n/notices/${language}.js`);
        return String(texts[`notice.said.${kind}`] ?? "").replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
    } catch {
        return "";
    }
}

/** The note that the sign-in page leaves for the next page. */
function takeWelcome() {
    try {
        const note = JSON.parse(sessionStorage.getItem("laurel.welcome") ?? "null");
        sessionStorage.removeItem("laurel.welcome");
        return note;
    } catch {
        return null;
    }
}
