import LaurelDomain

// The routes of moderation, parsed.
extension Route {
    static func moderation(
        _ endpoint: Endpoint, _ path: [String], _ query: inout QueryReader
    ) throws(Refusal) -> Route {
        switch endpoint {
        case .inspectPlayers:
            guard let search = try query.take(.search) else { throw .invalidParameter("search") }
            return .inspectPlayers(try app(path), search: search)
        case .inspectEntries: return try inspectEntries(path, &query)
        case .inspectScores:
            guard let player = try query.take(.player) else { throw .invalidParameter("player") }
            return .inspectScores(
                try app(path), try board(path), player: player, before: try query.take(.beforeScore),
                try query.take(.environment))
        case .moderateScore:
            return .moderateScore(
                try app(path), try board(path), try last(path, .score), try query.take(.environment))
        case .bans: return .bans(try app(path))
        case .banPlayer: return .banPlayer(try app(path), try last(path, .bannedPlayer))
        case .unbanPlayer: return .unbanPlayer(try app(path), try last(path, .bannedPlayer))
        case .serverBans: return .bans(nil)
        case .serverBanPlayer: return .banPlayer(nil, try last(path, .bannedPlayer))
        case .serverUnbanPlayer: return .unbanPlayer(nil, try last(path, .bannedPlayer))
        case .reviews:
            return .reviews(
                try app(path), try query.take(.reviewState) ?? .pending, after: try query.take(.afterReview))
        case .review: return .review(try app(path), try last(path, .review))
        case .decideReview: return .decideReview(try app(path), try last(path, .review))
        case .serverReviews:
            return .reviews(nil, try query.take(.reviewState) ?? .pending, after: try query.take(.afterReview))
        case .serverReview: return .review(nil, try last(path, .review))
        case .decideServerReview: return .decideReview(nil, try last(path, .review))
        case .moderationPolicy: return .moderationPolicy(try app(path))
        case .setModerationPolicy: return .setModerationPolicy(try app(path))
        case .leaderboardPolicy: return .leaderboardPolicy(try app(path), try board(path))
        case .setLeaderboardPolicy: return .setLeaderboardPolicy(try app(path), try board(path))
        case .dropLeaderboardPolicy: return .dropLeaderboardPolicy(try app(path), try board(path))
        case .words: return .words
        case .changeWord: return .changeWord
        case .report: return .report
        case .heldScores:
            return .heldScores(
                try app(path), try board(path), language: try query.take(.language),
                try query.take(.environment))
        case .exportScores:
            return .exportScores(
                try app(path), try query.take(.exportFormat) ?? .csv,
                leaderboard: try query.take(.exportedLeaderboard), after: try query.take(.afterRow),
                try query.take(.environment))
        default: throw .notFound
        }
    }

    private static func inspectEntries(_ path: [String], _ query: inout QueryReader) throws(Refusal) -> Route {
        let first = try query.take(.from) ?? 1
        let count = try query.take(.count) ?? RankWindow.countLimit
        let window: RankWindow
        do throws(RankWindow.Invalid) { window = try RankWindow(first: first, count: count) } catch {
            throw .invalidParameter("from")
        }
        return .inspectEntries(try app(path), try board(path), window, try query.take(.environment))
    }

    // `/v1/games/{bundleID}/leaderboards/{leaderboardID}` and `/v1/connect/apps/{bundleID}/…`.

    private static func app(_ path: [String]) throws(Refusal) -> BundleID {
        guard let id = Parameter.bundleID.parse(path[path[1] == "connect" ? 3 : 2]) else {
            throw .invalidParameter("bundleID")
        }
        return id
    }

    private static func board(_ path: [String]) throws(Refusal) -> LeaderboardID {
        guard let id = Parameter.leaderboardID.parse(path[path[1] == "connect" ? 5 : 4]) else {
            throw .invalidParameter("leaderboardID")
        }
        return id
    }

    private static func last<Value>(_ path: [String], _ parameter: Parameter<Value>) throws(Refusal) -> Value {
        guard let text = path.last, let value = parameter.parse(text) else {
            throw .invalidParameter("\(parameter.name)")
        }
        return value
    }
}

// MARK: Parameters

extension Parameter where Value == String {
    /// - Parameter length: in bytes.
    private static func text(_ name: StaticString, _ length: ClosedRange<Int>, example: String) -> Parameter {
        Parameter(
            name: name, schema: .string(.init(length: length, example: example)),
            parse: { text in
                let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
                return length.contains(text.utf8.count) && isPlain ? text : nil
            }, print: { $0 })
    }

    static let search = text("search", 1...128, example: "jungle")
    static let player = text("player", 1...128, example: "T:_00112233445566778899aabbccddeeff")
    static let bannedPlayer = text("bannedPlayer", 1...128, example: "T:_00112233445566778899aabbccddeeff")
}

extension Parameter where Value == JournalSequence {
    private static func sequence(_ name: StaticString) -> Parameter {
        Parameter(
            name: name, schema: .integer(1...1 << 48 - 1),
            parse: { text in
                guard let number = Int64(text), 1..<1 << 48 ~= number, String(number) == text else { return nil }
                return JournalSequence(number)
            },
            print: { String($0.rawValue) })
    }

    static let score = sequence("score")
    static let beforeScore = sequence("before")
    static let afterRow = sequence("after")
}

extension Parameter where Value == ReviewID {
    private static func id(_ name: StaticString) -> Parameter {
        Parameter(
            name: name, schema: .integer(1...Int64.max),
            parse: { text in
                guard let number = Int64(text), number > 0, String(number) == text else { return nil }
                return ReviewID(number)
            },
            print: { String($0.rawValue) })
    }

    static let review = id("review")
    static let afterReview = id("after")
}

extension Parameter where Value == ReviewState {
    static let reviewState = word("status", ReviewState.allCases.map { ($0.name, $0) }) { $0.name }
}

extension Parameter where Value == ExportFormat {
    static let exportFormat = word("format", ExportFormat.allCases.map { ($0.rawValue, $0) }) { $0.rawValue }
}

extension Parameter where Value == LeaderboardID {
    static let exportedLeaderboard = Parameter(
        name: "leaderboard", schema: Shape<LeaderboardID>.leaderboardID.schema,
        parse: { text in
            do throws(InvalidIdentifier) { return try LeaderboardID(text) } catch { return nil }
        }, print: { $0.text })
}

/// How an export is written.
public enum ExportFormat: String, CaseIterable, Hashable, Sendable {
    /// RFC 4180, safe in a spreadsheet.
    case csv
    /// One JSON object a line.
    case json
}
