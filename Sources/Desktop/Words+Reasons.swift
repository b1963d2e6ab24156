import GameKit

// Why the server refused something. The browser's are Web/site/play/host/words.js, with the same sentences: a test
// compares them.
extension Words {
    /// Why the server refused something, in the player's language; what is new to this game is told as GameKit has it.
    static func reason(_ error: (any Error)?) -> String {
        guard let error else { return "" }
        let problem = (error as? GKError)?.userInfo[GKError.problemTypeKey] as? String ?? ""
        return reasons[problem].map { isChinese ? $0.chinese : $0.english } ?? error.localizedDescription
    }

    private static let reasons: [String: (english: String, chinese: String)] = [
        "score-out-of-range": ("The leaderboard does not take scores this high or this low.", "超出了排行榜接受的范围。"),
        "score-id-reused": ("Another score was sent under its id.", "同一编号已提交过另一个成绩。"),
        "leaderboard-archived": ("The leaderboard is closed.", "排行榜已关闭。"),
        "unknown-leaderboard": ("The leaderboard is gone.", "排行榜已不存在。"),
        "combined-leaderboard": (
            "The leaderboard is made of others, and takes no scores itself.",
            "这个排行榜由其他排行榜合成，自身不接受成绩。"
        ),
        "between-occurrences": (
            "The leaderboard was resting then. It opens again with its next round.",
            "当时排行榜正在休赛，下一期开始时再开放。"
        ),
        "occurrence-over": ("The round of the leaderboard in which it was made is over.", "这个成绩所属的一期已经结束。"),
        "unknown-game": ("This server does not know the game.", "此服务器不认识这款游戏。"),
        "game-center-disabled": ("Game Center is off for this game.", "这款游戏未启用 Game Center。"),
        "not-released": ("This game is not released here; it has the sandbox only.", "这款游戏尚未发布，只能使用沙盒。"),
        "prereleased": ("The leaderboard is not released yet; it has the sandbox only.", "这个排行榜尚未发布，只能使用沙盒。"),
        "invalid-parameter": ("The server could not read it.", "服务器无法读取。"),
        "too-large": ("It is too large for the server.", "内容过大，服务器无法处理。"),
        "forbidden": ("It is not allowed from here.", "此处不允许提交。"),
        "unauthenticated": ("Sign in again first.", "请先重新登录。"),
        "banned": ("You have been shut out by a moderator.", "你已被版主封禁。"),
        "player-restricted": ("Here a guardian decides, who does not allow it at the moment.", "这由监护人决定，目前不允许。"),
        "friend-list-not-determined": (
            "You have not said yet whether this game may see your friends.",
            "你尚未决定是否让这款游戏查看好友。"
        ),
        "friend-list-restricted": ("Your friends are shown to no game.", "你的好友不对任何游戏显示。"),
        "friend-list-denied": ("You do not let this game see your friends.", "你不允许这款游戏查看好友。"),
        "unknown-challenge": ("This challenge is gone.", "这个挑战已不存在。"),
        "challenge-settled": ("This challenge is settled already.", "这个挑战已有结果。"),
        "challenge-invalid": ("The challenge is not valid any more.", "这个挑战已失效。"),
        "too-many-challenges": ("That is enough for one day. Try again tomorrow.", "今天已经够多了，明天再来吧。"),
        "text-refused": ("Please write the message in other words.", "请换一种说法。"),
        "unknown-achievement": ("This game does not have the achievement any more.", "这款游戏已没有这个成就。"),
        "achievement-archived": ("The achievement is closed.", "这个成就已关闭。"),
        "conflict": (
            "Your score there has changed, or you show as much as may be shown already.",
            "你在那里的成绩已经改变，或分享的内容已达上限。"
        ),
        "not-found": ("It is gone.", "内容已不存在。"),
        "too-many-attempts": ("That is enough for now. Try again in a while.", "暂时已经够多了，请稍后再试。"),
        "too-many-requests": ("That was a little fast. Try again in a moment.", "操作有点快，请稍候再试。"),
        "internal-error": ("Something broke on the server. Try again in a moment.", "服务器出了点问题，请稍后再试。"),
        "unavailable": ("The server is starting or very busy. Try again in a moment.", "服务器正在启动或非常繁忙，请稍后再试。"),
        "replay-required": ("The leaderboard takes no score without the moves of its run.", "这个排行榜只接受带有回放的成绩。"),
        "replay-unreadable": ("The server could not read the moves of the run.", "服务器无法读取这一局的回放。"),
        "replay-of-other-game": ("The run is of another game.", "这一局属于另一款游戏。"),
        "replay-of-other-version": ("The game was updated meanwhile. Install the new version.", "游戏已更新，请安装新版本。"),
        "replay-past-end": ("The run goes on after its own end.", "回放在一局结束后仍在继续。"),
        "replay-unfinished": ("The run ends before it is over.", "回放在一局结束前就中断了。"),
        "replay-too-long": ("The run is too long to be played again.", "这一局太长，无法重放。"),
        "replay-stopped": ("The server could not play the run to its end.", "服务器未能把这一局重放完。"),
        "replay-score-differs": ("The server played the run again and got another score.", "服务器重放后得出的成绩不同。"),
        "replay-reused": ("This run was sent before.", "这一局已经提交过。"),
        "ticket-required": (
            "The leaderboard takes only runs that were begun while signed in, and sent at once.",
            "这个排行榜只接受登录后开始、结束后立即提交的一局。"
        ),
        "ticket-invalid": ("The run was begun as another player.", "这一局是以另一位玩家的身份开始的。"),
        "ticket-seed-differs": ("The run is not the one that the server gave.", "这一局不是服务器给出的那一局。"),
        "ticket-used": ("This run was sent before.", "这一局已经提交过。"),
        "run-too-fast": ("The run is longer than the time it took.", "这一局比实际用时更长。"),
    ]
}
