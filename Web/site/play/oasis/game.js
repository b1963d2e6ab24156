// Oasis in a browser: people who share this device, computer players, and others over the server.

import { find, h, lookUp } from "../../lib/dom.js";
import "../host/language.js";
import { newSeed } from "../host/module.js";
import { saidIn } from "../host/said.js";
import { form, Sound } from "../host/sound.js";
import { say } from "../host/texts.js";
import { Core, moves } from "./core.js";
import { learned, point } from "./lesson.js";
import { confetti, fly, flyPoints, hop, isCalm, shake, wait } from "./motion.js";
import { tile } from "./pieces.js";
import { showPanel } from "./panel.js";
import { showPodium, showStanding } from "./podium.js";
import { savedGame, savedKinds, saveGame, saveKinds } from "./saved.js";
import { showSetup } from "./setup.js";
import { Table } from "./table.js";
import { cues, playerName, text, tileName } from "./words.js";

const ADDRESS = "game.wasm";
const isTouch = matchMedia("(pointer: coarse)").matches;
/** What a computer player takes to think, in milliseconds. */
const THOUGHT = 650;
/** How often what is said of the time is set anew, in milliseconds. */
const MINUTE = 60_000;
/** After how many minutes who waits for friends enters their party again: it keeps a player for ten. */
const STAY = 5;
/** How long a message stands where the last turn is told, in milliseconds. */
const NOTE = 8_000;
/** Which sound a placement has, by the points of its neighbours. */
const LAID = new Map([[1, "one"], [2, "two"], [4, "three"], [8, "four"]]);

