// The texts of the screens that every game has.

import { say } from "./texts.js";

/** As in Arcade's Phrase, from 1 on: a test compares the two. */
const names = [
    "leaderboards", "challenges", "achievements", "soundOn", "soundOff", "allGames", "playingAs", "checking",
    "signedOut", "guestsWelcome", "away", "awayAs", "off", "sandbox", "signIn", "keepName", "offer", "acceptScores",
    "discardScores",
    "paused", "resume", "restart", "exit", "pause",
    "gameOver", "again", "menu", "newBest", "sending", "sent", "sentBest", "sentUnranked", "shortOf",
    "goal", "rankedAs", "kept", "keptUntilSignIn", "notStored", "refused", "unowned", "waiting", "leaderboard",
    "pickFriends", "share", "needsSignIn", "needsServer", "needsRank", "needsAccount",
    "challengeBeaten", "challengeBeatenLater", "challengeMissed", "challengesCompleted", "challengeSent",
    "cancel", "send", "sendingChallenge", "message", "messageDefault", "messageMissing", "search", "chosen",
    "selectAll", "selectNone", "noScore", "challengedAlready", "nobodyChosen", "noFriends", "nobodyFound", "notSent",
    "noChallenges", "scoreChallenge", "achievementChallenge", "accept", "decline", "loadingChallenge",
    "declineQuestion", "keepChallenge",
    "everybody", "friends", "today", "week", "allTime", "nobodyRanked", "noFriendRanked", "total", "back",
    "noAchievements", "points", "hidden",
    "loading", "failed", "retry", "you", "runBeaten", "passedYou", "beat",
    "groupTries", "groupTriesIn", "groupOpen", "groupOpenIn", "groupsMore", "groupOver", "groupStanding", "triesLeft",
    "groupLater", "groupLaterTries", "groupsAsKnown", "groupsUnknown", "raceWinner",
];

/** The index of the mark on the player's own row. */
export const YOU = names.indexOf("you");

/**
 * The texts by number, as in the core. Each is a function of two numbers, a string (a name, a sentence from the server)
 * and another text (a score).
 * @returns {((a?: number, b?: number, slot?: string, value?: string) => string)[]}
 */
export function phrases() {
    return names.map((name) => (a, b, slot, value) => say(`play.${name}`, { a, b, slot, value }));
}
