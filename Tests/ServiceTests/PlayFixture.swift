import LaurelCryptography
import LaurelDomain
import LaurelMatches
@testable import LaurelScores
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import Synchronization
import Testing

@testable import LaurelService

/// A store that a fixture and its successors after a restart share.
struct PlayStore: Sendable {
    let journal: any Journal & ScoreIDIndex
    let directory: any Directory

    static func make() throws -> PlayStore {
        let store = try TestStores.make()
        return PlayStore(journal: store, directory: SQLiteDirectory(store))
    }

    /// The same store behind a journal whose commits can be held and made to fail.
    func held() -> (PlayStore, HeldJournal) {
        let journal = HeldJournal(journal)
        return (PlayStore(journal: journal, directory: directory), journal)
    }
}

/// What most tests of play have no need of.
struct PlayPorts: Sendable {
    /// Of the fixture's game.
    var rules: (any TurnRules)?
    var replays = ReplayPorts.none
    var log: @Sendable (ScoreEvent) -> Void = { _ in }
}

/// A game with leaderboards and achievements, whose players are all friends until they part.
final class PlayFixture: Sendable {
    let app: App
    let catalogue: Catalogue
    let time: ManualTime
    let keeper: ScoreKeeper
    let store: PlayStore
    let challenges: Challenges
    let outbox: Outbox
    let guests = KnownGuests()
    private let parted: PartedPlayers
    let ports: PlayPorts

    /// - Parameter snapshots: nil: none, so that leaderboards stay in memory.
    init(
        _ store: PlayStore? = nil, time: ManualTime = ManualTime(), parted: PartedPlayers = PartedPlayers(),
        contacts: DeviceContacts = DeviceContacts(), snapshots: (any SnapshotFiles)? = nil,
        ports: PlayPorts = PlayPorts()
    ) async throws {
        app = App(
            number: AppNumber(1), team: TeamNumber(7), bundleID: try BundleID("com.example.game"), name: "Game",
            sku: "G", isGameCenterEnabled: true, isReleased: true)
        catalogue = Catalogue(apps: [app])
        self.time = time
        let store = try store ?? .make()
        self.store = store
        self.parted = parted
        self.ports = ports
        let guests = guests
        outbox = Outbox()
        var challengePorts = ChallengePorts(outbox: outbox, areFriends: { parted.areFriends($0, $1) })
        if let rules = ports.rules { challengePorts.turnRules = [app.bundleID: rules] }
        keeper = ScoreKeeper(
            journal: store.journal, catalogue: catalogue, contacts: contacts, clock: time.clock,
            snapshots: snapshots,
            background: BackgroundPlan(period: .days(1)),
            challenges: challengePorts, replays: ports.replays,
            isGuest: { guests.contains($0) }, log: ports.log)
        challenges = Challenges(keeper, directory: store.directory) { Digest.sha256($0) }
        try keeper.start()
        await keeper.ready()
    }

    deinit { keeper.stop() }

    func restarted() async throws -> PlayFixture {
        keeper.stop()
        return try await PlayFixture(store, time: time, parted: parted, ports: ports)
    }

    func session(_ player: UInt32, _ environment: Environment = .production) -> Session {
        Session(
            id: SessionID(Int64(player)), player: PlayerNumber(player), device: DeviceNumber(Int64(player)),
            binding: .game(app.number, environment))
    }

    // MARK: Configuration

    @discardableResult
    func board(
        _ id: String = "HighScores", _ change: (inout LeaderboardFields) -> Void = { _ in }
    ) async throws -> Leaderboard {
        let new = NewLeaderboard(id: try LeaderboardID(id), fields: ScoresFixture.fields(change))
        return try #require(try await ConfigureLeaderboard(keeper).create(new, of: app).leaderboard)
    }

    static func fields(_ change: (inout AchievementFields) -> Void = { _ in }) -> AchievementFields {
        var fields = AchievementFields(
            referenceName: "Achievement", points: 10, isReleased: true,
            localizations: [
                AchievementLocalization(
                    language: .english, title: "Title", descriptionBefore: "Before", descriptionAfter: "After")
            ])
        change(&fields)
        return fields
    }

    @discardableResult
    func achievement(
        _ id: String = "FirstJump", _ change: (inout AchievementFields) -> Void = { _ in }
    ) async throws -> Achievement {
        try await ConfigureAchievement(keeper).create(
            NewAchievement(id: try AchievementID(id), fields: Self.fields(change)), of: app)
    }

    // MARK: Play

