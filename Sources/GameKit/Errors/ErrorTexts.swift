/// What an error says to a person: what happened and what to do, in English and in Chinese.
enum ErrorTexts {
    /// - Parameter languages: preferred first, such as `zh-Hans-CN` or `en_GB`. Others than Chinese read English.
    static func text(for code: GKError.Code, languages: [String]) -> String {
        choose(texts(code), languages)
    }

    /// Behind the text of an error whose submission is not lost.
    static func kept(languages: [String]) -> String {
        choose((" What you did is kept on this device and sent later.", "你的操作已保存在本机，稍后会自动发送。"), languages)
    }

    static func choose(_ text: (english: String, chinese: String), _ languages: [String]) -> String {
        languages.first?.lowercased().hasPrefix("zh") == true ? text.chinese : text.english
    }

    // One line a code reads best, however long.
    private static func texts(_ code: GKError.Code) -> (english: String, chinese: String) {
        switch code {
        case .unknown:
            (
                "Something went wrong. Try again; if it goes on, tell the developer.",
                "出了点问题。请重试；如果仍然不行，请告诉开发者。"
            )
        case .cancelled:
            (
                "Sign-in was cancelled. Sign in to Game Center to go on.",
                "登录已取消。要继续，请登录 Game Center。"
            )
        case .communicationsFailure:
            (
                "The Game Center server cannot be reached. Check the network and try again.",
                "无法连接 Game Center 服务器。请检查网络后重试。"
            )
        case .userDenied:
            (
                "You said no. Allow it in Game Center if you change your mind.",
                "你已拒绝。如果改变主意，可以在 Game Center 中允许。"
            )
        case .invalidCredentials:
            (
                "Alias or password is wrong. Try again, or use a recovery code.",
                "用户名或密码不正确。请重试，或使用恢复码。"
            )
        case .notAuthenticated:
            (
                "Nobody is signed in to Game Center. Sign in and try again.",
                "尚未登录 Game Center。请登录后重试。"
            )
        case .authenticationInProgress:
            (
                "Somebody is signing in right now. Finish that first.",
                "正在登录。请先完成登录。"
            )
        case .invalidPlayer:
            (
                "This player does not exist, or no longer. Choose another one.",
                "该玩家不存在或已注销。请选择其他玩家。"
            )
        case .scoreNotSet:
            (
                "The score has no value. Set one before it is reported.",
                "成绩没有数值。请先设置数值再提交。"
            )
        case .parentalControlsBlocked:
            (
                "A guardian has switched this off. Ask the guardian.",
                "监护人已关闭此功能。请联系监护人。"
            )
        case .playerStatusExceedsMaximumLength:
            (
                "The status is too long. Make it shorter.",
                "状态文字过长。请缩短。"
            )
        case .playerStatusInvalid:
            (
                "The status has characters that are not allowed. Write it anew.",
                "状态文字含有不允许的字符。请重新填写。"
            )
        case .matchRequestInvalid:
            (
                "The match request is not valid. Check its players.",
                "对战请求无效。请检查玩家人数。"
            )
        case .underage:
            (
                "This player is too young for this. Ask a guardian.",
                "该玩家年龄不足。请联系监护人。"
            )
        case .gameUnrecognized:
            (
                "The server does not know this game. Check the bundle id and the server.",
                "服务器不认识这个游戏。请检查 bundle id 和服务器地址。"
            )
        case .notSupported:
            (
                "Game Center does not offer this for this game.",
                "Game Center 未对这个游戏提供此功能。"
            )
        case .invalidParameter:
            (
                "Something that was asked for is not valid. Check the arguments.",
                "请求的参数无效。请检查参数。"
            )
        case .unexpectedConnection:
            (
                "The other player has connected already.",
                "对方已经连接。"
            )
        case .challengeInvalid:
            (
                "This challenge is not valid. You challenge friends with what you have reached yourself.",
                "挑战无效。只能用自己达到的成绩向好友发起挑战。"
            )
        case .turnBasedMatchDataTooLarge:
            (
                "The data of the match are too large. Store less.",
                "对战数据过大。请减少数据。"
            )
        case .turnBasedTooManySessions:
            (
                "There are too many matches. End one first.",
                "对战过多。请先结束一个。"
            )
        case .turnBasedInvalidParticipant:
            (
                "This player is not in the match.",
                "该玩家不在对战中。"
            )
        case .turnBasedInvalidTurn:
            (
                "It is another player’s turn. Wait for yours.",
                "现在不是你的回合。请等待。"
            )
        case .turnBasedInvalidState:
            (
                "The match does not allow this now.",
                "对战当前状态不允许此操作。"
            )
        case .invitationsDisabled:
            (
                "This player takes no invitations.",
                "该玩家不接受邀请。"
            )
        case .playerPhotoFailure:
            (
                "The photo cannot be loaded, or there is none. Show a placeholder.",
                "无法加载照片，或没有照片。请显示占位图。"
            )
        case .ubiquityContainerUnavailable:
            (
                "The place for saved games cannot be used.",
                "存档空间不可用。"
            )
        case .matchNotConnected:
            (
                "The match is not connected. Wait for the players.",
                "对战尚未连接。请等待玩家。"
            )
        case .gameSessionRequestInvalid:
            (
                "The request for a session is not valid.",
                "会话请求无效。"
            )
        case .restrictedToAutomatch:
            (
                "This player plays automatic matches only.",
                "该玩家只能自动匹配。"
            )
        case .apiNotAvailable:
            (
                "This is not available here.",
                "此处不可用。"
            )
        case .notAuthorized:
            (
                "This is not allowed here.",
                "此处不允许这样做。"
            )
        case .connectionTimeout:
            (
                "The server took too long to answer. Try again.",
                "服务器响应超时。请重试。"
            )
        case .apiObsolete:
            (
                "This is too old to be used. Update the game.",
                "接口已过时。请更新游戏。"
            )
        case .iCloudUnavailable:
            (
                "Saved games cannot be reached. Try again later.",
                "无法访问存档。请稍后重试。"
            )
        case .lockdownMode:
            (
                "The device is locked down.",
                "设备处于锁定模式。"
            )
        case .appUnlisted:
            (
                "This game is not listed.",
                "该游戏未上架。"
            )
        case .debugMode:
            (
                "This works in a development build only.",
                "仅可在开发版本中使用。"
            )
        case .friendListDescriptionMissing:
            (
                "The game does not say what it needs the friends list for.",
                "游戏没有说明为何需要好友列表。"
            )
        case .friendListRestricted:
            (
                "This player’s friends are shown to no game. A guardian can change that.",
                "该玩家的好友不对任何游戏开放。监护人可以更改。"
            )
        case .friendListDenied:
            (
                "The player does not let this game see friends. It can be allowed in Game Center.",
                "玩家未允许此游戏查看好友。可以在 Game Center 中允许。"
            )
        case .friendRequestNotAvailable:
            (
                "Friend requests are not available. Sign in, and check the restrictions.",
                "无法发送好友请求。请登录并检查限制设置。"
            )
        }
    }
}
