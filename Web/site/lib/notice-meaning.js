// What a notice says and where it leads, without an element or an import: scripts/notice-words takes it into the
// service worker. A kind that has no row here is said by its text and leads to its game.

/**
 * One sentence.
 * @param {Wire.Notice} notice
 * @param {(key: string, values?: Record<string, string | number>) => string} say the text of a key; of one that a newer
 *     server has and this page doesn't know, its family's `other`
 */
export function noticeSentence({ kind, about, game, subject, details }, say) {
    if (kind === "accountChanged") return say(`notice.account.${subject}`);
    const [points, rank, players] = ["points", "rank", "players"].map((name) => Number(details?.[name] ?? 0));
    const [title, goal, score] = ["title", "formatted", "formattedScore"].map((name) => String(details?.[name] ?? ""));
    const facts = { points, rank, players, title, goal, score, isAboutSomebody: Boolean(about),
        isSaid: noticeMessage(details) !== "", ...details };
    return say(`notice.said.${kind}${noticeForm(kind, facts)}`, {
        points, title, goal, score, rank: kind === "matchEnded" ? matchRank(details) : rank, others: players - 2,
        name: about?.displayName ?? say("notice.somebody"), game: game?.name ?? "", message: noticeMessage(details),
        thing: kind === "contentRemoved" ? say(`notice.thing.${subject}`) : "" });
}

/**
 * Which of its sentences a kind has: the one that says most of what is known.
 * @param {Wire.Notice["kind"]} kind
 * @param {{points: number, rank: number, players: number, title: string, goal: string, score: string,
 *     isAboutSomebody: boolean, isSaid: boolean, isWinner?: unknown, outcome?: unknown, otherOutcome?: unknown}} facts
 */
function noticeForm(kind, { points, rank, players, title, goal, score, isAboutSomebody, isSaid, isWinner, ...outcomes }) {
    switch (kind) {
    case "achievementEarned":
        if (title === "") return points > 0 ? ".points" : "";
        return points > 0 ? ".titlePoints" : ".title";
    case "overtaken": return title === "" ? "" : score === "" ? ".title" : ".titleScore";
    case "challengeReceived": return goal !== "" ? ".goal" : title !== "" ? ".title" : "";
    case "challengeCompleted":
        // An older one doesn't say who won.
        if (typeof isWinner !== "boolean") return "";
        // Who does as well has completed it, too (rule 6.3).
        return `${isWinner ? ".you" : ".they"}${score === "" ? ".short" : score === goal ? ".equal" : ""}`;
    case "matchTurn": return !isAboutSomebody ? "" : players > 2 ? ".againstMore" : ".against";
    case "matchInvited":
    case "matchReminder":
    case "matchExchange":
    case "matchExchangeCanceled": return isSaid ? ".message" : "";
    case "matchEnded": return matchForm(players, isAboutSomebody, outcomes);
    case "groupChallengeInvited":
    case "groupChallengeJoined": return title === "" ? "" : ".title";
    case "groupChallengeOvertaken": return title === "" || score === "" ? "" : ".titleScore";
    case "groupChallengeEnding":
    case "groupChallengeEnded":
        if (title === "") return "";
        if (rank === 1 && score !== "") return ".you";
        return !isAboutSomebody || score === "" ? ".title" : rank === 0 ? ".they" : ".theyRank";
    default: return "";
    }
}

/**
 * What whom a notice is about says with it, as its sender wrote it: a page has no words for a game's keys.
 * @param {Wire.Notice["details"]} [details]
 */
function noticeMessage(details) {
    const message = /** @type {{text?: unknown} | undefined} */ (details?.message);
    return String(message?.text ?? "");
}

/**
 * How a match went, by the numbers of outcomes: 1 quit, 2 won, 4 tied, 5 out of time, 6 to 9 first to fourth.
 * @param {number} players @param {boolean} isAboutSomebody
 * @param {{outcome?: unknown, otherOutcome?: unknown}} outcomes own, and of whom the notice is about
 */
function matchForm(players, isAboutSomebody, { outcome, otherOutcome }) {
    if (outcome === 2 || outcome === 6) {
        if (!isAboutSomebody || otherOutcome === 2 || otherOutcome === 6) return ".won";
        if (players > 2) return ".wonMore";
        return otherOutcome === 1 ? ".wonQuit" : otherOutcome === 5 ? ".wonTime" : ".wonAgainst";
    }
    if (!isAboutSomebody) return "";
    if (outcome === 4 && otherOutcome === 4) return ".tied";
    if (otherOutcome !== 2 && otherOutcome !== 6) return "";
    if (outcome === 1) return ".quit";
    if (outcome === 5) return ".time";
    return players <= 2 ? ".lost" : matchRank({ outcome }) > 0 ? ".lostRank" : ".lostMore";
}

/** @param {{outcome?: unknown}} [details] @returns {number} 2 to 4; 0: the outcome is no such rank */
function matchRank(details) {
    const outcome = details?.outcome;
    return outcome === 7 || outcome === 8 || outcome === 9 ? outcome - 5 : 0;
}

/**
 * What the notice is about.
 * @param {Wire.Notice} notice @returns {string} a path of this site
 */
export function noticeAddress({ kind, about, game, environment, subject }) {
    /** @param {string} path @param {Record<string, string>} members */
    const inEnvironment = (path, members) => {
        const query = new URLSearchParams(members);
        if (environment === "sandbox") query.set("environment", environment);
        return String(query) === "" ? path : `${path}?${query}`;
    };
    const inGame = (members = {}) => (game ? inEnvironment("/games/", { id: game.bundleID, ...members }) : "/inbox/");
    switch (kind) {
    case "friendRequested": return "/friends/?view=requests";
    case "friendAccepted": return about ? `/players/?${new URLSearchParams({ id: about.id })}` : "/friends/";
    case "challengeReceived": return inEnvironment("/challenges/", {});
    case "challengeCompleted":
    case "challengeDeclined": return inEnvironment("/challenges/", { view: "history" });
    case "groupChallengeInvited":
    case "groupChallengeJoined":
    case "groupChallengeOvertaken":
    case "groupChallengeEnding":
    case "groupChallengeEnded": return inEnvironment("/challenges/groups/", { challenge: subject });
    case "matchInvited":
    case "matchTurn":
    case "matchTurnEnding":
    case "matchReminder":
    case "matchEnded":
    case "matchExchange":
    case "matchExchangeCompleted":
    case "matchExchangeCanceled": return inEnvironment("/matches/", { ...(game ? { game: game.bundleID } : {}), match: subject });
    case "achievementEarned": return inGame({ view: "achievements", achievement: subject });
    case "overtaken":
        return inGame({ view: "leaderboards", leaderboard: subject, players: "friends", time: "allTime" });
    case "contentRemoved": return "/me/";
    case "accountChanged": return "/me/settings/?view=security";
    default: return inGame();
    }
}
