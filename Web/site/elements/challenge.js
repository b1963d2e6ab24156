// A challenge as a card: who asks whom for what, in which game, until when, and what can be done.

import { challenges, playerAddress } from "../lib/api-social.js";
import { showBanner } from "../lib/banner.js";
import { h } from "../lib/dom.js";
import { date, t, wholeDate } from "../lib/i18n.js";
import { environment } from "../lib/session.js";
import { art, playAddress } from "./art.js";
import { ask, tell } from "./dialog.js";
import { menu } from "./menu.js";
import { actionButton, attempt } from "./person.js";
import { photo } from "./photo.js";
import { reportPlayer } from "./report.js";


/**
 * The picker, for the same leaderboard or achievement.
 * @param {Wire.Challenge} challenge @param {string} [player]
 */
export function pickerAddress({ game, leaderboard, achievement }, player) {
    const query = new URLSearchParams({ game: game.bundleID });
    if (leaderboard !== null) query.set("leaderboard", leaderboard);
    else query.set("achievement", achievement ?? "");
    if (player !== undefined) query.set("player", player);
    if (environment !== "production") query.set("environment", environment);
    return `/challenges/new/?${query}`;
}

/**
 * A game on our own pages hears which challenge it is started for.
 * @param {string} address
 * @param {{id: string}} challenge
 */
function forChallenge(address, { id }) {
    const started = new URL(address);
    if (started.origin === location.origin) started.searchParams.set("challenge", id);
    return started.href;
}

/**
 * The game is told, where it runs; else it is opened.
 * @param {{id: string, game: {name: string}}} challenge
 */
export async function playNow(challenge) {
    const { isRunning, launch, link } = await challenges.play(challenge.id);
    if (isRunning) {
        showBanner({ title: t("social.play.running", { name: challenge.game.name }),
            text: t("social.play.running.text") });
        return;
    }
    const address = playAddress({ link }, environment);
    if (address !== null) {
        location.assign(forChallenge(address, challenge));
        return;
    }
    await tell({ title: t("social.play.open", { name: challenge.game.name }), text: t("social.play.open.text"),
        parts: [h("p", {}, h("a", { href: launch }, t("social.play.launch")))] });
}

/** @param {Wire.Challenge} challenge @param {() => void} changed */
async function decline(challenge, changed) {
    const name = challenge.sender.displayName;
    const isSure = await ask({ title: t("social.decline.challenge", { name }), text: t("social.decline.challenge.text"),
        confirm: t("social.decline") });
    if (isSure && await attempt(t("social.decline"), () => challenges.decline(challenge.id))) {
        dispatchEvent(new Event("challengechange"));
        changed();
    }
}

/**
 * @param {Wire.Challenge} challenge @param {{bundleID?: string, leaderboard?: string}} where
 * @param {() => void} changed
 */
async function mute(challenge, where, changed) {
    const name = challenge.sender.displayName;
    const isDone = await attempt(t("social.mute"), () => challenges.mute({ player: challenge.sender.id, ...where,
        isMuted: true }, { environment }));
    if (!isDone) return;
    showBanner({ title: t("social.muted", { name }), text: t("social.muted.text") });
    changed();
}

/**
 * What can be done about a challenge that waits for the reader.
 * @param {Wire.Challenge} challenge @param {() => void} changed
 */
function receivedActions(challenge, changed) {
    const { sender, game, leaderboard, message, watch } = challenge;
    const name = sender.displayName;
    return [
        actionButton(t("social.play.now"), "button-primary button-small", () => playNow(challenge),
            { label: t("social.play.now.of", { name, game: game.name }) }),
        watch && h("a", { class: "button button-small", href: watch, "aria-label": t("social.watch.of", { name }) },
            t("social.watch")),
        h("button", { class: "button button-small", type: "button", "aria-label": t("social.decline.of-challenge",
            { name }),
            onclick: () => decline(challenge, changed) }, t("social.decline")),
        menu(t("social.more.of-challenge", { name }), [
            { text: t("social.back.to", { name }), href: pickerAddress(challenge, sender.id) },
            leaderboard !== null && { text: t("social.mute.here", { name }),
                choose: () => mute(challenge, { bundleID: game.bundleID, leaderboard }, changed) },
            { text: t("social.mute.all", { name }), choose: () => mute(challenge, {}, changed) },
            { text: t("social.report"),
                choose: () => reportPlayer(sender, message === null ? {} : { message: challenge.id }) },
        ]),
    ];
}

/**
 * The sentence of a challenge: for the receiver, for the sender, and when it is over.
 * @param {Wire.Challenge} challenge @param {boolean} isMine
 */
function sentence({ state, kind, sender, receiver }, isMine) {
    const name = (isMine ? receiver : sender).displayName;
    if (state === "pending") return t(isMine ? "social.says.sent" : "social.says.received", { name });
    if (state === "completed") {
        if (isMine) return t(kind === "score" ? "social.says.beaten" : "social.says.earned", { name });
        return t("social.says.done", { name });
    }
    if (state === "declined") return t(isMine ? "social.says.declined" : "social.says.refused", { name });
    return t("social.says.over", { name });
}

/** @param {Wire.Challenge} challenge */
function when({ state, expires, settled, issued }) {
    const moment = state === "pending" ? expires : settled ?? issued;
    const text = state === "pending" ? t("challenge.until", { date: date(expires) }) : date(moment);
    return h("time", { datetime: moment, title: wholeDate(moment) }, text);
}

/**
 * @param {Wire.Challenge} challenge
 * @param {{me: {id: string}, changed: () => void}} options `changed` is called after the reader has done something
 */
export function challengeCard(challenge, { me, changed }) {
    const { id, state, game, sender, receiver, title, formatted, message, kind } = challenge;
    const isMine = sender.id === me.id;
    const other = isMine ? receiver : sender;
    const gameQuery = new URLSearchParams({ id: game.bundleID });
    if (environment !== "production") gameQuery.set("environment", environment);
    const actions = state === "pending" ? (isMine ? [] : receivedActions(challenge, changed))
        : [h("a", { class: "button button-small", href: pickerAddress(challenge, other.id),
            "aria-label": t("social.back.to", { name: other.displayName }) }, t("social.back"))];
    return h("li", { class: "card challenge", "data-challenge": id, "data-state": state },
        art(game, "icon.svg"),
        h("div", { class: "challenge-text" },
            h("div", { class: "challenge-who" }, photo(other),
                h("a", { href: playerAddress(other.id) }, sentence(challenge, isMine))),
            h("h2", {}, kind === "score" ? formatted ?? "" : title ?? t("achievement.hidden")),
            h("p", { class: "soft" }, kind === "score" && title !== null && `${title} · `,
                h("a", { href: `/games/?${gameQuery}` }, game.name), " · ", when(challenge)),
            message && h("q", {}, message)),
        actions.length > 0 && h("div", { class: "challenge-actions" }, actions));
}
