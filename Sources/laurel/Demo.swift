import LaurelArcade
import LaurelCryptography
import LaurelDomain
import LaurelMonkeyJump
import LaurelOasis
import LaurelScores
import LaurelService
import LaurelWhackACac

/// The games that come with `--demo`, released, and players who are bots and say so. Their scores are runs of the
/// game's own core. Made once: what is there already stays.
struct Demo {
    private let composition: Composition

    init(_ composition: Composition) { self.composition = composition }

    /// What a demo game is, and how its bots play.
    private struct Game {
        let name: String
        let configuration: AppConfiguration
        /// The bots, and how each of their scores comes about.
        let players: [(alias: String, scores: [Performance])]
    }

    /// How a bot's score comes about.
    private struct Performance {
        /// Nil: the default one.
        var leaderboard: LeaderboardID?
        let play: @Sendable (UInt64) -> Played
    }

    /// A bot's run.
    private struct Played {
        let score: Int64
        /// Nil: it was not over when it had played enough, so that nobody could check it.
        let log: [UInt8]?

        init<Core: Simulation>(_ core: Core.Type, seed: UInt64, _ input: (Core) -> Input) {
            var run = Core(seed: seed)
            var log = InputLog(of: core, seed: seed)
            for _ in 0..<Demo.ticksLimit where !run.isOver {
                let input = input(run)
                log.append(input)
                run.tick(input)
            }
            score = run.score
            self.log = run.isOver ? log.encoded() : nil
        }
    }

    /// An hour: a bot that never fails has played enough then.
    static let ticksLimit = 60 * 60 * 60

    func prepare() async throws {
        for game in try [Self.monkeyJump(), Self.whackACac(), Self.oasis()] {
            let app = try await configure(game.configuration)
            guard !game.players.isEmpty else { continue }
            var bar = ProgressBar("Bots play \(game.name)", total: game.players.count)
            for (index, player) in game.players.enumerated() {
                try await play(player.alias, app, player.scores, seed: UInt64(index) + 1)
                bar.update(index + 1)
            }
            bar.finish()
        }
    }

    private static func monkeyJump() throws -> Game {
        let bots = [
            ("capuchin-bot", 985), ("gibbon-bot", 960), ("macaque-bot", 930), ("tamarin-bot", 880),
            ("marmoset-bot", 800),
        ]
        let board = LeaderboardConfiguration(
            id: try LeaderboardID("HighScores"),
            settings: LeaderboardSettings(
                referenceName: "High Scores", range: ScoreRange(lowest: 0, highest: 1_000_000), isDefault: true,
                localizations: try names("High Scores", "距离排行榜", suffixes: (" m", " 米")),
                replays: try replays("monkeyjump")))
        var configuration = try configuration(
            "com.ali.MonkeyJump", "MonkeyJump", link: "/play/monkeyjump/", leaderboards: [board],
            achievements: monkeyJumpAchievements())
        configuration.challengeDefinitions = [try longestRun(on: board.id)]
        return Game(
            name: "MonkeyJump", configuration: configuration,
            players: bots.map { alias, skill in
                (
                    alias,
                    [
                        Performance { seed in
                            let bot = LaurelMonkeyJump.Bot(skill: Int32(skill))
                            return Played(LaurelMonkeyJump.Run.self, seed: seed) { bot.input(for: $0) }
                        }
                    ]
                )
            })
    }

    /// What groups of friends can be challenged to.
    private static func longestRun(on leaderboard: LeaderboardID) throws -> ChallengeDefinition {
        var definition = ChallengeDefinition(
            id: try ChallengeDefinitionID("Longest Run"), referenceName: "Longest run", leaderboard: leaderboard,
            localizations: [
                ActivityLocalization(
                    language: .english, title: "Longest run", details: "Who runs farthest before time is up?"),
                ActivityLocalization(
                    language: try LanguageTag("zh-Hans"), title: "最远距离", details: "时间结束前，谁跑得最远？"),
            ])
        definition.isRepeatable = true
        return definition
    }

    private static func whackACac() throws -> Game {
        let bots: [(String, Int32, Int32)] = [
            ("roadrunner-bot", 30, 13), ("coyote-bot", 36, 16), ("gecko-bot", 44, 19), ("armadillo-bot", 52, 24),
        ]
        let classic = LeaderboardConfiguration(
            id: try LeaderboardID("com.dragonforged.whackacac.leaderboard"),
            settings: LeaderboardSettings(
                referenceName: "Cacti whacked", range: ScoreRange(lowest: 0, highest: 1_000_000), isDefault: true,
                localizations: try names("Cacti whacked", "击中的仙人掌"), replays: try replays("whackacac")))
        let timed = LeaderboardConfiguration(
            id: try LeaderboardID("com.dragonforged.whackacac.timed"),
            settings: LeaderboardSettings(
                referenceName: "Time survived", format: .elapsedTimeCentisecond,
                range: ScoreRange(lowest: 0, highest: 8_640_000), localizations: try names("Timed mode", "计时模式"),
                replays: try replays("whackacac-timed")))
        return Game(
            name: "Whack-a-Cac",
            configuration: try configuration(
                "com.dragonforged.whackacac", "Whack-a-Cac", link: "/play/whackacac/", leaderboards: [classic, timed],
                achievements: whackACacAchievements()),
            players: bots.map { alias, reaction, rest in
                let bot = LaurelWhackACac.Bot(reaction: reaction, rest: rest)
                return (
                    alias,
                    [
                        Performance { seed in Played(ClassicRun.self, seed: seed) { bot.input(for: $0.run) } },
                        Performance(leaderboard: timed.id) { seed in
                            Played(TimedRun.self, seed: seed) { bot.input(for: $0.run) }
                        },
                    ]
                )
            })
    }

