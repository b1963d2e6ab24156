// A challenge of a group as a card: who is ahead, how long and how often yet, and what can be done.

import { serverNow } from "../lib/api.js";
import { groupChallenges } from "../lib/api-groups.js";
import { playerAddress } from "../lib/api-social.js";
import { h, present } from "../lib/dom.js";
import { number, t, timeSince, timeUntil, wholeDate } from "../lib/i18n.js";
import { environment } from "../lib/session.js";
import { art, playAddress } from "./art.js";
import { ask } from "./dialog.js";
import { menu } from "./menu.js";
import { actionButton, attempt } from "./person.js";
import { photo } from "./photo.js";

/** How long after the end scores of before it still count, in milliseconds (rule 14.14). */
const LATE = 3_600_000;
/** How long after the end a rematch can be asked for (docs/concepts/group-challenges.md). */
const REMATCH = 7 * 86_400_000;

/**
 * @typedef {{shown: import("../lib/group-list.js").ShownGroup, me: {id: string},
 *     changed: (isIn: boolean) => Promise<void>, show: (challenge: Wire.GroupChallenge) => void}} GroupSubject
 *     `changed` after something was done, with whether the reader is still in it or invited; `show` opens another one,
 *     such as the rematch
 */

/** @param {string} path @param {Record<string, string>} members */
export function inEnvironment(path, members) {
    const query = new URLSearchParams(members);
    if (environment !== "production") query.set("environment", environment);
    return String(query) === "" ? path : `${path}?${query}`;
}

/** @param {string} challenge */
export const groupAddress = (challenge) => inEnvironment("/challenges/groups/", { challenge });

/** @param {Wire.GroupChallenge} challenge @param {{id: string}} me */
const own = ({ players }, me) => players.find(({ player }) => player.id === me.id);

/** @param {Wire.GroupChallenge} challenge @param {{id: string}} me */
export const hasJoined = (challenge, me) => own(challenge, me)?.hasJoined ?? false;

/**
 * In which part of the page it stands.
 * @param {Wire.GroupChallenge} challenge @param {{id: string}} me
 */
export function groupState(challenge, me) {
    if (challenge.state !== "running") return "over";
    return hasJoined(challenge, me) ? "running" : "invited";
}

/** @param {Wire.GroupChallenge} challenge */
const nameOf = ({ title, definition }) => title ?? definition;

/**
 * Where it stands, in one sentence.
 * @param {Wire.GroupChallenge} challenge @param {{id: string}} me
 */
function sentence(challenge, me) {
    const { state, players } = challenge;
    const mine = own(challenge, me);
    if (state === "canceled") return t("groups.says.canceled");
    if (state === "running" && !mine?.hasJoined) {
        const joined = players.filter((one) => one.hasJoined);
        return joined.length === 1 ? t("groups.says.invited.by", { name: joined[0].player.displayName })
            : t("groups.says.invited");
    }
    if (state === "running") {
        if (mine?.rank == null) return t("groups.says.no-try");
        return mine.rank === 1 ? t("groups.says.lead") : t("groups.says.rank", { rank: mine.rank });
    }
    const winner = players.find(({ rank }) => rank === 1);
    if (winner === undefined) return t("groups.says.nobody");
    const isMine = winner === mine;
    if (state === "provisional") {
        return isMine ? t("groups.says.first") : t("groups.says.first.other", { name: winner.player.displayName });
    }
    return isMine ? t("groups.says.won") : t("groups.says.won.other", { name: winner.player.displayName });
}

/**
 * How long yet, as moments with their words.
 * @param {Wire.GroupChallenge} challenge @returns {{moment: string, words: string}[]}
 */
export function groupTimes({ state, ends }) {
    const now = serverNow();
    const over = { moment: ends, words: t("groups.ended.on", { time: timeSince(ends, now) }) };
    if (state === "running") {
        return [{ moment: ends, words: Date.parse(ends) > now ? t("groups.ends", { time: timeUntil(ends, now) })
            : t("groups.ended") }];
    }
    if (state !== "provisional") return [over];
    const final = new Date(Date.parse(ends) + LATE).toISOString();
    return [over, { moment: final, words: t("groups.final", { time: timeUntil(final, now) }) }];
}

