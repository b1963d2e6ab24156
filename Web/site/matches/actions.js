// What a player can do about a match without the game (rule 12.21).

import { serverNow } from "../lib/api.js";
import { matches } from "../lib/api-matches.js";
import { showBanner } from "../lib/banner.js";
import { attribute, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { environment } from "../lib/session.js";
import { ask, tell } from "../elements/dialog.js";
import { matchAddress } from "../elements/match-address.js";
import { menu } from "../elements/menu.js";
import { actionButton, attempt } from "../elements/person.js";
import { reportPlayer } from "../elements/report.js";
import { isClaimable, nameAt, otherNames, own, saidIn } from "./words.js";

/** How long a player is left in peace after a reminder, in milliseconds (rule 12.20). */
const REMINDER = 600_000;
const REMINDED = "laurel.reminded";

/**
 * @typedef {{match: Wire.Match, game: import("./read.js").MatchGame, all: Wire.Match[],
 *     changed: () => Promise<void>, show: (match: Wire.Match) => Promise<void>}} Subject
 *     `all`: what else the page shows; `changed` after something was done; `show` brings a match into sight
 */

/** @returns {Record<string, number>} when a match's turn was last reminded of from this browser */
function reminders() {
    try {
        /** @type {Record<string, number>} */
        const kept = JSON.parse(localStorage.getItem(REMINDED) ?? "{}");
        return Object.fromEntries(Object.entries(kept).filter(([, time]) => serverNow() - time < REMINDER));
    } catch {
        return {};
    }
}

/** @param {Wire.Match} match */
const reminderKey = ({ id, turn }) => `${id} ${turn?.seat}`;

/**
 * How long until who has the turn can be reminded again, in milliseconds; 0: now.
 * @param {Wire.Match} match
 */
export function reminderPause(match) {
    const last = reminders()[reminderKey(match)];
    return last === undefined ? 0 : Math.max(0, last + REMINDER - serverNow());
}

/** @param {Wire.Match} match */
function noteReminder(match) {
    try {
        localStorage.setItem(REMINDED, JSON.stringify({ ...reminders(), [reminderKey(match)]: serverNow() }));
    } catch {
        // Storage is off: the server still says when it is too early.
    }
}

/**
 * The game is told, where it runs. Its page opens, also then: what runs may be that page in another tab, which needn't
 * come to the front nor show the match. A game without a page is started by a link, unless it runs (rule 12.18).
 * @param {import("./read.js").MatchGame} game @param {Wire.Match} match
 */
async function playNow(game, match) {
    const { isRunning, launch, link } = await matches.play(match, { environment }).catch((error) => {
        // The page needs no answer.
        if (matchAddress(game, environment, match.id) === null) throw error;
        return { isRunning: false, launch: "", link: game.link };
    });
    const address = matchAddress({ link }, environment, match.id);
    if (address !== null) {
        location.assign(address);
        return;
    }
    if (isRunning) {
        showBanner({ title: t("matches.play.running", { game: game.name }), text: t("matches.play.running.text") });
        return;
    }
    await offerLaunch(game, launch);
}

/**
 * The link that starts the game on this device.
 * @param {import("./read.js").MatchGame} game @param {string} launch
 */
const offerLaunch = (game, launch) => tell({ title: t("matches.open", { game: game.name }),
    text: t("matches.open.text"), parts: [h("p", {}, h("a", { href: launch }, t("matches.play.launch")))] });

/**
 * A game that runs in a window is told; another is started by the link. What is told may be the game's page in another
 * tab, so the link is offered anyway (rules 12.18, 14.10).
 * @param {import("./read.js").MatchGame} game @param {Wire.Match} match
 */
async function playOnDesktop(game, match) {
    const { launch } = await matches.play(match, { environment });
    await offerLaunch(game, launch);
}

/**
 * Whether the game is played on a page and on the desktop.
 * @param {import("./read.js").MatchGame} game @param {Wire.Match} match
 */
const hasBoth = (game, match) => game.hasDesktopGame === true && matchAddress(game, environment, match.id) !== null;

/**
 * Leads into the game. A link, where the game has a page: it can be opened in another tab.
 * @param {import("./read.js").MatchGame} game @param {Wire.Match} match @param {string} kind classes
 * @param {string} words
 */
export function playControl(game, match, kind, words) {
    const address = matchAddress(game, environment, match.id);
    /** @param {MouseEvent} event */
    const onclick = async (event) => {
        // The browser's own: another tab or window.
        if (address !== null && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) return;
        event.preventDefault();
        if (control.hasAttribute("aria-busy")) return;
        attribute(control, "aria-busy", "true");
        await attempt(words, () => playNow(game, match));
        attribute(control, "aria-busy", null);
    };
    const look = { class: `button ${kind}`, "data-act": "play", onclick,
        "aria-label": t("matches.of", { what: words, game: game.name, names: otherNames(match) }) };
    const control = address === null ? h("button", { ...look, type: "button" }, words)
        : h("a", { ...look, href: address }, words);
    return control;
}

/** @param {Subject} subject @param {string} words @param {() => Promise<unknown>} act */
async function done({ changed }, words, act) {
    if (!await attempt(words, act)) return false;
    await changed();
    return true;
}

/** @param {Subject} subject */
async function decline(subject) {
    const isSure = await ask({ title: t("matches.decline.title"), text: t("matches.decline.text"),
        confirm: t("matches.decline") });
    if (isSure) await done(subject, t("matches.decline"), () => matches.decline(subject.match, { environment }));
}

/**
 * Nobody else has heard of it: such a match is deleted (rule 12.8).
 * @param {Wire.Match} match
 */
const isUntold = (match) => match.state === "turn" && match.participants.every(({ lastTurn, status }, seat) =>
    lastTurn === null && (seat === match.seat || status === "invited" || status === "matching"));

/**
 * What quitting does. In turn the game is asked; a match that the server judges is left at once, and is over when only
 * one is left (rule 12.40).
 * @param {Subject} subject
 */
function quitText({ match, game }) {
    if (isUntold(match)) return t("matches.quit.untold");
    const isJudged = (game.matchRules ?? null) !== null;
    if (match.state === "turn" && !isJudged) return t("matches.quit.turn", { game: game.name });
    const others = match.participants.filter(({ status }, seat) => seat !== match.seat
        && ["active", "invited", "matching"].includes(status));
    return t(isJudged && others.length < 2 ? "matches.quit.ends" : "matches.quit.waiting");
}

/** @param {Subject} subject */
async function quit(subject) {
    const { match, game } = subject;
    const text = quitText(subject);
    const isSure = await ask({ title: t("matches.quit.title"), text, confirm: t("matches.quit"), isDangerous: true });
    if (!isSure) return;
    /** @type {{match: ?Wire.Match}} */
    let answer = { match: null };
    const isDone = await done(subject, t("matches.quit"), async () => {
        answer = await matches.quit(match, { environment });
    });
    // A match that the server judges is left at once.
    if (isDone && answer.match !== null && own(answer.match).askedToQuit !== null) {
        showBanner({ title: t("matches.quit.asked", { game: game.name }), text: t("matches.quit.asked.text") });
    }
}

/** @param {Subject} subject */
function remind(subject) {
    const { match } = subject;
    return done(subject, t("matches.remind"), async () => {
        await matches.remind(match, { environment });
        noteReminder(match);
        showBanner({ title: t("matches.reminded", { name: nameAt(match, match.turn?.seat ?? 0) }),
            text: t("matches.reminded.text") });
    });
}

/**
 * Passes on how friends come to a match.
 * @param {Subject} subject @param {string} url
 */
export function copyLink({ match, game }, url) {
    const words = t("matches.party.copy");
    const button = actionButton(words, "button-small", async () => {
        try {
            await navigator.clipboard.writeText(url);
            showBanner({ title: t("matches.party.copied") });
        } catch {
            // Not allowed here: the page of the code has the link, and a picture of it.
            location.assign(url);
        }
    }, { label: t("matches.of", { what: words, game: game.name, names: otherNames(match) }) });
    button.dataset.act = "copy";
    return button;
}

/** @param {Subject} subject */
function rematch({ match, show }) {
    return attempt(t("matches.rematch"), async () => show(await matches.rematch(match, { environment })));
}

/** @param {Subject} subject */
async function remove(subject) {
    const isSure = await ask({ title: t("matches.remove.title"), text: t("matches.remove.text"),
        confirm: t("matches.remove"), isDangerous: true });
    if (isSure) await done(subject, t("matches.remove"), () => matches.remove(subject.match, { environment }));
}

/**
 * Who has the turn can hear of it.
 * @param {Wire.Match} match
 */
function isRemindable({ turn, seat, participants }) {
    if (turn === null || turn.seat === seat) return false;
    const { status, player } = participants[turn.seat];
    return (status === "active" || status === "invited") && player !== null;
}

/** @param {Wire.Match} match */
const canRematch = (match) => match.ended !== null
    && match.participants.some(({ player }, seat) => seat !== match.seat && player !== null
        && player.displayName !== "");

/**
 * It can only be read: nobody plays it again, and there is no list to take it out of (rule 12.1).
 * @param {Wire.Match} match
 */
export const isArchived = (match) => match.isArchived === true;

/** @param {Subject} subject @returns {Array<HTMLElement | null | false>} */
function buttons(subject) {
    const { match, game, all, show } = subject;
    /**
     * @param {string} act @param {string} words @param {() => Promise<unknown>} does @param {string} kind
     */
    const button = (act, words, does, kind = "") => {
        const made = actionButton(words, `button-small ${kind}`, does,
            { label: t("matches.of", { what: words, game: game.name, names: otherNames(match) }) });
        made.dataset.act = act;
        return made;
    };
    switch (match.state) {
    case "turn": return [playControl(game, match, "button-primary button-small", t("play")),
        hasBoth(game, match) && button("desktop", t("game.desktop"), () => playOnDesktop(game, match))];
    case "invited": return [
        button("accept", t("matches.accept"),
            () => done(subject, t("matches.accept"), () => matches.accept(match, { environment })), "button-primary"),
        button("decline", t("matches.decline"), () => decline(subject)),
    ];
    case "waiting": {
        if (isClaimable(match)) return [button("claim", t("matches.claim"),
            () => done(subject, t("matches.claim"), () => matches.claim(match, { environment })), "button-primary")];
        if (!isRemindable(match)) return [];
        const reminder = button("remind", t(reminderPause(match) > 0 ? "matches.remind.done" : "matches.remind"),
            () => remind(subject));
        reminder.disabled = reminderPause(match) > 0;
        return [reminder];
    }
    default: {
        if (isArchived(match)) return [];
        const next = all.find(({ id }) => id === match.rematch);
        if (next !== undefined && next.ended === null) return [button("rematch", t("matches.rematch.see"),
            () => show(next))];
        return [canRematch(match) && button("rematch", t("matches.rematch"), () => rematch(subject))];
    }
    }
}

/**
 * What another player says can be reported where it shows.
 * @param {Wire.Match} match
 */
function reportItem(match) {
    const said = saidIn(match);
    const player = said === null ? null : match.participants[said.seat]?.player ?? null;
    if (said === null || player === null) return null;
    return { text: t("matches.report"), choose: () => reportPlayer(player,
        { message: said.id, game: { bundleID: match.bundleID, environment } }) };
}

/**
 * All that can be done: what is done most as buttons, the rest in a menu.
 * @param {Subject} subject
 */
export function matchActions(subject) {
    const { match, game } = subject;
    const isPlaying = match.ended === null && own(match).status === "active";
    const address = matchAddress(game, environment, match.id);
    return [...buttons(subject), menu(t("matches.more", { game: game.name, names: otherNames(match) }), [
        match.state !== "turn" && (address === null
            ? { text: t("matches.look"), choose: () => attempt(t("matches.look"), () => playNow(game, match)) }
            : { text: t("matches.look"), href: address }),
        match.state !== "turn" && hasBoth(game, match) && { text: t("game.desktop"),
            choose: () => attempt(t("game.desktop"), () => playOnDesktop(game, match)) },
        reportItem(match),
        isPlaying && own(match).askedToQuit === null && { text: t("matches.quit.menu"), isDangerous: true,
            choose: () => quit(subject) },
        match.state === "over" && !isArchived(match) && { text: t("matches.remove"), choose: () => remove(subject) },
    ])];
}
