import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Leaderboards, as developers see them.
extension APIHandler {
    func appLeaderboards(_ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let leaderboards = services.catalogue.leaderboards(of: try find(bundleID).number)
        return .now(
            answers.json(capacity: 4_096) { writer in
                writer.beginObject()
                writer.key("leaderboards")
                writer.beginArray()
                for leaderboard in leaderboards { writer.value(configured: configured(leaderboard)) }
                writer.endArray()
                writer.endObject()
            })
    }

    func appLeaderboard(_ bundleID: BundleID, _ id: LeaderboardID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let leaderboard = try find(id, of: try find(bundleID))
        return .now(answers.json { $0.value(configured: configured(leaderboard)) })
    }

    func createLeaderboard(_ request: Request, _ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try find(bundleID)
        let body = try LeaderboardBody(of: request)
        try checkWords(body.referenceName ?? body.id?.text, field: "referenceName")
        try checkWords(body.localizations)
        let new = try resolving { () throws(ConfigureLeaderboardError) in
            try NewLeaderboard(wire: body, of: app, services.catalogue)
        }
        return later(request) { [self] () async throws(Problem) in
            do throws(ConfigureLeaderboardError) {
                let made = try await services.configureLeaderboard.create(new, of: app, by: administrator)
                guard let leaderboard = made.leaderboard else { throw .unavailable }
                return answers.json(.created) { $0.value(configured: configured(leaderboard)) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func updateLeaderboard(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try find(bundleID)
        let number = try find(id, of: app).number
        let body = try LeaderboardChangeBody(of: request)
        try checkWords(body.referenceName, field: "referenceName")
        try checkWords(body.localizations ?? [])
        let change = try resolving { () throws(ConfigureLeaderboardError) in
            try LeaderboardChange(body, of: app, services.catalogue)
        }
        return later(request) { [self] () async throws(Problem) in
            do throws(ConfigureLeaderboardError) {
                let changed = try await services.configureLeaderboard.update(number, of: app, by: administrator) {
                    change.apply(to: &$0)
                }
                guard let leaderboard = changed.leaderboard else { throw .unknownLeaderboard }
                return answers.json {
                    $0.value(configured: configured(leaderboard), hiddenEntries: changed.hiddenEntries)
                }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func deleteLeaderboard(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try find(bundleID)
        let number = try find(id, of: app).number
        return later(request) { [self] () async throws(Problem) in
            do throws(ConfigureLeaderboardError) {
                try await services.configureLeaderboard.remove(number, of: app, by: administrator)
                return answers.noContent()
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func moveLeaderboard(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try find(bundleID)
        let number = try find(id, of: app).number
        guard let group = try MoveLeaderboardBody(of: request).group else {
            throw Problem(.invalidParameter, field: "into")
        }
        return later(request) { [self] () async throws(Problem) in
            do throws(ConfigureLeaderboardError) {
                let moved = try await services.configureLeaderboard.move(
                    number, of: app, into: group, by: administrator)
                guard let leaderboard = moved.leaderboard else { throw .unknownLeaderboard }
                return answers.json { $0.value(configured: configured(leaderboard)) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    // MARK: Parts

    private func configured(_ leaderboard: Leaderboard) -> AppLeaderboardAnswer {
        AppLeaderboardAnswer(
            leaderboard: leaderboard, kind: services.catalogue.kind(of: leaderboard),
            sharedWith: services.catalogue.apps(sharing: leaderboard))
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
                referenceName: body.referenceName ?? id.text, format: body.format,
                submissionType: body.submissionType, sortOrder: body.sortOrder, range: body.range,
                isDefault: body.isDefault, isHidden: body.isHidden, localizations: body.localizations,
                kind: try catalogue.kind(try body.kind, of: app), sharedWith: try catalogue.apps(body.sharedWith),
                replays: body.replays))
    }
}

extension LeaderboardBody {
    /// Recurring and combined at once is neither.
    var kind: LeaderboardKind<LeaderboardID> {
        get throws(ConfigureLeaderboardError) {
            guard recurrence == nil || parts.isEmpty else { throw .twoKinds }
            return recurrence.map { .recurring($0) } ?? (parts.isEmpty ? .classic : .combined(parts))
        }
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
        if let value = body.referenceName { fields.referenceName = value }
        if let value = body.format { fields.format = value }
        if let value = body.submissionType { fields.submissionType = value }
        if let value = body.sortOrder { fields.sortOrder = value }
        if let value = body.range { fields.range = value }
        if let value = body.isDefault { fields.isDefault = value }
        if let value = body.isHidden { fields.isHidden = value }
        if let value = body.isArchived { fields.isArchived = value }
        if let value = body.localizations { fields.localizations = value }
        if let kind { fields.kind = kind }
        if let sharedWith { fields.sharedWith = sharedWith }
        if let value = body.replays { fields.replays = value }
    }
}

extension Problem {
    init(from error: ConfigureLeaderboardError) {
        switch error {
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        case .unknownLeaderboard: self.init(.unknownLeaderboard)
        case .emptyName, .nameTooLong, .hiddenCharacter, .missingLanguage, .languageTwice, .tooManyLanguages,
            .twoKinds, .partCount, .partTwice, .unknownPart, .partNotClassic, .partDiffers, .combinedCannot, .notAGroup,
            .unknownShare, .sharedTwice, .tooManyShares, .groupDiffers, .cannotMove, .unknownSimulator:
            self.init(.invalidParameter, error.sentence + ".", field: error.field)
        case .idTaken, .tooManyLeaderboards, .frozen, .cannotRemoveReleased, .kindHasScores, .partOfCombined,
            .sharedByMove:
            self.init(.conflict, error.sentence + ".", field: error.field)
        }
    }
}
