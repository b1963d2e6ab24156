// A new challenge of a group: what it is about, for how long, how often each may try, and who is invited.
//
//     /challenges/groups/new/?game=com.example.game
//     /challenges/groups/new/?game=com.example.game&definition=Longest.Run
//
// `player` preselects one friend.

import { games } from "../../../lib/api.js";
import { groupChallenges } from "../../../lib/api-groups.js";
import { people } from "../../../lib/api-social.js";
import { find, h, present } from "../../../lib/dom.js";
import { addTexts, t } from "../../../lib/i18n.js";
import { environment, onOtherTab, session, signInAddress } from "../../../lib/session.js";
import { art, playAddress } from "../../../elements/art.js";
import "../../../elements/chrome.js";
import { friendPicker } from "../../../elements/friend-picker.js";
import { groupAddress, inEnvironment } from "../../../elements/group-challenge.js";
import { personSkeleton } from "../../../elements/person.js";
import { failure, state } from "../../../elements/state.js";

await Promise.all([addTexts("social"), addTexts("groups")]);

/** Friends who can be invited (rule 14.12). */
const MOST = 15;

const main = find("#main");
const query = new URLSearchParams(location.search);
const bundleID = query.get("game") ?? "";
document.title = `${t("social.pick.title")} · Laurel`;

/** @param {string} href @param {string} text */
const link = (href, text, kind = "") => h("a", { class: `button ${kind}`, href }, text);
const gameAddress = inEnvironment("/games/", { id: bundleID, view: "challenges" });

/** @param {string} name @param {string} label @param {{value: string, label: string}[]} choices */
function choice(name, label, choices) {
    const select = h("select", { class: "select", id: name, name }, choices.map((one) =>
        h("option", { value: one.value }, one.label)));
    return { select, element: h("div", { class: "field" }, h("label", { for: name }, label), select) };
}

/**
 * What is chosen besides friends; what leaves no choice is not asked.
 * @param {Wire.ChallengeDefinition[]} definitions
 */
function options(definitions) {
    const asked = definitions.find(({ id }) => id === query.get("definition")) ?? definitions[0];
    const what = choice("definition", t("groups.new.what"), definitions.map(({ id, title }) =>
        ({ value: id, label: title })));
    what.select.value = asked.id;
    const details = h("p", { class: "soft" });
    const terms = h("div", { class: "group-options" });
    const chosen = () => definitions.find(({ id }) => id === what.select.value) ?? asked;
    /** @type {ReturnType<typeof choice>} */
    let long;
    /** @type {ReturnType<typeof choice>} */
    let tries;
    function show() {
        const { durations, isRepeatable, details: text } = chosen();
        details.textContent = text;
        details.hidden = text === "";
        long = choice("duration", t("groups.new.duration"), durations.map((duration) =>
            ({ value: duration, label: t(`groups.duration.${duration}`) })));
        tries = choice("tries", t("groups.new.tries"), ["one", "three", "unlimited"].map((value) =>
            ({ value, label: t(`groups.new.tries.${value}`) })));
        terms.replaceChildren(...present([
            durations.length > 1 ? long.element
                : h("p", { class: "field-note" }, durations.length === 0 ? t("groups.new.occurrence")
                    : t("groups.new.fixed", { duration: t(`groups.duration.${durations[0]}`) })),
            isRepeatable ? tries.element : h("p", { class: "field-note" }, t("groups.new.one-try"))]));
    }
    what.select.addEventListener("change", show);
    show();
    return {
        element: h("div", { class: "group-choices" },
            present([definitions.length > 1 && what.element, details, terms])),
        chosen,
        /** @returns {Omit<Wire.NewGroupChallenge, "players">} */
        value: () => {
            const { id, durations, isRepeatable } = chosen();
            return { definition: id,
                ...(durations.length > 0
                    ? { duration: durations.find((one) => one === long.select.value) ?? durations[0] } : {}),
                tries: isRepeatable && (tries.select.value === "three" || tries.select.value === "unlimited")
                    ? tries.select.value : "one" };
        },
    };
}

/** @param {Wire.Game} game @param {Wire.GroupChallenge} made */
function done(game, made) {
    const address = playAddress(game, environment);
    main.replaceChildren(h("section", { class: "card", id: "done" }, state({ level: "h1",
        title: t("groups.new.done"), text: t("groups.new.done.text"), actions: [
            address !== null && link(address, t("play"), "button-primary"),
            link(groupAddress(made.id), t("groups.new.see"), address === null ? "button-primary" : "")] })));
    main.focus();
}

/** @param {Wire.Game} game @param {Wire.Player[]} friends @param {Wire.ChallengeDefinition[]} definitions */
function picker(game, friends, definitions) {
    const choices = options(definitions);
    const only = query.get("player");
    /** @type {Wire.GroupChallenge | undefined} */
    let made;
    return friendPicker({
        title: t("social.pick.title"), art: art(game), said: null, extra: choices.element,
        subject: h("span", {}, h("strong", {}, definitions.length > 1 ? game.name : definitions[0].title),
            definitions.length === 1 && ` ${game.name}`),
        rows: friends.map((player) => ({ player, rank: null, score: null, mark: "", isChecked: player.id === only })),
        cancelAddress: gameAddress,
        refuse: (count) => (count === 0 ? t("social.pick.nobody")
            : count > MOST ? t("groups.new.many", { count: MOST }) : null),
        send: async (players) => {
            made = await groupChallenges.make(bundleID, { ...choices.value(), players }, { environment });
        },
        done: () => made && done(game, made),
    });
}

/** @param {"friends" | "definitions"} lack @param {Wire.Game} game */
const nothing = (lack, game) => h("section", { class: "card" }, state({ level: "h1",
    ...(lack === "friends" ? { title: t("social.pick.no-friends"), text: t("social.pick.no-friends.text") }
        : { title: t("groups.new.none"), text: t("groups.new.none.text", { game: game.name }) }),
    actions: [lack === "friends" && link("/friends/?view=invite", t("social.invite"), "button-primary"),
        link(gameAddress, t("social.pick.back", { name: game.name }))] }));

const unknown = () => state({ title: t("game.unknown.title"), text: t("game.unknown.text"), level: "h1",
    actions: [link("/", t("home"), "button-primary")] });

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
        const [game, friends, definitions] = await Promise.all([games.get(bundleID, { environment }), people.friends(),
            groupChallenges.definitions(bundleID, { environment })]);
        main.replaceChildren(definitions.length === 0 ? nothing("definitions", game)
            : friends.length === 0 ? nothing("friends", game) : picker(game, friends, definitions));
    } catch (error) {
        main.replaceChildren([400, 404].includes(error?.status) ? unknown() : failure(error, begin, "h1"));
    }
    main.removeAttribute("aria-busy");
}

onOtherTab(() => location.reload());
begin();
