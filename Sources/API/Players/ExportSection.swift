import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// One part of a player's export: what one area of the service knows of them.
///
/// Code that keeps something about players adds a section to ``all``, and deletes the same at an erasure
/// (`StorageSQLite.ErasureSection`); tests compare both with the tables of the store. The names are those of the
/// document's members: never renamed.
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

    /// A list, element by element.
    static func list(
        _ name: String, _ elements: @escaping @Sendable (Exporting) async throws(ExportFailure) -> Void
    ) -> ExportSection {
        ExportSection(name: name) { export throws(ExportFailure) in
            export.document.beginArray()
            try await elements(export)
            export.document.endArray()
        }
    }
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

    func value(_ write: (inout JSONWriter) -> Void) async throws(ExportFailure) {
        do throws(ExportDocument.BrokenOff) { try await document.value(write) } catch { throw .brokenOff }
    }

    func object(_ write: (inout JSONWriter) -> Void) async throws(ExportFailure) {
        try await value { writer in
            writer.beginObject()
            write(&writer)
            writer.endObject()
        }
    }

    func reading<Value>(
        _ body: () async throws(ExportPlayerError) -> Value
    ) async throws(ExportFailure) -> Value {
        do throws(ExportPlayerError) { return try await body() } catch { throw .failed(Problem(from: error)) }
    }

    func id(_ player: PlayerNumber) -> String { data.accounts.ids.id(of: player, in: .player) }
    func bundleID(_ app: AppNumber?) -> String? { app.flatMap { data.accounts.catalogue.app($0)?.bundleID.text } }
    func leaderboardID(_ number: LeaderboardNumber) -> String? {
        data.accounts.catalogue.leaderboard(number)?.id.text
    }

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
