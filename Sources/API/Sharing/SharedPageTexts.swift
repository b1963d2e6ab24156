import LaurelDomain

/// The texts of the pages that the server draws, in the languages of the site.
enum SharedPageTexts: String, CaseIterable, Sendable {
    case english = "en"
    case chinese = "zh-Hans"

    /// The first of the reader's languages that is supported, or else English.
    init(for languages: [LanguageTag]) {
        let first = languages.lazy.compactMap { tag -> SharedPageTexts? in
            let language = tag.text.lowercased()
            if language == "zh" || language.hasPrefix("zh-") { return .chinese }
            return language == "en" || language.hasPrefix("en-") ? .english : nil
        }.first
        self = first ?? .english
    }

    /// The language in the form that Open Graph uses.
    var locale: String { self == .english ? "en_US" : "zh_CN" }

    func pick(_ english: String, _ chinese: String) -> String { self == .english ? english : chinese }

    // MARK: Sentences

    /// Isolates a right-to-left name, so that neither it nor the sentence around it is reordered (UAX #9, first strong
    /// isolate). Titles and metadata cannot contain the `bdi` element.
    private func whole(_ name: String) -> String {
        let isRightToLeft = name.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
            default: false
            }
        }
        return isRightToLeft ? "\u{2068}\(name)\u{2069}" : name
    }
    func scored(_ alias: String, _ score: String, _ game: String) -> String {
        let (alias, game) = (whole(alias), whole(game))
        return pick("\(alias) scored \(score) in \(game)", "\(alias) 在《\(game)》中取得 \(score)")
    }
    func earned(_ alias: String, _ title: String, _ game: String) -> String {
        let (alias, title, game) = (whole(alias), whole(title), whole(game))
        return pick("\(alias) earned “\(title)” in \(game)", "\(alias) 在《\(game)》中获得成就“\(title)”")
    }
    func challenges(_ alias: String, _ game: String) -> String {
        let (alias, game) = (whole(alias), whole(game))
        return pick("\(alias) challenged you in \(game)", "\(alias) 在《\(game)》中向你发起了挑战")
    }
    var scoredHere: String { pick("scored", "的分数") }
    var earnedHere: String { pick("earned an achievement", "获得成就") }
    var challengesYou: String { pick("challenged you", "向你发起了挑战") }
    var scoreToBeat: String { pick("The score to beat", "要超过的分数") }
    var toEarn: String { pick("Earn it too", "你也来获得") }
    func rank(_ rank: Int) -> String { pick("#\(grouped(rank))", "第 \(grouped(rank)) 名") }
    func rankOn(_ rank: Int, _ leaderboard: String) -> String {
        pick("#\(grouped(rank)) on \(whole(leaderboard))", "\(whole(leaderboard))第 \(grouped(rank)) 名")
    }
    func verified(_ verification: Verification) -> String {
        switch verification {
        case .verified: pick("Verified: the server replayed this run", "已验证：服务器重放过这一局")
        case .live:
            pick(
                "Verified live: played between the server issuing a ticket and receiving the score",
                "实时验证：在服务器发出票据到收到分数之间完成")
        }
    }
    var canYouBeatIt: String { pick("Can you beat it?", "你能超过吗？") }
    var canYouEarnIt: String { pick("Can you earn it too?", "你也能获得吗？") }
    func points(_ points: Int) -> String { pick(points == 1 ? "1 point" : "\(points) points", "\(points) 点") }
    var sandbox: String { pick("Sandbox test score", "沙盒测试分数") }
    func message(_ alias: String) -> String { pick("Message from \(whole(alias))", "\(whole(alias)) 的留言") }

    // MARK: Actions

    func play(_ game: String) -> String { pick("Play \(whole(game))", "玩《\(whole(game))》") }
    func get(_ game: String) -> String { pick("Get \(whole(game))", "获取《\(whole(game))》") }
    var race: String { pick("Race this run", "与这一局同跑") }
    var watch: String { pick("Watch the run", "观看这一局") }
    var leaderboard: String { pick("See the leaderboard", "查看排行榜") }
    var achievements: String { pick("See the achievements", "查看成就") }
    var join: String { pick("Sign in to accept", "登录以接受挑战") }
    var joinNote: String {
        pick(
            "No account yet? You can create one there with just a name and a password. The challenge will be waiting, "
                + "and you two become friends.",
            "还没有账户？在登录页即可创建，只需玩家名和密码。之后挑战会等着你，你们也会成为好友。")
    }
    var report: String { pick("Report this page", "举报此页面") }
    func until(_ date: String) -> String { pick("Valid until \(date)", "有效期至 \(date)") }

    // MARK: The frame

    var skip: String { pick("Skip to content", "跳到正文") }
    var gone: String { pick("This page is no longer available", "此页面已不存在") }
    var goneText: String {
        pick(
            "Its owner removed it, or the link is incomplete. There are plenty of games to play.",
            "分享者已将其移除，或链接不完整。不过还有许多游戏可以玩。")
    }
    var busy: String { pick("The server is busy", "服务器繁忙") }
    var busyText: String { pick("Try again in a moment.", "请稍后再试。") }
    var home: String { pick("See all games", "查看全部游戏") }
    var about: String {
        pick("Laurel, an open Game Center.", "Laurel，开放的 Game Center。")
    }

    // MARK: Figures

    func date(_ moment: Timestamp) -> String {
        let parts = moment.rfc3339.prefix(10).split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, Self.months.indices.contains(parts[1] - 1) else { return "" }
        return pick(
            "\(parts[2]) \(Self.months[parts[1] - 1]) \(parts[0])", "\(parts[0])年\(parts[1])月\(parts[2])日")
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// The digits grouped with commas, as both languages do.
    private func grouped(_ number: Int) -> String {
        var groups: [Substring] = []
        var rest = Substring(String(number))
        while rest.count > 3 {
            groups.insert(rest.suffix(3), at: 0)
            rest = rest.dropLast(3)
        }
        return ([rest] + groups).joined(separator: ",")
    }
}
