// The service worker for Web Push: shows a notification while no page is open, and opens the page on a click. It
// caches nothing and handles no requests. lib/push.js registers it.

// Written by scripts/notice-words from i18n/notices/ and inbox/meaning.js: a classic worker cannot import a module.
/** @type {Record<string, import("./lib/i18n.js").Catalogue>} */
const TEXTS = {};
TEXTS["en"] = {
    "notice.somebody": "Someone",
    "notice.other": "New notification",
    "notice.account.password": "Your password was changed. If it wasn't you, use a recovery code now.",
    "notice.account.recovery": "Your password was changed with a recovery code. If it wasn't you, use another one "
        + "now, or contact the people who run this server.",
    "notice.account.passwordReset": "The people who run this server reset your password. Create new recovery codes.",
    "notice.account.recoveryCodes": "Your account has new recovery codes. The old ones no longer work.",
    "notice.account.twoFactorOn": "Two-factor authentication was turned on for your account.",
    "notice.account.twoFactorOff": "Two-factor authentication was turned off for your account.",
    "notice.account.twoFactorReset": "The people who run this server turned off two-factor authentication for your "
        + "account.",
    "notice.account.mailAddress": "Your mail address was changed or removed.",
    "notice.account.mailReset": "Your password was changed with a link sent by mail. If it wasn't you, use a recovery "
        + "code now.",
    "notice.account.providerLinked": "Another way to sign in was linked to your account. If it wasn't you, unlink it "
        + "and change your password.",
    "notice.account.providerUnlinked": "A linked way to sign in was removed from your account.",
    "notice.account.other": "Something about how you sign in has changed.",
    "notice.said.challengeReceived": "{name} challenged you",
    "notice.said.challengeReceived.goal": "{name} challenged you to beat {goal}",
    "notice.said.challengeReceived.title": "{name} challenged you to earn “{title}”",
    "notice.said.challengeCompleted": "Your challenge with {name} is complete",
    "notice.said.challengeCompleted.they": "{name} beat your {goal} with {score}",
    "notice.said.challengeCompleted.they.equal": "{name} matched your {goal}",
    "notice.said.challengeCompleted.they.short": "{name} beat your challenge",
    "notice.said.challengeCompleted.you": "You beat {name}'s {goal} with {score}",
    "notice.said.challengeCompleted.you.equal": "You matched {name}'s {goal}",
    "notice.said.challengeCompleted.you.short": "You beat {name}'s challenge",
    "notice.said.challengeBeaten": "{name} beat your challenge",
    "notice.said.challengeDeclined": "{name} declined your challenge",
    "notice.said.friendRequested": "{name} wants to be your friend",
    "notice.said.friendAccepted": "{name} is now your friend",
    "notice.said.overtaken": "{name} passed you",
    "notice.said.overtaken.title": "{name} passed you on {title}",
    "notice.said.overtaken.titleScore": "{name} passed you on {title} with {score}",
    "notice.said.achievementEarned": "Achievement unlocked",
    "notice.said.achievementEarned.title": "Achievement unlocked: {title}",
    "notice.said.achievementEarned.points": ({ points }, { number }) =>
        `Achievement unlocked: ${points === 1 ? "+1 point" : `+${number(points)} points`}`,
    "notice.said.achievementEarned.titlePoints": ({ title, points }, { number }) =>
        `Achievement unlocked: ${title} (+${number(points)})`,
    "notice.said.matchTurn": "It's your turn in {game}",
    "notice.said.matchTurn.against": "It's your turn against {name} in {game}",
    "notice.said.matchTurn.againstMore": ({ name, game, others }, { number }) =>
        `It's your turn against ${name} and ${others === 1 ? "1 other" : `${number(others)} others`} in ${game}`,
    "notice.said.matchInvited": "{name} invited you to a match in {game}",
    "notice.said.matchInvited.message": "{name} invited you to a match in {game}: “{message}”",
    "notice.said.matchTurnEnding": "The time for your turn in {game} is almost over",
    "notice.said.matchReminder": "{name} reminded you of your match in {game}",
    "notice.said.matchReminder.message": "{name} reminded you of your match in {game}: “{message}”",
    "notice.said.matchEnded": "Your match in {game} has ended",
    "notice.said.matchEnded.won": "You won your match in {game}",
    "notice.said.matchEnded.wonAgainst": "You beat {name} in {game}",
    "notice.said.matchEnded.wonMore": ({ name, game, others }, { number }) =>
        `You beat ${name} and ${others === 1 ? "1 other" : `${number(others)} others`} in ${game}`,
    "notice.said.matchEnded.wonQuit": "{name} quit: you won your match in {game}",
    "notice.said.matchEnded.wonTime": "{name} ran out of time: you won your match in {game}",
    "notice.said.matchEnded.tied": "You and {name} tied in {game}",
    "notice.said.matchEnded.lost": "{name} beat you in {game}",
    "notice.said.matchEnded.lostMore": "{name} won your match in {game}",
    "notice.said.matchEnded.lostRank": ({ name, game, rank }) =>
        `${name} won your match in ${game}; you came ${["second", "third", "fourth"][Number(rank) - 2] ?? "last"}`,
    "notice.said.matchEnded.quit": "{name} won the match in {game} that you quit",
    "notice.said.matchEnded.time": "You ran out of time in {game}, and {name} won",
    "notice.said.matchExchange": "{name} sent you an exchange in {game}",
    "notice.said.matchExchange.message": "{name} sent you an exchange in {game}: “{message}”",
    "notice.said.matchExchangeCompleted": "An exchange in {game} is complete",
    "notice.said.matchExchangeCanceled": "{name} canceled an exchange in {game}",
    "notice.said.matchExchangeCanceled.message": "{name} canceled an exchange in {game}: “{message}”",
    "notice.said.groupChallengeInvited": "{name} invited you to a group challenge in {game}",
    "notice.said.groupChallengeInvited.title": "{name} invited you to “{title}” in {game}",
    "notice.said.groupChallengeJoined.title": "{name} joined “{title}” in {game}",
    "notice.said.groupChallengeOvertaken.titleScore": "{name} passed you in “{title}” with {score}",
    "notice.said.groupChallengeEnding.title": "“{title}” in {game} ends in an hour",
    "notice.said.groupChallengeEnding.you": "“{title}” ends in an hour: you lead with {score}",
    "notice.said.groupChallengeEnding.they": "“{title}” ends in an hour: {name} leads with {score}",
    "notice.said.groupChallengeEnding.theyRank": ({ title, name, score, rank }) =>
        `“${title}” ends in an hour: ${name} leads with ${score}, you're ${rank}${
            { 2: "nd", 3: "rd" }[Number(rank)] ?? "th"}`,
    "notice.said.groupChallengeEnded.title": "“{title}” in {game} has ended",
    "notice.said.groupChallengeEnded.you": "“{title}” has ended: you're first with {score}",
    "notice.said.groupChallengeEnded.they": "“{title}” has ended: {name} is first with {score}",
    "notice.said.groupChallengeEnded.theyRank": ({ title, name, score, rank }) =>
        `“${title}” has ended: ${name} is first with ${score}, you're ${rank}${
            { 2: "nd", 3: "rd" }[Number(rank)] ?? "th"}`,
    "notice.said.groupChallengeJoined": "{name} joined your challenge in {game}",
    "notice.said.groupChallengeOvertaken": "{name} is ahead of you in a challenge in {game}",
    "notice.said.groupChallengeEnding": "A challenge in {game} ends in an hour",
    "notice.said.groupChallengeEnded": "A challenge in {game} has ended",
    "notice.said.contentRemoved": "A moderator removed {thing}",
    "notice.thing.name": "your name",
    "notice.thing.photo": "your photo",
    "notice.thing.message": "one of your messages",
    "notice.thing.status": "your status",
    "notice.thing.other": "some of your content",
    "notice.mute": "Mute",
};
TEXTS["zh-Hans"] = {
    "notice.somebody": "有人",
    "notice.other": "新消息",
    "notice.account.password": "你的密码已更改。如果不是你本人操作，请立即使用恢复码。",
    "notice.account.recovery": "有人用恢复码更改了你的密码。如果不是你本人，请立即使用另一个恢复码，或联系服务器的运营者。",
    "notice.account.passwordReset": "服务器的运营者重置了你的密码。请生成新的恢复码。",
    "notice.account.recoveryCodes": "你的账户有了新的恢复码，旧的已失效。",
    "notice.account.twoFactorOn": "你的账户已启用双重验证。",
    "notice.account.twoFactorOff": "你的账户已关闭双重验证。",
    "notice.account.twoFactorReset": "服务器的运营者关闭了你账户的双重验证。",
    "notice.account.mailAddress": "你的邮箱地址已更改或移除。",
    "notice.account.mailReset": "有人用邮件中的链接更改了你的密码。如果不是你本人，请立即使用恢复码。",
    "notice.account.providerLinked": "你的账户关联了另一种登录方式。如果不是你本人，请取消关联并更改密码。",
    "notice.account.providerUnlinked": "你的账户移除了一种关联的登录方式。",
    "notice.account.other": "你的登录方式有变化。",
    "notice.said.challengeReceived": "{name} 向你发起了挑战",
    "notice.said.challengeReceived.goal": "{name} 向你发起了挑战：超过 {goal}",
    "notice.said.challengeReceived.title": "{name} 向你发起了挑战：获得“{title}”",
    "notice.said.challengeCompleted": "你与 {name} 的挑战已完成",
    "notice.said.challengeCompleted.they": "{name} 以 {score} 超过了你的 {goal}",
    "notice.said.challengeCompleted.they.equal": "{name} 追平了你的 {goal}",
    "notice.said.challengeCompleted.they.short": "{name} 完成了你的挑战",
    "notice.said.challengeCompleted.you": "你以 {score} 超过了 {name} 的 {goal}",
    "notice.said.challengeCompleted.you.equal": "你追平了 {name} 的 {goal}",
    "notice.said.challengeCompleted.you.short": "你完成了 {name} 的挑战",
    "notice.said.challengeBeaten": "{name} 完成了你的挑战",
    "notice.said.challengeDeclined": "{name} 拒绝了你的挑战",
    "notice.said.friendRequested": "{name} 想加你为好友",
    "notice.said.friendAccepted": "{name} 现在是你的好友",
    "notice.said.overtaken": "{name} 超过了你",
    "notice.said.overtaken.title": "{name} 在“{title}”上超过了你",
    "notice.said.overtaken.titleScore": "{name} 在“{title}”上以 {score} 超过了你",
    "notice.said.achievementEarned": "获得成就",
    "notice.said.achievementEarned.title": "获得成就：{title}",
    "notice.said.achievementEarned.points": "获得成就：+{points} 点",
    "notice.said.achievementEarned.titlePoints": ({ title, points }, { number }) =>
        `获得成就：${title}（+${number(points)}）`,
    "notice.said.matchTurn": "《{game}》：轮到你了",
    "notice.said.matchTurn.against": "《{game}》：轮到你了，对手是 {name}",
    "notice.said.matchTurn.againstMore": "《{game}》：轮到你了，对手是 {name} 和另外 {others} 人",
    "notice.said.matchInvited": "{name} 邀请你加入《{game}》的对局",
    "notice.said.matchInvited.message": "{name} 邀请你加入《{game}》的对局：“{message}”",
    "notice.said.matchTurnEnding": "《{game}》：你的回合时间快到了",
    "notice.said.matchReminder": "{name} 提醒你继续《{game}》的对局",
    "notice.said.matchReminder.message": "{name} 提醒你继续《{game}》的对局：“{message}”",
    "notice.said.matchEnded": "你在《{game}》中的对局已结束",
    "notice.said.matchEnded.won": "你赢得了《{game}》的对局",
    "notice.said.matchEnded.wonAgainst": "你在《{game}》中战胜了 {name}",
    "notice.said.matchEnded.wonMore": "你在《{game}》中战胜了 {name} 和另外 {others} 人",
    "notice.said.matchEnded.wonQuit": "{name} 退出，你赢得了《{game}》的对局",
    "notice.said.matchEnded.wonTime": "{name} 超时，你赢得了《{game}》的对局",
    "notice.said.matchEnded.tied": "你与 {name} 在《{game}》中打成平局",
    "notice.said.matchEnded.lost": "{name} 在《{game}》中战胜了你",
    "notice.said.matchEnded.lostMore": "{name} 赢得了《{game}》的对局",
    "notice.said.matchEnded.lostRank": "{name} 赢得了《{game}》的对局，你是第 {rank} 名",
    "notice.said.matchEnded.quit": "{name} 赢得了你退出的《{game}》对局",
    "notice.said.matchEnded.time": "你在《{game}》中超时，{name} 获胜",
    "notice.said.matchExchange": "{name} 在《{game}》中向你发起了交换",
    "notice.said.matchExchange.message": "{name} 在《{game}》中向你发起了交换：“{message}”",
    "notice.said.matchExchangeCompleted": "《{game}》中的一次交换已完成",
    "notice.said.matchExchangeCanceled": "{name} 取消了《{game}》中的一次交换",
    "notice.said.matchExchangeCanceled.message": "{name} 取消了《{game}》中的一次交换：“{message}”",
    "notice.said.groupChallengeInvited": "{name} 邀请你参加《{game}》的群组挑战",
    "notice.said.groupChallengeInvited.title": "{name} 邀请你参加《{game}》的“{title}”",
    "notice.said.groupChallengeJoined.title": "{name} 加入了《{game}》的“{title}”",
    "notice.said.groupChallengeOvertaken.titleScore": "{name} 以 {score} 在“{title}”中超过了你",
    "notice.said.groupChallengeEnding.title": "《{game}》的“{title}”还有一小时结束",
    "notice.said.groupChallengeEnding.you": "“{title}”还有一小时结束：你以 {score} 领先",
    "notice.said.groupChallengeEnding.they": "“{title}”还有一小时结束：{name} 以 {score} 领先",
    "notice.said.groupChallengeEnding.theyRank": "“{title}”还有一小时结束：{name} 以 {score} 领先，你是第 {rank} 名",
    "notice.said.groupChallengeEnded.title": "《{game}》的“{title}”已结束",
    "notice.said.groupChallengeEnded.you": "“{title}”已结束：你以 {score} 位居第一",
    "notice.said.groupChallengeEnded.they": "“{title}”已结束：{name} 以 {score} 位居第一",
    "notice.said.groupChallengeEnded.theyRank": "“{title}”已结束：{name} 以 {score} 位居第一，你是第 {rank} 名",
    "notice.said.groupChallengeJoined": "{name} 加入了你在《{game}》中的群组挑战",
    "notice.said.groupChallengeOvertaken": "{name} 在《{game}》的群组挑战中超过了你",
    "notice.said.groupChallengeEnding": "《{game}》的群组挑战还有一小时结束",
    "notice.said.groupChallengeEnded": "《{game}》的群组挑战已结束",
    "notice.said.contentRemoved": "审核员移除了{thing}",
    "notice.thing.name": "你的名字",
    "notice.thing.photo": "你的照片",
    "notice.thing.message": "你的一条留言",
    "notice.thing.status": "你的状态",
    "notice.thing.other": "你的一项内容",
    "notice.mute": "静音",
};

