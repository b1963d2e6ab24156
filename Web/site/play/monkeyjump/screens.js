// The real buttons and texts over the picture: menu, pause, game over.

import { number, words } from "./words.js";

/** For this long after game over a key does nothing: the player was still jumping. In milliseconds. */
const GRACE = 450;

function element(name, className, ...children) {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.append(...children);
    return made;
}

function button(className, text, action) {
    const made = element("button", className, text);
    made.type = "button";
    made.addEventListener("click", action);
    return made;
}

function link(className, text, address) {
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
     */
    constructor(actions, center, board) {
        this.#root = document.getElementById("screens");
        this.#said = document.getElementById("said");
        this.#actions = actions;
        this.#center = center;
        this.#board = board;
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

    menu(best) {
        const play = button("primary big", words.play, () => this.#actions.start());
        this.#account = element("div", "account");
        this.#offer = element("div", "offer");
        const row = element("div", "row", link("quiet", words.leaderboard, this.#leaderboardAddress));
        const panel = element("section", "menu", play, row, this.#offer, this.#account);
        panel.setAttribute("aria-label", "MonkeyJump");
        if (best > 0) row.prepend(element("span", "best", words.bestSoFar(number(best))));
        this.#fate = null;
        this.#board.close();
        this.#show(panel, play);
        this.showAccount();
    }

    pause() {
        const resume = button("primary", words.resume, () => this.#actions.resume());
        const panel = element("section", "panel small",
            element("h2", "", words.paused), resume,
            element("div", "row",
                button("quiet", words.restart, () => this.#actions.start()),
                button("quiet", words.menu, () => this.#actions.menu())));
        panel.setAttribute("role", "dialog");
        panel.setAttribute("aria-label", words.paused);
        this.#show(panel, resume);
    }

    /** @param {{metres: number, best: number, isBest: boolean, nemesis: string}} end */
    over({ metres, best, isBest, nemesis }) {
        const again = button("primary", words.again, () => this.isReady && this.#actions.start());
        this.#fate = element("p", "fate", words.sending);
        this.#record = element("p", "best");
        this.#showRecord(isBest, words.bestSoFar(number(best)));
        this.#offer = element("div", "offer");
        const result = element("div", "result",
            element("h2", "", words.gameOver),
            element("p", "by", words.by[nemesis] ?? ""),
            element("p", "metres", words.distance(number(metres))),
            this.#record, this.#fate, this.#offer,
            element("div", "row", again, button("quiet", words.menu, () => this.isReady && this.#actions.menu())));
        const panel = element("section", "panel over", result, this.#board.element);
        panel.setAttribute("role", "dialog");
        panel.setAttribute("aria-label", words.gameOver);
        this.#account = null;
        this.#board.open();
        this.#show(panel, again);
    }

    /** What became of the score, on the screen and aloud. @param {import("../gamecenter.js").Outcome} outcome */
    fate(outcome, metres) {
        if (this.#fate === null) return;
        const lines = fateLines(outcome);
        this.#fate.replaceChildren(...lines.map((line) => element("span", "", line)));
        this.#fate.dataset.kind = outcome.kind;
        if (outcome.kind === "unowned" || outcome.why === "signed-out") {
            this.#fate.append(link("cta", words.signIn, this.#center.signInAddress));
        }
        const waiting = this.#center.waiting - (outcome.kind === "kept" ? 1 : 0);
        if (waiting > 0) this.#fate.append(element("span", "waiting", words.waiting(waiting)));
        // The leaderboard knows better than this browser what his best is.
        if (outcome.kind === "sent") this.#showRecord(outcome.isNewBest, words.sentEntry(outcome.best));
        this.say(`${words.gameOver}. ${words.distance(number(metres))}. ${lines.join(" ")} ${this.#record.textContent}`);
        if (outcome.kind === "sent") this.#board.refresh(outcome.version);
    }

    #showRecord(isNew, text) {
        this.#record.className = isNew ? "best new" : "best";
        this.#record.textContent = isNew ? words.newBest : text;
    }

    /** Who plays, in the menu, and the scores that are offered to him. */
    showAccount() {
        const { status, player } = this.#center;
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
        const best = scores.reduce((most, { value }) => Math.max(most, value), 0);
        this.#offer.replaceChildren(
            element("p", "", words.offer(scores.length, number(best))),
            element("div", "row",
                button("cta", words.accept, () => this.#center.acceptUnowned()),
                button("quiet", words.decline, () => this.#center.discardUnowned())));
    }

    /** "Welcome back, NAME", with Sandbox where it is. */
    welcome(name, isNew, environment) {
        const banner = element("div", "banner-card", element("strong", "", (isNew ? words.welcomeNew : words.welcome)(name)));
        if (environment === "sandbox") banner.append(element("b", "sandbox", words.sandbox));
        this.#slide(banner);
    }

    /** What became of scores that waited. @param {{sent: number, refused: {problem: string, title: string, detail: string}[]}} late */
    late({ sent, refused }) {
        if (this.#center.waiting === 0) this.#fate?.querySelector(".waiting")?.remove();
        const [first] = refused;
        this.#note(first === undefined ? words.lateSent(sent) : words.lateRefused(reason(first)));
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
function reason({ problem, title, detail }) {
    return words.because[problem] ?? [title, detail].filter(Boolean).join(" · ");
}

function fateLines(outcome) {
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
        case "refused": return [words.refused(reason(outcome))];
        case "off": return [words.off];
        default: return outcome.isStored ? [words.unowned] : [words.unowned, words.keptMemory];
    }
}
