public import LaurelDomain

/// Somebody who may do what they ask for on the developers' side: who holds one has been checked. Every change there
/// takes one, and says by ``entry(_:team:app:environment:player:subject:changes:at:)`` whose it was.
public struct Administrator: Hashable, Sendable {
    public let actor: AuditActor
    /// By which request, as logs and problems name it; empty: by none.
    public let requestID: String
    /// Whether they may do everything in all teams, and what concerns the server: the operator and the administrators
    /// of the server. Others have been checked for the one team that they ask about.
    public let isAboveTeams: Bool

    /// Nil: the operator, or a key.
    package var player: PlayerNumber? { if case .player(let player) = actor { player } else { nil } }

    /// Anyone who can open the socket in the data folder.
    public static let `operator` = Administrator(actor: .operator, isAboveTeams: true)

    package init(actor: AuditActor, requestID: String = "", isAboveTeams: Bool) {
        self.actor = actor
        self.requestID = requestID
        self.isAboveTeams = isAboveTeams
    }

    /// The same, by this request.
    public func asking(_ requestID: String) -> Administrator {
        Administrator(actor: actor, requestID: requestID, isAboveTeams: isAboveTeams)
    }

    /// What the audit log says of an act. Write it in the transaction of the act: `Change.Fact.audit` beside rows
    /// of the journal, `AuditTable.insert` in one of the directory.
    public func entry(
        _ action: AuditAction, team: TeamNumber? = nil, app: AppNumber? = nil, environment: Environment? = nil,
        player: PlayerNumber? = nil, subject: String = "", changes: String = "", at time: Timestamp
    ) -> NewAuditEntry {
        NewAuditEntry(
            action, by: actor, team: team, app: app, environment: environment, player: player, subject: subject,
            changes: changes, time: time, requestID: requestID)
    }
}
