import Foundation
import LaurelArcade

/// The texts that every game needs, in the player's language. The browser's are Web/site/play/host/phrases.js.
@MainActor public enum Words {
    /// `en` or `zh-Hans`; set once, before anything is shown.
    public static var language = "en" {
        didSet { format.locale = Locale(identifier: language) }
    }
    public static var isChinese: Bool { language == "zh-Hans" }

    private static let format: NumberFormatter = {
        let format = NumberFormatter()
        format.numberStyle = .decimal
        return format
    }()

    public static func number(_ value: Int64) -> String {
        format.string(from: NSNumber(value: value)) ?? String(value)
    }

    /// - Parameters:
    ///   - slot: what stands in the text, such as a name.
    ///   - value: the item's own value, where the text has a place for it.
    static func phrase(_ phrase: Phrase, a: Int32, b: Int32, slot: String, value: String) -> String {
        let (a, b) = (Int64(a), Int64(b))
        return isChinese
            ? chinese(phrase, a, b, slot, value) : english(phrase, a, b, slot, value)
    }

    private static func with(_ name: String, _ count: Int64) -> String {
        count > 0 ? "\(name) (\(number(count)))" : name
    }

    private static func english(_ phrase: Phrase, _ a: Int64, _ b: Int64, _ slot: String, _ value: String) -> String {
        let (one, two) = (number(a), number(b))
        return switch phrase {
        case .leaderboards: "High scores"
        case .challenges: with("Challenges", a)
        case .achievements: "Achievements"
        case .soundOn: "Sound on"
        case .soundOff: "Sound off"
        case .allGames: "Leave the game"
        case .playingAs: "Playing as \(slot)"
        case .checking: "Looking for Game Center…"
        case .signedOut: "Not signed in. The game plays in full; sign in to be ranked."
        case .away: "Game Center can't be reached. Play on: scores are kept and sent later."
        case .awayAs: "Playing as \(slot). Game Center can't be reached: scores are kept and sent later."
        case .off: "This game has no Game Center on this server. It plays in full."
        case .sandbox: "Sandbox"
        case .signIn: "Sign in"
        case .offer:
            a == 1
                ? "\(value.isEmpty ? "A score" : value) was made here before you signed in. Was it you?"
                : "\(one) scores were made here before you signed in\(value.isEmpty ? "" : ", the best \(value)")."
                    + " Were they yours?"
        case .acceptScores: "Yes, submit"
        case .discardScores: "No, discard"
        case .paused: "Paused"
        case .resume: "Resume"
        case .restart: "Start over"
        case .exit: "Menu"
        case .pause: "Pause"
        case .gameOver: "Game over"
        case .again: "Play again"
        case .menu: "Menu"
        case .newBest: "New best"
        case .best: "Best \(slot)"
        case .sending: "Sending your score…"
        case .sent: "Ranked \(one) of \(two)"
        case .kept: "Saved. It will be sent when Game Center answers again."
        case .keptUntilSignIn: "Saved. It will be sent when you sign in again."
        case .notStored: "Nothing can be written here: the score lasts as long as the game is open."
        case .refused: "Not ranked: \(slot)"
        case .unowned: "Nobody's score yet. Sign in, and it is offered to you."
        case .waiting:
            a == 1 ? "1 earlier score is waiting to be sent." : "\(one) earlier scores are waiting to be sent."
        case .leaderboard: "Leaderboard"
        case .pickFriends: "Challenge Friends"
        case .share: "Share"
        case .needsSignIn: "Sign in first: it goes by Game Center."
        case .needsServer: "Game Center can't be reached. Try again in a while."
        case .needsRank: "First the score has to be on the leaderboard."
        case .challengeBeaten:
            a != 0
                ? "You beat \(slot)'s \(value)! \(slot) is told, and challenged back."
                : "You reached \(slot)'s \(value). \(slot) is told."
        case .challengeBeatenLater:
            "You \(a != 0 ? "beat" : "reached") \(slot)'s \(value)! \(slot) is told once your score is sent."
        case .challengeMissed: "\(slot)'s \(value) stands."
        case .challengesCompleted: a == 1 ? "It completed a challenge." : "It completed \(one) challenges."
        case .challengeSent:
            "Your challenge is on its way to \(a == 1 ? "1 friend" : "\(one) friends")."
        case .cancel: "Cancel"
        case .send: "Challenge"
        case .sendingChallenge: "Sending…"
        case .message: "Challenge message"
        case .messageDefault: "Can you beat my \(value)?"
        case .messageMissing: "Write a message first."
        case .search: "Find a friend"
        case .chosen: "\(one) chosen"
        case .selectAll: "All"
        case .selectNone: "None"
        case .noScore: "No score yet"
        case .challengedAlready: "Challenged"
        case .nobodyChosen: "Nobody is ticked. Choose whom to challenge."
        case .noFriends: "You have no friends here yet. Invite them in the Game Center app."
        case .nobodyFound: "Nobody has that name."
        case .notSent: "The challenge was not sent. \(slot)"
        case .noChallenges: "Nobody has challenged you. Challenge a friend when your next run is over."
        case .scoreChallenge: "\(slot) asks you to beat \(value)"
        case .achievementChallenge: "\(slot) asks you to earn “\(value)”"
        case .accept: "Accept"
        case .decline: "Decline"
        case .loadingChallenge: "Loading…"
        case .declineQuestion: "Decline \(slot)'s challenge?"
        case .keepChallenge: "Keep it"
        case .everybody: "Everybody"
        case .friends: "Friends"
        case .today: "Today"
        case .week: "This week"
        case .allTime: "All time"
        case .nobodyRanked: "Nobody has played yet."
        case .noFriendRanked: "None of your friends has played yet."
        case .total: a == 1 ? "1 player" : "\(one) players"
        case .back: "Back"
        case .noAchievements: "This game has no achievements."
        case .points: "\(one) of \(two) points"
        case .hidden: "Hidden achievement"
        case .loading: "Loading…"
        case .failed:
            slot.isEmpty ? "Game Center does not answer. Try again in a while." : slot
        case .retry: "Try again"
        case .you: "you"
        case .runBeaten: "You \(a != 0 ? "beat" : "reached") \(slot)'s \(value)!"
        }
    }

