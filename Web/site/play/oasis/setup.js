// Who plays: four seats, each a person on this device, a computer player, or nobody.

import { find, h } from "../../lib/dom.js";
import { face, kindSign } from "./pieces.js";
import { hop } from "./motion.js";
import { playerName, text } from "./words.js";
import { say } from "../host/texts.js";

/** @typedef {import("./saved.js").Kind} Kind */

const BUNDLE_ID = "org.laurel.oasis";

/** @type {Kind[]} */
const ORDER = ["person", "easy", "strong", "nobody"];

/**
 * @param {{kinds: Kind[], canContinue: boolean, begin: (kinds: Kind[]) => void, goOn: () => void,
 *     changed: (kinds: Kind[]) => void, online: () => void, party: () => void}} options
 */
export function showSetup({ kinds, canContinue, begin, goOn, changed, online, party }) {
    const now = [...kinds];
    const cards = now.map((_, seat) => h("button", {
        type: "button", class: "chair", onclick: () => {
            // Two play at least: the first two seats are never empty.
            const choices = seat < 2 ? ORDER.slice(0, 3) : ORDER;
            now[seat] = choices[(choices.indexOf(now[seat]) + 1) % choices.length];
            draw();
            hop(cards[seat], 0.06);
            changed([...now]);
        },
    }));
    function draw() {
        cards.forEach((card, seat) => {
            card.dataset.kind = now[seat];
            card.setAttribute("aria-label", text("seat", { slot: playerName(seat), value: text(now[seat]) }));
            card.replaceChildren(face(seat), kindSign(now[seat]), h("span", { class: "what" }, text(now[seat])));
        });
    }
    draw();
    const play = h("button", { type: "button", id: "begin", class: canContinue ? "quiet" : "primary big",
        onclick: () => begin([...now]) }, canContinue ? text("new") : say("play.play"));
    find("#setup").replaceChildren(
        h("img", { class: "logo", src: "art/logo.svg", alt: "Oasis", draggable: "false" }),
        h("div", { class: "chairs" }, cards),
        h("div", { class: "row" },
            canContinue && h("button", {
                type: "button", id: "continue", class: "primary big", onclick: goOn,
            }, text("continue")),
            play),
        h("div", { class: "row online" },
            h("button", { type: "button", id: "online", class: "quiet", onclick: online }, text("online")),
            h("button", { type: "button", id: "party", class: "quiet", onclick: party }, text("party")),
            h("a", { id: "friends", class: "quiet", href: `/matches/new/?game=${BUNDLE_ID}` }, text("friends")),
            h("a", { id: "matches", class: "quiet", href: `/matches/?game=${BUNDLE_ID}` }, text("matches"))));
    find(canContinue ? "#continue" : "#begin").focus({ preventScroll: true });
}
