import Foundation
import Testing

/// One word for one thing, in both languages: docs/internals/words.md. One failure message an offence.
@Suite("Words") struct WordTests {
    struct Forbidden: Sendable {
        let word, instead: String
        /// Longer words that contain this one and are right.
        var allowed: [String] = []
        /// `id` is wrong where `ID` is right.
        var isExact = false
    }

    static let chinese: [Forbidden] = [
        Forbidden(word: "高分榜", instead: "排行榜"),
        Forbidden(word: "最高分", instead: "排行榜, or 最佳分数 for a player's best", allowed: ["最高分数"]),
        Forbidden(word: "成绩", instead: "分数"),
        Forbidden(word: "版主", instead: "审核员"),
        Forbidden(word: "谢绝", instead: "拒绝"),
        Forbidden(word: "昵称", instead: "玩家名"),
        Forbidden(word: "玩家名称", instead: "玩家名"),
        Forbidden(word: "两步", instead: "双重验证"),
        Forbidden(word: "沙盒环境", instead: "沙盒"),
        Forbidden(word: "沙箱", instead: "沙盒"),
        Forbidden(word: "游戏存档", instead: "存档"),
        Forbidden(word: "账号", instead: "账户"),
        Forbidden(word: "帐", instead: "账户"),
        Forbidden(word: "登陆", instead: "登录"),
        Forbidden(word: "解除屏蔽", instead: "取消屏蔽"),
        Forbidden(word: "拉黑", instead: "屏蔽"),
        Forbidden(word: "解锁成就", instead: "获得成就"),
        Forbidden(word: "超越", instead: "超过", allowed: ["超越自己", "超越好友"]),
        Forbidden(word: "屏幕快照", instead: "截屏"),
        Forbidden(word: "截图", instead: "截屏"),
        Forbidden(word: "此服务器", instead: "这台服务器"),
        Forbidden(word: "本服务器", instead: "这台服务器"),
        Forbidden(word: "重新载入", instead: "重新加载"),
        Forbidden(word: "刷新页面", instead: "重新加载页面"),
        Forbidden(word: "选取", instead: "选择"),
        Forbidden(word: "编号", instead: "ID"),
        Forbidden(word: "bundle id", instead: "套装 ID"),
        Forbidden(word: "启用 game center", instead: "开启 Game Center"),
    ]

    static let english: [Forbidden] = [
        Forbidden(word: "he", instead: "they"),
        Forbidden(word: "his", instead: "their"),
        Forbidden(word: "him", instead: "them"),
        Forbidden(word: "himself", instead: "themselves"),
        Forbidden(word: "id", instead: "ID", isExact: true),
        Forbidden(word: "ids", instead: "IDs", isExact: true),
        Forbidden(word: "slip in it", instead: "Check … for typos"),
        Forbidden(word: "for ever", instead: "permanently"),
        Forbidden(word: "for good", instead: "permanently"),
        Forbidden(word: "found the team", instead: "create the team"),
        Forbidden(word: "found a team", instead: "create a team"),
        Forbidden(word: "in conflict with", instead: "conflicts with"),
        Forbidden(word: "as many as there may be", instead: "limit reached"),
        Forbidden(word: "none of ours", instead: "malformed"),
        Forbidden(word: "nobody's score", instead: "Sign in to save this score."),
        Forbidden(word: "come near", instead: "contact"),
        Forbidden(word: "take it back", instead: "remove it"),
        Forbidden(word: "takes it back", instead: "removes it"),
        Forbidden(word: "is told", instead: "is notified"),
        Forbidden(word: "way in", instead: "sign-in"),
        Forbidden(word: "log in", instead: "sign in"),
        Forbidden(word: "login", instead: "sign-in"),
        Forbidden(word: "nickname", instead: "player name"),
        Forbidden(word: "scoreboard", instead: "leaderboard"),
        Forbidden(word: "overtaken", instead: "passed"),
        Forbidden(word: "challenges you", instead: "challenged you", allowed: ["a friend challenges you"]),
        Forbidden(word: "play a round", instead: "play; a round is a period of a recurring leaderboard"),
        Forbidden(word: "your place", instead: "your rank"),
        Forbidden(word: "picture", instead: "image, or photo for a player's"),
        Forbidden(word: "two-step", instead: "two-factor"),
        Forbidden(word: "second factor", instead: "two-factor authentication"),
        Forbidden(word: "sandbox environment", instead: "Sandbox"),
        Forbidden(word: "cancelled", instead: "canceled"),
        Forbidden(word: "colour", instead: "color"),
        Forbidden(word: "recognise", instead: "recognize"),
        Forbidden(word: "metres", instead: "meters"),
    ]

