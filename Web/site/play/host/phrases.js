// The texts of the screens that every game has, in the pages' language. Each is a function of two numbers, a string
// (a name, a sentence from the server) and another text (a score).

import { language, number } from "./language.js";

/** As in Arcade's Phrase, from 1 on: a test compares the two. */
const names = [
    "leaderboards", "challenges", "achievements", "soundOn", "soundOff", "allGames", "playingAs", "checking",
    "signedOut", "away", "awayAs", "off", "sandbox", "signIn", "offer", "acceptScores", "discardScores",
    "paused", "resume", "restart", "exit", "pause",
    "gameOver", "again", "menu", "newBest", "best", "sending", "sent", "kept", "keptUntilSignIn", "notStored",
    "refused", "unowned", "waiting", "leaderboard", "pickFriends", "share", "needsSignIn", "needsServer", "needsRank",
    "challengeBeaten", "challengeBeatenLater", "challengeMissed", "challengesCompleted", "challengeSent",
    "cancel", "send", "sendingChallenge", "message", "messageDefault", "messageMissing", "search", "chosen",
    "selectAll", "selectNone", "noScore", "challengedAlready", "nobodyChosen", "noFriends", "nobodyFound", "notSent",
    "noChallenges", "scoreChallenge", "achievementChallenge", "accept", "decline", "loadingChallenge",
    "declineQuestion", "keepChallenge",
    "everybody", "friends", "today", "week", "allTime", "nobodyRanked", "noFriendRanked", "total", "back",
    "noAchievements", "points", "hidden",
    "loading", "failed", "retry", "you", "runBeaten",
];

/** The index of the mark on the player's own row. */
export const YOU = names.indexOf("you");

/** "1 score", "3 scores". */
const count = (n, one, many) => (n === 1 ? one : many(number(n)));

