// The real buttons and texts over the picture: menu, pause, game over.

import { number } from "./language.js";

/** For this long after game over a key does nothing: the player was still jumping. In milliseconds. */
const GRACE = 450;

export function element(name, className, ...children) {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.append(...children);
    return made;
}

export function button(className, text, action) {
    const made = element("button", className, text);
    made.type = "button";
    made.addEventListener("click", action);
    return made;
}

export function link(className, text, address) {
    const made = element("a", className, text);
    made.href = address;
    return made;
}

export class Screens {
    #root;
    #said;
    #banner = document.getElementById("banner");
    #actions;
    #center;
    #board;
    #words;
    #name;
    #result = "";
    #opened = 0;
    #primary = null;
    #fate = null;
    #record = null;
    #account = null;
    #offer = null;

    /**
     * @param {{start(): void, resume(): void, menu(): void}} actions
     * @param {import("../gamecenter.js").GameCenter} center
     * @param {import("./board.js").Board} board
     * @param {object} words the game's texts
     * @param {string} name the game's name
     */
    constructor(actions, center, board, words, name) {
        this.#root = document.getElementById("screens");
        this.#said = document.getElementById("said");
        this.#actions = actions;
        this.#center = center;
        this.#board = board;
        this.#words = words;
        this.#name = name;
    }

    /** Whether a key may begin the next run already. */
    get isReady() {
        return performance.now() - this.#opened > GRACE;
    }

