import LaurelDomain
import Testing

@Suite("Leaderboard sets") struct LeaderboardSetTests {
    private func set(_ id: String, _ boards: [String]) throws -> LeaderboardSet {
        LeaderboardSet(
            app: AppNumber(1), id: try LeaderboardSetID(id), referenceName: id,
            localizations: [SetLocalization(language: .english, name: id)],
            leaderboards: try boards.map { try LeaderboardID($0) })
    }

    private func shown(_ sets: [LeaderboardSet], _ boards: [String]) throws -> [[String]] {
        LeaderboardSet.complete(sets, with: try boards.map { try LeaderboardID($0) })
            .map { $0.leaderboards.map(\.text) }
    }

    @Test("rule 4.1: once an app has sets, each leaderboard is in at least one")
    func complete() throws {
        #expect(try shown([], ["a", "b"]) == [])
        let sets = [try set("one", ["b"]), try set("two", ["a", "b", "gone"])]
        #expect(try shown(sets, ["a", "b", "c", "d"]) == [["b", "c", "d"], ["a", "b"]])
        // A first set that is full leaves room in the next, and a last one takes whatever is left.
        let full = (0..<LeaderboardSet.leaderboardsLimit).map { "x\($0)" }
        #expect(try shown([try set("one", full), try set("two", [])], full + ["c"]).map(\.count) == [100, 1])
        #expect(try shown([try set("one", full)], full + ["c"]).map(\.count) == [101])
    }

    @Test("rule 4.1: a leaderboard has a name of its own within a set, in the reader's language or the app's")
    func leaderboardNames() throws {
        let (en, zh, fr) = (LanguageTag.english, try LanguageTag("zh-Hans"), try LanguageTag("fr"))
        var jungle = try set("Jungle", ["b", "a", "c"])
        func name(_ board: String, _ language: LanguageTag, _ name: String) throws -> SetLeaderboardName {
            SetLeaderboardName(leaderboard: try LeaderboardID(board), language: language, name: name)
        }
        jungle.leaderboardNames = [try name("a", en, "Level 1"), try name("a", zh, "第一关"), try name("b", fr, "Deux")]
        func shown(_ languages: [LanguageTag], _ language: LanguageTag = .english) -> [String] {
            jungle.leaderboardNames(for: languages, default: language).map { "\($0.leaderboard.text) \($0.name)" }
        }
        #expect(shown([try LanguageTag("zh-CN")]) == ["a 第一关"])
        #expect(shown([try LanguageTag("fr-CA"), zh]) == ["b Deux", "a 第一关"])
        #expect(shown([]) == ["a Level 1"])
        #expect(shown([], fr) == ["b Deux"])
    }

    @Test("rule 3.6: a set's name is in the reader's language, or in the app's")
    func names() throws {
        var jungle = try set("Jungle", [])
        jungle.localizations.append(SetLocalization(language: try LanguageTag("zh-Hans"), name: "丛林"))
        #expect(jungle.name(for: [try LanguageTag("zh-CN")], default: .english) == "丛林")
        #expect(jungle.name(for: [try LanguageTag("fr"), try LanguageTag("en-GB")], default: .english) == "Jungle")
        #expect(jungle.name(for: [try LanguageTag("fr")], default: try LanguageTag("zh-Hans")) == "丛林")
    }
}
