import LaurelDomain

extension Route {
    /// One or more of every endpoint, with and without what is optional: the round trip, the document's examples and
    /// the table of bad input are made of these.
    public static let examples: [Route] = Endpoint.allCases.flatMap { $0.examples }
}

extension Endpoint {
    /// At least one route of this endpoint.
    public var examples: [Route] {
        guard let game = Parameter.bundleID.parse("com.ali.MonkeyJump"),
            let board = Parameter.leaderboardID.parse("HighScores"), let chinese = Parameter.language.parse("zh-Hans"),
            let page = Parameter.cursor.parse("p2t")
        else { return [] }
        let reading = ReadingQuery()
        let full = ReadingQuery(
            time: .week, language: chinese, version: JournalSequence(7), environment: .sandbox)
        switch self {
        case .health: return [.health]
        case .readiness: return [.readiness]
        case .metrics: return [.metrics]
        case .openAPI: return [.openAPI]
        case .signUp: return [.signUp]
        case .signIn: return [.signIn]
        case .signOut: return [.signOut]
        case .recover: return [.recover]
        case .currentPlayer: return [.currentPlayer(nil), .currentPlayer(.sandbox)]
        case .players:
            return [.players(ids: ["G:1000001"], nil), .players(ids: ["A:_00ff", "A:_ü /"], .sandbox)]
        case .games: return [.games(nil), .games(.sandbox)]
        case .game: return [.game(game, nil), .game(game, .production)]
        case .leaderboards:
            return [.leaderboards(game, language: nil, nil), .leaderboards(game, language: chinese, .sandbox)]
        case .leaderboard:
            return [
                .leaderboard(game, board, language: nil, nil), .leaderboard(game, board, language: chinese, .sandbox),
            ]
        case .submitScore: return [.submitScore(game, board, nil), .submitScore(game, board, .sandbox)]
        case .submitScores: return [.submitScores(game, nil), .submitScores(game, .sandbox)]
        case .entries:
            do throws(RankWindow.Invalid) {
                return [
                    .entries(game, board, .global, try RankWindow(first: 1, count: 100), reading),
                    .entries(game, board, .global, try RankWindow(first: page.first, count: 1), full),
                    .entriesOfPlayers(game, board, ids: ["A:_1", "A:_2"], full),
                ]
            } catch {
                return []
            }
        case .entriesAround:
            return [
                .entriesAround(game, board, count: 21, reading), .entriesAround(game, board, count: 1, full),
            ]
        case .events:
            return [
                .events(leaderboards: [], nil),
                .events(leaderboards: [LeaderboardName(game, board), LeaderboardName(game, board)], .sandbox),
            ]
        case .claimAdministration: return [.claimAdministration]
        case .invite: return [.invite]
        case .resetPassword: return [.resetPassword]
        case .renewAdministratorLink: return [.renewAdministratorLink]
        case .apps: return [.apps]
        case .createApp: return [.createApp]
        case .app: return [.app(game)]
        case .updateApp: return [.updateApp(game)]
        case .appLeaderboards: return [.appLeaderboards(game)]
        case .createLeaderboard: return [.createLeaderboard(game)]
        case .appLeaderboard: return [.appLeaderboard(game, board)]
        case .updateLeaderboard: return [.updateLeaderboard(game, board)]
        case .deleteLeaderboard: return [.deleteLeaderboard(game, board)]
        case .configuration: return [.configuration(game)]
        case .importConfiguration:
            return [.importConfiguration(game, isPlan: false), .importConfiguration(game, isPlan: true)]
        }
    }

    /// The parameters of its query.
    public var queryParameters: [Schema.Property] {
        switch self {
        case .health, .readiness, .metrics, .openAPI, .signUp, .signIn, .signOut, .recover, .claimAdministration,
            .invite, .resetPassword, .renewAdministratorLink, .apps, .createApp, .app, .updateApp, .appLeaderboards,
            .createLeaderboard, .appLeaderboard, .updateLeaderboard, .deleteLeaderboard, .configuration:
            []
        case .currentPlayer, .games, .game, .submitScore, .submitScores:
            [Parameter.environment.described()]
        case .players: [Parameter.ids.described(isRequired: true), Parameter.environment.described()]
        case .leaderboards, .leaderboard: [Parameter.language.described(), Parameter.environment.described()]
        case .entries:
            [
                Parameter.players.described(), Parameter.from.described(), Parameter.count.described(),
                Parameter.cursor.described(), Parameter.ids.described(),
            ] + Self.reading
        case .entriesAround: [Parameter.count.described()] + Self.reading
        case .events: [Parameter.leaderboards.described(), Parameter.environment.described()]
        case .importConfiguration: [Parameter.plan.described()]
        }
    }

    private static var reading: [Schema.Property] {
        [
            Parameter.time.described(), Parameter.language.described(), Parameter.version.described(),
            Parameter.environment.described(),
        ]
    }
}
