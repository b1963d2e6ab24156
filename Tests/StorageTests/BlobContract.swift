import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import Testing

/// Bytes that are kept once, no matter what refers to them: a photo, a saved game, a challenge, the last score's
/// replay.
@Suite("Blob contract", .timeLimit(.minutes(15))) struct BlobContract {
    private struct Engine {
        let journal: any Journal
        let directory: any Directory

        init(_ backend: Backend) throws {
            let store = try backend.makeStore()
            (journal, directory) = (store.journal, store.directory)
        }

        func commit(_ facts: ChallengeFact...) throws {
            try journal.commit(Change(facts: facts.map { .challenge($0) }))
        }
    }

    private let now = Timestamp(clamping: 1_800_000_000_000)
    private let blob: Blob
    private let shelf = SavedGameShelf(player: PlayerNumber(7), app: AppNumber(3), environment: .production)

    init() throws {
        blob = Blob(
            digest: try #require(BlobDigest([UInt8](repeating: 7, count: 32))), bytes: [UInt8](repeating: 7, count: 999)
        )
    }

    private func challenge(_ number: UInt32, by sender: UInt32 = 1) -> ChallengeFact {
        .issued(
            Challenge(
                number: ChallengeNumber(number), sender: PlayerNumber(sender), receiver: PlayerNumber(2),
                app: AppNumber(1), environment: .production,
                goal: .score(LeaderboardNumber(1), value: 5, context: 0), issued: now),
            message: "", replay: blob)
    }

    private func settled(_ number: UInt32) -> ChallengeFact {
        .settled(ChallengeSettlement(ChallengeNumber(number), .declined, at: now))
    }

    private func register(_ engine: Engine) async throws -> PlayerNumber {
        let alias = try Alias("Ada")
        let registration = try await engine.directory.register(
            NewPlayer(
                alias: alias, displayName: alias.text, passwordHash: "", recoveryCodes: [], created: now,
                entrance: .open, session: nil))
        guard case .registered(let player, _) = registration else {
            throw StoreError.broken(reason: "\(registration)")
        }
        return player.number
    }

    @Test(
        "the bytes of a challenge's replay are there until the last one that refers to them is settled or erased",
        arguments: Backend.allCases)
    func challenges(backend: Backend) async throws {
        let engine = try Engine(backend)
        try engine.commit(challenge(1), challenge(2), challenge(3, by: 4))
        try engine.commit(settled(1))
        #expect(try await engine.directory.blob(blob.digest) == blob.bytes)
        // Settled once more it lets go of nothing that is others'.
        try engine.commit(settled(1), settled(1))
        #expect(try await engine.directory.blob(blob.digest) == blob.bytes)
        try engine.commit(settled(2))
        #expect(try await engine.directory.blob(blob.digest) == blob.bytes)
        try engine.commit(.erased(PlayerNumber(4)))
        #expect(try await engine.directory.blob(blob.digest) == nil)
        // It may come again.
        try engine.commit(challenge(5))
        #expect(try await engine.directory.blob(blob.digest) == blob.bytes)
    }

    @Test(
        "what nobody has played takes the place of the one before, goes with a wipe, and moves along",
        arguments: Backend.allCases)
    func scoreReplays(backend: Backend) async throws {
        let engine = try Engine(backend)
        let other = Blob(digest: try #require(BlobDigest([UInt8](repeating: 8, count: 32))), bytes: [8])
        func key(_ board: UInt32, _ player: UInt32 = 1) -> ScoreReplayKey {
            ScoreReplayKey(
                player: PlayerNumber(player), leaderboard: LeaderboardNumber(board), environment: .sandbox)
        }
        func replay(_ sequence: Int64, _ value: Int64, _ log: Blob) -> ScoreReplay {
            ScoreReplay(sequence: JournalSequence(sequence), value: value, log: log)
        }
        try engine.commit(.scoreReplay(key(1), replay(1, 5, blob)), .scoreReplay(key(1), replay(2, 6, other)))
        #expect(try await engine.directory.blob(blob.digest) == nil)
        try engine.commit(.scoreReplay(key(2), replay(3, 7, blob)), .scoreReplay(key(1, 2), replay(4, 8, blob)))
        try engine.commit(.moved(from: LeaderboardNumber(1), to: LeaderboardNumber(2)))
        #expect(try engine.journal.scoreReplay(key(2), value: 6) == other)
        #expect(try engine.journal.scoreReplay(key(2), value: 7) == blob)
        #expect(try engine.journal.scoreReplay(key(2, 2), value: 8) == blob)
        #expect(try engine.journal.scoreReplay(key(1, 2), value: 8) == nil)
        try engine.commit(.replaysWiped(LeaderboardNumber(2), PlayerNumber(1), .sandbox))
        #expect(try engine.journal.scoreReplay(key(2), value: 7) == nil)
        #expect(try await engine.directory.blob(blob.digest) == blob.bytes)
        try engine.commit(.replaysWiped(LeaderboardNumber(2), nil, .production))
        #expect(try await engine.directory.blob(blob.digest) == blob.bytes)
        try engine.commit(.replaysWiped(LeaderboardNumber(2), nil, .sandbox))
        #expect(try await engine.directory.blob(blob.digest) == nil)
    }

    @Test("what several rows that go at once refer to is let go of as often", arguments: Backend.allCases)
    func together(backend: Backend) async throws {
        let engine = try Engine(backend)
        let board = LeaderboardNumber(1)
        for player in UInt32(1)...3 {
            let key = ScoreReplayKey(player: PlayerNumber(player), leaderboard: board, environment: .sandbox)
            let replay = ScoreReplay(sequence: JournalSequence(Int64(player)), value: 5, log: blob)
            try engine.commit(.scoreReplay(key, replay))
        }
        try engine.commit(challenge(1), challenge(2), challenge(3, by: 9))
        try engine.commit(.replaysWiped(board, nil, .sandbox))
        #expect(try await engine.directory.blob(blob.digest) == blob.bytes)
        // Two at once, of three that are left.
        try engine.commit(.erased(PlayerNumber(1)))
        #expect(try await engine.directory.blob(blob.digest) == blob.bytes)
        try engine.commit(settled(3))
        #expect(try await engine.directory.blob(blob.digest) == nil)
    }

    @Test(
        "a commit that fails refers to nothing, and what it would have let go of stays",
        arguments: Backend.allCases)
    func failed(backend: Backend) async throws {
        let engine = try Engine(backend)
        try engine.commit(challenge(1))
        let gap = JournalRow(
            stream: StreamID(team: TeamNumber(1), environment: .production), sequence: JournalSequence(7), time: now,
            kind: .score, leaderboard: LeaderboardNumber(1), player: PlayerNumber(1))
        let facts: [Change.Fact] = [.challenge(settled(1)), .challenge(challenge(2))]
        #expect(throws: StoreError.self) { try engine.journal.commit(Change(rows: [gap], facts: facts)) }
        #expect(try await engine.directory.blob(blob.digest) == blob.bytes)
        try engine.commit(settled(1))
        #expect(try await engine.directory.blob(blob.digest) == nil)
    }

    @Test("areas that keep the same bytes do not take them from one another", arguments: Backend.allCases)
    func areas(backend: Backend) async throws {
        let engine = try Engine(backend)
        let ada = try await register(engine)
        let version = SavedGame(
            id: try SavedGameID("a"), name: try #require(SavedGameName("Slot")), device: DeviceNumber(1),
            deviceName: "", modified: now, byteCount: blob.bytes.count, digest: blob.digest.bytes)
        let saved = SavedGameData(version: version, data: blob)
        #expect(try await engine.directory.setPhoto((blob, blob), of: ada))
        try await engine.directory.changeSavedGames(on: shelf) { _ in (SavedGamesChange(added: saved), ()) }
        try engine.commit(challenge(1))
        #expect(try await engine.directory.setPhoto(nil, of: ada))
        #expect(try await engine.directory.blob(blob.digest) == blob.bytes)
        try engine.commit(settled(1))
        #expect(try await engine.directory.savedGame(version.id, on: shelf) == saved)
        try await engine.directory.changeSavedGames(on: shelf) { _ in (SavedGamesChange(removed: [version]), ()) }
        #expect(try await engine.directory.blob(blob.digest) == nil)
    }
}
