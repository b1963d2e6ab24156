// The table: who plays, the board, and the hand. It draws what a player sees, and says what was tapped.

import { find, h, lookUp } from "../../lib/dom.js";
import { around, CELLS, isWater, SIDE } from "./core.js";
import { face, kindSign, signs, tile } from "./pieces.js";
import { text, tileName } from "./words.js";

/** How far a finger moves before it drags, in pixels. */
const DRAG = 8;

/**
 * @typedef {{
 *     view: import("./core.js").View,
 *     kinds: import("./saved.js").Kind[],
 *     faces: number[],
 *     names: string[],
 *     hasNames: boolean,
 *     mode: "hidden" | "play" | "watch",
 *     held: ?number,
 *     worth: ?Uint8Array,
 *     playable: boolean[],
 *     swapping: ?Set<number>,
 *     isOpen: boolean,
 * }} Scene `kinds`, `faces` and `names` by seat; `hidden`: the hand's player has to tap before it lies open
 *
 * @typedef {{
 *     take: (slot: number) => void, lay: (cell: number) => void, drop: (slot: number, cell: ?number) => void,
 *     reveal: () => void, swap: () => void, confirm: () => void, cancel: () => void, pass: () => void,
 * }} Does
 */

export class Table {
    #does;
    #seats = find("#seats");
    #board = find("#board");
    #tray = find("#tray");
    /** @type {HTMLButtonElement[]} */ #cells = [];
    /** The cell that the arrow keys reach first. */
    #focus = 24;
    /** The action beside the hand that had the focus, by its id: another takes it when this one is gone. */
    /** @type {?string} */ #action = null;

    /** @param {Does} does */
    constructor(does) {
        this.#does = does;
        this.#board.setAttribute("role", "group");
        this.#board.setAttribute("aria-label", text("board"));
        for (let cell = 0; cell < CELLS; cell += 1) {
            const button = h("button", {
                type: "button", class: isWater(cell) ? "cell water" : "cell", "data-cell": cell,
                onclick: () => this.#does.lay(cell), onfocus: () => this.#settle(cell),
            });
            this.#cells.push(button);
        }
        this.#board.append(...this.#cells);
        this.#board.addEventListener("keydown", (event) => this.#step(event));
    }

    /** @param {number} cell */
    cell(cell) {
        return this.#cells[cell];
    }