    #show(panel, primary) {
        this.#opened = performance.now();
        this.#primary = primary;
        this.#root.replaceChildren(...(panel === null ? [] : [panel]));
        primary?.focus({ preventScroll: true });
        if (panel === null) document.activeElement?.blur?.();
    }

    clear() {
        this.#board.close();
        this.#fate = this.#account = this.#offer = null;
        this.#banner.replaceChildren();
        this.#show(null, null);
    }

    /**
     * @param {{best: string, plays?: HTMLElement[], more?: HTMLElement[]}} parts the first of `plays` is offered
     *     first; none: the game has one way to play
     */
    menu({ best, plays = [button("primary big", this.#words.play, () => this.#actions.start())], more = [] }) {
        const words = this.#words;
        this.#account = element("div", "account");
        this.#offer = element("div", "offer");
        const row = element("div", "row", link("quiet", words.leaderboard, this.#leaderboardAddress), ...more);
        const panel = element("section", "menu", ...plays, row, this.#offer, this.#account);
        panel.setAttribute("aria-label", this.#name);
        if (best !== "") row.prepend(element("span", "best", best));
        this.#fate = null;
        this.#board.close();
        this.#show(panel, plays[0]);
        this.showAccount();
    }

    pause() {
        const words = this.#words;
        const resume = button("primary", words.resume, () => this.#actions.resume());
        const panel = element("section", "panel small",
            element("h2", "", words.paused), resume,
            element("div", "row",
                button("quiet", words.restart, () => this.#actions.restart()),
                button("quiet", words.leave ?? words.menu, () => this.#actions.menu())));
        panel.setAttribute("role", "dialog");
        panel.setAttribute("aria-label", words.paused);
        this.#show(panel, resume);
    }

    /**
     * @param {{result: string, by: string, best: string, isBest: boolean, leaderboard?: string}} end
     *     result: the score, large; by: what ended the run; best: what the best is, when this is not
     */
    over({ result, by, best, isBest, leaderboard }) {
        const words = this.#words;
        const again = button("primary", words.again, () => this.isReady && this.#actions.restart());
        this.#result = result;
        this.#fate = element("p", "fate", words.sending);
        this.#record = element("p", "best");
        this.#showRecord(isBest, best);
        this.#offer = element("div", "offer");
        const card = element("div", "result",
            element("h2", "", words.gameOver),
            element("p", "by", by),
            element("p", "score", result),
            this.#record, this.#fate, this.#offer,
            element("div", "row", again, button("quiet", words.menu, () => this.isReady && this.#actions.menu())));
        const panel = element("section", "panel over", card, this.#board.element);
        panel.setAttribute("role", "dialog");
        panel.setAttribute("aria-label", words.gameOver);
        this.#account = null;
        this.#board.open(leaderboard);
        this.#show(panel, again);
    }

    /** A screen of the game's own. @param {HTMLElement} panel @param {HTMLElement} primary */
    show(panel, primary) {
        this.#account = null;
        this.#show(panel, primary);
    }

    /** What became of the score, on the screen and aloud. @param {import("../gamecenter.js").Outcome} outcome */
    fate(outcome) {
        if (this.#fate === null) return;
        const words = this.#words;
        const lines = fateLines(outcome, words);
        this.#fate.replaceChildren(...lines.map((line) => element("span", "", line)));
        this.#fate.dataset.kind = outcome.kind;
        if (outcome.kind === "unowned" || outcome.why === "signed-out") {
            this.#fate.append(link("cta", words.signIn, this.#center.signInAddress));
        }
        const waiting = this.#center.waiting - (outcome.kind === "kept" ? 1 : 0);
        if (waiting > 0) this.#fate.append(element("span", "waiting", words.waiting(waiting)));
        // The leaderboard knows better than this browser what his best is.
        if (outcome.kind === "sent") this.#showRecord(outcome.isNewBest, words.sentEntry(outcome.best));
        this.say(`${words.gameOver}. ${this.#result}. ${lines.join(" ")} ${this.#record.textContent}`);
        if (outcome.kind === "sent") this.#board.refresh(outcome.version);
    }

    #showRecord(isNew, text) {
        this.#record.className = isNew ? "best new" : "best";
        this.#record.textContent = isNew ? this.#words.newBest : text;
    }

    /** Who plays, in the menu, and the scores that are offered to him. */
    showAccount() {
        const { status, player } = this.#center;
        const words = this.#words;
        if (this.#account !== null) {
            const sandbox = this.#center.environment === "sandbox" ? [element("b", "sandbox", words.sandbox)] : [];
            const parts = {
                checking: () => [words.checking],
                in: () => [words.playingAs(player.displayName)],
                out: () => [words.signedOut, link("cta", words.signIn, this.#center.signInAddress)],
                away: () => [...(player === null ? [] : [`${words.playingAs(player.displayName)}. `]), words.away],
                off: () => [words.off],
            }[status]();
            this.#account.replaceChildren(...parts, ...sandbox);
        }
        this.#showOffer();
    }

    #showOffer() {
        if (this.#offer === null) return;
        const scores = this.#center.status === "in" ? this.#center.unowned : [];
        if (scores.length === 0) {
            this.#offer.replaceChildren();
            return;
        }
        const words = this.#words;
        this.#offer.replaceChildren(
            element("p", "", words.offer(scores)),
            element("div", "row",
                button("cta", words.accept, () => this.#center.acceptUnowned()),
                button("quiet", words.decline, () => this.#center.discardUnowned())));
    }

    /** "Welcome back, NAME", with Sandbox where it is. */
    welcome(name, isNew, environment) {
        const banner = element("div", "banner-card", element("strong", "", (isNew ? this.#words.welcomeNew : this.#words.welcome)(name)));
        if (environment === "sandbox") banner.append(element("b", "sandbox", this.#words.sandbox));
        this.#slide(banner);
    }

    /** What became of scores that waited. @param {{sent: number, refused: {problem: string, title: string, detail: string}[]}} late */
    late({ sent, refused }) {
        if (this.#center.waiting === 0) this.#fate?.querySelector(".waiting")?.remove();
        const [first] = refused;
        const words = this.#words;
        this.#note(first === undefined ? words.lateSent(sent) : words.lateRefused(reason(first, words)));
    }

    /** A short word in passing. */
    #note(text) {
        this.#slide(element("div", "banner-card", element("span", "", text)));
    }

    #slide(banner) {
        this.#banner.replaceChildren(banner);
        setTimeout(() => banner.classList.add("leaving"), 4_500);
        setTimeout(() => banner.remove(), 5_000);
    }

    say(text) {
        this.#said.textContent = text;
    }

    /** The key that jumps presses the button that is offered first. */
    pressPrimary() {
        if (this.#primary !== null && this.isReady) this.#primary.click();
    }

    get #leaderboardAddress() {
        const query = new URLSearchParams({ id: this.#center.bundleID });
        if (this.#center.environment === "sandbox") query.set("environment", "sandbox");
        return `/games/?${query}`;
    }
}

/** In the player's words; what is new to this page is told as the server wrote it. */
function reason({ problem, title, detail }, words) {
    return words.because[problem] ?? [title, detail].filter(Boolean).join(" · ");
}

function fateLines(outcome, words) {
    switch (outcome.kind) {
        case "sent": {
            const rank = number(outcome.rank);
            const total = number(outcome.total);
            return [words.sent(rank, total)];
        }
        case "kept": {
            const kept = outcome.why === "signed-out" ? words.keptSignIn : words.kept;
            return outcome.isStored ? [kept] : [kept, words.keptMemory];
        }
        case "refused": return [words.refused(reason(outcome, words))];
        case "off": return [words.off];
        default: return outcome.isStored ? [words.unowned] : [words.unowned, words.keptMemory];
    }
}
