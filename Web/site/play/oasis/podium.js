// The end: who stands how high.

import { find, h } from "../../lib/dom.js";
import { face, signs } from "./pieces.js";
import { text } from "./words.js";

/**
 * @param {{points: number[], ranks: number[], faces: number[], names: string[], why?: string[], again: () => void,
 *     menu: () => void}} options by seat; `ranks` from 1; `why` it ended before its time
 * @returns {string[]} what those are told who listen to the page
 */
export function showPodium({ points, ranks, faces, names, why = [], again, menu }) {
    // The style sheet puts the first in the middle, the second on the left of them.
    const order = points.map((_, seat) => seat).sort((a, b) => ranks[a] - ranks[b]);
    const winners = order.filter((seat) => ranks[seat] === 1);
    const winner = names[winners[0]];
    const title = winners.length > 1 ? text("tied")
        : winner === text("you") ? text("won.you") : text("won", { slot: winner });
    const lead = points[order[0]] - (points[order[1]] ?? 0);
    // Who is left has won, with however many points.
    const said = why.length > 0 ? why : lead > 0 ? [text("won.by", { a: lead })] : [];
    find("#podium").replaceChildren(h("section", { class: "panel", "aria-labelledby": "won" },
        h("h2", { id: "won" }, title),
        said.map((sentence) => h("p", {}, sentence)),
        h("ol", { class: "steps" }, order.map((seat) => h("li", { "data-rank": ranks[seat] },
            ranks[seat] === 1 && h("span", { class: "crown" }, signs.crown()), face(faces[seat]),
            h("span", { class: "who" }, names[seat]),
            h("span", { class: "step" }, h("b", {}, points[seat]), " ",
                h("small", {}, text("unit", { a: points[seat] })))))),
        h("p", { id: "standing", hidden: true }),
        h("div", { class: "row" },
            h("button", { type: "button", id: "again", class: "primary", onclick: again }, text("again")),
            h("button", { type: "button", id: "menu", class: "quiet", onclick: menu }, text("menu")))));
    find("#again").focus({ preventScroll: true });
    return [title, ...said];
}

/**
 * Adds where the player stands on the leaderboard.
 * @param {string} sentence @param {string} href the leaderboard's page
 */
export function showStanding(sentence, href) {
    const line = find("#standing");
    line.replaceChildren(h("a", { href }, sentence));
    line.hidden = false;
}
