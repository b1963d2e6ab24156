import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import Synchronization
import Testing

/// A time that tests move.
final class ManualTime: Sendable {
    private let now: Mutex<Timestamp>
    init(_ start: Int64 = 1_800_000_000_000) { now = Mutex(Timestamp(clamping: start)) }

    var clock: Clock { Clock { self.now.withLock { $0 } } }
    var moment: Timestamp { now.withLock { $0 } }
    func advance(_ span: Timestamp.Span) { now.withLock { $0 = $0.advanced(by: span) } }
    func set(_ moment: Timestamp) { now.withLock { $0 = moment } }
}

/// One app with a leaderboard and a running score path.
final class ScoresFixture: Sendable {
    let app: App
    let catalogue: Catalogue
    let contacts: DeviceContacts
    let time: ManualTime
    let keeper: ScoreKeeper
    private let journal: any Journal & ScoreIDIndex
    private let snapshots: (any SnapshotFiles)?
    private let plan: BackgroundPlan
    private let log: @Sendable (ScoreEvent) -> Void

    static let team = TeamNumber(7)

    init(
        _ journal: any Journal & ScoreIDIndex = InMemoryJournal(), time: ManualTime = ManualTime(),
        steady: ManualTime? = nil,
        snapshots: (any SnapshotFiles)? = nil, isReleased: Bool = true, isEnabled: Bool = true,
        plan: BackgroundPlan = BackgroundPlan(period: .days(1)), contacts: DeviceContacts = DeviceContacts(),
        warm: WarmBoards? = nil, replays: ReplayPorts = .none,
        log: @escaping @Sendable (ScoreEvent) -> Void = { _ in }
    ) async throws {
        app = App(
            number: AppNumber(1), team: Self.team, bundleID: try BundleID("com.example.game"), name: "Game", sku: "G",
            isGameCenterEnabled: isEnabled, isReleased: isReleased)
        catalogue = Catalogue(apps: [app])
        self.time = time
        self.contacts = contacts
        self.journal = journal
        self.snapshots = snapshots
        self.plan = plan
        self.log = log
        keeper = ScoreKeeper(
            journal: journal, catalogue: catalogue, contacts: contacts, clock: time.clock, steady: steady?.clock,
            snapshots: snapshots, warm: warm,
            background: plan, replays: replays, log: log)
        try keeper.start()
        await keeper.ready()
    }

    deinit { keeper.stop() }

    /// The same store under a new server; this one is stopped.
    ///
    /// - Parameter warm: what the new one has followed.
    func restarted(warm: WarmBoards? = nil) async throws -> ScoresFixture {
        keeper.stop()
        return try await ScoresFixture(
            journal, time: time, snapshots: snapshots, isReleased: app.isReleased,
            isEnabled: app.isGameCenterEnabled, plan: plan, contacts: contacts, warm: warm, log: log)
    }

    /// Another server's view of the store.
    func follower() -> WarmBoards {
        WarmBoards(journal: journal, snapshots: snapshots, clock: time.clock, idleSpan: plan.idleSpan, log: log)
    }

    static func fields(_ change: (inout LeaderboardFields) -> Void = { _ in }) -> LeaderboardFields {
        var fields = LeaderboardFields(
            LeaderboardSettings(
                referenceName: "Board", localizations: [LeaderboardLocalization(language: .english, name: "Board")]),
            isReleased: true)
        change(&fields)
        return fields
    }

    @discardableResult
    func make(
        _ id: String = "HighScores", _ change: (inout LeaderboardFields) -> Void = { _ in }
    ) async throws -> Leaderboard {
        let new = NewLeaderboard(id: try LeaderboardID(id), fields: Self.fields(change))
        return try #require(try await ConfigureLeaderboard(keeper).create(new, of: app).leaderboard)
    }

    func session(_ player: UInt32, device: Int64? = nil) -> Session {
        Session(
            id: SessionID(Int64(player)), player: PlayerNumber(player), device: DeviceNumber(device ?? Int64(player)),
            binding: .game(app.number, .production))
    }

    @discardableResult
    func submit(
        _ value: Int64, by player: UInt32, to board: String? = "HighScores", context: Int64 = 0,
        date: Timestamp? = nil, id: String? = nil, waiting: Int? = nil, environment: Environment = .production
    ) async throws -> (result: SubmittedScores.Result, version: JournalSequence, stream: StreamID) {
        let score = Score(value: value, context: context, date: date, id: try id.map { try ScoreID($0) })
        let submitted = try await SubmitScores(keeper)(
            [(try board.map { try LeaderboardID($0) }, score)], waiting: waiting, app: app, environment: environment,
            as: session(player))
        let stream = StreamID(team: app.team, environment: environment)
        return (try #require(submitted.results.first), submitted.version, stream)
    }

    func read(
        _ board: String = "HighScores", scope: TimeScope = .allTime, first: Int = 1, count: Int = 100,
        viewer: UInt32? = nil, version: JournalSequence? = nil, environment: Environment = .production,
        occurrence: OccurrenceChoice = .current
    ) async throws -> EntriesPage {
        let query = EntriesQuery(
            leaderboard: try LeaderboardID(board), environment: environment, scope: scope, occurrence: occurrence,
            selection: .window(try RankWindow(first: first, count: count)), viewer: viewer.map { PlayerNumber($0) },
            version: version)
        return try await ReadEntries(keeper)(query, app: app)
    }

    /// Players and values, best first.
    func order(
        _ board: String = "HighScores", scope: TimeScope = .allTime, environment: Environment = .production,
        occurrence: OccurrenceChoice = .current
    ) async throws -> [String] {
        let page = try await read(board, scope: scope, environment: environment, occurrence: occurrence)
        return (page.entries ?? []).map { "\($0.player.rawValue):\($0.value)" }
    }
}
