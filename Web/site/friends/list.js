// The list of friends, and players who may become some.

import { compareAddress, people, playerAddress } from "../lib/api-social.js";
import { find, h, lookUp, present } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { menu } from "../elements/menu.js";
import { actionButton, askToBeFriends, attempt, blockPlayer, endFriendship, keepingFocus, personRow }
    from "../elements/person.js";
import { reportPlayer } from "../elements/report.js";
import { state } from "../elements/state.js";
import { gamesOfFriends, listed } from "./plays.js";

/** From so many on a list is easier searched than read. */
const MANY = 8;

/** @param {Wire.Player} player @param {() => void} update */
function friendRow(player, update) {
    const name = player.displayName;
    const plays = h("small", { class: "person-plays" });
    /** @param {(player: Wire.Player) => Promise<boolean>} act */
    const after = (act) => async () => await act(player) && update();
    const row = personRow(player, { text: player.status, actions: [
        h("a", { class: "button button-small not-on-phones", href: compareAddress(player.id),
            "aria-label": t("social.compare.with", { name }) }, t("social.compare")),
        menu(t("social.more.of", { name }), [
            { text: t("social.compare"), href: compareAddress(player.id) },
            { text: t("social.profile"), href: playerAddress(player.id) },
            { text: t("social.report"), choose: () => reportPlayer(player) },
            { text: t("social.remove"), choose: after(endFriendship), isDangerous: true },
            { text: t("social.block"), choose: after(blockPlayer), isDangerous: true },
        ]),
    ] });
    find(".person-text", row).append(plays);
    return { row, plays, text: [name, player.alias, player.status].join("\n").toLocaleLowerCase() };
}

/** @param {Wire.FriendSuggestion} suggestion @param {() => void} update */
function suggestionRow({ player, sharedFriends }, update) {
    return personRow(player, { text: t("social.shared", { count: sharedFriends }), actions: [
        h("button", { class: "button button-small", type: "button",
            "aria-label": t("social.add.of", { name: player.displayName }),
            onclick: async () => await askToBeFriends(player) && update() }, t("social.add"))] });
}

/** @param {Wire.Player} player @param {() => void} update */
function blockedRow(player, update) {
    return personRow(player, { isLink: false, actions: [actionButton(t("social.unblock"), "button-small button-quiet",
        async () => {
            await people.unblock(player.id);
            update();
        }, { label: t("social.unblock.of", { name: player.displayName }) })] });
}

const nobody = () => state({ title: t("social.friends.none"), text: t("social.friends.none.text"),
    actions: [h("a", { class: "button button-primary", href: "/friends/?view=invite" }, t("social.invite"))] });

/** @param {{content: HTMLElement, update: () => void, me: object}} page */
export function friendsView({ content, update }) {
    const search = h("input", { type: "search", id: "find", placeholder: t("social.find"), autocomplete: "off",
        "aria-label": t("social.find"), oninput: () => filter() });
    const finder = h("div", { class: "field finder", hidden: true }, search);
    const list = h("ul", { class: "persons", id: "friends" });
    const none = h("p", { class: "soft", role: "status" });
    // Made once: a field that is taken out and put back would lose the focus.
    const card = h("section", { class: "card", "aria-label": t("social.friends") }, finder, list, none);
    const others = h("div", { class: "sections" });
    const page = { isDrawn: false, draw };
    /** @type {ReturnType<typeof friendRow>[]} */
    let rows = [];

    function filter() {
        const wanted = search.value.trim().toLocaleLowerCase();
        for (const { row, text } of rows) row.hidden = !text.includes(wanted);
        none.textContent = rows.some(({ row }) => !row.hidden) || rows.length === 0 ? ""
            : t("social.find.none", { text: search.value.trim() });
    }

    /** @param {{friends: Wire.Player[]}} read */
    function draw({ friends }) {
        rows = friends.map((player) => friendRow(player, update));
        // Once there it stays, for it may have been typed into.
        finder.hidden &&= friends.length < MANY;
        list.hidden = friends.length === 0;
        keepingFocus(card, () => {
            list.replaceChildren(...rows.map(({ row }) => row));
            lookUp(".state", card)?.remove();
            if (friends.length === 0) card.append(nobody());
        });
        if (!page.isDrawn) content.replaceChildren(card, others);
        page.isDrawn = true;
        filter();
        drawOthers();
        const drawn = rows;
        gamesOfFriends(friends).then((names) => {
            friends.forEach(({ id }, index) => {
                const games = names.get(id);
                drawn[index].plays.textContent = games === undefined ? "" : t("social.plays", { games: listed(games) });
            });
        }, () => {});
    }

    /** What stands below the friends: nothing jumps when it comes. */
    function drawOthers() {
        // The list of friends is drawn anew only when it has changed, which these need not have done.
        const changed = () => { drawOthers(); update(); };
        return attempt(t("social.friends"), async () => {
            const [suggestions, blocked] = await Promise.all([people.suggestions(), people.blocked()]);
            keepingFocus(others, () => others.replaceChildren(...present([
                section(t("social.suggestions"), suggestions.map((one) => suggestionRow(one, changed))),
                section(t("social.blocked"), blocked.map((one) => blockedRow(one, changed)), t("social.blocked.text")),
            ])));
        });
    }

    return page;
}

/** @param {string} title @param {Node[]} rows @param {string} [text] */
function section(title, rows, text) {
    return rows.length > 0 && h("section", { class: "card" }, h("h2", {}, title), text && h("p", { class: "soft" },
        text),
        h("ul", { class: "persons" }, rows));
}
