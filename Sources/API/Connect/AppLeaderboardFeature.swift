import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Leaderboards, as developers see them.
struct AppLeaderboardFeature: Sendable {
    let configure: ConfigureLeaderboard
    let readEntries: ReadEntries
    let catalogue: Catalogue
    let words: WordChecks
    let answers: Answers
    let replies: Replies

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: AppLeaderboardRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .list(let id): try appLeaderboards(id, caller)
        case .create(let id): try createLeaderboard(request, id, caller)
        case .leaderboard(let id, let board): try appLeaderboard(id, board, caller)
        case .update(let id, let board): try updateLeaderboard(request, id, board, caller)
        case .delete(let id, let board): try deleteLeaderboard(request, id, board, caller)
        case .move(let id, let board): try moveLeaderboard(request, id, board, caller)
        case .distribution(let id, let board, let environment):
            try distribution(request, id, board, environment, caller)
        }
    }

    func appLeaderboards(_ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let leaderboards = catalogue.leaderboards(of: try catalogue.find(bundleID).number)
        return .now(answers.json(leaderboards.map(configured), as: AppLeaderboardAnswer.list))
    }

    func appLeaderboard(_ bundleID: BundleID, _ id: LeaderboardID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let leaderboard = try catalogue.find(id, of: try catalogue.find(bundleID))
        return .now(answers.json(configured(leaderboard)))
    }

    func createLeaderboard(_ request: Request, _ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try catalogue.find(bundleID)
        let body = try LeaderboardBody(of: request)
        try words.check(body.id.map { body.named.settings(of: $0) } ?? body.named.settings)
        let new = try resolving { () throws(ConfigureLeaderboardError) in
            try NewLeaderboard(wire: body, of: app, catalogue)
        }
        return replies.later(request) { () async throws(ConfigureLeaderboardError) in
            let made = try await configure.create(new, of: app, by: administrator)
            guard let leaderboard = made.leaderboard else { throw .unavailable }
            return answers.json(.created, configured(leaderboard))
        }
    }

    func updateLeaderboard(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try catalogue.find(bundleID)
        let number = try catalogue.find(id, of: app).number
        let body = try LeaderboardChangeBody(of: request)
        // What the body doesn't name is empty.
        try words.check(body.named.settings)
        let change = try resolving { () throws(ConfigureLeaderboardError) in
            try LeaderboardChange(body, of: app, catalogue)
        }
        return replies.later(request) { () async throws(ConfigureLeaderboardError) in
            let changed = try await configure.update(number, of: app, by: administrator) {
                change.apply(to: &$0)
            }
            guard let leaderboard = changed.leaderboard else { throw .unknownLeaderboard }
            return answers.json(
                ChangedLeaderboardAnswer(
                    leaderboard: configured(leaderboard), hiddenEntries: changed.hiddenEntries))
        }
    }

    func deleteLeaderboard(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try catalogue.find(bundleID)
        let number = try catalogue.find(id, of: app).number
        return replies.later(request) { () async throws(ConfigureLeaderboardError) in
            try await configure.remove(number, of: app, by: administrator)
            return answers.noContent()
        }
    }

    func moveLeaderboard(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try catalogue.find(bundleID)
        let number = try catalogue.find(id, of: app).number
        guard let group = try MoveLeaderboardBody(of: request).group else {
            throw Problem(.invalidParameter, field: "into")
        }
        return replies.later(request) { () async throws(ConfigureLeaderboardError) in
            let moved = try await configure.move(
                number, of: app, into: group, by: administrator)
            guard let leaderboard = moved.leaderboard else { throw .unknownLeaderboard }
            return answers.json(configured(leaderboard))
        }
    }

    // MARK: Parts

    private func configured(_ leaderboard: Leaderboard) -> AppLeaderboardAnswer {
        AppLeaderboardAnswer(
            id: leaderboard.id, settings: leaderboard.settings,
            kind: LeaderboardKindAnswer(catalogue.kind(of: leaderboard)),
            sharedWith: catalogue.apps(sharing: leaderboard), isReleased: leaderboard.isReleased)
    }

    private func resolving<Value>(
        _ body: () throws(ConfigureLeaderboardError) -> Value
    ) throws(Problem) -> Value {
        do throws(ConfigureLeaderboardError) { return try body() } catch { throw Problem(from: error) }
    }
}