/**
 * How many tries the reader has left; infinitely many without a limit.
 * @param {Wire.GroupChallenge} challenge @param {{id: string}} me
 */
const triesOf = (challenge, me) =>
    Math.max(0, (challenge.triesLimit ?? Infinity) - (own(challenge, me)?.tries ?? 0));

/**
 * The same in words, or how many they would have, while the challenge runs.
 * @param {Wire.GroupChallenge} challenge @param {{id: string}} me
 */
function triesLeft(challenge, me) {
    if (challenge.state !== "running") return null;
    if (challenge.triesLimit === null) return t("groups.tries.unlimited");
    if (!hasJoined(challenge, me)) return t("groups.tries.each", { count: challenge.triesLimit });
    return t("groups.tries.left", { count: triesOf(challenge, me) });
}

/** @param {Wire.GroupChallenge} challenge @param {Wire.GroupChallengePlayer} participant */
function about({ triesLimit, state }, { hasJoined: isIn, tries }) {
    if (!isIn) return t(state === "running" ? "groups.invited" : "groups.not-joined");
    if (tries === 0) return t("groups.tries.none");
    return triesLimit === null ? t("groups.tries", { count: tries })
        : t("groups.tries.of", { count: tries, all: triesLimit });
}

/**
 * Those who joined, the best first, then those who are invited.
 * @param {Wire.GroupChallenge} challenge @param {{id: string}} me
 */
function standings(challenge, me) {
    return h("ol", { class: "group-standings", "aria-label": t("groups.standings") },
        challenge.players.map((participant) => {
            const { player, rank, formatted } = participant;
            const isMine = player.id === me.id;
            const name = player.displayName === "" ? t("groups.gone") : isMine ? t("you") : player.displayName;
            return h("li", { "data-own": isMine, "data-invited": !participant.hasJoined },
                h("span", { class: "rank", "data-medal": rank !== null && rank <= 3 && rank },
                    rank === null ? "" : number(rank)),
                photo(player),
                h("span", { class: "group-person" }, isMine || player.displayName === "" ? h("span", {}, name)
                    : h("a", { href: playerAddress(player.id) }, name), h("small", {}, about(challenge, participant))),
                h("strong", { class: "group-value" }, formatted ?? ""));
        }));
}

/**
 * Tells the header, which counts invitations, and the page.
 * @param {GroupSubject} subject @param {boolean} isIn
 */
async function answered({ changed }, isIn) {
    dispatchEvent(new Event("challengechange"));
    await changed(isIn);
}

/** @param {GroupSubject} subject */
async function join(subject) {
    const isDone = await attempt(t("groups.join"), () => groupChallenges.join(subject.shown.challenge.id));
    if (isDone) await answered(subject, true);
}

/** @param {GroupSubject} subject @param {string} words */
async function leaveNow(subject, words) {
    if (await attempt(words, () => groupChallenges.leave(subject.shown.challenge.id))) await answered(subject, false);
}

/** @param {GroupSubject} subject */
async function decline(subject) {
    const isSure = await ask({ title: t("groups.decline.title"), text: t("groups.decline.text"),
        confirm: t("groups.decline") });
    if (isSure) await leaveNow(subject, t("groups.decline"));
}

/** @param {GroupSubject} subject */
async function leave(subject) {
    const isSure = await ask({ title: t("groups.leave.title"), text: t("groups.leave.text"),
        confirm: t("groups.leave"), isDangerous: true });
    if (isSure) await leaveNow(subject, t("groups.leave"));
}

/**
 * Players can ask for it for a week; the second one joins the first one's.
 * @param {Wire.GroupChallenge} challenge @param {{id: string}} me
 */
const canRematch = (challenge, me) => (challenge.state === "final" || challenge.state === "provisional")
    && hasJoined(challenge, me) && Date.parse(challenge.ends) + REMATCH > serverNow()
    && (challenge.rematch !== null || challenge.players.length > 1);

