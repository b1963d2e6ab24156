// The game's texts, in the language that the pages were set to.

const english = {
    distance: (n) => `${n} m`,
    best: (n) => `Best ${n} m`,
    milestone: (n) => `${n} m!`,
    sign: (n) => `${n} m`,
    hint: (touch) => (touch ? "Tap to jump" : "Space or ↑ to jump"),
    hintHold: (touch) => (touch ? "Hold for a higher jump" : "Hold it for a higher jump"),
    countdown: (n) => String(n),

    play: "Play",
    again: "Play again",
    resume: "Resume",
    restart: "Start over",
    menu: "Menu",
    pause: "Pause",
    mute: "Sound off",
    unmute: "Sound on",
    home: "All games",
    leaderboard: "Leaderboard",
    paused: "Paused",
    signIn: "Sign in",
    playingAs: (name) => `Playing as ${name}`,
    signedOut: "Not signed in. The game plays in full; sign in to be ranked.",
    away: "Game Center can't be reached. Play on: scores are kept and sent later.",
    off: "MonkeyJump has no Game Center on this server. The game plays in full.",
    checking: "Looking for Game Center…",
    welcome: (name) => `Welcome back, ${name}`,
    welcomeNew: (name) => `Welcome, ${name}`,
    sandbox: "Sandbox",

    gameOver: "Game over",
    by: {
        snake: "A snake had the last word.",
        coconut: "That coconut had it in for you.",
        porcupine: "Ouch. Quills.",
        parrot: "Brought down by a parrot.",
        frog: "The frog jumped better.",
        pit: "Monkeys can't swim.",
    },
    newBest: "New best",
    bestSoFar: (n) => `Best ${n} m`,
    sending: "Sending your score…",
    sent: (rank, total) => `Ranked ${rank} of ${total}`,
    sentEntry: (formatted) => `Best ${formatted}`,
    kept: "Saved. It will be sent when Game Center answers again.",
    keptSignIn: "Saved. It will be sent when you sign in again.",
    keptMemory: "This browser keeps nothing for us: the score lasts as long as this page is open.",
    refused: (why) => `Not ranked: ${why}`,
    because: {
        "score-out-of-range": "the leaderboard does not take scores this high or this low.",
        "score-id-reused": "another score was sent under its id.",
        "leaderboard-archived": "the leaderboard is closed.",
        "unknown-leaderboard": "the leaderboard is gone.",
        "unknown-game": "this server does not know the game.",
        "game-center-disabled": "Game Center is off for this game.",
        "not-released": "this game is not released here; it has the sandbox only.",
        "invalid-parameter": "the server could not read it.",
        forbidden: "it is not allowed from here.",
    },
    unowned: "Nobody's score yet. Sign in, and it is offered to you.",
    waiting: (n) => (n === 1 ? "1 earlier score is waiting to be sent." : `${n} earlier scores are waiting to be sent.`),
    offer: (n, metres) =>
        n === 1 ? `${metres} m were run here before you signed in. Was it you?`
            : `${n} runs were made here before you signed in, the best ${metres} m. Were they yours?`,
    accept: "Yes, submit",
    decline: "No, discard",
    top: "Leaderboard",
    you: "you",
    empty: "Nobody has run yet.",
    lateSent: (n) => (n === 1 ? "An earlier score was sent." : `${n} earlier scores were sent.`),
    lateRefused: (why) => `An earlier score was refused: ${why}`,
    failed: "The game could not be loaded. Reload the page to try again.",
};

const chinese = {
    distance: (n) => `${n} 米`,
    best: (n) => `最佳 ${n} 米`,
    milestone: (n) => `${n} 米！`,
    sign: (n) => `${n} 米`,
    hint: (touch) => (touch ? "点击屏幕跳跃" : "按空格或 ↑ 跳跃"),
    hintHold: () => "按住跳得更高",
    countdown: (n) => String(n),

    play: "开始",
    again: "再玩一次",
    resume: "继续",
    restart: "重新开始",
    menu: "菜单",
    pause: "暂停",
    mute: "关闭声音",
    unmute: "打开声音",
    home: "所有游戏",
    leaderboard: "排行榜",
    paused: "已暂停",
    signIn: "登录",
    playingAs: (name) => `当前玩家：${name}`,
    signedOut: "未登录。游戏可完整游玩；登录后参与排名。",
    away: "无法连接 Game Center。可以继续玩：成绩会保存，稍后发送。",
    off: "此服务器上的 MonkeyJump 未启用 Game Center。游戏可完整游玩。",
    checking: "正在连接 Game Center…",
    welcome: (name) => `欢迎回来，${name}`,
    welcomeNew: (name) => `欢迎，${name}`,
    sandbox: "沙盒",

    gameOver: "游戏结束",
    by: {
        snake: "被蛇逮个正着。",
        coconut: "这颗椰子跟你过不去。",
        porcupine: "哎哟，好多刺。",
        parrot: "被鹦鹉撞下来了。",
        frog: "青蛙跳得更高。",
        pit: "猴子不会游泳。",
    },
    newBest: "新纪录",
    bestSoFar: (n) => `最佳 ${n} 米`,
    sending: "正在发送成绩…",
    sent: (rank, total) => `排名第 ${rank}，共 ${total} 人`,
    sentEntry: (formatted) => `最佳 ${formatted}`,
    kept: "已保存。Game Center 恢复后会自动发送。",
    keptSignIn: "已保存。再次登录后会自动发送。",
    keptMemory: "此浏览器不允许保存：成绩只在本页面打开期间保留。",
    refused: (why) => `未计入排名：${why}`,
    because: {
        "score-out-of-range": "超出了排行榜接受的范围。",
        "score-id-reused": "同一编号已提交过另一个成绩。",
        "leaderboard-archived": "排行榜已关闭。",
        "unknown-leaderboard": "排行榜已不存在。",
        "unknown-game": "此服务器不认识这款游戏。",
        "game-center-disabled": "这款游戏未启用 Game Center。",
        "not-released": "这款游戏尚未发布，只能使用沙盒。",
        "invalid-parameter": "服务器无法读取。",
        forbidden: "此处不允许提交。",
    },
    unowned: "成绩暂无归属。登录后可以认领。",
    waiting: (n) => `还有 ${n} 个之前的成绩等待发送。`,
    offer: (n, metres) =>
        n === 1 ? `登录之前有人在这里跑了 ${metres} 米，是你吗？`
            : `登录之前这里有 ${n} 次成绩，最佳 ${metres} 米，是你的吗？`,
    accept: "是我的，提交",
    decline: "不是，丢弃",
    top: "排行榜",
    you: "你",
    empty: "还没有人跑过。",
    lateSent: (n) => `已发送 ${n} 个之前的成绩。`,
    lateRefused: (why) => `之前的一个成绩被拒绝：${why}`,
    failed: "游戏加载失败，请刷新页面重试。",
};

function choose() {
    let asked = [];
    try {
        asked = [localStorage.getItem("laurel.language")];
    } catch {
        // Storage is off: the browser's own language then.
    }
    for (const tag of [...asked, ...navigator.languages]) {
        if (/^zh\b/i.test(tag ?? "")) return "zh-Hans";
        if (/^en\b/i.test(tag ?? "")) return "en";
    }
    return "en";
}

export const language = choose();
document.documentElement.lang = language;
export const words = language === "en" ? english : chinese;

const format = new Intl.NumberFormat(language);
export const number = (value) => format.format(value);
