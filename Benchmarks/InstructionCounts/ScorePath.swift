import CLaurelInstructionCounts
import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import Synchronization

/// Scores from the use case through the writer to their answers, over the journal in memory: the store's own work is
/// SQLite's. Sixteen clients send their next score when the last one is answered, so that all is done by the writer's
/// thread, in batches of one size.
final class ScorePath: Sendable {
    private static let clients = 16
    private static let scores = 4_000

    private let app: App
    private let board: LeaderboardID
    private let keeper: ScoreKeeper
    private let sent = Atomic<Int>(0)
    private let answered = Atomic<Int>(0)
    /// Scores up to here are sent.
    private let limit = Atomic<Int>(0)

    init() throws {
        app = App(
            number: AppNumber(1), team: TeamNumber(1), bundleID: try BundleID("com.example.game"), name: "Game",
            sku: "G", isGameCenterEnabled: true, isReleased: true)
        board = try LeaderboardID("HighScores")
        keeper = ScoreKeeper(
            journal: InMemoryJournal(), catalogue: Catalogue(apps: [app]), contacts: DeviceContacts(),
            clock: Clock { InstructionCounts.now }, background: BackgroundPlan(period: .days(1)))
    }

    func run() async throws {
        try keeper.start()
        await keeper.ready()
        let settings = LeaderboardSettings(
            referenceName: "High", localizations: [LeaderboardLocalization(language: .english, name: "High")])
        _ = try await ConfigureLeaderboard(keeper).create(
            NewLeaderboard(id: board, fields: LeaderboardFields(settings, isReleased: true)), of: app)
        // Once to have all players there.
        await play()
        laurel_count_begin()
        await play()
        laurel_count_end("score path: a score")
        keeper.stop()
    }

    private func play() async {
        limit.add(Self.scores, ordering: .relaxed)
        await withCheckedContinuation { continuation in
            for _ in 0..<Self.clients { submit(continuation) }
        }
    }

    private func submit(_ end: CheckedContinuation<Void, Never>) {
        let number = sent.add(1, ordering: .relaxed).newValue
        guard number <= limit.load(ordering: .relaxed) else {
            sent.subtract(1, ordering: .relaxed)
            return
        }
        let id: ScoreID
        do { id = try ScoreID("0F3C4A6E-0000-4000-8000-\(number + 100_000_000_000)") } catch {
            preconditionFailure("letters, digits and hyphens are an ID")
        }
        let mixed = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        let player = UInt32(mixed >> 40) % 1_000 + 1
        let session = Session(
            id: SessionID(Int64(player)), player: PlayerNumber(player), device: DeviceNumber(Int64(player)),
            binding: .game(app.number, .production))
        SubmitScores(keeper).submit(
            [(board, Score(value: Int64(mixed >> 44), id: id))], waiting: 0, app: app, environment: .production,
            as: session
        ) { [self] result in
            guard case .success(let submitted) = result, submitted.results.first?.isRepeat == false else {
                preconditionFailure("refused: \(result)")
            }
            if answered.add(1, ordering: .relaxed).newValue == limit.load(ordering: .relaxed) {
                return end.resume()
            }
            submit(end)
        }
    }
}