    @discardableResult
    func submit(
        _ value: Int64, by player: UInt32, to board: String = "HighScores", date: Timestamp? = nil, id: String? = nil,
        eligible: [ChallengeNumber]? = nil, replay: [UInt8]? = nil, environment: Environment = .production
    ) async throws -> SubmittedScores.Result {
        let score = Score(value: value, date: date, id: try id.map { try ScoreID($0) })
        let submitted = try await SubmitScores(keeper)(
            [(try LeaderboardID(board), score)],
            attachments: challenges.attachments(
                eligible: eligible.map { Set($0) }, replays: replay.map { [0: $0] } ?? [:]),
            app: app, environment: environment, as: session(player, environment))
        return try #require(submitted.results.first)
    }

    @discardableResult
    func report(
        _ percent: Double, of achievement: String = "FirstJump", by player: UInt32, date: Timestamp? = nil,
        id: String? = nil, eligible: [ChallengeNumber]? = nil, environment: Environment = .production
    ) async throws -> ReportedAchievements.Result {
        let report = AchievementReport(
            achievement: try AchievementID(achievement), percent: try #require(Percent(percent)), date: date,
            id: try id.map { try ScoreID($0) })
        let reported = try await ReportAchievements(keeper)(
            [report], eligible: eligible.map { Set($0) }, app: app, environment: environment,
            as: session(player, environment))
        return try #require(reported.results.first)
    }

    func page(of player: UInt32?, _ environment: Environment = .production) async throws -> AchievementsPage {
        try await challenges.readAchievements(of: app, environment, for: player.map { PlayerNumber($0) })
    }

    @discardableResult
    func challenge(
        _ receivers: UInt32..., by sender: UInt32, on board: String = "HighScores", value: Int64? = nil,
        message: String = "", replay: [UInt8]? = nil, environment: Environment = .production
    ) async throws -> [IssueChallenges.Issued] {
        let request = ChallengeRequest(
            receivers: receivers.map { PlayerNumber($0) },
            goal: .score(try LeaderboardID(board), value: value, context: nil), message: message, replay: replay)
        return try await IssueChallenges(challenges)(
            request, app: app, environment: environment, as: session(sender, environment))
    }

    @discardableResult
    func challenge(
        _ receivers: UInt32..., by sender: UInt32, with achievement: String
    ) async throws -> [IssueChallenges.Issued] {
        let request = ChallengeRequest(
            receivers: receivers.map { PlayerNumber($0) }, goal: .achievement(try AchievementID(achievement)))
        return try await IssueChallenges(challenges)(
            request, app: app, environment: .production, as: session(sender))
    }

    /// Newest first.
    func list(
        _ player: UInt32, _ role: ChallengeRole = .received, _ state: ChallengeState? = nil,
        _ environment: Environment = .production
    ) async throws -> [Challenge] {
        try await ReadChallenges(challenges)(
            role, state, before: nil, limit: 1_000, environment, as: session(player, environment)
        ).map(\.challenge)
    }

    func part(_ player: UInt32, _ other: UInt32) {
        parted.set(player, other, true)
        EndChallenges(challenges).friendshipEnded(PlayerNumber(player), PlayerNumber(other))
    }

    /// As after a crash between the end of a friendship and that of its challenges.
    func partSilently(_ player: UInt32, _ other: UInt32) { parted.set(player, other, true) }
    func rejoin(_ player: UInt32, _ other: UInt32) { parted.set(player, other, false) }

    /// What players were told so far, such as `2 challengeReceived 1`.
    func notices() async throws -> [String] {
        try await store.directory.notices(after: .start, limit: 10_000).map { notice in
            let about = notice.content.about.map { " \($0.rawValue)" } ?? ""
            return "\(notice.content.player.rawValue) \(notice.content.kind.name)\(about)"
        }
    }
}

final class PartedPlayers: Sendable {
    private let pairs = Mutex<Set<[PlayerNumber]>>([])

    func areFriends(_ player: PlayerNumber, _ other: PlayerNumber) -> Bool {
        pairs.withLock { !$0.contains([player, other].sorted()) }
    }

    func set(_ player: UInt32, _ other: UInt32, _ areParted: Bool) {
        let pair = [PlayerNumber(player), PlayerNumber(other)].sorted()
        pairs.withLock { pairs in
            if areParted { pairs.insert(pair) } else { pairs.remove(pair) }
        }
    }
}

/// Who is a guest: nobody, until a world of accounts is asked.
final class KnownGuests: Sendable {
    private let profiles = Mutex<PlayerProfiles?>(nil)

    func contains(_ player: PlayerNumber) -> Bool { profiles.withLock { $0?.isGuest(player) ?? false } }
    func ask(_ profiles: PlayerProfiles) { self.profiles.withLock { $0 = profiles } }
}
