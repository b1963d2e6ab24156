import Foundation
import Testing

/// Challenge definitions, as an operator types them.
@Suite("Challenge definition commands", .serialized, .timeLimit(.minutes(15))) struct ChallengeDefinitionCommandTests {
    private static let golf = "org.example.golf"

    /// A data folder with an app that has a classic leaderboard and a recurring one.
    private static func folder() throws -> URL {
        let data = try CommandTests.folder()
        for words in [
            ["app", "create", golf, "--name", "Golf"], ["leaderboard", "create", golf, "best", "--name", "Best"],
            [
                "leaderboard", "create", golf, "daily", "--name", "Day", "--start", "2027-01-01T00:00:00Z",
                "--duration", "1440",
            ],
        ] {
            let run = try CommandTests.laurel(all: words, data: data)
            #expect(run.status == 0, "\(words): \(run.output)")
        }
        return data
    }

    private static func run(_ words: String..., data: URL) throws -> CommandTests.Run {
        try CommandTests.laurel(all: ["challenge-definition"] + words, data: data)
    }

    @Test("rule 14.12: challenge definitions are made, changed, listed, archived and deleted from the shell")
    func life() throws {
        let data = try Self.folder()
        defer { try? FileManager.default.removeItem(at: data) }
        let none = try Self.run("list", Self.golf, data: data)
        #expect(none.output.contains("laurel challenge-definition create \(Self.golf)"), "\(none.output)")
        let made = try Self.run(
            "create", Self.golf, "Best Round", "--title", "Best round", "--leaderboard", "best", "--durations",
            "oneWeek,oneDay", "--repeatable", "--oldest-version", "2.1", data: data)
        #expect(made.status == 0, "\(made.output)")
        let list = try Self.run("list", Self.golf, data: data).output
        for word in ["Best Round", "oneDay,oneWeek", "repeatable", "from version 2.1"] {
            #expect(list.contains(word), "\(word): \(list)")
        }
        #expect(!list.contains("threeDays"), "\(list)")

        let changed = try Self.run(
            "set", Self.golf, "Best Round", "--details", "Lowest wins.", "--once", "--durations", "",
            "--no-oldest-version", data: data)
        #expect(changed.status == 0, "\(changed.output)")
        let other = try Self.run("list", Self.golf, data: data).output
        #expect(other.contains("oneDay,threeDays,oneWeek"), "\(other)")
        #expect(!other.contains("repeatable") && !other.contains("2.1"), "\(other)")
        let german = try Self.run(
            "set", Self.golf, "Best Round", "--language", "de", "--title", "Beste Runde", data: data)
        #expect(german.status == 0, "\(german.output)")
        let exported = try CommandTests.laurel("export", Self.golf, data: data).output
        for word in ["Best round", "Lowest wins.", "Beste Runde"] { #expect(exported.contains(word), "\(exported)") }

        #expect(try Self.run("archive", Self.golf, "Best Round", data: data).status == 0)
        #expect(try Self.run("list", Self.golf, data: data).output.contains("archived"))
        #expect(try Self.run("delete", Self.golf, "Best Round", data: data).status == 0)
        #expect(try Self.run("list", Self.golf, data: data).output == none.output)
    }

    @Test("rule 14.12: on a recurring leaderboard a definition has no durations, and a change to one says so")
    func recurring() throws {
        let data = try Self.folder()
        defer { try? FileManager.default.removeItem(at: data) }
        let made = try Self.run(
            "create", Self.golf, "Day", "--title", "Day", "--leaderboard", "daily", data: data)
        #expect(made.status == 0, "\(made.output)")
        #expect(try Self.run("list", Self.golf, data: data).output.contains("rest of the occurrence"))
        #expect(try Self.run("set", Self.golf, "Day", "--leaderboard", "best", data: data).status == 0)
        #expect(try Self.run("list", Self.golf, data: data).output.contains("threeDays"))
        let kept = try Self.run("set", Self.golf, "Day", "--leaderboard", "daily", data: data)
        #expect(kept.status == 1 && kept.output.contains("Leave durations empty"), "\(kept.output)")
        let back = try Self.run("set", Self.golf, "Day", "--leaderboard", "daily", "--durations", "", data: data)
        #expect(back.status == 0, "\(back.output)")
    }

    @Test("rule 14.12: what can't be meant changes nothing and says what would be right")
    func refused() throws {
        let data = try Self.folder()
        defer { try? FileManager.default.removeItem(at: data) }
        let board = try Self.run("create", Self.golf, "Round", "--title", "Round", data: data)
        #expect(board.status == 2 && board.output.contains("--leaderboard ID"), "\(board.output)")
        let duration = try Self.run(
            "create", Self.golf, "Round", "--title", "Round", "--leaderboard", "best", "--durations", "oneMonth",
            data: data)
        #expect(duration.status == 2 && duration.output.contains("oneDay, threeDays, oneWeek"), "\(duration.output)")
        let id = try Self.run(
            "create", Self.golf, " Round", "--title", "Round", "--leaderboard", "best", data: data)
        #expect(id.status == 2 && id.output.contains("no space at either end"), "\(id.output)")
        let unknown = try Self.run(
            "create", Self.golf, "Round", "--title", "Round", "--leaderboard", "worst", data: data)
        #expect(unknown.status == 1 && unknown.output.contains("worst"), "\(unknown.output)")
        let version = try Self.run(
            "create", Self.golf, "Round", "--title", "Round", "--leaderboard", "best", "--oldest-version", "two",
            data: data)
        #expect(version.status == 1 && version.output.contains("oldestAppVersion"), "\(version.output)")
        #expect(try Self.run("list", Self.golf, data: data).output.contains("No challenge definitions yet"))

        let missing = try Self.run("set", Self.golf, "Round", "--title", "R", data: data)
        #expect(missing.status == 1 && missing.output.contains("challenge-definition list"), "\(missing.output)")
        let nothing = try Self.run("set", Self.golf, "Round", data: data)
        #expect(nothing.status == 2 && nothing.output.contains("set --help"), "\(nothing.output)")
        let language = try Self.run("set", Self.golf, "Round", "--language", "de", "--once", data: data)
        #expect(language.status == 2 && language.output.contains("--title"), "\(language.output)")
        #expect(try Self.run("delete", Self.golf, "Round", data: data).status == 1)
    }
}
