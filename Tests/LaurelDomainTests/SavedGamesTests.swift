import LaurelDomain
import Testing

@Suite("Saved games") struct SavedGamesTests {
    private func version(_ id: String, _ name: String = "Slot", device: Int64 = 1, bytes: Int = 10) throws -> SavedGame
    {
        SavedGame(
            id: try SavedGameID(id), name: try #require(SavedGameName(name)), device: DeviceNumber(device),
            deviceName: "", modified: Timestamp(clamping: 1_800_000_000_000), byteCount: bytes,
            digest: Array(id.utf8))
    }

    private func outcome(
        _ new: SavedGame, on versions: [SavedGame], basedOn: Set<SavedGameID>? = nil, limits: SavedGameLimits = .init()
    ) throws(SavedGames.Refusal) -> SavedGames.Outcome {
        try SavedGames(versions, playerBytes: versions.reduce(0) { $0 + $1.byteCount })
            .outcome(of: new, basedOn: basedOn, limits: limits)
    }

    @Test("rule 9.1: the same name saved again on one device overwrites")
    func overwrites() throws {
        let (old, other) = (try version("a"), try version("b", "Other"))
        #expect(try outcome(try version("c"), on: [old, other]) == .replaces([old]))
    }

    @Test("rule 9.1: what a device has not seen stays, and what it has seen goes")
    func conflicts() throws {
        let (mine, theirs) = (try version("a", device: 1), try version("b", device: 2))
        #expect(try outcome(try version("c", device: 1), on: [mine, theirs]) == .replaces([mine]))
        #expect(try outcome(try version("c", device: 3), on: [mine, theirs]) == .replaces([]))
        #expect(
            try outcome(try version("c", device: 1), on: [mine, theirs], basedOn: [theirs.id]) == .replaces([theirs]))
        #expect(try outcome(try version("c", device: 1), on: [mine, theirs], basedOn: []) == .replaces([]))
        let both: Set = [mine.id, theirs.id, try SavedGameID("gone")]
        #expect(
            try outcome(try version("c", device: 1), on: [mine, theirs], basedOn: both) == .replaces([mine, theirs]))
    }

    @Test("a version of another name is never replaced, whatever a save claims to be based on")
    func names() throws {
        let other = try version("a", "Other")
        #expect(try outcome(try version("b"), on: [other], basedOn: [other.id]) == .replaces([]))
    }

    @Test("the same save sent again is there already; another one under its id is refused")
    func repeats() throws {
        let old = try version("a")
        #expect(try outcome(old, on: [old], basedOn: []) == .isThere)
        #expect(throws: SavedGames.Refusal.idReused) { try outcome(try version("a", "Other"), on: [old]) }
    }

    @Test("limits are met at their edges, and what is replaced makes room")
    func limits() throws {
        var limits = SavedGameLimits()
        limits.count = 2
        limits.playerBytes = 25
        let old = [try version("a", "A"), try version("b", "B")]
        #expect(throws: SavedGames.Refusal.tooMany(limit: 2)) {
            try outcome(try version("c", "C"), on: old, limits: limits)
        }
        #expect(try outcome(try version("c", "A", bytes: 15), on: old, limits: limits) == .replaces([old[0]]))
        #expect(throws: SavedGames.Refusal.tooManyBytes(limit: 25, left: 15)) {
            try outcome(try version("c", "A", bytes: 16), on: old, limits: limits)
        }
    }

    @Test(
        "names are what can be seen",
        arguments: [
            ("Slot 1", true), ("存档/一", true), ("", false), ("  ", false), ("a\u{0}b", false), ("a\u{202E}b", false),
            (String(repeating: "x", count: 64), true), (String(repeating: "x", count: 65), false),
        ])
    func name(text: String, isOne: Bool) { #expect((SavedGameName(text) != nil) == isOne) }
}
