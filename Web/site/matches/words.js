// What is said of a match: whose turn, since when, how long yet, who won.

import { serverNow } from "../lib/api.js";
import { outcomes, partyCode } from "../lib/api-matches.js";
import { date, language, t, timeSince, timeUntil } from "../lib/i18n.js";

const lists = new Intl.ListFormat(language, { type: "conjunction" });

/** @param {Wire.Match} match */
export const own = ({ participants, seat }) => participants[seat];

/** @param {Wire.MatchParticipant} participant */
const isSomebody = ({ player }) => player !== null && player.displayName !== "";

/**
 * @param {Wire.Match} match @param {number} seat
 */
export function nameAt(match, seat) {
    if (seat === match.seat) return t("you");
    const participant = match.participants[seat];
    if (participant.status === "matching") return t("matches.free");
    return isSomebody(participant) ? participant.player?.displayName ?? "" : t("matches.gone");
}

/**
 * The others, as a list in words. Free seats are counted by none.
 * @param {Wire.Match} match
 */
export function otherNames(match) {
    const names = match.participants.map((one, seat) => ({ one, seat }))
        .filter(({ one, seat }) => seat !== match.seat && one.status !== "matching")
        .map(({ seat }) => nameAt(match, seat));
    return names.length === 0 ? t("matches.free") : lists.format(names);
}

/**
 * What another player says to the reader: with an invitation until it is answered, or else as the match's message. A
 * list of matches has invitations alone.
 * @param {Wire.Match} match @returns {?{seat: number, text: string, id: string}} `id`: as a report names it
 */
export function saidIn({ id, state, seat, invitation, message }) {
    if (state === "invited" && invitation) return { seat: 0, text: invitation, id: `${id}/invitation` };
    if (!message || message.seat === seat || message.text === "") return null;
    return { seat: message.seat, text: message.text, id };
}

/**
 * Where the match stands, in one sentence.
 * @param {Wire.Match} match
 */
export function headline(match) {
    switch (match.state) {
    case "turn": return t("matches.says.turn");
    case "invited": {
        const seat = match.participants.findIndex((one, index) => index !== match.seat && isSomebody(one));
        return seat === -1 ? t("matches.says.invited") : t("matches.says.invited.by", { name: nameAt(match, seat) });
    }
    case "over": return result(match);
    default: return holder(match);
    }
}

/** @param {Wire.Match} match */
function holder(match) {
    if (match.turn === null) return t("matches.says.over");
    const name = nameAt(match, match.turn.seat);
    switch (match.participants[match.turn.seat].status) {
    case "matching": return t(partyCode(match) === null ? "matches.says.searching" : "matches.says.friend");
    case "invited": return t("matches.says.answering", { name });
    default: return t("matches.says.waiting", { name });
    }
}

/** @param {Wire.Match} match */
function result(match) {
    const { status, outcome } = own(match);
    if (status === "declined") return t("matches.says.declined");
    if (match.ended === null) return t("matches.says.quit");
    if (isWin(outcome)) return t("matches.says.won");
    const winners = match.participants.map(({ outcome: one }, seat) => ({ one, seat })).filter(({ one }) => isWin(one))
        .map(({ seat }) => nameAt(match, seat));
    if (winners.length > 0) return t("matches.says.won.by", { name: lists.format(winners) });
    return t(outcome === outcomes.tied ? "matches.says.tied" : "matches.says.over");
}

/** @param {number} outcome */
export const isWin = (outcome) => outcome === outcomes.won || outcome === outcomes.first;

/**
 * Whether the turn may be taken from who has it: they are long past their time, and nobody follows (rule 12.11).
 * @param {Wire.Match} match
 */
export function isClaimable(match) {
    return isLast(match) && match.turn !== null && Date.parse(match.turn.claimable) <= serverNow();
}

/**
 * Nobody gets the turn by itself after who has it.
 * @param {Wire.Match} match
 */
function isLast({ turn, participants }) {
    return turn !== null && (turn.due === null
        || !turn.fallback.some((seat) => ["invited", "matching", "active"].includes(participants[seat].status)));
}

/**
 * Since when and how long yet, each a moment with its words.
 * @param {Wire.Match} match @returns {{moment: string, words: string}[]}
 */
export function times(match) {
    const { turn, state, ended, created } = match;
    if (state === "over" || turn === null) return [{ moment: ended ?? created, words: date(ended ?? created) }];
    const now = serverNow();
    const since = { moment: turn.began, words: t("matches.since", { time: timeSince(turn.began, now) }) };
    if (turn.due !== null && Date.parse(turn.due) > now) {
        return [since, { moment: turn.due, words: t(
            state === "turn" ? "matches.left.yours" : "matches.left", { time: timeUntil(turn.due, now) }) }];
    }
    // Who has the turn may take it late, until somebody else does.
    if (state !== "waiting" || !isLast(match)) return [since, turn.due === null
        ? { moment: turn.claimable, words: t("matches.unlimited") } : { moment: turn.due, words: t("matches.late") }];
    return [since, { moment: turn.claimable, words: isClaimable(match) ? t("matches.claimable")
        // Far off, it would only be read as a promise.
        : turn.due === null ? t("matches.unlimited")
            : t("matches.claimable.at", { time: timeUntil(turn.claimable, now) }) }];
}

/**
 * How it went for one of them, or what keeps them from playing; empty for who simply plays.
 * @param {Wire.Match} match @param {number} seat
 */
export function standing(match, seat) {
    const { status, outcome } = match.participants[seat];
    if (status === "invited") return t("matches.invited");
    if (status === "declined") return t("matches.declined");
    switch (outcome) {
    case outcomes.quit: return t("matches.outcome.quit");
    case outcomes.won: return t("matches.outcome.won");
    case outcomes.lost: return t("matches.outcome.lost");
    case outcomes.tied: return t("matches.outcome.tied");
    case outcomes.timeExpired: return t("matches.outcome.time");
    default: return outcome >= outcomes.first && outcome <= outcomes.fourth
        ? t("matches.outcome.place", { place: outcome - outcomes.first + 1 }) : "";
    }
}

/**
 * The place that an outcome says; 1 is the first.
 * @param {number} outcome
 */
export function placeOf(outcome) {
    if (isWin(outcome)) return 1;
    if (outcome > outcomes.first && outcome <= outcomes.fourth) return outcome - outcomes.first + 1;
    return null;
}

/** After those who have a place, and after what only the game understands. */
const LAST = [outcomes.lost, outcomes.timeExpired, outcomes.quit];

/**
 * The seats of an ended match, the best first.
 * @param {Wire.Match} match
 */
export function ranked({ participants }) {
    /** @param {number} seat */
    const order = (seat) => {
        const { outcome } = participants[seat];
        const late = outcome === outcomes.tied ? 0 : 2 + LAST.indexOf(outcome);
        return placeOf(outcome) ?? participants.length + 1 + late;
    };
    return participants.map((_, seat) => seat).filter((seat) => participants[seat].status !== "matching")
        .sort((one, other) => order(one) - order(other) || one - other);
}
