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

    @Test("rule 3.6: a set's name is in the reader's language, or in the app's")
    func names() throws {
        var jungle = try set("Jungle", [])
        jungle.localizations.append(SetLocalization(language: try LanguageTag("zh-Hans"), name: "丛林"))
        #expect(jungle.name(for: [try LanguageTag("zh-CN")], default: .english) == "丛林")
        #expect(jungle.name(for: [try LanguageTag("fr"), try LanguageTag("en-GB")], default: .english) == "Jungle")
        #expect(jungle.name(for: [try LanguageTag("fr")], default: try LanguageTag("zh-Hans")) == "丛林")
    }
}
