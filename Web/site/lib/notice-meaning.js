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
    const points = Number(details?.points ?? 0);
    const [title, goal, score] = ["title", "formatted", "formattedScore"].map((name) => String(details?.[name] ?? ""));
    return say(`notice.said.${kind}${noticeForm(kind, { points, title, goal, score, isWinner: details?.isWinner })}`, {
        points, title, goal, score, name: about?.displayName ?? say("notice.somebody"), game: game?.name ?? "",
        thing: kind === "contentRemoved" ? say(`notice.thing.${subject}`) : "" });
}

/**
 * Which of its sentences a kind has: the one that says most of what is known.
 * @param {Wire.Notice["kind"]} kind
 * @param {{points: number, title: string, goal: string, score: string, isWinner: unknown}} facts
 */
function noticeForm(kind, { points, title, goal, score, isWinner }) {
    switch (kind) {
    case "achievementEarned":
        if (title === "") return points > 0 ? ".points" : "";
        return points > 0 ? ".titlePoints" : ".title";
    case "overtaken": return title === "" ? "" : ".title";
    case "challengeReceived": return goal !== "" ? ".goal" : title !== "" ? ".title" : "";
    case "challengeCompleted":
        // An older one doesn't say who won.
        return typeof isWinner !== "boolean" ? "" : `${isWinner ? ".you" : ".they"}${score === "" ? ".short" : ""}`;
    default: return "";
    }
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
    case "matchExchangeCompleted": return inEnvironment("/matches/", { ...(game ? { game: game.bundleID } : {}), match: subject });
    case "achievementEarned": return inGame({ view: "achievements", achievement: subject });
    case "overtaken":
        return inGame({ view: "leaderboards", leaderboard: subject, players: "friends", time: "allTime" });
    case "contentRemoved": return "/me/";
    case "accountChanged": return "/me/settings/?view=security";
    default: return inGame();
    }
}