    /** @param {number} seat */
    seat(seat) {
        return find(`[data-seat="${seat}"]`, this.#seats);
    }

    /** @param {number} slot */
    slot(slot) {
        return find(`[data-slot="${slot}"]`, this.#tray);
    }

    /** @param {Scene} scene */
    show(scene) {
        this.#showSeats(scene);
        this.#showBoard(scene);
        this.#showTray(scene);
    }

    /** @param {Scene} scene */
    #showSeats({ view, kinds, faces, names, hasNames }) {
        const best = Math.max(...view.points);
        this.#seats.replaceChildren(...view.points.map((points, seat) => h("div", {
            class: "seat", "data-seat": seat, "data-turn": seat === view.current && !view.isOver,
            "data-best": points === best && best > 0, role: "img",
            "aria-label": text("score", { slot: names[seat], a: points }),
        }, hasNames && h("small", { class: "who" }, names[seat]),
        // Over the server, each is a person.
        h("span", { class: "portrait" }, face(faces[seat]), !hasNames && kindSign(kinds[seat])),
        h("b", { class: "score" }, points),
        h("span", { class: "tiles" }, Array.from({ length: view.counts[seat] }, () => h("i"))))));
    }

    /** @param {Scene} scene */
    #showBoard({ view, worth }) {
        for (let cell = 0; cell < CELLS; cell += 1) {
            const button = this.#cells[cell];
            const piece = view.cells[cell];
            const points = worth?.[cell] ?? 0;
            const key = piece === null ? "" : `${piece.picture}.${piece.hue}`;
            if (button.dataset.tile !== key) {
                button.dataset.tile = key;
                button.replaceChildren(...(piece === null ? [] : [tile(piece)]));
            }
            button.classList.toggle("legal", points > 0);
            button.classList.toggle("last", view.last.kind === "placed" && view.last.detail === cell);
            if (points > 0) button.dataset.worth = `+${points}`;
            else delete button.dataset.worth;
            button.tabIndex = cell === this.#focus ? 0 : -1;
            button.setAttribute("aria-label", label(cell, piece, points));
        }
    }

    /** @param {Scene} scene */
    #showTray(scene) {
        const { mode, isOpen, held, playable, swapping, view, names } = scene;
        const active = document.activeElement;
        const focus = active?.getAttribute("data-slot") ?? null;
        if (active !== null && this.#tray.contains(active)) this.#action = active.id || null;
        // Nothing has it while others play: it comes back with the next turn.
        else if (active !== document.body) this.#action = null;
        const slots = view.hand.map((piece, slot) => {
            const isHidden = mode === "hidden";
            const button = h("button", {
                type: "button", class: "slot", "data-slot": slot, disabled: piece === null || mode === "watch",
                "aria-pressed": String(swapping !== null ? swapping.has(slot) : held === slot),
                "data-swap": swapping?.has(slot) ?? false,
                "data-dull": mode === "play" && swapping === null && !playable[slot],
                "aria-label": isHidden ? text("reveal", { slot: names[view.current] })
                    : piece === null || !isOpen ? text("slot.empty", { a: slot + 1 })
                        : text("slot", { a: slot + 1, slot: tileName(piece) }),
                onclick: () => (isHidden ? this.#does.reveal() : this.#does.take(slot)),
            }, piece !== null && tile(isOpen ? piece : null));
            if (!isHidden && mode === "play" && swapping === null && piece !== null) this.#drag(button, slot);
            return button;
        });
        const rack = h("div", { id: "rack", role: "group", "aria-label": text("hand"), "data-mode": mode }, slots);
        const [first, second] = this.#actions(scene);
        this.#tray.replaceChildren(first, rack, second);
        this.#tray.dataset.mode = mode;
        if (focus !== null) find(`[data-slot="${focus}"]`, this.#tray).focus({ preventScroll: true });
        else if (this.#action !== null) this.#focusAction(this.#action);
    }

    /**
     * The focus goes to the same action, or else to the one that took its place.
     * @param {string} before its id
     */
    #focusAction(before) {
        const next = [before, "confirm", "cancel", "swap", "pass"]
            .find((id) => lookUp(`#${id}:not(:disabled)`, this.#tray) !== null);
        if (next !== undefined) find(`#${next}`, this.#tray).focus({ preventScroll: true });
    }

    /**
     * What stands before the hand and behind it.
     * @param {Scene} scene @returns {HTMLElement[]}
     */
    #actions({ mode, view, faces, playable, swapping }) {
        const action = (/** @type {string} */ id, /** @type {string} */ says, /** @type {() => void} */ does,
            /** @type {Record<string, unknown>} */ more, /** @type {Node[]} */ ...children) =>
            h("button", { type: "button", id, class: "round", "aria-label": says, title: says, onclick: does, ...more },
                ...children);
        const whose = h("span", { class: "whose", "data-mode": mode }, face(faces[view.seat]));
        if (mode !== "play") {
            const count = h("span", { class: "round bag", "data-count": view.bag }, signs.swap());
            return [whose, count];
        }
        if (swapping !== null) {
            return [
                action("cancel", text("cancel"), this.#does.cancel, {}, signs.cancel()),
                action("confirm", text("confirm"), this.#does.confirm, { disabled: swapping.size === 0 },
                    signs.confirm()),
            ];
        }
        const isStuck = !playable.includes(true);
        return [whose, view.bag > 0
            ? action("swap", text("swap", { a: view.bag }), this.#does.swap,
                { "data-count": view.bag, "data-needed": isStuck }, signs.swap())
            : action("pass", text("pass"), this.#does.pass, { "data-needed": isStuck }, signs.pass())];
    }

    /**
     * A tile can also be drawn to its cell.
     * @param {HTMLButtonElement} button @param {number} slot
     */
    #drag(button, slot) {
        button.addEventListener("pointerdown", (down) => {
            if (down.button !== 0) return;
            /** @type {?HTMLElement} */ let ghost = null;
            const move = (/** @type {PointerEvent} */ event) => {
                if (ghost === null) {
                    if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < DRAG) return;
                    ghost = /** @type {HTMLElement} */ (find(".tile", button).cloneNode(true));
                    ghost.classList.add("ghost");
                    find("#flying").append(ghost);
                    button.classList.add("lifted");
                    this.#does.drop(slot, null);
                }
                ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -62%)`;
                this.#aim(event);
            };
            const end = (/** @type {PointerEvent} */ event) => {
                removeEventListener("pointermove", move);
                removeEventListener("pointerup", end);
                removeEventListener("pointercancel", end);
                if (ghost === null) return;
                ghost.remove();
                this.#aim(null);
                // What follows the end of a drag is no tap.
                addEventListener("click", stop, { capture: true, once: true });
                setTimeout(() => removeEventListener("click", stop, { capture: true }));
                for (const slot of this.#tray.querySelectorAll(".lifted")) slot.classList.remove("lifted");
                const cell = event.type === "pointerup" ? cellAt(event) : null;
                if (cell !== null) this.#does.lay(cell);
            };
            addEventListener("pointermove", move);
            addEventListener("pointerup", end);
            addEventListener("pointercancel", end);
        });
    }

    /**
     * Marks the cell below the finger.
     * @param {?PointerEvent} event
     */
    #aim(event) {
        const aimed = event === null ? null : cellAt(event);
        this.#cells.forEach((cell, index) => cell.classList.toggle("aimed", index === aimed));
    }

    /** @param {number} cell */
    #settle(cell) {
        this.#cells[this.#focus].tabIndex = -1;
        this.#focus = cell;
        this.#cells[cell].tabIndex = 0;
    }

    /**
     * The arrow keys go from cell to cell.
     * @param {KeyboardEvent} event
     */
    #step(event) {
        const cell = this.#focus;
        const column = cell % SIDE;
        const to = new Map([
            ["ArrowUp", cell - SIDE], ["ArrowDown", cell + SIDE], ["ArrowLeft", column > 0 ? cell - 1 : -1],
            ["ArrowRight", column < SIDE - 1 ? cell + 1 : -1],
        ]).get(event.key);
        if (to === undefined) return;
        event.preventDefault();
        if (to >= 0 && to < CELLS) this.#cells[to].focus();
    }

    /** Puts the focus on the cell that is nearest to the one that had it, of those that are legal. */
    focusLegal() {
        const legal = this.#cells.map((cell, index) => (cell.classList.contains("legal") ? index : -1))
            .filter((index) => index >= 0);
        const far = (/** @type {number} */ cell) => Math.abs(cell % SIDE - this.#focus % SIDE)
            + Math.abs(Math.floor(cell / SIDE) - Math.floor(this.#focus / SIDE));
        const [nearest] = legal.sort((a, b) => far(a) - far(b));
        if (nearest !== undefined) this.#cells[nearest].focus({ preventScroll: true });
    }

    /**
     * The tiles beside a cell.
     * @param {number} cell
     */
    beside(cell) {
        return around(cell).map((one) => this.#cells[one].querySelector(".tile")).filter((one) => one !== null);
    }
}

/** @param {Event} event */
function stop(event) {
    event.preventDefault();
    event.stopPropagation();
}

/** @param {PointerEvent} event @returns {?number} */
function cellAt(event) {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest(".cell");
    return found instanceof HTMLElement ? Number(found.dataset.cell) : null;
}

/** @param {number} cell @param {?import("./core.js").Tile} piece @param {number} points */
function label(cell, piece, points) {
    const at = { a: Math.floor(cell / SIDE) + 1, b: cell % SIDE + 1 };
    if (piece !== null) return text("cell.tile", { ...at, slot: tileName(piece) });
    const name = text(isWater(cell) ? "cell.water" : "cell", at);
    return points > 0 ? text("worth", { slot: name, a: points }) : name;
}