const english = {
    leaderboards: "Leaderboards",
    challenges: (n) => (n > 0 ? `Challenges (${number(n)})` : "Challenges"),
    achievements: "Achievements",
    soundOn: "Turn sound on",
    soundOff: "Turn sound off",
    allGames: "All games",
    playingAs: (_, __, name) => `Playing as ${name}`,
    checking: "Connecting to Game Center…",
    signedOut: "Playing as a guest. Sign in to get ranked.",
    away: "Can't reach Game Center. Keep playing: your scores will be sent later.",
    awayAs: (_, __, name) => `Playing as ${name}. Can't reach Game Center: your scores will be sent later.`,
    off: "Game Center isn't available for this game here. You can still play.",
    sandbox: "Sandbox",
    signIn: "Sign in",
    offer: (n, _, __, best) => (n === 1
        ? `A score${best === "" ? "" : ` of ${best}`} was set here before you signed in. Is it yours?`
        : `${number(n)} scores${best === "" ? "" : ` (best: ${best})`} were set here before you signed in. `
            + "Are they yours?"),
    acceptScores: "Yes, submit",
    discardScores: "No, discard",

    paused: "Paused",
    resume: "Resume",
    restart: "Start over",
    exit: "Menu",
    pause: "Pause",

    gameOver: "Game over",
    again: "Play again",
    menu: "Menu",
    newBest: "New best",
    best: (_, __, formatted) => `Best ${formatted}`,
    sending: "Sending your score…",
    sent: (rank, total) => `Ranked ${number(rank)} of ${number(total)}`,
    kept: "Saved. It'll be sent when Game Center is back.",
    keptUntilSignIn: "Saved. It'll be sent when you sign in again.",
    notStored: "This browser can't save scores. Yours will be lost when you close the page.",
    refused: (_, __, why) => `Not ranked: ${why}`,
    unowned: "Sign in to save this score.",
    waiting: (n) => count(n, "1 earlier score is waiting to be sent.",
        (many) => `${many} earlier scores are waiting to be sent.`),
    leaderboard: "Leaderboard",
    pickFriends: "Challenge friends",
    share: "Share",
    needsSignIn: "Sign in first. This needs Game Center.",
    needsServer: "Can't reach Game Center. Try again later.",
    needsRank: "Your score has to be on the leaderboard first.",
    challengeBeaten: (isMore, _, name, asked) => (isMore ? `You beat ${name}'s ${asked}! We've challenged them back.`
        : `You matched ${name}'s ${asked}. We've let them know.`),
    challengeBeatenLater: (isMore, _, name, asked) =>
        `You ${isMore ? "beat" : "matched"} ${name}'s ${asked}! We'll tell them once your score is sent.`,
    challengeMissed: (_, __, name, asked) => `${name}'s ${asked} still stands.`,
    challengesCompleted: (n) => count(n, "Challenge completed!", (many) => `${many} challenges completed!`),
    challengeSent: (n) => count(n, "Challenge sent to 1 friend.", (many) => `Challenge sent to ${many} friends.`),

    cancel: "Cancel",
    send: "Challenge",
    sendingChallenge: "Sending…",
    message: "Challenge message",
    messageDefault: (_, __, ___, score) => `Can you beat my ${score}?`,
    messageMissing: "Write a message first.",
    search: "Find a friend",
    chosen: (n) => `${number(n)} selected`,
    selectAll: "All",
    selectNone: "None",
    noScore: "No score yet",
    challengedAlready: "Challenged",
    nobodyChosen: "Choose at least one friend to challenge.",
    noFriends: "No friends yet. Add some in Game Center.",
    nobodyFound: "No friend has that name.",
    notSent: (_, __, why) => `Challenge not sent. ${why}`,

    noChallenges: "No challenges yet. Challenge a friend after your next run.",
    scoreChallenge: (_, __, name, asked) => `${name} challenged you to beat ${asked}`,
    achievementChallenge: (_, __, name, title) => `${name} challenged you to earn “${title}”`,
    accept: "Accept",
    decline: "Decline",
    loadingChallenge: "Loading…",
    declineQuestion: (_, __, name) => `Decline ${name}'s challenge?`,
    keepChallenge: "Keep it",

    everybody: "Everyone",
    friends: "Friends",
    today: "Today",
    week: "This week",
    allTime: "All time",
    nobodyRanked: "No scores yet. Be the first!",
    noFriendRanked: "None of your friends have played yet.",
    total: (n) => count(n, "1 player", (many) => `${many} players`),
    back: "Back",
    noAchievements: "This game doesn't have any achievements.",
    points: (earned, all) => `${number(earned)} of ${number(all)} points`,
    hidden: "Hidden achievement",

    loading: "Loading…",
    failed: (_, __, why) => (why === "" ? "Game Center isn't responding. Try again later."
        : `Something went wrong: ${why}`),
    retry: "Try again",
    you: "you",
    runBeaten: (isMore, _, name, asked) => `You ${isMore ? "beat" : "matched"} ${name}'s ${asked}!`,
};