class Oasis {
    /** @type {Core} */ #core;
    /** @type {Sound} */ sound;
    #table = new Table({
        take: (slot) => this.take(slot), lay: (cell) => void this.lay(cell), drop: (slot) => this.#hold(slot),
        reveal: () => this.reveal(), swap: () => this.#beginSwap(), confirm: () => void this.#confirmSwap(),
        cancel: () => this.#letGo(), pass: () => void this.#make(moves.pass),
    });
    #layer = find("#flying");
    #said = saidIn(find("#said"));

    /** Who plays, by chair; and by seat of the game, as empty chairs have none. */
    #chairs = savedKinds();
    /** @type {import("./saved.js").Kind[]} */ #kinds = [];
    /** @type {number[]} */ #faces = [];

    /** A match over the server; null: a game on this device. */
    /** @type {?import("./online.js").OnlineMatch} */ #online = null;
    /** What knows the server, once it was needed. */
    /** @type {?typeof import("./online.js")} */ #server = null;
    /** By whose code friends come to the match. */
    /** @type {?import("../../sdk/laurel.js").Party} */ #party = null;
    /** Ends what is heard of the match. */
    #unfollow = () => {};
    /** What was heard while something was still shown. */
    /** @type {?import("./online.js").Match} */ #heard = null;

    /** @type {"menu" | "ask" | "hidden" | "play" | "watch" | "over"} */ screen = "menu";
    /** @type {?number} */ #held = null;
    /** @type {?Set<number>} */ #swapping = null;
    /** The person who saw their hand last, by seat. */
    /** @type {?number} */ #seen = null;
    /** Games and menus that came since: what waited for an older one stops. */
    #era = 0;
    #isBusy = false;
    /** What the last turn was, in words. */
    #told = "";
    /** What stands in its stead for a while. */
    #note = "";
    /** Whose turn it is, as those were told last who listen to the page. */
    #spoken = "";

    /** @param {Core} core */
    constructor(core) {
        this.#core = core;
        const { exports } = core;
        this.sound = new Sound("oasis", cues, (cue) => form(exports, cue), (cue) => core.render(cue), ADDRESS);
        this.sound.setMusic(cues.indexOf("music"));
        this.#listen();
    }

    #listen() {
        const mute = find("#mute");
        const showMute = () => {
            mute.setAttribute("aria-pressed", String(this.sound.isMuted));
            mute.setAttribute("aria-label", say(this.sound.isMuted ? "play.soundOn" : "play.soundOff"));
        };
        const toggle = () => {
            this.sound.setMuted(!this.sound.isMuted);
            showMute();
        };
        mute.addEventListener("click", toggle);
        showMute();
        find("#home").addEventListener("click", () => this.#goBack());
        for (const [id, does] of /** @type {[string, () => void][]} */ ([
            ["#quit", () => this.#askToQuit()], ["#remind", () => void this.#remind()],
            ["#share", () => this.#shareTable()]])) {
            find(id).addEventListener("click", does);
        }
        setInterval(() => this.#showStatus(), MINUTE);
        setInterval(() => void this.#stay(), STAY * MINUTE);
        // Sound may begin when a finger goes up, not when it comes down.
        for (const kind of ["pointerdown", "pointerup", "keydown"]) addEventListener(kind, () => this.sound.unlock());
        document.addEventListener("visibilitychange", () => this.sound.setHidden(document.hidden));
        addEventListener("keydown", (event) => {
            if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
            // Letters and digits may be part of a party code.
            if (event.target instanceof HTMLInputElement && event.key !== "Escape") return;
            if (event.key === "m" || event.key === "M") toggle();
            else if (event.key === "Escape") this.#escape();
            else this.#keyDown(event);
        });
    }

    /** @param {KeyboardEvent} event */
    #keyDown(event) {
        const slot = "1234".indexOf(event.key);
        if (slot >= 0) {
            if (this.screen === "hidden") this.reveal();
            else if (this.screen === "play") {
                this.take(slot);
                if (this.#held !== null) this.#table.focusLegal();
            }
        } else if (event.key === "s" && this.screen === "play") {
            if (this.#swapping === null) this.#beginSwap();
            else void this.#confirmSwap();
        } else if (event.key === " " && this.screen === "hidden" && document.activeElement === document.body) {
            this.reveal();
        }
    }

    /** What is going on. For tests, and for the curious. */
    state() {
        const view = this.#own();
        return { screen: this.screen, view, kinds: this.#kinds, held: this.#held, isBusy: this.#isBusy };
    }

    /**
     * What a tile brings in each cell. For tests.
     * @param {number} slot
     */
    cells(slot) {
        return [...this.#worth(slot)];
    }

    /**
     * What a player may know: of a match over the server, this page's one.
     * @param {number} seat
     */
    #view(seat) {
        return this.#online?.view ?? this.#core.view(seat);
    }

    /**
     * What each cell would bring with a tile.
     * @param {number} slot
     */
    #worth(slot) {
        return this.#online === null ? this.#core.cells(slot) : this.#core.seenCells(slot);
    }

    /** @param {number} seat */
    #name(seat) {
        // The only person at the table is you, as over the server.
        const isYou = this.#people === 1 && this.#kinds[seat] === "person";
        return this.#online?.nameAt(seat) ?? (isYou ? text("you") : playerName(this.#faces[seat]));
    }

    #names() {
        return this.#faces.map((_, seat) => this.#name(seat));
    }

    /** Makes the move that a computer player would. For tests. */
    async auto() {
        if (this.screen !== "play") return;
        await this.#make(this.#online === null ? this.#core.bot(1) : this.#core.seenBot(1));
    }

    /** Who is asked whether to quit plays on. */
    #escape() {
        const stay = lookUp("#podium:not([hidden]) #stay");
        if (stay !== null) stay.click();
        else this.#goBack();
    }

    #goBack() {
        if (this.#swapping !== null || this.#held !== null) this.#letGo();
        else if (this.screen === "menu") location.href = "/";
        else this.menu();
    }

    /** @param {typeof Oasis.prototype.screen} screen */
    #enter(screen) {
        this.screen = screen;
        document.body.dataset.screen = screen;
        find("#table").hidden = screen === "menu";
        find("#setup").hidden = screen !== "menu";
        find("#podium").hidden = screen !== "over" && screen !== "ask";
        find("#home").setAttribute("aria-label", screen === "menu" ? say("play.allGames") : text("menu"));
        this.sound.setMusicLevel(screen === "menu" || screen === "over" ? 0.4 : 0.22);
    }

    menu() {
        this.#leaveTable();
        this.#era += 1;
        this.#isBusy = false;
        this.#clear();
        this.#enter("menu");
        showSetup({
            kinds: this.#chairs, canContinue: savedGame() !== null,
            begin: (kinds) => this.begin(kinds), goOn: () => this.goOn(), online: () => void this.findOthers(),
            party: () => {
                this.#play("click");
                this.askForParty();
            },
            changed: (kinds) => {
                this.#chairs = kinds;
                saveKinds(kinds);
                this.#play("click");
            },
        });
    }

    #clear() {
        this.#held = null;
        this.#swapping = null;
        this.#seen = null;
        point(null);
        this.#told = "";
        this.#note = "";
        this.#said.clear();
        this.#layer.replaceChildren();
    }

    /** @param {import("./saved.js").Kind[]} chairs @param {bigint} [seed] */
    begin(chairs, seed = newSeed()) {
        this.#sit(chairs);
        this.#core.begin(seed, this.#kinds.length);
        this.#play("reveal");
        this.#start();
    }

    /** Goes on with the game that the device keeps. */
    goOn() {
        const saved = savedGame();
        if (saved === null || !this.#core.restore(saved.state)) {
            saveGame(null);
            return this.menu();
        }
        this.#sit(saved.kinds);
        if (this.#view(0).seats !== this.#kinds.length) return this.begin(saved.kinds);
        this.#start();
    }

    /** @param {import("./saved.js").Kind[]} chairs */
    #sit(chairs) {
        this.#chairs = chairs;
        this.#faces = chairs.flatMap((kind, chair) => (kind === "nobody" ? [] : [chair]));
        this.#kinds = this.#faces.map((chair) => chairs[chair]);
    }

    #start() {
        this.#era += 1;
        this.#isBusy = false;
        this.#clear();
        this.#next();
    }

    get #people() {
        return this.#online !== null ? 1 : this.#kinds.filter((kind) => kind === "person").length;
    }

    /** The next turn. */
    #next() {
        const { current, isOver } = this.#view(0);
        saveGame(isOver ? null : { kinds: this.#chairs, state: this.#core.state() });
        if (isOver) return this.#end();
        if (this.#kinds[current] !== "person") {
            this.#enter("watch");
            this.#show();
            this.#showStatus();
            return void this.#think(current);
        }
        // Nobody else can look: the only person's hand lies open.
        const isOpen = this.#people === 1 || this.#seen === current;
        this.#seen = isOpen ? current : null;
        this.#enter(isOpen ? "play" : "hidden");
        this.#show();
        this.#teach();
        this.#showStatus();
        if (!isOpen) this.#say(text("turn", { slot: this.#name(current) }));
    }

    /** @param {number} seat */
    async #think(seat) {
        const era = this.#era;
        await wait(THOUGHT);
        if (era !== this.#era) return;
        await this.#make(this.#core.bot(this.#kinds[seat] === "strong" ? 1 : 0), seat);
    }

    /** Whose hand lies on the table, by seat: the person's whose turn it is, or the only person's. */
    #owner() {
        if (this.#online !== null) return this.#online.view.seat;
        const { current } = this.#view(0);
        if (this.#kinds[current] === "person") return current;
        return this.#people === 1 ? this.#kinds.indexOf("person") : current;
    }

    /** What the player sees whose turn it is. */
    #own() {
        return this.#view(this.#view(0).current);
    }

    #show() {
        const owner = this.#owner();
        const view = this.#view(owner);
        const isPlaying = this.screen === "play";
        // A hand that its player may not be looking at alone stays out of the page.
        const isShown = this.#kinds[owner] === "person" && this.screen !== "hidden"
            && (this.#people === 1 || this.screen === "play");
        const cells = [0, 1, 2, 3].map((slot) => (isPlaying ? this.#worth(slot) : new Uint8Array()));
        this.#table.show({
            view, kinds: this.#kinds, faces: this.#faces, names: this.#names(), hasNames: this.#online !== null,
            mode: this.screen === "play" || this.screen === "hidden" ? this.screen : "watch", isOpen: isShown,
            held: this.#held, worth: this.#held === null ? null : cells[this.#held],
            playable: cells.map((worth) => worth.some((points) => points > 0)), swapping: this.#swapping,
        });
    }

    #teach() {
        if (this.screen === "hidden") return point(this.#table.slot(1));
        if (this.screen !== "play" || this.#swapping !== null) return point(null);
        if (this.#held !== null) {
            const worth = this.#worth(this.#held);
            return point(this.#table.cell(worth.indexOf(Math.max(...worth))));
        }
        const slot = [0, 1, 2, 3].find((one) => this.#worth(one).some((points) => points > 0));
        point(slot === undefined ? null : this.#table.slot(slot));
    }

    reveal() {
        if (this.screen !== "hidden") return;
        this.#seen = this.#view(0).current;
        this.#play("reveal");
        this.#enter("play");
        this.#show();
        this.#teach();
        this.#showStatus();
        for (const slot of [0, 1, 2, 3]) hop(this.#table.slot(slot), 0.1 + slot * 0.04);
        this.#table.slot(0).focus({ preventScroll: true });
    }

    /** @param {number} slot */
    take(slot) {
        if (this.screen !== "play" || this.#isBusy) return;
        if (this.#swapping !== null) {
            const { bag, hand } = this.#own();
            if (hand[slot] === null) return;
            if (!this.#swapping.delete(slot) && this.#swapping.size < bag) this.#swapping.add(slot);
            this.#play("lift");
            return this.#show();
        }
        if (this.#held === slot) return this.#letGo();
        this.#hold(slot);
    }

    /** @param {number} slot */
    #hold(slot) {
        if (this.screen !== "play" || this.#isBusy || this.#own().hand[slot] === null) return;
        this.#held = slot;
        const isPlayable = this.#worth(slot).some((points) => points > 0);
        this.#play(isPlayable ? "lift" : "refuse");
        this.#show();
        if (!isPlayable) shake(this.#table.slot(slot));
        this.#teach();
    }

    #letGo() {
        this.#held = null;
        this.#swapping = null;
        this.#show();
        this.#teach();
    }

    /** @param {number} cell */
    async lay(cell) {
        if (this.screen !== "play" || this.#isBusy || this.#swapping !== null) return;
        if (this.#held === null) {
            // Which tiles could go there?
            for (const slot of [0, 1, 2, 3]) if (this.#worth(slot)[cell] > 0) hop(this.#table.slot(slot), 0.2);
            return;
        }
        if (this.#worth(this.#held)[cell] === 0) {
            this.#play("refuse");
            shake(this.#table.slot(this.#held));
            return;
        }
        learned();
        await this.#make(moves.lay(this.#held, cell));
    }

    #beginSwap() {
        if (this.screen !== "play" || this.#isBusy) return;
        const { bag, hand } = this.#own();
        if (bag === 0) return;
        this.#held = null;
        // At first those that fit nowhere.
        const useless = [0, 1, 2, 3].filter(
            (slot) => hand[slot] !== null && !this.#worth(slot).some((points) => points > 0));
        this.#swapping = new Set(useless.slice(0, bag));
        this.#play("lift");
        point(null);
        this.#show();
    }

    async #confirmSwap() {
        if (this.#swapping === null || this.#swapping.size === 0) return;
        await this.#make(moves.swap(this.#swapping));
    }

    /**
     * Makes a move of the player whose turn it is, shows it, and goes on.
     * @param {Uint8Array} move @param {number} [seat]
     */
    async #make(move, seat = this.#view(0).current) {
        if (this.#isBusy) return;
        if (this.#online !== null) return this.#send(move);
        const era = this.#era;
        const slot = this.#held;
        const before = this.#view(seat);
        if (!this.#core.move(seat, move)) return;
        this.#isBusy = true;
        // What was done stays done, whatever becomes of the page.
        const { isOver } = this.#view(seat);
        saveGame(isOver ? null : { kinds: this.#chairs, state: this.#core.state() });
        this.#held = null;
        this.#swapping = null;
        await this.#showTurn(seat, slot, before);
        if (era !== this.#era) return;
        this.#isBusy = false;
        this.#next();
    }

    /**
     * @param {number} seat @param {?number} slot of the hand that lies open
     * @param {import("./core.js").View} before
     */
    async #showTurn(seat, slot, before) {
        const { last, cells } = this.#view(seat);
        const name = this.#name(seat);
        const era = this.#era;
        if (last.kind === "placed") {
            const piece = cells[last.detail];
            if (piece === null) return;
            const from = slot === null ? this.#table.seat(seat) : this.#table.slot(slot);
            if (slot !== null) find(".tile", from).classList.add("gone");
            await fly(this.#layer, tile(piece), from, this.#table.cell(last.detail), slot === null ? 460 : 240);
            if (era !== this.#era) return;
            this.#land(seat, last, before);
            this.#report(text("laid", { slot: name, value: tileName(piece), a: last.points }));
            return;
        }
        if (last.kind === "swapped") {
            this.#play("swap");
            this.#report(text("swapped", { slot: name, a: last.detail }));
            const bag = find("#tray .round:last-child");
            await Promise.all(Array.from({ length: last.detail }, async (_, index) => {
                await wait(index * 80);
                await fly(this.#layer, tile(null), this.#table.seat(seat), bag, 380, 36);
            }));
            return;
        }
        this.#play("pass");
        this.#report(text(last.kind === "left" ? "gone.now" : "passed", { slot: name }));
        hop(this.#table.seat(seat));
        await wait(250);
    }

    /**
     * A tile has come down.
     * @param {number} seat @param {import("./core.js").Turn} last @param {import("./core.js").View} before
     */
    #land(seat, last, before) {
        const cell = this.#table.cell(last.detail);
        const isWater = cell.classList.contains("water");
        this.#play(LAID.get(last.points - (isWater ? 2 : 0)) ?? "one");
        if (isWater) this.#play("water");
        this.#show();
        cell.classList.add("landed");
        setTimeout(() => cell.classList.remove("landed"), 600);
        for (const neighbor of this.#table.beside(last.detail)) hop(neighbor, 0.14);
        // The score counts when the points arrive.
        const score = find(".score", this.#table.seat(seat));
        score.textContent = String(before.points[seat]);
        void flyPoints(this.#layer, last.points, cell, this.#table.seat(seat)).then(() => {
            const now = find(".score", this.#table.seat(seat));
            now.textContent = String(this.#view(seat).points[seat]);
            hop(now, 0.4);
        });
    }

    #end() {
        const era = this.#era;
        this.#enter("watch");
        this.#show();
        point(null);
        void wait(900).then(() => {
            if (era !== this.#era) return;
            this.#enter("over");
            this.#showStatus();
            const { points } = this.#view(0);
            const ranks = points.map((own) => 1 + points.filter((other) => other > own).length);
            this.#say(...showPodium({
                points, ranks, faces: this.#faces, names: this.#names(), again: () => this.begin(this.#chairs),
                menu: () => this.menu(),
            }));
            // Nobody cheers who has lost to the computer.
            const hasLost = this.#people > 0
                && !this.#kinds.some((kind, seat) => kind === "person" && ranks[seat] === 1);
            this.#play(hasLost ? "pass" : "win");
            if (!hasLost) confetti(this.#layer);
        });
    }

    // Over the server

    /**
     * Says something before a table.
     * @param {Parameters<typeof showPanel>[0]} options
     */
    #ask(options) {
        this.#spoken = "";
        this.#enter("ask");
        this.#say(showPanel(options));
    }

    #back() {
        return { id: "menu", text: text("menu"), does: () => this.menu() };
    }

    /** Says that something is under way. Who doesn't wait for it goes back, and the answer comes too late. */
    #connect() {
        this.#era += 1;
        this.#ask({ title: text("connecting"), choices: [this.#back()] });
    }

    /**
     * What needs the server. Whatever it says of a failure is shown, unless the player has left meanwhile.
     * @param {?string} id of the match that it is about. Who comes to one is made no guest: it may be their account's.
     * @param {(server: typeof import("./online.js")) => Promise<void>} does
     * @param {(error: unknown) => void} [failed] what becomes of a failure
     * @param {?string} [code] of a party, to which the sign-in page returns
     */
    async #withServer(id, does, failed = (error) => this.#failed(id, error), code = null) {
        const era = this.#era;
        try {
            const server = this.#server ??= await import("./online.js");
            const isSignedIn = await server.signedIn(id === null);
            if (era !== this.#era) return;
            if (isSignedIn) return await does(server);
            this.#ask({ title: text(id === null ? "sign.in.to" : "sign.in.match"), choices: [
                { id: "sign-in", text: text("sign.in"), href: server.signInAddress(id, code) }, this.#back()] });
        } catch (error) {
            if (era === this.#era) failed(error);
        }
    }

    /** @param {unknown} error */
    #reason(error) {
        return this.#server?.reason(error) ?? text("away");
    }

    /** @param {?string} id @param {unknown} error @param {() => void} [again] */
    #failed(id, error, again = () => void (id === null ? this.findOthers() : this.open(id))) {
        if (this.#server?.isForPlayersAlone(error)) {
            return this.#ask({ title: text("guest"), said: text("guest.means"), choices: [
                { id: "keep", text: text("guest.keep"), href: this.#server.keepAddress() },
                { id: "by-code", text: text("party"), does: () => this.askForParty() },
                this.#back()] });
        }
        this.#ask({ title: text("failed"), said: this.#reason(error), choices: [
            { id: "retry", text: text("retry"), does: again },
            this.#back()] });
    }

    /** Plays with a stranger: at a table that waits for somebody, or at a new one. */
    async findOthers() {
        this.#play("click");
        this.#connect();
        const era = this.#era;
        await this.#withServer(null, async (server) => {
            const match = await server.findMatch();
            if (era === this.#era) return this.open(match.id);
            // Nobody is to wait for a player who has gone.
            await server.laurel.quitMatch(match);
        });
    }

    /**
     * Asks how to meet friends by a code.
     * @param {string} [typed] before @param {string} [problem] what was wrong with it
     */
    askForParty(typed = "", problem = "") {
        this.#leaveTable();
        const join = (/** @type {string} */ code) => {
            // The form stays: what was typed is there to be mended.
            this.#era += 1;
            this.#say(text("connecting"));
            void this.#meet(code);
        };
        this.#ask({ title: text("party"), said: text("party.means"),
            entry: { label: text("party.code"), text: text("party.enter"), typed, problem, does: join },
            choices: [{ id: "party-new", text: text("party.new"), does: () => void this.meet(null) },
                this.#back()] });
    }

    /**
     * Meets friends at the table of a party's code.
     * @param {?string} code null: a new one
     */
    async meet(code) {
        this.#clear();
        this.#connect();
        await this.#meet(code);
    }

    /** @param {?string} code */
    async #meet(code) {
        const era = this.#era;
        await this.#withServer(null, async (server) => {
            const party = await server.party(code);
            if (era !== this.#era) return;
            const { id } = await server.meet(party.code);
            if (era !== this.#era) return;
            if (code !== null) return this.#openFor(id, party);
            // Who has a new code passes it on first.
            this.#party = party;
            this.#showParty(party, { id: "party-play", text: text("party.play"),
                does: () => void this.#openFor(id, party) });
        }, (error) => {
            if (code === null || this.#server?.isForPlayersAlone(error)) {
                this.#failed(null, error, () => void this.meet(code));
            } else this.askForParty(code, this.#reason(error));
        }, code);
    }

    /**
     * The code of a party, and how to pass it on.
     * @param {import("../../sdk/laurel.js").Party} party
     * @param {import("./panel.js").Choice} play leads to the table
     */
    #showParty({ code, url, image }, play) {
        this.#ask({ title: text("party.made"), said: text("party.share"), code,
            picture: { src: image, alt: text("party.picture") },
            choices: [{ id: "party-share", text: text("party.link"), does: () => void this.#share(url) }, play,
                this.#back()] });
    }

    /** From the table, as long as a seat is free. */
    #shareTable() {
        const online = this.#online;
        if (online === null || this.#party === null) return;
        this.#showParty(this.#party, { id: "stay", text: text("stay"), does: () => {
            this.#goOnline(online);
            find("#share").focus({ preventScroll: true });
        } });
    }

    /** @param {string} id @param {import("../../sdk/laurel.js").Party} party */
    async #openFor(id, party) {
        const opening = this.open(id);
        // Not after it: the player may be elsewhere by then. The last table's party is forgotten at once.
        this.#party = party;
        await opening;
    }

    /**
     * As long as a seat is free, the party's page shows who waits; while the code is passed on, too. Who opens a match
     * that waits for friends learns its code by this.
     */
    async #stay() {
        const online = this.#online;
        const code = this.#party?.code ?? online?.code ?? null;
        if (code === null || online?.hasFreeSeat === false) return;
        const era = this.#era;
        try {
            const party = await this.#server?.party(code);
            if (era !== this.#era || party === undefined) return;
            this.#party = party;
            this.#showStatus();
        } catch {
            // The code has ended, or the server is away: the match waits on.
        }
    }

    /** @param {string} url */
    async #share(url) {
        try {
            if (isTouch && navigator.share !== undefined) await navigator.share({ title: "Oasis", url });
            else await navigator.clipboard.writeText(url);
            const button = document.querySelector("#party-share");
            if (button !== null) button.textContent = text("party.copied");
            this.#say(text("party.copied"));
        } catch (error) {
            // Nothing was shared, by the player's own wish.
            if (error instanceof DOMException && error.name === "AbortError") return;
            // Neither is allowed here: the page of the code has the link, and a picture of it.
            location.href = url;
        }
    }

    /**
     * Shows a match of the player's, and follows it.
     * @param {string} id
     */
    async open(id) {
        this.#leaveTable();
        this.#isBusy = false;
        this.#clear();
        this.#connect();
        const era = this.#era;
        await this.#withServer(id, async (server) => {
            history.replaceState(null, "", server.addressOf(id));
            this.#unfollow = server.laurel.followMatch(id, (match) => {
                if (era !== this.#era) return;
                if (match === null || !server.OnlineMatch.isShowable(match)) this.#missing(server, id);
                else void this.#hear(match);
            });
        });
    }

    /** @param {typeof import("./online.js")} server @param {string} id of a match that this player doesn't see */
    #missing(server, id) {
        if (!server.laurel.isGuest) return this.#ask({ title: text("unavailable"), choices: [this.#back()] });
        // A guest may have an account, whose match it is.
        this.#ask({ title: text("unavailable"), said: text("sign.in.guest"), choices: [
            { id: "sign-in", text: text("sign.in"), href: server.signInAddress(id) }, this.#back()] });
    }

    /** The match goes on without this page. */
    #leaveTable() {
        this.#unfollow();
        this.#unfollow = () => {};
        if (this.#online !== null && this.#server !== null) {
            history.replaceState(null, "", this.#server.addressOf(null));
        }
        this.#online = null;
        this.#heard = null;
        this.#party = null;
        this.#showStatus();
    }

    /**
     * The match as it is now.
     * @param {import("./online.js").Match} match @param {?number} [slot] whose tile this player has laid
     */
    async #hear(match, slot = null) {
        if (this.#isBusy) {
            if (match.version > (this.#heard?.version ?? 0)) this.#heard = match;
            return;
        }
        if (this.#server === null || match.version <= (this.#online?.match.version ?? 0)) return;
        const before = this.#online?.view ?? null;
        if (this.#online === null) this.#online = new this.#server.OnlineMatch(match);
        else this.#online.take(match);
        this.#core.look(match.data ?? new Uint8Array());
        const { view } = this.#online;
        this.#faces = view.points.map((_, seat) => seat);
        this.#kinds = view.points.map(() => "person");
        this.#held = null;
        this.#swapping = null;
        if (before !== null && this.screen !== "ask" && String(Object.values(before.last)) !== String(Object.values(
            view.last))) {
            const era = this.#era;
            this.#isBusy = true;
            this.#showStatus();
            await this.#showTurn(view.last.seat, slot, before);
            if (era !== this.#era) return;
            this.#isBusy = false;
        }
        this.#goOnline(this.#online);
        const heard = this.#heard;
        this.#heard = null;
        if (heard !== null) await this.#hear(heard);
    }

    /**
     * What can be done now.
     * @param {import("./online.js").OnlineMatch} online
     */
    #goOnline(online) {
        const { match } = online;
        if (match.ended !== null) return this.#endOnline(online);
        if (match.state === "invited") return this.#askInvited(online);
        if (!online.isPlaying) return this.#ask({ title: text("over"), choices: [this.#back()] });
        this.#enter(online.isMine ? "play" : "watch");
        this.#show();
        this.#showStatus();
        this.#teach();
        if (this.#party === null) void this.#stay();
        // Not again with what changes nothing about it, such as a reminder.
        if (online.status === this.#spoken) return;
        this.#spoken = online.status;
        this.#say(this.#told, online.status);
    }

    /** @param {import("./online.js").OnlineMatch} online */
    #askInvited(online) {
        const { match } = online;
        const host = match.participants.findIndex(({ status }) => status === "active");
        this.#show();
        this.#ask({ title: text("invited", { slot: online.nameAt(Math.max(0, host)) }), choices: [
            { id: "accept", text: text("accept"),
                does: () => void this.#do(({ laurel }) => laurel.acceptMatch(match)) },
            { id: "decline", text: text("decline"),
                does: () => void this.#do(({ laurel }) => laurel.declineMatch(match)) },
        ] });
    }

    /** @param {import("./online.js").OnlineMatch} online */
    #endOnline(online) {
        const { match } = online;
        const hasPlayed = this.screen === "play" || this.screen === "watch";
        const era = this.#era;
        this.#enter("watch");
        this.#show();
        this.#showStatus();
        point(null);
        void wait(hasPlayed ? 900 : 0).then(() => {
            if (era !== this.#era) return;
            this.#enter("over");
            this.#showStatus();
            const why = online.departures;
            if (!online.hasWinner) {
                return this.#ask({ title: text("over"), said: why.join("\n"), choices: [this.#back()] });
            }
            this.#say(...showPodium({
                points: online.view.points, ranks: online.ranks, faces: this.#faces, names: this.#names(), why,
                again: () => void this.#withServer(match.id, async ({ laurel }) => {
                    const { id } = await laurel.rematch(match);
                    if (era === this.#era) await this.open(id);
                }),
                menu: () => this.menu(),
            }));
            void this.#showStanding(online);
            if (online.ranks[match.seat] !== 1) return;
            this.#play("win");
            confetti(this.#layer);
        });
    }

    /** @param {import("./online.js").OnlineMatch} online */
    async #showStanding(online) {
        const server = this.#server;
        const era = this.#era;
        const sentence = await server?.standing(online) ?? null;
        if (server === null || sentence === null || era !== this.#era || this.screen !== "over") return;
        showStanding(sentence, server.leaderboardAddress());
        this.#say(sentence);
    }

    /**
     * Does something about the match, and shows what came of it.
     * @param {(server: typeof import("./online.js")) => Promise<?import("./online.js").Match>} does
     * @param {?number} [slot] whose tile this player lays
     */
    async #do(does, slot = null) {
        const server = this.#server;
        const id = this.#online?.match.id;
        if (server === null || id === undefined || this.#isBusy) return;
        const era = this.#era;
        this.#isBusy = true;
        try {
            const match = await does(server);
            if (era !== this.#era) return;
            this.#isBusy = false;
            // Nobody else had heard of it.
            if (match === null) return this.menu();
            await this.#hear(match, slot);
        } catch (error) {
            if (era !== this.#era) return;
            this.#isBusy = false;
            const match = server.matchIn(error);
            if (match !== null) await this.#hear(match);
            else this.#failed(id, error);
        }
    }

    /** @param {Uint8Array} move */
    async #send(move) {
        const online = this.#online;
        if (online === null || !online.isMine) return;
        const slot = this.#held;
        await this.#do(({ laurel }) => laurel.move(online.match, move), slot);
    }

    async #remind() {
        const online = this.#online;
        if (online === null || !online.isRemindable) return;
        const slot = online.nameAt(online.match.turn?.seat ?? 0);
        const era = this.#era;
        let said = text("reminded", { slot });
        try {
            await this.#server?.laurel.remindOfMatch(online.match);
        } catch (error) {
            said = this.#server?.isTooSoon(error) ? text("reminded.already", { slot }) : this.#reason(error);
        }
        if (era === this.#era) this.#tell(said);
    }

    #askToQuit() {
        const online = this.#online;
        if (online === null || !online.isPlaying) return;
        this.#ask({ title: text("quit.sure"), said: text("quit.means"), choices: [
            { id: "stay", text: text("stay"), does: () => {
                this.#goOnline(online);
                find("#quit").focus({ preventScroll: true });
            } },
            { id: "leave", text: text("quit"),
                does: () => void this.#do(({ laurel }) => laurel.quitMatch(online.match)) },
        ] });
    }

    /** What was last, whose turn it is and how long yet, how friends come, and what can be done about the match. */
    #showStatus() {
        const online = this.#online;
        const isShown = online !== null && (this.screen === "play" || this.screen === "watch");
        const party = isShown && online.isPlaying && online.hasFreeSeat ? this.#party : null;
        const isHere = online === null && ["play", "watch", "hidden"].includes(this.screen);
        const lines = {
            last: isShown || isHere ? this.#note || this.#told : "",
            now: isShown ? online.status : isHere ? this.#statusHere() : "",
            left: isShown ? online.left : "",
            by: party === null ? "" : text("party.by", { slot: party.code }),
        };
        find("#status").replaceChildren(...Object.entries(lines).filter(([, line]) => line !== "")
            .map(([kind, line]) => h("span", { class: kind }, line)));
        find("#quit").hidden = !isShown || !online.isPlaying;
        find("#remind").hidden = !isShown || !online.isRemindable;
        find("#share").hidden = party === null;
    }

    /** Whose turn it is on this device. */
    #statusHere() {
        const { current, isOver } = this.#view(0);
        if (this.#isBusy || isOver) return "";
        const isStuck = this.screen === "play"
            && [0, 1, 2, 3].every((slot) => !this.#worth(slot).some((points) => points > 0));
        if (isStuck) return text(this.#view(0).bag > 0 ? "stuck" : "stuck.empty");
        return this.screen === "play" && this.#people === 1 ? text("your")
            : text("turn", { slot: this.#name(current) });
    }

    /**
     * What a turn was: said, and shown until the next one.
     * @param {string} sentence
     */
    #report(sentence) {
        this.#told = sentence;
        this.#note = "";
        this.#showStatus();
        this.#say(sentence);
    }

    /**
     * Said, and shown for a while, at most until the next turn.
     * @param {string} sentence
     */
    #tell(sentence) {
        this.#note = sentence;
        this.#showStatus();
        this.#say(sentence);
        setTimeout(() => {
            if (this.#note !== sentence) return;
            this.#note = "";
            this.#showStatus();
        }, NOTE);
    }

    /** @param {string} cue */
    #play(cue) {
        const mask = 1 << cues.indexOf(cue);
        this.sound.play(mask);
        const touch = this.#core.exports.game_touch(mask);
        if (touch > 0 && isTouch && !isCalm()) navigator.vibrate?.(touch);
    }

    /**
     * To those who listen to the page.
     * @param {...string} sentences
     */
    #say(...sentences) {
        this.#said.say(...sentences);
    }
}

const game = new Oasis(await Core.load(ADDRESS));
find("#loading").remove();
// For tests, and for the curious: oasis.state()
Object.assign(globalThis, { oasis: game });
for (const [id, key] of [["quit", "quit"], ["remind", "remind"], ["share", "party.link"]]) {
    find(`#${id}`).setAttribute("aria-label", text(key));
}
const asked = new URLSearchParams(location.search);
const opened = asked.get("match");
if (opened !== null) void game.open(opened);
else if (asked.has("partyCode")) void game.meet(asked.get("partyCode"));
else if (asked.has("activity")) game.askForParty();
else game.menu();
