public import LaurelDomain

/// An entry of the audit log, with names looked up.
public struct AuditAnswer: Answer, Hashable {
    public var id: AuditID
    public var time: Timestamp
    public var by: By
    /// Who acted, where a player did.
    public var actor: PlayerAnswer?
    /// Which key acted, where one did.
    public var key: DeveloperKeyID?
    public var action: AuditAction
    public var teamID: TeamID?
    public var bundleID: BundleID?
    public var environment: Environment?
    /// Whom it was done to.
    public var player: PlayerAnswer?
    public var subject: String
    public var changes: String
    public var requestID: String

    /// What kind of actor it was.
    public enum By: String, CaseIterable, Sendable { case player, key, `operator`, server }

    public init(
        _ entry: AuditEntry, actor: PlayerAnswer?, player: PlayerAnswer?, bundleID: BundleID?, teamID: TeamID?
    ) {
        let content = entry.content
        var key: DeveloperKeyID?
        let by: By
        switch content.actor {
        case .player: by = .player
        case .key(let id): (by, key) = (.key, id)
        case .operator: by = .operator
        case .server: by = .server
        }
        self.init(
            id: entry.id, time: content.time, by: by, actor: actor, key: key, action: content.action, teamID: teamID,
            bundleID: bundleID, environment: content.environment, player: player, subject: content.subject,
            changes: content.changes, requestID: content.requestID)
    }

    private init(
        id: AuditID, time: Timestamp, by: By, actor: PlayerAnswer?, key: DeveloperKeyID?, action: AuditAction,
        teamID: TeamID?, bundleID: BundleID?, environment: Environment?, player: PlayerAnswer?, subject: String,
        changes: String, requestID: String
    ) {
        self.id = id
        self.time = time
        self.by = by
        self.actor = actor
        self.key = key
        self.action = action
        self.teamID = teamID
        self.bundleID = bundleID
        self.environment = environment
        self.player = player
        self.subject = subject
        self.changes = changes
        self.requestID = requestID
    }

    public static let name = "AuditEntry"
    public static let fields = Fields(
        AnswerField("id", .auditID, \.id),
        AnswerField("time", .timestamp, \.time),
        AnswerField("by", .word(By.allCases.map { ($0.rawValue, $0) }), \.by),
        AnswerField(orNull: "actor", PlayerAnswer.shape, \.actor),
        AnswerField(orNull: "key", .keyID, \.key),
        AnswerField("action", .word(AuditAction.allCases.map { ($0.rawValue, $0) }), \.action),
        AnswerField(orNull: "teamID", .teamID, \.teamID),
        AnswerField(orNull: "bundleID", .bundleID, \.bundleID),
        AnswerField(orNull: "environment", .environment, \.environment),
        AnswerField(orNull: "player", PlayerAnswer.shape, \.player),
        AnswerField("subject", .text(0...NewAuditEntry.subjectLimit * 16, example: "HighScores"), \.subject),
        AnswerField(
            "changes", .text(0...NewAuditEntry.changesLimit * 16, example: "isHidden false → true"), \.changes),
        AnswerField("requestID", .text(0...200, example: "3bsarc06njyg0"), \.requestID),
        make: Self.init(
            id:time:by:actor:key:action:teamID:bundleID:environment:player:subject:changes:requestID:))
}

/// The newest first.
public struct AuditPageAnswer: Answer {
    public var entries: [AuditAnswer]
    /// Where the next page begins; nil: there is none.
    public var next: AuditID?

    public init(entries: [AuditAnswer], next: AuditID?) {
        self.entries = entries
        self.next = next
    }

    public static let name = "AuditPage"
    public static let fields = Fields(
        AnswerField("entries", listOf: AuditAnswer.shape, countLimit: RankWindow.countLimit, \.entries),
        AnswerField(orNull: "next", .auditID, \.next),
        make: Self.init(entries:next:))
}