const chinese = {
    leaderboards: "排行榜",
    challenges: (n) => (n > 0 ? `挑战（${number(n)}）` : "挑战"),
    achievements: "成就",
    soundOn: "打开声音",
    soundOff: "关闭声音",
    allGames: "全部游戏",
    playingAs: (_, __, name) => `当前玩家：${name}`,
    checking: "正在连接 Game Center…",
    signedOut: "无需登录也能玩，登录后参与排名。",
    away: "无法连接 Game Center。可以继续玩，分数稍后自动提交。",
    awayAs: (_, __, name) => `当前玩家：${name}。无法连接 Game Center，分数稍后自动提交。`,
    off: "这款游戏在这里无法使用 Game Center，但可以正常游玩。",
    sandbox: "沙盒",
    signIn: "登录",
    offer: (n, _, __, best) => (n === 1 ? `登录之前这里有一个分数${best === "" ? "" : `（${best}）`}，是你的吗？`
        : `登录之前这里有 ${number(n)} 个分数${best === "" ? "" : `（最佳 ${best}）`}，是你的吗？`),
    acceptScores: "是我的，提交",
    discardScores: "不是，丢弃",

    paused: "已暂停",
    resume: "继续",
    restart: "重新开始",
    exit: "菜单",
    pause: "暂停",

    gameOver: "游戏结束",
    again: "再玩一次",
    menu: "菜单",
    newBest: "新纪录",
    best: (_, __, formatted) => `最佳 ${formatted}`,
    sending: "正在提交分数…",
    sent: (rank, total) => `第 ${number(rank)} 名，共 ${number(total)} 人`,
    kept: "已保存。Game Center 恢复后会自动提交。",
    keptUntilSignIn: "已保存。再次登录后会自动提交。",
    notStored: "此浏览器无法保存分数，关闭页面后分数会丢失。",
    refused: (_, __, why) => `未计入排名：${why}`,
    unowned: "登录即可保存这个分数。",
    waiting: (n) => `还有 ${number(n)} 个之前的分数等待提交。`,
    leaderboard: "排行榜",
    pickFriends: "挑战好友",
    share: "分享",
    needsSignIn: "请先登录：此功能需要 Game Center。",
    needsServer: "无法连接 Game Center，请稍后再试。",
    needsRank: "分数进入排行榜后才能使用。",
    challengeBeaten: (isMore, _, name, asked) => (isMore ? `你超过了 ${name} 的 ${asked}！已向对方回敬挑战。`
        : `你追平了 ${name} 的 ${asked}。已通知对方。`),
    challengeBeatenLater: (isMore, _, name, asked) => `你${isMore ? "超过" : "追平"}了 ${name} 的 ${asked}！分数提交后会通知对方。`,
    challengeMissed: (_, __, name, asked) => `${name} 的 ${asked} 仍未被超过。`,
    challengesCompleted: (n) => `完成了 ${number(n)} 个挑战！`,
    challengeSent: (n) => `挑战已发给 ${number(n)} 位好友。`,

    cancel: "取消",
    send: "发起挑战",
    sendingChallenge: "正在发送…",
    message: "挑战留言",
    messageDefault: (_, __, ___, score) => `你能超过我的 ${score} 吗？`,
    messageMissing: "请先写一句留言。",
    search: "查找好友",
    chosen: (n) => `已选 ${number(n)} 人`,
    selectAll: "全选",
    selectNone: "全不选",
    noScore: "还没有分数",
    challengedAlready: "已挑战",
    nobodyChosen: "请至少选择一位要挑战的好友。",
    noFriends: "还没有好友。去 Game Center 添加吧。",
    nobodyFound: "没有找到这位好友。",
    notSent: (_, __, why) => `挑战未发出。${why}`,

    noChallenges: "还没有人挑战你。下一局结束后，去挑战好友吧。",
    scoreChallenge: (_, __, name, asked) => `${name} 向你发起了挑战：超过 ${asked}`,
    achievementChallenge: (_, __, name, title) => `${name} 向你发起了挑战：获得“${title}”`,
    accept: "接受",
    decline: "拒绝",
    loadingChallenge: "正在加载…",
    declineQuestion: (_, __, name) => `拒绝 ${name} 的挑战？`,
    keepChallenge: "保留",

    everybody: "所有人",
    friends: "好友",
    today: "今天",
    week: "本周",
    allTime: "所有时间",
    nobodyRanked: "还没有分数，来当第一吧！",
    noFriendRanked: "还没有好友玩过。",
    total: (n) => `共 ${number(n)} 人`,
    back: "返回",
    noAchievements: "这款游戏没有成就。",
    points: (earned, all) => `${number(earned)} / ${number(all)} 点`,
    hidden: "隐藏成就",

    loading: "正在加载…",
    failed: (_, __, why) => (why === "" ? "Game Center 没有响应，请稍后再试。" : `出了点问题：${why}`),
    retry: "重试",
    you: "你",
    runBeaten: (isMore, _, name, asked) => `你${isMore ? "超过" : "追平"}了 ${name} 的 ${asked}！`,
};

const texts = language === "en" ? english : chinese;

/**
 * The texts by number, as in the core; a game's own words replace some.
 * @param {object} own by name
 */
export function phrases(own = {}) {
    return names.map((name) => own[name] ?? texts[name]);
}
