/// What an error says to a person: what happened and what to do, in English and in Chinese.
enum ErrorTexts {
    /// - Parameter languages: preferred first, such as `zh-Hans-CN` or `en_GB`. Anything but Chinese gets English.
    static func text(for code: GKError.Code, languages: [String]) -> String {
        choose(texts(code), languages)
    }

    /// Appended to the text of an error whose submission is kept.
    static func kept(languages: [String]) -> String {
        choose((" It's saved on this device and will be sent later.", "你的操作已保存在本机，稍后会自动发送。"), languages)
    }

    /// The game has no leaderboard or achievement of one of these IDs.
    static func unknown(_ ids: [String], isAchievement: Bool, languages: [String]) -> String {
        let (or, huo) = (ids.joined(separator: "” or “"), ids.joined(separator: "”或“"))
        return isAchievement
            ? choose(("The game has no achievement “\(or)”.", "游戏中没有成就“\(huo)”。"), languages)
            : choose(("The game has no leaderboard “\(or)”.", "游戏中没有排行榜“\(huo)”。"), languages)
    }

    static func choose(_ text: (english: String, chinese: String), _ languages: [String]) -> String {
        languages.first?.lowercased().hasPrefix("zh") == true ? text.chinese : text.english
    }

    // Each text stays on one line, however long.
    private static func texts(_ code: GKError.Code) -> (english: String, chinese: String) {
        switch code {
        case .unknown:
            (
                "Something went wrong. Try again. If it keeps happening, contact the developer.",
                "出了点问题。请重试；如果问题依旧，请联系开发者。"
            )
        case .cancelled: ("Sign-in was canceled. Sign in to Game Center to continue.", "登录已取消。要继续，请登录 Game Center。")
        case .communicationsFailure:
            (
                "Can't reach the Game Center server. Check your connection and try again.",
                "无法连接 Game Center 服务器。请检查网络后重试。"
            )
        case .userDenied:
            ("You didn't allow this. You can allow it in Game Center at any time.", "你未允许此操作。你可以随时在 Game Center 中允许。")
        case .invalidCredentials:
            ("Incorrect player name or password. Try again, or use a recovery code.", "玩家名或密码不正确。请重试，或使用恢复码。")
        case .notAuthenticated:
            ("You're not signed in to Game Center. Sign in and try again.", "尚未登录 Game Center。请登录后重试。")
        case .authenticationInProgress: ("Sign-in is already in progress. Finish it first.", "正在登录。请先完成登录。")
        case .invalidPlayer:
            ("This player doesn't exist or was deleted. Choose another player.", "这位玩家不存在或已注销。请选择其他玩家。")
        case .scoreNotSet: ("The score has no value. Set one before you report it.", "分数没有数值。请先设置数值再提交。")
        case .parentalControlsBlocked:
            ("Parental controls don't allow this. Ask a guardian to change them.", "家长控制不允许此操作，请让监护人更改。")
        case .playerStatusExceedsMaximumLength: ("The status is too long. Shorten it.", "状态文字过长。请缩短。")
        case .playerStatusInvalid:
            ("The status contains characters that aren't allowed. Edit it.", "状态文字含有不允许的字符。请重新填写。")
        case .matchRequestInvalid: ("The match request is invalid. Check its players.", "对局请求无效。请检查玩家人数。")
        case .underage: ("This player is too young for this. Ask a guardian.", "这位玩家年龄不足。请联系监护人。")
        case .gameUnrecognized:
            (
                "The server doesn't recognize this game. Check the bundle ID and the server.",
                "服务器不认识这款游戏。请检查套装 ID 和服务器地址。"
            )
        case .notSupported: ("Game Center doesn't support this for this game.", "Game Center 未对这款游戏提供此功能。")
        case .invalidParameter: ("The request is invalid. Check its parameters.", "请求无效。请检查参数。")
        case .unexpectedConnection: ("The other player is already connected.", "对方已经连接。")
        case .challengeInvalid:
            (
                "This challenge is invalid. You can only challenge friends with your own results.",
                "挑战无效。只能用自己的分数或成就向好友发起挑战。"
            )
        case .turnBasedMatchDataTooLarge: ("The match data is too large. Store less.", "对局数据过大。请减少数据。")
        case .turnBasedTooManySessions: ("Too many matches. End one first.", "对局过多。请先结束一个。")
        case .turnBasedInvalidParticipant: ("This player is not in the match.", "这位玩家不在对局中。")
        case .turnBasedInvalidTurn: ("It's another player's turn. Wait for yours.", "现在不是你的回合。请等待。")
        case .turnBasedInvalidState: ("The match doesn't allow this right now.", "对局当前状态不允许此操作。")
        case .invitationsDisabled: ("This player isn't accepting invitations.", "这位玩家不接受邀请。")
        case .playerPhotoFailure:
            ("The photo is missing or can't be loaded. Show a placeholder.", "无法加载照片，或没有照片。请显示占位图。")
        case .ubiquityContainerUnavailable: ("Saved game storage is unavailable.", "存档空间不可用。")
        case .matchNotConnected: ("The match isn't connected yet. Wait for the players.", "对局尚未连接。请等待玩家。")
        case .gameSessionRequestInvalid: ("The session request is invalid.", "会话请求无效。")
        case .restrictedToAutomatch: ("This player can only use automatic matchmaking.", "这位玩家只能自动匹配。")
        case .apiNotAvailable: ("This isn't available here.", "此处不可用。")
        case .notAuthorized: ("This isn't allowed here.", "此处不允许这样做。")
        case .connectionTimeout: ("The server took too long to answer. Try again.", "服务器响应超时。请重试。")
        case .apiObsolete: ("The game uses an outdated interface. Update the game.", "接口已过时。请更新游戏。")
        case .iCloudUnavailable: ("Can't reach saved games. Try again later.", "无法访问存档。请稍后再试。")
        case .lockdownMode: ("The device is in Lockdown Mode.", "设备处于锁定模式。")
        case .appUnlisted: ("This game is unlisted.", "这款游戏未上架。")
        case .debugMode: ("This only works in a development build.", "仅可在开发版本中使用。")
        case .friendListDescriptionMissing: ("The game doesn't say why it needs the friends list.", "游戏没有说明为何需要好友列表。")
        case .friendListRestricted:
            (
                "This player's friends aren't shared with any game. A guardian can change this.",
                "这位玩家的好友不对任何游戏显示。监护人可以更改。"
            )
        case .friendListDenied:
            (
                "The player hasn't allowed this game to see their friends. They can in Game Center.",
                "玩家未允许这款游戏查看好友。可以在 Game Center 中允许。"
            )
        case .friendRequestNotAvailable:
            ("Friend requests aren't available. Sign in and check your restrictions.", "无法发送好友请求。请登录并检查限制设置。")
        }
    }
}