    /// Played in turns. The server enters scores and achievements when a match is over. Friends meet by a party code.
    private static func oasis() throws -> Game {
        var configuration = try configuration(
            "org.laurel.oasis", "Oasis", link: "/play/oasis/", leaderboards: try PointsBoard.allCases.map(points),
            achievements: oasisAchievements())
        configuration.activities = [try friends()]
        return Game(name: "Oasis", configuration: configuration, players: [])
    }

    private static func points(on board: PointsBoard) throws -> LeaderboardConfiguration {
        let english: String
        let chinese: String
        let kind: LeaderboardKind<LeaderboardID>
        switch board {
        case .ever:
            english = "Most points in a match"
            chinese = "单局得分"
            kind = .classic
        case .week:
            english = "Most points this week"
            chinese = "本周单局得分"
            kind = .recurring(try weekly())
        }
        var localizations = try names(english, chinese, suffixes: (" points", " 分"))
        localizations[0].suffixSingular = " point"
        return LeaderboardConfiguration(
            id: try LeaderboardID("\(board.identifier)"),
            settings: LeaderboardSettings(
                referenceName: english, range: ScoreRange(lowest: 0, highest: 1_000), isDefault: board == .ever,
                localizations: localizations),
            kind: kind)
    }

    /// From Monday to Monday, in UTC.
    private static func weekly() throws -> Recurrence {
        // Monday, 1 January 2024, in days since the beginning of Unix time.
        try Recurrence(
            start: Timestamp(clamping: Timestamp.Span.days(19_723).milliseconds), duration: .days(7),
            interval: .days(7))
    }

    private static func friends() throws -> ActivityDefinition {
        var activity = ActivityDefinition(
            id: try ActivityID("Friends"), referenceName: "Play with friends",
            localizations: [
                ActivityLocalization(
                    language: .english, title: "Play with friends",
                    details: "Two friends, one table: a party code brings you together."),
                ActivityLocalization(
                    language: try LanguageTag("zh-Hans"), title: "和好友一起玩", details: "两位好友用同一个组队码，就能坐到一桌。"),
            ])
        activity.playStyle = .asynchronous
        (activity.minPlayers, activity.maxPlayers) = (2, 2)
        activity.supportsPartyCodes = true
        return activity
    }

    /// Logs are checked; a score without one counts too, so that any tool can submit to a demo.
    private static func replays(_ simulator: String) throws -> ReplayRule {
        ReplayRule(simulator: try SimulatorName(simulator))
    }

    private static func names(
        _ english: String, _ chinese: String, suffixes: (english: String, chinese: String)? = nil
    ) throws -> [LeaderboardLocalization] {
        [
            LeaderboardLocalization(
                language: .english, name: english, suffixSingular: suffixes?.english, suffixPlural: suffixes?.english),
            LeaderboardLocalization(
                language: try LanguageTag("zh-Hans"), name: chinese, suffixSingular: suffixes?.chinese,
                suffixPlural: suffixes?.chinese),
        ]
    }

    private static func configuration(
        _ bundleID: String, _ name: String, link: String, leaderboards: [LeaderboardConfiguration],
        achievements: [AchievementConfiguration]
    ) throws -> AppConfiguration {
        var configuration = AppConfiguration(
            bundleID: try BundleID(bundleID), description: try AppDescription(name: name, sku: name, link: link),
            isGameCenterEnabled: true, isReleased: true, leaderboards: leaderboards, achievements: achievements)
        configuration.hasDesktopGame = true
        return configuration
    }

    private func configure(_ wanted: AppConfiguration) async throws -> App {
        if composition.accounts.catalogue.app(wanted.bundleID) == nil {
            try await nameTeam()
            _ = try await ImportConfiguration(composition.apps)(wanted, by: .operator)
        }
        guard let app = composition.accounts.catalogue.app(wanted.bundleID) else {
            throw Failure("the demo game is missing after it was created", status: 1)
        }
        return app
    }

    /// The team of the demo's games has a name, as any other. What its members call it later stays.
    private func nameTeam() async throws {
        guard let first = composition.teams.roster.teams().first, first.name == "Team" else { return }
        _ = try await UpdateTeam(composition.teams)(
            first.number, name: "Laurel Arcade", requiresTwoFactor: nil, by: .operator)
    }

    private func play(_ name: String, _ app: App, _ scores: [Performance], seed: UInt64) async throws {
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
        for (index, performance) in scores.enumerated() {
            let played = performance.play(seed)
            let score = Score(value: played.score, id: try ScoreID("demo-\(name)" + (index == 0 ? "" : "-\(index)")))
            let replays = composition.challenges.attachments(
                eligible: nil, replays: played.log.map { [0: $0] } ?? [:])
            _ = try await SubmitScores(composition.keeper)(
                [(performance.leaderboard, score)], waiting: 0, attachments: replays, app: app,
                environment: .production, as: made.session)
        }
    }
}
