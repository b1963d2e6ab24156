// A match as a card: which game, who plays, whose turn it is and how long yet, or who won.

import { h } from "../lib/dom.js";
import { number, t, wholeDate } from "../lib/i18n.js";
import { environment } from "../lib/session.js";
import { partyCode } from "../lib/api-matches.js";
import { playerAddress } from "../lib/api-social.js";
import { art } from "../elements/art.js";
import { photo } from "../elements/photo.js";
import { copyLink, isArchived, matchActions } from "./actions.js";
import { headline, nameAt, own, placeOf, ranked, saidIn, standing, times } from "./words.js";

/**
 * @param {string} path @param {Record<string, string>} members
 */
export function address(path, members) {
    const query = new URLSearchParams(members);
    if (environment !== "production") query.set("environment", environment);
    return String(query) === "" ? path : `${path}?${query}`;
}

/** @param {Wire.Match} match @param {number} seat */
function face(match, seat) {
    const { player } = match.participants[seat];
    if (player !== null && player.displayName !== "") return photo(player);
    return h("span", { class: "avatar match-nobody", "aria-hidden": "true" }, "?");
}

/** @param {Wire.Match} match @param {number} seat */
function name(match, seat) {
    const { player } = match.participants[seat];
    const words = nameAt(match, seat);
    return player === null || player.displayName === "" || seat === match.seat ? h("span", {}, words)
        : h("a", { href: playerAddress(player.id) }, words);
}

/**
 * Everybody at the table, in the order of seats.
 * @param {Wire.Match} match
 */
function table(match) {
    return h("ul", { class: "match-people" }, match.participants.map(({ status }, seat) => {
        const hasTurn = match.turn?.seat === seat;
        const words = hasTurn && status === "active" ? t("matches.turn") : standing(match, seat);
        return h("li", { "data-turn": hasTurn }, face(match, seat), h("span", { class: "match-person" },
            name(match, seat), words !== "" && h("small", {}, words)));
    }));
}

/**
 * How friends come to a match while a seat is free: by the code, or by its link, which cameras read off its picture.
 * @param {import("./actions.js").Subject} subject @param {boolean} isAlone
 */
function party(subject, isAlone) {
    const { match } = subject;
    const code = own(match).status === "active" ? partyCode(match) : null;
    if (code === null) return false;
    const path = `/join/${code}`;
    /** @type {HTMLImageElement} */
    const picture = h("img", { src: `${path}.png`, alt: t("matches.party.picture"), onerror: () => picture.remove() });
    return h("div", { class: "match-party" },
        // Not every server draws one.
        isAlone && picture,
        h("div", { class: "match-party-text" },
            h("p", {}, h("span", { class: "soft" }, t("matches.party")), " ",
                h("a", { href: path, translate: "no" }, code)),
            isAlone && h("p", { class: "soft" }, t("matches.party.text")),
            copyLink(subject, new URL(path, location.href).href)));
}

/**
 * An ended match: best first, with medals for the first three.
 * @param {Wire.Match} match
 */
function ranking(match) {
    return h("ol", { class: "match-ranking" }, ranked(match).map((seat) => {
        const place = placeOf(match.participants[seat].outcome);
        return h("li", { "data-own": seat === match.seat },
            place !== null && h("span", { class: "rank", "data-medal": place <= 3 && place, "aria-hidden": "true" },
                number(place)),
            face(match, seat), h("span", { class: "match-person" }, name(match, seat),
                h("small", {}, standing(match, seat) || t("matches.outcome.none"))));
    }));
}

/** @param {import("./actions.js").Subject} subject @param {{isAlone: boolean}} look alone on its page */
export function matchCard(subject, { isAlone }) {
    const { match, game } = subject;
    const words = headline(match);
    const said = saidIn(match);
    return h("li", { class: "card match", "data-match": match.id, "data-state": match.state, "data-alone": isAlone },
        art(game, "icon.svg"),
        h("div", { class: "match-text" },
            h("h3", {}, isAlone ? words : h("a", { "data-act": "see",
                href: address("/matches/", { game: game.bundleID, match: match.id }) }, words)),
            h("p", { class: "soft" }, h("a", { href: address("/games/", { id: game.bundleID }) }, game.name),
                times(match).map(({ moment, words: said }) => [" · ",
                    h("time", { datetime: moment, title: wholeDate(moment) }, said)]).flat()),
            said !== null && h("p", {}, said.id === match.id && [h("span", { class: "soft" },
                nameAt(match, said.seat)), " "], h("q", {}, said.text)),
            own(match).askedToQuit !== null && match.ended === null
                && h("p", { class: "soft" }, t("matches.quitting")),
            isArchived(match) && h("p", { class: "soft", "data-archived": true }, t("matches.archived")),
            match.ended === null ? table(match) : ranking(match), party(subject, isAlone)),
        h("div", { class: "match-actions" }, matchActions(subject)));
}
