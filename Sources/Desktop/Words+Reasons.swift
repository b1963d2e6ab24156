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
        "score-out-of-range": ("This score is outside the leaderboard's range.", "这个分数超出了排行榜的范围。"),
        "score-id-reused": ("A different score was already submitted with this ID.", "已有另一个分数使用了这个 ID。"),
        "leaderboard-archived": ("This leaderboard is archived and no longer accepts scores.", "这个排行榜已归档，不再接受分数。"),
        "unknown-leaderboard": ("This game doesn't have this leaderboard.", "这款游戏没有这个排行榜。"),
        "combined-leaderboard": (
            "This leaderboard combines others and doesn't accept scores itself.", "这个排行榜由其他排行榜组合而成，自身不接受分数。"
        ),
        "between-occurrences": (
            "This leaderboard doesn't accept scores between rounds. It reopens with the next one.",
            "这个排行榜在两期之间不接受分数，下一期开始后重新开放。"
        ),
        "occurrence-over": ("The leaderboard round for this score is over.", "这个分数所属的一期已经结束。"),
        "unknown-game": ("This server doesn't have this game.", "这台服务器上没有这款游戏。"),
        "game-center-disabled": ("Game Center is turned off for this game.", "这款游戏的 Game Center 已关闭。"),
        "not-released": ("This game hasn't been released yet. It works only in the Sandbox.", "这款游戏尚未发布，只能在沙盒中使用。"),
        "prereleased": ("This hasn't been released yet. It works only in the Sandbox.", "此项尚未发布，只能在沙盒中使用。"),
        "invalid-parameter": ("The server couldn't read the request.", "服务器无法读取请求。"),
        "too-large": ("This is too large for the server.", "内容过大，服务器无法处理。"),
        "forbidden": ("Your account doesn't have permission to do this.", "你的账户没有权限执行此操作。"),
        "unauthenticated": ("You're no longer signed in. Sign in and try again.", "登录已失效，请重新登录后再试。"),
        "banned": ("A moderator has banned your account.", "你的账户已被审核员封禁。"),
        "player-restricted": (
            "Parental controls don't allow this. Ask a guardian to change them.", "家长控制不允许此操作，请让监护人更改。"
        ),
        "friend-list-not-determined": (
            "You haven't decided yet whether this game can see your friends.", "你尚未决定是否允许这款游戏查看好友。"
        ),
        "friend-list-restricted": ("Your friends aren't shared with any game.", "你的好友不对任何游戏显示。"),
        "friend-list-denied": ("You haven't allowed this game to see your friends.", "你未允许这款游戏查看好友。"),
        "unknown-challenge": ("This challenge no longer exists.", "这个挑战已不存在。"),
        "challenge-settled": ("This challenge is already over.", "这个挑战已经结束。"),
        "challenge-invalid": (
            "This challenge isn't valid. Your score or your friendship may have changed.", "这个挑战无效。你的分数或好友关系可能已经改变。"
        ),
        "too-many-challenges": ("You've reached the challenge limit. Try again later.", "挑战次数已达上限，请稍后再试。"),
        "text-refused": (
            "The text contains a word that isn't allowed here. Try different wording.", "文字中有这里不允许的词语，请换个说法。"
        ),
        "unknown-achievement": ("This game doesn't have this achievement.", "这款游戏没有这个成就。"),
        "achievement-archived": ("This achievement is archived and can no longer be earned.", "这个成就已归档，无法再获得。"),
        "conflict": (
            "Your score has changed, or you've reached the limit for shared links.",
            "你的分数已经改变，或分享链接已达上限。"
        ),
        "not-found": ("This no longer exists.", "内容已不存在。"),
        "too-many-attempts": ("Too many attempts. Wait a few minutes, then try again.", "尝试次数过多，请过几分钟再试。"),
        "too-many-requests": ("Too many requests. Wait a moment, then try again.", "操作太频繁，请稍后再试。"),
        "internal-error": ("Something went wrong on the server. Try again in a moment.", "服务器出了点问题，请稍后再试。"),
        "unavailable": ("The server is starting or busy. It should be back in a moment.", "服务器正在启动或繁忙，稍后就会恢复。"),
        "replay-required": ("This leaderboard accepts only scores with a replay.", "这个排行榜只接受附带回放的分数。"),
        "replay-unreadable": ("The server couldn't read the replay.", "服务器无法读取回放。"),
        "replay-of-other-game": ("The replay is from another game.", "回放来自另一款游戏。"),
        "replay-of-other-version": ("The game has been updated. Install the new version.", "游戏已更新，请安装新版本。"),
        "replay-past-end": ("The replay continues after the end of the run.", "回放在这一局结束后仍在继续。"),
        "replay-unfinished": ("The replay ends before the run does.", "回放在这一局结束前就中断了。"),
        "replay-too-long": ("The run is too long to replay.", "这一局太长，无法重放。"),
        "replay-stopped": ("The server couldn't play the replay to the end.", "服务器未能完整重放这一局。"),
        "replay-score-differs": ("The server replayed the run and got a different score.", "服务器重放后得出的分数不同。"),
        "replay-reused": ("This run was already submitted.", "这一局已经提交过。"),
        "ticket-required": (
            "This leaderboard accepts only runs started while signed in and sent right away.",
            "这个排行榜只接受登录后开始、结束后立即提交的一局。"
        ),
        "ticket-invalid": ("Another player started this run.", "这一局是由另一位玩家开始的。"),
        "ticket-seed-differs": ("This isn't the run the server issued.", "这一局不是服务器发放的那一局。"),
        "ticket-used": ("This run was already submitted.", "这一局已经提交过。"),
        "run-too-fast": ("The run is longer than the time it was played in.", "这一局的时长超过了实际用时。"),
    ]
}
