public import LaurelDomain

/// An entry of the audit log, with names looked up.
public struct AuditAnswer: Hashable, Sendable {
    public var entry: AuditEntry
    /// Who acted, where a player did.
    public var actor: PlayerAnswer?
    /// Whom it was done to.
    public var player: PlayerAnswer?
    public var bundleID: BundleID?
    public var teamID: TeamID?

    public init(
        _ entry: AuditEntry, actor: PlayerAnswer?, player: PlayerAnswer?, bundleID: BundleID?, teamID: TeamID?
    ) {
        self.entry = entry
        self.actor = actor
        self.player = player
        self.bundleID = bundleID
        self.teamID = teamID
    }

    public static let schema = Schema.object(
        "AuditEntry",
        [
            .init("id", .serial), .init("time", Shape<Timestamp>.timestamp.schema),
            .init("by", .enumeration(["player", "key", "operator", "server"])),
            .init("actor", .nullable(PlayerAnswer.schema)), .init("key", .nullable(.serial)),
            .init("action", .enumeration(AuditAction.allCases.map(\.rawValue))),
            .init("teamID", .nullable(Shape<TeamID>.teamID.schema)),
            .init("bundleID", .nullable(Shape<BundleID>.bundleID.schema)),
            .init("environment", .nullable(Shape<Environment>.environment.schema)),
            .init("player", .nullable(PlayerAnswer.schema)),
            .init("subject", .string(.init(length: 0...NewAuditEntry.subjectLimit * 16, example: "HighScores"))),
            .init(
                "changes",
                .string(.init(length: 0...NewAuditEntry.changesLimit * 16, example: "isHidden false → true"))),
            .init("requestID", .string(.init(length: 0...200, example: "3bsarc06njyg0"))),
        ])
    public static let pageSchema = Schema.object(
        "AuditPage",
        [.init("entries", .array(schema, countLimit: RankWindow.countLimit)), .init("next", .nullable(.serial))])
}

extension JSONWriter {
    public mutating func value(_ answer: AuditAnswer) {
        let content = answer.entry.content
        beginObject()
        field("id", String(answer.entry.id.rawValue))
        field("time", content.time)
        var usedKey: DeveloperKeyID?
        switch content.actor {
        case .player: field("by", "player")
        case .key(let id):
            field("by", "key")
            usedKey = id
        case .operator: field("by", "operator")
        case .server: field("by", "server")
        }
        optional("actor", answer.actor)
        field("key", usedKey.map { String($0.rawValue) })
        field("action", content.action.rawValue)
        field("teamID", answer.teamID?.text)
        field("bundleID", answer.bundleID?.text)
        field("environment", content.environment?.name)
        optional("player", answer.player)
        field("subject", content.subject)
        field("changes", content.changes)
        field("requestID", content.requestID)
        endObject()
    }
}
