// The end: who stands how high.

import { find, h } from "../../lib/dom.js";
import { face, signs } from "./pieces.js";
import { text } from "./words.js";

/**
 * @param {{points: number[], ranks: number[], faces: number[], names: string[], again: () => void,
 *     menu: () => void}} options by seat; `ranks` from 1
 */
export function showPodium({ points, ranks, faces, names, again, menu }) {
    const order = points.map((_, seat) => seat).sort((a, b) => ranks[a] - ranks[b]);
    // The first stands in the middle, the second on the left of them.
    const stand = order.reduce((line, seat, index) => (index % 2 === 1 ? [seat, ...line] : [...line, seat]),
        /** @type {number[]} */ ([]));
    const winners = order.filter((seat) => ranks[seat] === 1);
    const winner = names[winners[0]];
    const title = winners.length > 1 ? text("tied")
        : winner === text("you") ? text("won.you") : text("won", { slot: winner });
    const lead = points[order[0]] - (points[order[1]] ?? 0);
    find("#podium").replaceChildren(h("section", { class: "panel", "aria-labelledby": "won" },
        h("h2", { id: "won" }, title),
        lead > 0 && h("p", {}, text("won.by", { a: lead })),
        h("ol", { class: "steps" }, stand.map((seat) => h("li", {
            "data-rank": ranks[seat],
            "aria-label": text("score", { slot: names[seat], a: points[seat] }),
        }, ranks[seat] === 1 && h("span", { class: "crown" }, signs.crown()), face(faces[seat]),
        h("span", { class: "step" }, h("b", {}, points[seat]), h("small", {}, ranks[seat]))))),
        h("div", { class: "row" },
            h("button", { type: "button", id: "again", class: "primary", onclick: again }, text("again")),
            h("button", { type: "button", id: "menu", class: "quiet", onclick: menu }, text("menu")))));
    find("#again").focus({ preventScroll: true });
    return title;
}
