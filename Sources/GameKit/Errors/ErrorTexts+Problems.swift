import LaurelWire

// Texts for problems that Apple's error code describes too vaguely, or wrongly.
extension ErrorTexts {
    /// Nil if the error code's own text is enough.
    static func text(for kind: Problem.Kind, languages: [String]) -> String? {
        texts(kind).map { choose($0, languages) }
    }

    private static func texts(_ kind: Problem.Kind) -> (english: String, chinese: String)? {
        switch kind {
        case .gameCenterDisabled:
            (
                "Game Center is off for this game. Its developer can turn it on in Connect.",
                "这个游戏未启用 Game Center。请开发者在 Connect 中启用。"
            )
        case .notReleased:
            ("This game isn’t released yet. Use the Sandbox until then.", "这个游戏尚未发布。发布前请使用沙盒。")
        case .prereleased:
            ("This comes with the game’s next release. Use the Sandbox until then.", "此项目将随游戏的下一次发布上线。在此之前请使用沙盒。")
        case .banned: ("This player is banned from the game.", "该玩家已被此游戏封禁。")
        case .tooManyRequests, .tooManyAttempts, .slowDown:
            ("Too many requests. Wait a moment, then try again.", "操作过于频繁。请稍后重试。")
        case .tooManyConnections, .unavailable, .requestTimeout:
            ("The Game Center server is busy. Try again in a moment.", "Game Center 服务器繁忙。请稍后重试。")
        case .internalError:
            (
                "Something went wrong on the Game Center server. Give its operator the request ID.",
                "Game Center 服务器出错。请将请求编号告知服务器管理员。"
            )
        case .codeRequired: ("Enter your two-factor code to sign in.", "请输入两步验证码。")
        case .wrongCode: ("The code is wrong, used or expired. Wait for the next one.", "验证码错误、已使用或已过期。请等待下一个。")
        case .savedGamesFull: ("Saved game storage is full. Delete a saved game first.", "存档空间已满。请先删除一个存档。")
        case .unknownSavedGame: ("This saved game no longer exists. Reload the list.", "这个存档已不存在。请重新加载列表。")
        case .signUpClosed: ("This server isn’t accepting new players. Ask its operator.", "此服务器不接受新玩家。请联系服务器管理员。")
        case .invitationRequired: ("You need an invitation to sign up. Ask the server’s operator.", "注册需要邀请。请联系服务器管理员。")
        case .challengeSettled: ("This challenge is already over.", "这个挑战已经结束。")
        case .unknownChallenge: ("This challenge no longer exists.", "这个挑战已不存在。")
        case .tooManyChallenges: ("You’ve reached the challenge limit. Try again later.", "挑战次数已达上限。请稍后再试。")
        case .playerBlocked: ("You’ve blocked this player. Unblock them first.", "你已屏蔽该玩家。请先解除屏蔽。")
        case .requestsNotTaken: ("This player isn’t accepting friend requests.", "该玩家不接受好友请求。")
        case .leaderboardArchived: ("This leaderboard no longer accepts scores.", "此排行榜不再接受分数。")
        case .achievementArchived: ("This achievement can no longer be earned.", "此成就已无法获得。")
        case .scoreOutOfRange: ("The score is outside the leaderboard’s range.", "分数超出排行榜的范围。")
        case .replayReused: ("This run was already submitted.", "这一局已经提交过。")
        default: nil
        }
    }
}
