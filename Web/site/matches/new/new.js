// A new match: whom to invite, how many play, and whether others can join.
//
//     /matches/new/?game=com.example.game
//
// `player` preselects one friend.

import { games, writeKey } from "../../lib/api.js";
import { matches } from "../../lib/api-matches.js";
import { people } from "../../lib/api-social.js";
import { find, h } from "../../lib/dom.js";
import { addTexts, describe, number, t } from "../../lib/i18n.js";
import { environment, onOtherTab, session, signInAddress } from "../../lib/session.js";
import { art } from "../../elements/art.js";
import "../../elements/chrome.js";
import { friendPicker } from "../../elements/friend-picker.js";
import { personSkeleton } from "../../elements/person.js";
import { failure, state } from "../../elements/state.js";
import { playControl } from "../actions.js";
import { address } from "../card.js";

await Promise.all([addTexts("social"), addTexts("matches")]);

/** Players of a match (rule 12.1). */
const LEAST = 2;
const MOST = 16;

const main = find("#main");
const query = new URLSearchParams(location.search);
const bundleID = query.get("game") ?? "";
document.title = `${t("matches.new")} · Laurel`;

/** @type {{key: string, text: string}} of what was sent last: the same again gives the same match */
let sent = { key: writeKey(), text: "" };

/** @param {string} text */
function keyOf(text) {
    if (sent.text !== text) sent = { key: writeKey(), text };
    return sent.key;
}

/**
 * How many can play, as far as it is known beforehand: of a game that the server judges.
 * @param {Wire.Game} game
 */
const sizes = ({ matchRules: rules }) => ({ smallest: Number(rules?.minPlayers ?? LEAST),
    largest: Number(rules?.maxPlayers ?? MOST) });

/**
 * How many play, and whether others can join; without others it is as many as are chosen.
 * @param {boolean} hasFriends @param {ReturnType<typeof sizes>} sizes
 */
function options(hasFriends, { smallest, largest }) {
    let chosen = 0;
    let wanted = smallest;
    const strangers = h("input", { type: "checkbox", id: "strangers", name: "strangers",
        "aria-describedby": "strangers-note", onchange: () => show() });
    strangers.checked = !hasFriends;
    const choices = Array.from({ length: largest - smallest + 1 }, (_, index) =>
        h("option", { value: index + smallest }, number(index + smallest)));
    const seats = h("select", { class: "select", id: "seats", name: "seats", onchange: () => {
        wanted = Number(seats.value);
    } }, choices);
    const least = () => Math.min(largest, Math.max(smallest, chosen + 1));
    function show() {
        seats.disabled = !strangers.checked;
        for (const choice of choices) choice.disabled = Number(choice.value) < least();
        seats.value = String(strangers.checked ? Math.max(wanted, least()) : least());
    }
    show();
    return {
        element: h("div", { class: "match-options" },
            h("div", { class: "field" }, h("label", { for: "seats" }, t("matches.new.seats")), seats),
            h("div", { class: "field" },
                h("label", { class: "check", for: "strangers" }, strangers,
                    h("span", {}, t("matches.new.strangers"))),
                h("p", { class: "field-note", id: "strangers-note" }, t("matches.new.strangers.note"))),
            !hasFriends && h("p", { class: "notice" }, h("span", {}, t("matches.new.none"), " ",
                h("a", { href: "/friends/?view=invite" }, t("matches.new.friends"))))),
        chose: (/** @type {number} */ count) => {
            chosen = count;
            show();
        },
        /** @returns {{players: number, takesStrangers: boolean}} */
        value: () => ({ players: Number(seats.value), takesStrangers: strangers.checked }),
    };
}

/** @param {Wire.Game} game @param {Wire.Match} match */
function done(game, match) {
    const isMine = match.state === "turn";
    main.replaceChildren(h("section", { class: "card", id: "done" }, state({ level: "h1",
        title: t(isMine ? "matches.new.turn" : "matches.new.joined"),
        text: t(isMine ? "matches.new.turn.text" : "matches.new.joined.text"), actions: [
            isMine && playControl(game, match, "button-primary", t("play")),
            h("a", { class: `button ${isMine ? "" : "button-primary"}`, href: address("/matches/",
                { game: game.bundleID }) }, t("matches.new.see"))] })));
    main.focus();
    dispatchEvent(new Event("matchchange"));
}

/** @param {Wire.Game} game @param {Wire.Player[]} friends */
function picker(game, friends) {
    const { smallest, largest } = sizes(game);
    const choice = options(friends.length > 0, { smallest, largest });
    const only = query.get("player");
    /** @type {Wire.Match | undefined} */
    let made;
    return friendPicker({
        title: t("matches.new"), subject: h("strong", {}, game.name), art: art(game), said: null, extra: choice.element,
        rows: friends.map((player) => ({ player, rank: null, score: null, mark: "", isChecked: player.id === only })),
        cancelAddress: address("/games/", { id: bundleID }), sendText: t("matches.new.start"), chose: choice.chose,
        refuse: (count) => (count >= largest ? t("matches.new.many", { count: largest - 1 })
            : count === 0 && !choice.value().takesStrangers ? t("matches.new.nobody") : null),
        send: async (players) => {
            const { players: size, takesStrangers } = choice.value();
            const what = { minPlayers: size, maxPlayers: size, players, takesStrangers };
            made = await matches.find(bundleID, { key: keyOf(JSON.stringify(what)), ...what }, { environment });
        },
        // Who can't play together is told of the players; all else is about how many they are.
        explain: (error) => (error.kind === "match-request-invalid" && error.field !== "players"
            ? t("matches.new.count", { game: game.name, count: choice.value().players }) : describe(error)),
        done: () => made && done(game, made),
    });
}

function unknown() {
    return state({ title: t("game.unknown.title"), text: t("game.unknown.text"), level: "h1",
        actions: [h("a", { class: "button button-primary", href: "/" }, t("home"))] });
}

function skeleton() {
    return h("div", { class: "picker card", "aria-hidden": "true" },
        h("div", { class: "picker-bar" }),
        h("div", { class: "picker-scene" }, h("div", { class: "art skeleton" })),
        h("div", { class: "picker-body" }, h("span", { class: "skeleton picker-message-skeleton" }),
            personSkeleton(5)));
}

async function begin() {
    main.replaceChildren(skeleton());
    main.setAttribute("aria-busy", "true");
    try {
        if (await session() === null) {
            location.replace(signInAddress());
            return;
        }
        const [game, friends] = await Promise.all([games.get(bundleID, { environment }), people.friends()]);
        main.replaceChildren(picker(game, friends));
    } catch (error) {
        main.replaceChildren([400, 404].includes(error?.status) ? unknown() : failure(error, begin, "h1"));
    }
    main.removeAttribute("aria-busy");
}

onOtherTab(() => location.reload());
begin();
