import LaurelWire

// Of refusals about which the code that Apple has for them says too little, or something else.
extension ErrorTexts {
    /// Nil: the code says it.
    static func text(for kind: Problem.Kind, languages: [String]) -> String? {
        texts(kind).map { choose($0, languages) }
    }

    private static func texts(_ kind: Problem.Kind) -> (english: String, chinese: String)? {
        switch kind {
        case .gameCenterDisabled:
            (
                "Game Center is off for this game. Its developer switches it on in Connect.",
                "这个游戏未启用 Game Center。请开发者在 Connect 中启用。"
            )
        case .notReleased:
            ("This game is not released. Until then use its Sandbox.", "这个游戏尚未发布。发布前请使用沙盒环境。")
        case .prereleased:
            ("This comes with the game’s next release. Until then use the Sandbox.", "此项目随游戏的下一次发布上线。在此之前请使用沙盒环境。")
        case .banned: ("This player is kept out of the game.", "该玩家已被禁止参与此游戏。")
        case .tooManyRequests, .tooManyAttempts, .slowDown:
            ("That was too often in a short time. Wait a little.", "操作过于频繁。请稍候。")
        case .tooManyConnections, .unavailable, .requestTimeout:
            ("The Game Center server is busy. Try again in a moment.", "Game Center 服务器繁忙。请稍后重试。")
        case .internalError:
            (
                "Something broke on the Game Center server. Its operator finds it by the request’s id.",
                "Game Center 服务器出错。运营者可以通过请求编号查明原因。"
            )
        case .codeRequired: ("A code of the second factor is needed.", "需要两步验证码。")
        case .wrongCode: ("The code is wrong, used or too old. Wait for the next one.", "验证码错误、已使用或已过期。请等待下一个。")
        case .savedGamesFull: ("There is no room for more saved games. Delete one first.", "存档空间已满。请先删除一个存档。")
        case .unknownSavedGame: ("There is no such saved game. Read the list again.", "没有这个存档。请重新读取列表。")
        case .signUpClosed: ("This server takes no new players. Ask its operator.", "此服务器不接受新玩家。请联系运营者。")
        case .invitationRequired: ("Signing up needs an invitation. Ask the server’s operator.", "注册需要邀请。请联系服务器运营者。")
        case .challengeSettled: ("This challenge is over already.", "这个挑战已经结束。")
        case .unknownChallenge: ("There is no such challenge any more.", "这个挑战已不存在。")
        case .tooManyChallenges: ("Too many challenges were sent. Wait for some to end.", "发出的挑战过多。请等待部分结束。")
        case .playerBlocked: ("You block this player. Unblock first.", "你已屏蔽该玩家。请先解除屏蔽。")
        case .requestsNotTaken: ("This player takes no requests.", "该玩家不接受请求。")
        case .leaderboardArchived: ("This leaderboard takes no more scores.", "此排行榜不再接受成绩。")
        case .achievementArchived: ("This achievement can no longer be earned.", "此成就已无法获得。")
        case .scoreOutOfRange: ("The score is outside the leaderboard’s range.", "成绩超出排行榜的范围。")
        case .replayReused: ("This run was handed in before.", "这一局已经提交过。")
        default: nil
        }
    }
}
