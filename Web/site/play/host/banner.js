// Short messages at the top of the picture.

import { find } from "../../lib/dom.js";

/** How long one stays, in milliseconds. */
const STAY = 4_500;

export class Banner {
    #root = find("#banner");

    /** @param {string} text @param {string} [mark] a mark beside it, as "Sandbox" */
    show(text, mark = "") {
        const card = document.createElement("div");
        card.className = "banner-card";
        const strong = document.createElement("strong");
        strong.textContent = text;
        card.append(strong);
        if (mark !== "") {
            const made = document.createElement("b");
            made.className = "sandbox";
            made.textContent = mark;
            card.append(made);
        }
        this.#root.replaceChildren(card);
        setTimeout(() => card.classList.add("leaving"), STAY);
        setTimeout(() => card.remove(), STAY + 500);
    }

    clear() {
        this.#root.replaceChildren();
    }
}
