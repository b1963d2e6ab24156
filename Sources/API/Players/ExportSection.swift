import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// One part of a player's export: what one area of the service knows of them.
///
/// Code that keeps something about players adds a section to ``all``, and deletes the same at an erasure
/// (`StorageSQLite.ErasureSection`); tests compare both with the tables of the store. The names are those of the
/// document's members, as ``LaurelWire/PlayerExportAnswer`` defines them: never renamed.
struct ExportSection: Sendable {
    let name: String
    /// Writes one JSON value.
    let write: @Sendable (Exporting) async throws(ExportFailure) -> Void

    static let all: [ExportSection] = [
        profile,
        sessions,
        devices,
        teams,
        notificationSettings,
        pushSubscriptions,
        friends,
        friendRequests,
        blocked,
        friendInvitations,
        friendListConsents,
        scores,
        defaultLeaderboards,
        achievements,
        challenges,
        challengeMutes,
        savedGames,
        replays,
        shares,
        notices,
        reports,
        bans,
    ]

    /// A field that is one value.
    static func one<Value>(
        _ field: StreamedField<PlayerExportAnswer, Value, Value>,
        _ read: @escaping @Sendable (Exporting) async throws(ExportFailure) -> Value
    ) -> ExportSection {
        ExportSection(name: field.name) { export throws(ExportFailure) in
            try await export.write(try await read(export), as: field.piece)
        }
    }

    /// A list, element by element.
    static func list<Element>(
        _ field: StreamedField<PlayerExportAnswer, [Element], Element>,
        _ elements: @escaping @Sendable (ExportingList<Element>) async throws(ExportFailure) -> Void
    ) -> ExportSection {
        ExportSection(name: field.name) { export throws(ExportFailure) in
            export.document.beginArray()
            try await elements(ExportingList(export: export, element: field.piece))
            export.document.endArray()
        }
    }
}

/// A list of an export under way.
struct ExportingList<Element> {
    let export: Exporting
    fileprivate let element: Shape<Element>

    /// Waits until there is room for it.
    func append(_ value: Element) async throws(ExportFailure) { try await export.write(value, as: element) }
}

/// An export under way.
struct Exporting {
    let data: PlayerData
    let player: PlayerNumber
    let document: ExportDocument

    var records: ReadOwnRecords {
        ReadOwnRecords(
            data.accounts, data.friends, data.challenges, data.savedGames, data.inboxes, data.deliveries,
            data.moderation)
    }

    /// One value, which is held in memory whole.
    func write<Value>(_ value: Value, as shape: Shape<Value>) async throws(ExportFailure) {
        do throws(ExportDocument.BrokenOff) {
            try await document.value { $0.value(value, as: shape) }
        } catch {
            throw .brokenOff
        }
    }

    /// A field before the sections.
    func write<Value>(
        _ value: Value, as field: StreamedField<PlayerExportAnswer, Value, Value>
    ) async throws(ExportFailure) {
        document.key(field.name)
        try await write(value, as: field.piece)
    }

    func reading<Value>(
        _ body: () async throws(ExportPlayerError) -> Value
    ) async throws(ExportFailure) -> Value {
        do throws(ExportPlayerError) { return try await body() } catch { throw .failed(Problem(from: error)) }
    }

    func id(_ player: PlayerNumber) -> String { data.accounts.ids.id(of: player, in: .player) }
    func bundleID(_ app: AppNumber?) -> BundleID? { app.flatMap { data.accounts.catalogue.app($0)?.bundleID } }
    func leaderboardID(_ number: LeaderboardNumber) -> LeaderboardID? {
        data.accounts.catalogue.leaderboard(number)?.id
    }
    func achievementID(_ number: AchievementNumber) -> AchievementID? {
        data.accounts.catalogue.achievements.achievement(number)?.id
    }
    func teamID(_ number: TeamNumber) -> TeamID? { data.teams.roster.team(number)?.id }

    /// Every game in both of its environments.
    var environments: [(App, Environment)] {
        data.accounts.catalogue.apps().flatMap { app in Environment.allCases.map { (app, $0) } }
    }
}

enum ExportFailure: Error {
    case failed(Problem)
    /// Nobody reads any more.
    case brokenOff
}

extension Problem {
    init(from error: ExportPlayerError) {
        switch error {
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