    private static func chinese(_ phrase: Phrase, _ a: Int64, _ b: Int64, _ slot: String, _ value: String) -> String {
        let (one, two) = (number(a), number(b))
        return switch phrase {
        case .leaderboards: "高分榜"
        case .challenges: with("挑战", a)
        case .achievements: "成就"
        case .soundOn: "打开声音"
        case .soundOff: "关闭声音"
        case .allGames: "离开游戏"
        case .playingAs: "当前玩家：\(slot)"
        case .checking: "正在连接 Game Center…"
        case .signedOut: "未登录。游戏可完整游玩；登录后参与排名。"
        case .away: "无法连接 Game Center。可以继续玩：成绩会保存，稍后发送。"
        case .awayAs: "当前玩家：\(slot)。无法连接 Game Center：成绩会保存，稍后发送。"
        case .off: "此服务器上的这款游戏未启用 Game Center。游戏可完整游玩。"
        case .sandbox: "沙盒"
        case .signIn: "登录"
        case .offer:
            a == 1
                ? "登录之前这里有一个成绩\(value.isEmpty ? "" : "（\(value)）")，是你的吗？"
                : "登录之前这里有 \(one) 个成绩\(value.isEmpty ? "" : "，最佳 \(value)")，是你的吗？"
        case .acceptScores: "是我的，提交"
        case .discardScores: "不是，丢弃"
        case .paused: "已暂停"
        case .resume: "继续"
        case .restart: "重新开始"
        case .exit: "菜单"
        case .pause: "暂停"
        case .gameOver: "游戏结束"
        case .again: "再玩一次"
        case .menu: "菜单"
        case .newBest: "新纪录"
        case .best: "最佳 \(slot)"
        case .sending: "正在发送成绩…"
        case .sent: "排名第 \(one)，共 \(two) 人"
        case .kept: "已保存。Game Center 恢复后会自动发送。"
        case .keptUntilSignIn: "已保存。再次登录后会自动发送。"
        case .notStored: "此处无法写入：成绩只在游戏打开期间保留。"
        case .refused: "未计入排名：\(slot)"
        case .unowned: "成绩暂无归属。登录后可以认领。"
        case .waiting: "还有 \(one) 个之前的成绩等待发送。"
        case .leaderboard: "排行榜"
        case .pickFriends: "挑战好友"
        case .share: "分享"
        case .needsSignIn: "请先登录：此功能需要 Game Center。"
        case .needsServer: "无法连接 Game Center，请稍后再试。"
        case .needsRank: "成绩要先进入排行榜。"
        case .challengeBeaten:
            a != 0
                ? "你超过了 \(slot) 的 \(value)！已告知 \(slot)，并向其发回挑战。"
                : "你追平了 \(slot) 的 \(value)。已告知 \(slot)。"
        case .challengeBeatenLater:
            "你\(a != 0 ? "超过" : "追平")了 \(slot) 的 \(value)！成绩发送后会告知 \(slot)。"
        case .challengeMissed: "\(slot) 的 \(value) 仍未被超过。"
        case .challengesCompleted: "完成了 \(one) 个挑战。"
        case .challengeSent: "挑战已发给 \(one) 位好友。"
        case .cancel: "取消"
        case .send: "发起挑战"
        case .sendingChallenge: "正在发送…"
        case .message: "挑战留言"
        case .messageDefault: "你能超过我的 \(value) 吗？"
        case .messageMissing: "请先写一句留言。"
        case .search: "查找好友"
        case .chosen: "已选 \(one) 人"
        case .selectAll: "全选"
        case .selectNone: "全不选"
        case .noScore: "还没有成绩"
        case .challengedAlready: "已发出"
        case .nobodyChosen: "还没有选人。请选择要挑战的好友。"
        case .noFriends: "你还没有好友。可以在 Game Center 应用里邀请。"
        case .nobodyFound: "没有找到这个名字。"
        case .notSent: "挑战没有发出。\(slot)"
        case .noChallenges: "还没有人挑战你。下一局结束后，去挑战好友吧。"
        case .scoreChallenge: "\(slot) 请你超过 \(value)"
        case .achievementChallenge: "\(slot) 请你取得“\(value)”"
        case .accept: "接受"
        case .decline: "拒绝"
        case .loadingChallenge: "正在加载…"
        case .declineQuestion: "拒绝 \(slot) 的挑战？"
        case .keepChallenge: "保留"
        case .everybody: "所有人"
        case .friends: "好友"
        case .today: "今天"
        case .week: "本周"
        case .allTime: "全部"
        case .nobodyRanked: "还没有人玩过。"
        case .noFriendRanked: "还没有好友玩过。"
        case .total: "共 \(one) 人"
        case .back: "返回"
        case .noAchievements: "这里没有成就。"
        case .points: "\(one) / \(two) 点"
        case .hidden: "隐藏成就"
        case .loading: "正在加载…"
        case .failed: slot.isEmpty ? "Game Center 没有响应，请稍后再试。" : "未能完成：\(slot)"
        case .retry: "重试"
        case .you: "你"
        case .runBeaten: "你\(a != 0 ? "超过" : "追平")了 \(slot) 的 \(value)！"
        }
    }
}
