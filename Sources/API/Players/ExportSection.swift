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
        providerLinks,
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
        likes,
        imports,
        scores,
        defaultLeaderboards,
        achievements,
        challenges,
        challengeMutes,
        groupChallenges,
        matches,
        parties,
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
