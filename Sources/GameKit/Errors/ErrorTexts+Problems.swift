import LaurelWire

// Texts for problems that Apple's error code describes too vaguely, or wrongly.
extension ErrorTexts {
    /// Nil if the error code's own text is enough.
    static func text(for kind: Problem.Kind, languages: [String]) -> String? {
        texts(kind).map { choose($0, languages) }
    }

    /// ``Problem/Kind/playerRestricted``, where a guest asked to play with strangers.
    static func guestAmongStrangers(languages: [String]) -> String {
        choose(
            (
                "Guests can't play with strangers. Keep your name with an account, or meet friends by a party code.",
                "访客不能与陌生人对战。请用账户保留你的名字，或用组队码与好友会合。"
            ), languages)
    }

    private static func texts(_ kind: Problem.Kind) -> (english: String, chinese: String)? {
        switch kind {
        case .gameCenterDisabled:
            (
                "Game Center is turned off for this game. Its developer can turn it on in Connect.",
                "这款游戏的 Game Center 已关闭。请开发者在 Connect 中开启。"
            )
        case .notReleased:
            (
                "This game hasn't been released yet. Use the Sandbox until then.", "这款游戏尚未发布。发布前请使用沙盒。"
            )
        case .prereleased:
            ("This hasn't been released yet. Use the Sandbox until then.", "此项尚未发布。发布前请使用沙盒。")
        case .banned: ("A moderator has banned this player.", "这位玩家已被审核员封禁。")
        case .tooManyRequests, .tooManyAttempts, .slowDown:
            ("Too many requests. Wait a moment, then try again.", "操作太频繁，请稍后再试。")
        case .tooManyConnections, .unavailable, .requestTimeout:
            ("The Game Center server is busy. Try again in a moment.", "Game Center 服务器繁忙，请稍后再试。")
        case .internalError:
            (
                "Something went wrong on the Game Center server. Give its administrator the request ID.",
                "Game Center 服务器出了点问题。请将请求 ID 告知服务器管理员。"
            )
        case .codeRequired:
            ("Your account also needs a code from your authenticator app.", "你的账户还需要验证器应用中的验证码。")
        case .wrongCode:
            (
                "This code is wrong, expired or already used. Wait for the next one.", "验证码不正确、已用过或已过期。请等待下一个。"
            )
        case .savedGamesFull:
            ("You've reached the limit for saved games. Delete one first.", "存档数量已达上限。请先删除一个。")
        case .unknownSavedGame: ("This saved game no longer exists. Reload the list.", "这个存档已不存在。请重新加载列表。")
        case .signUpClosed:
            (
                "This server isn't accepting new players right now. Ask its administrator.", "这台服务器目前不接受新玩家。请联系服务器管理员。"
            )
        case .invitationRequired:
            (
                "You need a valid invitation code. Ask the server's administrator for one.", "需要有效的邀请码，请向服务器管理员索取。"
            )
        case .guestsNotAllowed:
            ("Guests can't play here. Sign in with an account.", "这里不接受访客，请使用账户登录。")
        case .guestUpgraded:
            ("This player has an alias and a password now. Sign in with them.", "这位玩家已设置玩家名和密码，请使用它们登录。")
        case .guestMerged:
            ("This guest is part of an account now. Sign in to that account.", "这位访客已并入一个账户，请登录该账户。")
        case .providerRefused:
            ("We couldn't confirm who you are there. Try signing in again.", "无法确认你在那里的身份，请重新登录。")
        case .providerUnavailable:
            ("The service you're signing in with can't be reached. Try again shortly.", "暂时无法连接登录服务，请稍后再试。")
        case .linkTaken: ("That account already signs someone else in.", "那个账户已用来登录另一位玩家。")
        case .guestRestricted:
            ("Guests can't do this. Choose an alias and a password first.", "访客无法执行此操作，请先设置玩家名和密码。")
        case .challengeSettled: ("This challenge is already over.", "这个挑战已经结束。")
        case .unknownChallenge: ("This challenge no longer exists.", "这个挑战已不存在。")
        case .tooManyChallenges: ("You've reached the challenge limit. Try again later.", "挑战次数已达上限，请稍后再试。")
        case .unknownParty:
            ("This party code isn't in use. Check it, or ask for a new one.", "此组队码未在使用。请检查，或要一个新的。")
        case .unknownMatch: ("This match no longer exists.", "这场对局已不存在。")
        case .matchStateInvalid: ("The match doesn't allow this now.", "对局目前不允许此操作。")
        case .notYourTurn: ("It's no longer your turn in this match.", "这场对局已不是你的回合。")
        case .tooManyMatches: ("You have too many open matches. Finish one first.", "进行中的对局已达上限，请先完成一场。")
        case .playerRestricted:
            ("Parental controls don't allow this. Ask a guardian to change them.", "家长控制不允许此操作，请让监护人更改。")
        case .playerBlocked: ("You've blocked this player. Unblock them first.", "你屏蔽了这位玩家，请先取消屏蔽。")
        case .requestsNotTaken: ("This player isn't accepting friend requests.", "这位玩家不接受好友请求。")
        case .leaderboardArchived:
            ("This leaderboard is archived and no longer accepts scores.", "这个排行榜已归档，不再接受分数。")
        case .achievementArchived:
            ("This achievement is archived and can no longer be earned.", "这个成就已归档，无法再获得。")
        case .scoreOutOfRange: ("This score is outside the leaderboard's range.", "这个分数超出了排行榜的范围。")
        case .replayReused: ("This run was already submitted.", "这一局已经提交过。")
        default: nil
        }
    }
}
