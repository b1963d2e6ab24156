import Arcade
import Cryptography
import LaurelDomain
import MonkeyJump
import Service

/// The games that come with `--demo`, released, and players who are bots and say so. Their scores are runs of the
/// game's own core. Made once: what is there already stays.
struct Demo {
    private let composition: Composition

    init(_ composition: Composition) { self.composition = composition }

    /// How well each one plays, of 1000.
    static let bots: [(alias: String, skill: Int32)] = [
        ("capuchin-bot", 985), ("gibbon-bot", 960), ("macaque-bot", 930), ("tamarin-bot", 880), ("marmoset-bot", 800),
    ]
    /// An hour: a bot that never falls has played enough then.
    static let ticksLimit = 60 * 60 * 60

    func prepare() async throws {
        let app = try await configure()
        var bar = ProgressBar("Bots play MonkeyJump", total: Self.bots.count)
        for (index, bot) in Self.bots.enumerated() {
            try await play(bot.alias, skill: bot.skill, seed: UInt64(index) + 1, app)
            bar.update(index + 1)
        }
        bar.finish()
    }

    private func configure() async throws -> App {
        let bundleID = try BundleID("com.ali.MonkeyJump")
        let english = LeaderboardLocalization(
            language: .english, name: "High Scores", suffixSingular: " m", suffixPlural: " m")
        let chinese = LeaderboardLocalization(
            language: try LanguageTag("zh-Hans"), name: "最高分", suffixSingular: " 米", suffixPlural: " 米")
        let leaderboard = LeaderboardConfiguration(
            id: try LeaderboardID("HighScores"), referenceName: "High Scores", format: .integer, submissionType: .best,
            sortOrder: .highToLow, range: ScoreRange(lowest: 0, highest: 1_000_000), isDefault: true, isHidden: false,
            isArchived: false, localizations: [english, chinese])
        let wanted = AppConfiguration(
            bundleID: bundleID,
            description: try AppDescription(name: "MonkeyJump", sku: "MonkeyJump", link: "/play/monkeyjump/"),
            isGameCenterEnabled: true, isReleased: true, leaderboards: [leaderboard])
        if composition.accounts.catalogue.app(bundleID) == nil {
            _ = try await ImportConfiguration(composition.apps)(wanted, by: .operator)
        }
        guard let app = composition.accounts.catalogue.app(bundleID) else {
            throw Failure("the demo game is not there after it was made", status: 1)
        }
        return app
    }

    private func play(_ name: String, skill: Int32, seed: UInt64, _ app: App) async throws {
        let alias = try Alias(name)
        guard try await LoadPlayers(composition.accounts)(alias: alias) == nil else { return }
        // Nobody knows the password, so nobody signs in as a bot.
        let secret = SecureRandom.bytes(24).map { String($0, radix: 36) }.joined()
        let arrival = Arrival(game: (app.bundleID, .production), waiting: 0, address: .local)
        var accounts = composition.accounts
        // Whatever the policy says of people.
        accounts.signUpPolicy = .open
        let made = try await SignUp(accounts)(
            alias: alias, password: try Password(secret, alias: name), arrival: arrival)
        var run = Run(seed: seed)
        let bot = Bot(skill: skill)
        for _ in 0..<Self.ticksLimit where !run.isOver { run.tick(bot.input(for: run)) }
        let score = Score(value: run.score, id: try ScoreID("demo-\(name)"))
        _ = try await SubmitScores(composition.keeper)(
            [(nil, score)], waiting: 0, app: app, environment: .production,
            as: made.session)
    }
}
