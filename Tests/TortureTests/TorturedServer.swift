import Foundation
import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import Synchronization

@testable import LaurelStorageSQLite

/// The path of scores over a store on a disk that fails: one life of it.
final class TorturedServer: Sendable {
    /// IDs; of the first the highest value is best, of the others the lowest.
    static let boards = ["high", "low"]

    /// What it told on any thread.
    private final class Told: Sendable {
        let readies = Atomic(0)
        let hasEnded = Atomic(false)
        let snapshotFailures = Mutex<[String]>([])
    }

    let disk: TortureDisk
    /// What fails of the snapshots that it writes.
    let drafts = DraftFaults()
    let store: SQLiteStore
    let keeper: ScoreKeeper
    let app: App
    private let told = Told()

    var stream: StreamID { StreamID(team: app.team, environment: .production) }
    /// How often its ranks were made from the store.
    var readies: Int { told.readies.load(ordering: .relaxed) }
    /// What the operator was told of snapshots that couldn't be written.
    var snapshotFailures: [String] { told.snapshotFailures.withLock { $0 } }
    /// What a start would find; nil: none.
    var snapshot: Data? {
        FileManager.default.contents(atPath: "\(disk.folder)/cache/scores-\(app.team.rawValue)-production.snapshot")
    }
    /// What snapshots have left that weren't written to their end.
    var leftDrafts: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: disk.folder + "/cache").filter {
                $0.hasSuffix(".draft")
            }
        }
    }

    /// Ranks are right on return.
    ///
    /// - Parameter movesLog: false: the log is moved when the test says so, and never by time.
    /// - Throws: what keeps a server from starting.
    init(_ disk: TortureDisk, _ clock: TortureClock, movesLog: Bool) async throws {
        self.disk = disk
        app = App(
            number: AppNumber(1), team: TeamNumber(7), bundleID: try BundleID("com.example.game"), name: "Game",
            sku: "G", isGameCenterEnabled: true, isReleased: true)
        store = try SQLiteStore(dataFolder: disk.folder)
        if !movesLog { store.stopMovingLog() }
        keeper = ScoreKeeper(
            journal: store, catalogue: Catalogue(apps: [app]), contacts: DeviceContacts(), clock: clock.wall,
            steady: clock.steady, snapshots: SnapshotFolder(dataFolder: disk.folder, disk: drafts.disk),
            background: BackgroundPlan(period: .days(1), snapshotRows: 1, runRows: 64, mergedRuns: 3),
            log: { [told] event in
                switch event {
                case .ready: told.readies.add(1, ordering: .relaxed)
                case .snapshotFailed(_, let reason): told.snapshotFailures.withLock { $0.append(reason) }
                default: break
                }
            })
        try keeper.start(acceptsClock: true)
        Task { [keeper, told] in
            _ = await keeper.ended()
            told.hasEnded.store(true, ordering: .relaxed)
        }
        await keeper.ready()
        // It is told a moment later.
        while readies == 0, !told.hasEnded.load(ordering: .relaxed) { await Task.yield() }
    }

    /// At the first start, on a sound disk.
    func makeBoards() async throws {
        for (index, id) in Self.boards.enumerated() {
            var settings = LeaderboardSettings(
                referenceName: id, localizations: [LeaderboardLocalization(language: .english, name: id)])
            settings.sortOrder = index == 0 ? .highToLow : .lowToHigh
            let new = NewLeaderboard(
                id: try LeaderboardID(id), fields: LeaderboardFields(settings, isReleased: true))
            _ = try await ConfigureLeaderboard(keeper).create(new, of: app)
        }
    }

    /// In the order of ``boards``.
    func boardNumbers() throws -> [LeaderboardNumber] {
        try Self.boards.compactMap { keeper.catalogue.leaderboard(try LeaderboardID($0), of: app.number)?.number }
    }

    /// Scores of one player, in one commit.
    func submit(
        _ items: [(id: String, score: Ledger.Sent)], by player: UInt32
    ) async throws -> SubmittedScores {
        let session = Session(
            id: SessionID(Int64(player)), player: PlayerNumber(player), device: DeviceNumber(Int64(player)),
            binding: .game(app.number, .production))
        let scores = try items.map { item in
            let score = Score(value: item.score.value, context: 0, date: item.score.date, id: try ScoreID(item.id))
            return (try LeaderboardID(Self.boards[item.score.board]), score) as (LeaderboardID?, Score)
        }
        return try await SubmitScores(keeper)(scores, waiting: 0, app: app, environment: .production, as: session)
    }

    /// What differs between its leaderboards and the ledger's.
    func differences(from ledger: Ledger, in scopes: [TimeScope] = TimeScope.allCases) async throws -> [String] {
        var defects: [String] = []
        for (index, id) in Self.boards.enumerated() {
            for scope in scopes {
                let query = EntriesQuery(
                    leaderboard: try LeaderboardID(id), environment: .production, scope: scope,
                    selection: .window(try RankWindow(first: 1, count: 100)))
                let page = try await ReadEntries(keeper)(query, app: app)
                let entries = page.entries ?? []
                let found = entries.map { "\($0.player.rawValue):\($0.value)" }
                let expected = ledger.order(index, scope, at: keeper.clock.now())
                if found != expected || page.total != expected.count {
                    defects.append("\(id), \(scope): \(found) of \(page.total), not \(expected)")
                }
                if entries.map(\.rank) != entries.indices.map({ $0 + 1 }) {
                    defects.append("\(id), \(scope): ranks \(entries.map(\.rank))")
                }
            }
        }
        return defects
    }

    /// After a score was refused: until ranks were made from the store anew, unless the power is off.
    ///
    /// - Parameter readies: as it was before.
    /// - Returns: false if it doesn't come to that, or has ended instead.
    func recover(since readies: Int) async throws -> Bool {
        for _ in 0..<Self.yieldsLimit {
            if self.readies != readies || disk.isCut { return true }
            if told.hasEnded.load(ordering: .relaxed) { return false }
            await Task.yield()
        }
        return false
    }

    /// A minute or so, for what takes some milliseconds.
    private static let yieldsLimit = 30_000_000
}
