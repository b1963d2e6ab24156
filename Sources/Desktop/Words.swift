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
        case .leaderboards: "Leaderboards"
        case .challenges: with("Challenges", a)
        case .achievements: "Achievements"
        case .soundOn: "Turn sound on"
        case .soundOff: "Turn sound off"
        case .allGames: "Quit game"
        case .playingAs: "Playing as \(slot)"
        case .checking: "Connecting to Game Center…"
        case .signedOut: "Playing as a guest. Sign in to get ranked."
        case .away: "Can't reach Game Center. Keep playing: your scores will be sent later."
        case .awayAs: "Playing as \(slot). Can't reach Game Center: your scores will be sent later."
        case .off: "Game Center isn't available for this game here. You can still play."
        case .sandbox: "Sandbox"
        case .signIn: "Sign in"
        case .offer:
            a == 1
                ? "A score\(value.isEmpty ? "" : " of \(value)") was set here before you signed in. Is it yours?"
                : "\(one) scores\(value.isEmpty ? "" : " (best: \(value))") were set here before you signed in."
                    + " Are they yours?"
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
        case .kept: "Saved. It'll be sent when Game Center is back."
        case .keptUntilSignIn: "Saved. It'll be sent when you sign in again."
        case .notStored: "Scores can't be saved here. Yours will be lost when you quit the game."
        case .refused: "Not ranked: \(slot)"
        case .unowned: "Sign in to save this score."
        case .waiting:
            a == 1 ? "1 earlier score is waiting to be sent." : "\(one) earlier scores are waiting to be sent."
        case .leaderboard: "Leaderboard"
        case .pickFriends: "Challenge friends"
        case .share: "Share"
        case .needsSignIn: "Sign in first. This needs Game Center."
        case .needsServer: "Can't reach Game Center. Try again later."
        case .needsRank: "Your score has to be on the leaderboard first."
        case .challengeBeaten:
            a != 0
                ? "You beat \(slot)'s \(value)! We've challenged them back."
                : "You matched \(slot)'s \(value). We've let them know."
        case .challengeBeatenLater:
            "You \(a != 0 ? "beat" : "matched") \(slot)'s \(value)! We'll tell them once your score is sent."
        case .challengeMissed: "\(slot)'s \(value) still stands."
        case .challengesCompleted: a == 1 ? "Challenge completed!" : "\(one) challenges completed!"
        case .challengeSent:
            "Challenge sent to \(a == 1 ? "1 friend" : "\(one) friends")."
        case .cancel: "Cancel"
        case .send: "Challenge"
        case .sendingChallenge: "Sending…"
        case .message: "Challenge message"
        case .messageDefault: "Can you beat my \(value)?"
        case .messageMissing: "Write a message first."
        case .search: "Find a friend"
        case .chosen: "\(one) selected"
        case .selectAll: "All"
        case .selectNone: "None"
        case .noScore: "No score yet"
        case .challengedAlready: "Challenged"
        case .nobodyChosen: "Choose at least one friend to challenge."
        case .noFriends: "No friends yet. Add some in Game Center."
        case .nobodyFound: "No friend has that name."
        case .notSent: "Challenge not sent. \(slot)"
        case .noChallenges: "No challenges yet. Challenge a friend after your next run."
        case .scoreChallenge: "\(slot) challenged you to beat \(value)"
        case .achievementChallenge: "\(slot) challenged you to earn “\(value)”"
        case .accept: "Accept"
        case .decline: "Decline"
        case .loadingChallenge: "Loading…"
        case .declineQuestion: "Decline \(slot)'s challenge?"
        case .keepChallenge: "Keep it"
        case .everybody: "Everyone"
        case .friends: "Friends"
        case .today: "Today"
        case .week: "This week"
        case .allTime: "All time"
        case .nobodyRanked: "No scores yet. Be the first!"
        case .noFriendRanked: "None of your friends have played yet."
        case .total: a == 1 ? "1 player" : "\(one) players"
        case .back: "Back"
        case .noAchievements: "This game doesn't have any achievements."
        case .points: "\(one) of \(two) points"
        case .hidden: "Hidden achievement"
        case .loading: "Loading…"
        case .failed:
            slot.isEmpty ? "Game Center isn't responding. Try again later." : slot
        case .retry: "Try again"
        case .you: "you"
        case .runBeaten: "You \(a != 0 ? "beat" : "matched") \(slot)'s \(value)!"
        }
    }

    private static func chinese(_ phrase: Phrase, _ a: Int64, _ b: Int64, _ slot: String, _ value: String) -> String {
        let (one, two) = (number(a), number(b))
        return switch phrase {
        case .leaderboards: "排行榜"
        case .challenges: with("挑战", a)
        case .achievements: "成就"
        case .soundOn: "打开声音"
        case .soundOff: "关闭声音"
        case .allGames: "退出游戏"
        case .playingAs: "当前玩家：\(slot)"
        case .checking: "正在连接 Game Center…"
        case .signedOut: "无需登录也能玩，登录后参与排名。"
        case .away: "无法连接 Game Center。可以继续玩，分数稍后自动提交。"
        case .awayAs: "当前玩家：\(slot)。无法连接 Game Center，分数稍后自动提交。"
        case .off: "这款游戏在这里无法使用 Game Center，但可以正常游玩。"
        case .sandbox: "沙盒"
        case .signIn: "登录"
        case .offer:
            a == 1
                ? "登录之前这里有一个分数\(value.isEmpty ? "" : "（\(value)）")，是你的吗？"
                : "登录之前这里有 \(one) 个分数\(value.isEmpty ? "" : "（最佳 \(value)）")，是你的吗？"
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
        case .sending: "正在提交分数…"
        case .sent: "第 \(one) 名，共 \(two) 人"
        case .kept: "已保存。Game Center 恢复后会自动提交。"
        case .keptUntilSignIn: "已保存。再次登录后会自动提交。"
        case .notStored: "此处无法保存分数，退出游戏后分数会丢失。"
        case .refused: "未计入排名：\(slot)"
        case .unowned: "登录即可保存这个分数。"
        case .waiting: "还有 \(one) 个之前的分数等待提交。"
        case .leaderboard: "排行榜"
        case .pickFriends: "挑战好友"
        case .share: "分享"
        case .needsSignIn: "请先登录：此功能需要 Game Center。"
        case .needsServer: "无法连接 Game Center，请稍后再试。"
        case .needsRank: "分数进入排行榜后才能使用。"
        case .challengeBeaten:
            a != 0
                ? "你超过了 \(slot) 的 \(value)！已向对方回敬挑战。"
                : "你追平了 \(slot) 的 \(value)。已通知对方。"
        case .challengeBeatenLater:
            "你\(a != 0 ? "超过" : "追平")了 \(slot) 的 \(value)！分数提交后会通知对方。"
        case .challengeMissed: "\(slot) 的 \(value) 仍未被超过。"
        case .challengesCompleted: "完成了 \(one) 个挑战！"
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
        case .noScore: "还没有分数"
        case .challengedAlready: "已挑战"
        case .nobodyChosen: "请至少选择一位要挑战的好友。"
        case .noFriends: "还没有好友。去 Game Center 添加吧。"
        case .nobodyFound: "没有找到这位好友。"
        case .notSent: "挑战未发出。\(slot)"
        case .noChallenges: "还没有人挑战你。下一局结束后，去挑战好友吧。"
        case .scoreChallenge: "\(slot) 向你发起了挑战：超过 \(value)"
        case .achievementChallenge: "\(slot) 向你发起了挑战：获得“\(value)”"
        case .accept: "接受"
        case .decline: "拒绝"
        case .loadingChallenge: "正在加载…"
        case .declineQuestion: "拒绝 \(slot) 的挑战？"
        case .keepChallenge: "保留"
        case .everybody: "所有人"
        case .friends: "好友"
        case .today: "今天"
        case .week: "本周"
        case .allTime: "所有时间"
        case .nobodyRanked: "还没有分数，来当第一吧！"
        case .noFriendRanked: "还没有好友玩过。"
        case .total: "共 \(one) 人"
        case .back: "返回"
        case .noAchievements: "这款游戏没有成就。"
        case .points: "\(one) / \(two) 点"
        case .hidden: "隐藏成就"
        case .loading: "正在加载…"
        case .failed: slot.isEmpty ? "Game Center 没有响应，请稍后再试。" : "出了点问题：\(slot)"
        case .retry: "重试"
        case .you: "你"
        case .runBeaten: "你\(a != 0 ? "超过" : "追平")了 \(slot) 的 \(value)！"
        }
    }
}