/**
 * A game on our own pages hears which challenge it is opened for: the winner of the one before runs beside the player.
 * @param {string} address @param {{id: string}} challenge
 */
function forGroup(address, { id }) {
    const opened = new URL(address);
    if (opened.origin === location.origin) opened.searchParams.set("group", id);
    return opened.href;
}

/** @param {GroupSubject} subject @returns {Array<HTMLElement | null | false>} */
function buttons(subject) {
    const { shown: { challenge }, me, show } = subject;
    /** @param {string} words */
    const label = (words) => t("groups.of", { what: words, name: nameOf(challenge), game: challenge.game.name });
    /** @param {string} act @param {string} words @param {() => Promise<unknown>} does @param {string} kind */
    const button = (act, words, does, kind = "") => {
        const made = actionButton(words, `button-small ${kind}`, does, { label: label(words) });
        made.dataset.act = act;
        return made;
    };
    const watch = challenge.watch !== null && h("a", { class: "button button-small", href: challenge.watch,
        "data-act": "watch", "aria-label": label(t("groups.watch")) }, t("groups.watch"));
    const state = groupState(challenge, me);
    if (state === "invited") return [
        button("join", t("groups.join"), () => join(subject), "button-primary"), watch,
        button("decline", t("groups.decline"), () => decline(subject)),
    ];
    if (state === "over") return [canRematch(challenge, me) && button("rematch", t("groups.rematch"),
        () => attempt(t("groups.rematch"), async () => show(await groupChallenges.rematch(challenge.id)))), watch];
    const address = playAddress(challenge.game, environment);
    // Without tries, nothing that is played counts here.
    return [address !== null && triesOf(challenge, me) > 0 && h("a", { class: "button button-primary button-small",
        href: forGroup(address, challenge), "data-act": "play", "aria-label": label(t("play")) }, t("play")), watch];
}

/** @param {GroupSubject} subject */
function actions(subject) {
    const { shown: { challenge, board }, me } = subject;
    const { game, leaderboard } = challenge;
    const items = present([
        leaderboard !== null && board !== null && { text: t("groups.board"), href: inEnvironment("/games/",
            { id: game.bundleID, view: "leaderboards", leaderboard }) },
        groupState(challenge, me) === "running" && { text: t("groups.leave.menu"), isDangerous: true,
            choose: () => leave(subject) },
    ]);
    return present([...buttons(subject),
        items.length > 0 && menu(t("groups.more", { name: nameOf(challenge), game: game.name }), items)]);
}

/** @param {GroupSubject} subject @param {{isAlone: boolean}} look alone on its page */
export function groupCard(subject, { isAlone }) {
    const { shown: { challenge, game, board }, me } = subject;
    const { id } = challenge;
    const left = triesLeft(challenge, me);
    const made = actions(subject);
    return h("li", { class: "card group", "data-challenge": id, "data-state": groupState(challenge, me) },
        art(game, "icon.svg"),
        h("div", { class: "group-text" },
            h("h3", {}, isAlone ? nameOf(challenge) : h("a", { "data-act": "see", href: groupAddress(id) },
                nameOf(challenge))),
            h("p", { class: "group-says" }, sentence(challenge, me)),
            h("p", { class: "soft" }, h("a", { href: inEnvironment("/games/", { id: game.bundleID }) }, game.name),
                board !== null && ` · ${board}`,
                groupTimes(challenge).map(({ moment, words }) => [" · ",
                    h("time", { datetime: moment, title: wholeDate(moment) }, words)]).flat(),
                left !== null && ` · ${left}`)),
        standings(challenge, me),
        made.length > 0 && h("div", { class: "group-actions" }, made));
}

/**
 * What of a challenge a card shows, as a text: the same text, the same card.
 * @param {GroupSubject["shown"]} shown
 */
export const groupText = (shown) => JSON.stringify(shown, (_, value) =>
    (typeof value === "bigint" ? String(value) : value));