    static let catalogues = Result { try read() }

    /// Files with the texts that people read.
    private static func read() throws -> [SourceFile] {
        // The games' are there, too; those in a window read the same ones.
        let pages = try Repository.files(below: ["Web/site/i18n"], extensions: ["js"])
        let errors = try Repository.files(below: ["Sources/GameKit/Errors"], extensions: ["swift"])
        let others = [
            "Web/site/notifications-worker.js", "Web/site/connect/details.js",
            "Sources/API/Sharing/SharedPageTexts.swift", "Sources/GameCenterHelpers/FriendsPickerViewController.swift",
            "Sources/GameKit/Achievements/GKAchievementDescription.swift",
            "Sources/GameKit/Center/Laurel+Lifecycle.swift",
            "Sources/GameKit/Challenges/Laurel+ChallengeEvents.swift",
            "Sources/laurel/Demo.swift", "Sources/laurel/Demo+Achievements.swift",
        ]
        return try (pages + errors + others).map { path in
            let text = try Repository.text(of: path)
            return SourceFile(path: path, lines: text.split(separator: "\n", omittingEmptySubsequences: false))
        }
    }

    @Test("a text names a thing with its one word", arguments: try catalogues.get())
    func words(_ file: SourceFile) {
        for (number, line) in file.lines.enumerated() {
            for text in Self.texts(in: line) {
                for one in Self.isChinese(text) ? Self.chinese : Self.english where Self.says(one, in: text) {
                    Issue.record("\(file.path):\(number + 1) says “\(one.word)”. Write: \(one.instead)")
                }
            }
        }
    }

    @Test("every catalogue is looked at, and every forbidden word is found in it")
    func found() throws {
        let files = try Self.catalogues.get()
        let chinese = files.filter { $0.lines.flatMap(Self.texts(in:)).contains(where: Self.isChinese) }
        #expect(files.count > 40 && chinese.count > 20)
        for one in Self.chinese + Self.english {
            #expect(Self.says(one, in: "Do \(one.word), please"), "“\(one.word)” is not found")
            #expect(!Self.says(one, in: one.instead), "“\(one.word)” is forbidden and recommended")
        }
        let line: Substring = #"    "social.his": "His score", "b": `${x} and his`, // his"#
        #expect(Self.texts(in: line) == ["His score", "… and his"])
    }

    /// The sentences among a line's literals: neither keys nor codes, which have no space. An ellipsis stands for what
    /// is put in at run time.
    private static func texts(in line: Substring) -> [String] {
        guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { return [] }
        let literal = /"(?:[^"\\]|\\.)*":?|`(?:[^`\\]|\\.)*`/
        let code = /\\\((?:[^()"]|\([^()"]*\))*\)|\$?\{[^"{}]*\}/
        return line.matches(of: literal).map { String($0.output) }
            .filter { !$0.hasSuffix(":") }
            .map { String($0.dropFirst().dropLast()).replacing(code, with: "…") }
            .filter { $0.contains(" ") || isChinese($0) }
    }

    private static func isChinese(_ text: String) -> Bool {
        text.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }
    }

    /// Whether a text has the word, and not as a part of another one.
    private static func says(_ one: Forbidden, in text: String) -> Bool {
        let whole = one.isExact ? text : text.lowercased()
        guard whole[...].holds(one.word) else { return false }
        let rest = one.allowed.reduce(whole) {
            $0.replacingOccurrences(of: $1, with: "")
        }
        return rest.ranges(of: one.word).contains { range in
            let before = rest[..<range.lowerBound].last
            let after = rest[range.upperBound...].first
            return ![before, after].contains { $0.map { $0.isASCII && $0.isLetter } ?? false }
        }
    }
}