/**
 * One sentence.
 * @param {Wire.Notice} notice
 * @param {(key: string, values?: Record<string, string | number>) => string} say the text of a key; of one that a newer
 *     server has and this page doesn't know, its family's `other`
 */
function noticeSentence({ kind, about, game, subject, details }, say) {
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
function noticeAddress({ kind, about, game, environment, subject }) {
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
// End of what is written.

const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));
const asked = new URL(self.location.href).searchParams.get("language") ?? navigator.language;
const language = asked.startsWith("zh") ? "zh-Hans" : "en";
const texts = TEXTS[language];
const numbers = new Intl.NumberFormat(language);

/**
 * As `t` in lib/i18n.js; of a family's text that isn't there, its `other`.
 * @param {string} key @param {Record<string, string | number>} [values]
 */
function say(key, values = {}) {
    const text = texts[key] ?? texts[key.replace(/[^.]+$/, "other")] ?? texts["notice.other"];
    return typeof text === "function" ? text(values, { number: (/** @type {number} */ value) => numbers.format(value) })
        : text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** @param {Wire.Notice} notice as in `GET /v1/notices` */
function show(notice) {
    return worker.registration.showNotification(notice.game?.name ?? "Game Center", {
        body: noticeSentence(notice, say),
        icon: "/mark/wreath.svg",
        // Replaces an earlier notification of the same notice.
        tag: `notice-${notice.id}`,
        data: { id: notice.id, address: noticeAddress(notice) },
        actions: notice.canBeMuted ? [{ action: "mute", title: say("notice.mute") }] : [],
    });
}

/** @param {string} method @param {string} path @param {unknown} body */
function send(method, path, body) {
    return fetch(path, {
        method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), credentials: "same-origin",
    });
}

/**
 * Focuses a tab that shows the page, or opens one.
 * @param {{id: string, address?: string}} notice
 */
async function open({ id, address: target = "/inbox/" }) {
    const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    const tab = tabs.find((one) => new URL(one.url).pathname + new URL(one.url).search === target);
    await Promise.all([
        tab === undefined ? worker.clients.openWindow(target) : tab.focus(),
        send("PATCH", "/v1/notices", { id }),
    ]);
}

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
worker.addEventListener("notificationclick", (event) => {
    const { action, notification } = event;
    notification.close();
    event.waitUntil(action === "mute"
        ? send("POST", `/v1/notices/${notification.data.id}/mute`, { extent: "kindInGame" })
        : open(notification.data));
});
// The push service has replaced the subscription.
worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil((async () => {
    const options = event.oldSubscription?.options ?? { userVisibleOnly: true };
    const subscription = event.newSubscription ?? await worker.registration.pushManager.subscribe(options);
    await send("PUT", "/v1/push/subscription", subscription.toJSON());
})()));
