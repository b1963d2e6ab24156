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
        "score-out-of-range": ("This score is outside the leaderboard's range.", "分数超出了排行榜接受的范围。"),
        "score-id-reused": ("A different score was already sent with this ID.", "已有另一个分数使用了这个编号。"),
        "leaderboard-archived": ("This leaderboard is closed.", "这个排行榜已关闭。"),
        "unknown-leaderboard": ("This leaderboard no longer exists.", "这个排行榜已不存在。"),
        "combined-leaderboard": (
            "This leaderboard combines others and doesn't accept scores itself.",
            "这个排行榜由其他排行榜合并而成，本身不接受分数。"
        ),
        "between-occurrences": (
            "The leaderboard was between rounds. It reopens when the next one starts.",
            "排行榜当时处于两期之间，下一期开始后重新开放。"
        ),
        "occurrence-over": ("The leaderboard round for this score is over.", "这个分数所属的一期已经结束。"),
        "unknown-game": ("This server doesn't have this game.", "此服务器上没有这款游戏。"),
        "game-center-disabled": ("Game Center is off for this game.", "这款游戏未启用 Game Center。"),
        "not-released": ("This game isn't released yet. Only the Sandbox is available.", "这款游戏尚未发布，只能使用沙盒。"),
        "prereleased": ("This leaderboard isn't released yet. Only the Sandbox is available.", "这个排行榜尚未发布，只能使用沙盒。"),
        "invalid-parameter": ("The server couldn't read the request.", "服务器无法读取请求。"),
        "too-large": ("It's too large to send.", "内容过大，无法发送。"),
        "forbidden": ("This isn't allowed here.", "此处不允许此操作。"),
        "unauthenticated": ("Sign in again.", "请重新登录。"),
        "banned": ("A moderator has banned you.", "你已被审核员封禁。"),
        "player-restricted": ("A guardian has turned this off.", "监护人已关闭此功能。"),
        "friend-list-not-determined": (
            "You haven't decided yet whether this game can see your friends.",
            "你尚未决定是否允许这款游戏查看好友。"
        ),
        "friend-list-restricted": ("Your friends aren't shared with any game.", "你的好友不对任何游戏显示。"),
        "friend-list-denied": ("You haven't allowed this game to see your friends.", "你未允许这款游戏查看好友。"),
        "unknown-challenge": ("This challenge no longer exists.", "这个挑战已不存在。"),
        "challenge-settled": ("This challenge is already over.", "这个挑战已经结束。"),
        "challenge-invalid": ("This challenge is no longer valid.", "这个挑战已失效。"),
        "too-many-challenges": ("You've reached the challenge limit. Try again tomorrow.", "挑战次数已达上限，请明天再试。"),
        "text-refused": ("Please reword the message.", "请换一种说法。"),
        "unknown-achievement": ("This achievement no longer exists.", "这个成就已不存在。"),
        "achievement-archived": ("This achievement can no longer be earned.", "这个成就已无法获得。"),
        "conflict": (
            "Your score has changed, or you've reached the limit for shared links.",
            "你的分数已经改变，或分享链接已达上限。"
        ),
        "not-found": ("This no longer exists.", "内容已不存在。"),
        "too-many-attempts": ("Too many attempts. Try again later.", "尝试次数过多，请稍后再试。"),
        "too-many-requests": ("Too many requests. Try again in a moment.", "操作过于频繁，请稍后再试。"),
        "internal-error": ("Something went wrong on the server. Try again in a moment.", "服务器出了点问题，请稍后再试。"),
        "unavailable": ("The server is starting or busy. Try again in a moment.", "服务器正在启动或繁忙，请稍后再试。"),
        "replay-required": ("This leaderboard requires a replay with every score.", "这个排行榜只接受附带回放的分数。"),
        "replay-unreadable": ("The server couldn't read the replay.", "服务器无法读取回放。"),
        "replay-of-other-game": ("The replay is from another game.", "回放来自另一款游戏。"),
        "replay-of-other-version": ("The game has been updated. Install the new version.", "游戏已更新，请安装新版本。"),
        "replay-past-end": ("The replay continues after the run ended.", "回放在这一局结束后仍在继续。"),
        "replay-unfinished": ("The replay stops before the run ended.", "回放在这一局结束前就中断了。"),
        "replay-too-long": ("The run is too long to replay.", "这一局太长，无法重放。"),
        "replay-stopped": ("The server couldn't play the replay to the end.", "服务器未能完整重放这一局。"),
        "replay-score-differs": ("The server replayed the run and got a different score.", "服务器重放后得出的分数不同。"),
        "replay-reused": ("This run was already submitted.", "这一局已经提交过。"),
        "ticket-required": (
            "This leaderboard only accepts runs started while signed in and sent right away.",
            "这个排行榜只接受登录后开始、结束后立即提交的一局。"
        ),
        "ticket-invalid": ("Another player started this run.", "这一局是由另一位玩家开始的。"),
        "ticket-seed-differs": ("This isn't the run the server issued.", "这一局不是服务器发放的那一局。"),
        "ticket-used": ("This run was already submitted.", "这一局已经提交过。"),
        "run-too-fast": ("The run is longer than the time it was played in.", "这一局的时长超过了实际用时。"),
    ]
}