extension NewLeaderboard {
    fileprivate init(
        wire body: LeaderboardBody, of app: App, _ catalogue: Catalogue
    ) throws(ConfigureLeaderboardError) {
        guard let id = body.id else { throw .unknownLeaderboard }
        self.init(
            id: id,
            fields: LeaderboardFields(
                body.named.settings(of: id),
                kind: try catalogue.kind(try LeaderboardKind(body.recurrence, body.parts), of: app),
                sharedWith: try catalogue.apps(body.sharedWith)))
    }
}

extension NamedLeaderboardSettings {
    /// Of a leaderboard with this id, which is its name as long as it has no other.
    func settings(of id: LeaderboardID) -> LeaderboardSettings {
        var settings = settings
        if !names.contains("referenceName") { settings.referenceName = id.text }
        return settings
    }
}

extension LeaderboardKind where Part == LeaderboardID {
    /// Recurring and combined at once is neither.
    init(_ recurrence: Recurrence?, _ parts: [LeaderboardID]) throws(ConfigureLeaderboardError) {
        guard recurrence == nil || parts.isEmpty else { throw .twoKinds }
        self = recurrence.map { .recurring($0) } ?? (parts.isEmpty ? .classic : .combined(parts))
    }
}

/// A change whose ids are known to stand for something.
private struct LeaderboardChange: Sendable {
    private let body: LeaderboardChangeBody
    private let kind: LeaderboardKind<LeaderboardNumber>?
    private let sharedWith: [AppNumber]?

    init(
        _ body: LeaderboardChangeBody, of app: App, _ catalogue: Catalogue
    ) throws(ConfigureLeaderboardError) {
        self.body = body
        if let shares = body.sharedWith { sharedWith = try catalogue.apps(shares) } else { sharedWith = nil }
        let recurrence = body.recurrence.flatMap(\.self)
        let parts = body.parts ?? []
        guard recurrence == nil || parts.isEmpty else { throw .twoKinds }
        if let recurrence {
            kind = .recurring(recurrence)
        } else if !parts.isEmpty {
            kind = try catalogue.kind(.combined(parts), of: app)
        } else {
            // Taken away: what is left is classic.
            kind = body.recurrence != nil || body.parts != nil ? .classic : nil
        }
    }

    /// Takes over what the body names.
    func apply(to fields: inout LeaderboardFields) {
        fields.settings.take(body.named.names, from: body.named.settings)
        if let kind { fields.kind = kind }
        if let sharedWith { fields.sharedWith = sharedWith }
    }
}

extension Problem {
    init(from error: ConfigureLeaderboardError) {
        switch error {
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        case .unknownLeaderboard: self.init(.unknownLeaderboard)
        case .nameTooLong(let limit):
            self.init(
                .invalidParameter, error.sentence + ".", field: error.field, reason: .tooLong,
                values: Values(maximum: limit))
        case .missingLanguage(let language):
            self.init(
                .invalidParameter, error.sentence + ".", field: error.field, reason: .noLocalization,
                values: Values(language: language.text))
        case .languageTwice(let language):
            self.init(
                .invalidParameter, error.sentence + ".", field: error.field, reason: .twice,
                values: Values(id: language.text))
        case .tooManyLanguages(let limit), .tooManyShares(let limit):
            self = .tooMany(limit, error.sentence + ".", kind: .invalidParameter, field: error.field)
        case .idTaken: self.init(.conflict, error.sentence + ".", field: error.field, reason: .taken)
        case .tooManyLeaderboards(let limit): self = .tooMany(limit, error.sentence + ".", field: error.field)
        case .frozen: self.init(.conflict, error.sentence + ".", field: error.field, reason: .frozen)
        case .emptyName, .hiddenCharacter, .twoKinds, .partCount, .partTwice, .unknownPart, .partNotClassic,
            .partDiffers, .combinedCannot, .notAGroup, .unknownShare, .sharedTwice, .groupDiffers, .cannotMove,
            .unknownSimulator:
            self.init(.invalidParameter, error.sentence + ".", field: error.field)
        case .cannotRemoveReleased, .kindHasScores, .partOfCombined, .sharedByMove:
            self.init(.conflict, error.sentence + ".", field: error.field)
        }
    }
}
