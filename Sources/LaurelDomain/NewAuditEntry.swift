/// An act before it is durable. It is written in the same transaction as what it tells of, so neither is there
/// without the other.
public struct NewAuditEntry: Hashable, Sendable {
    /// Characters of ``subject`` and of ``changes``; what is longer is cut.
    public static let subjectLimit = 200
    public static let changesLimit = 1_000

    public var actor: AuditActor
    public var action: AuditAction
    /// Nil: it concerns the whole server.
    public var team: TeamNumber?
    public var app: AppNumber?
    public var environment: Environment?
    /// Whom it was done to.
    public var player: PlayerNumber?
    /// The id of what it was done to, as the interface shows it: a leaderboard's, a key's. No player's name.
    public let subject: String
    /// What changed, in short: `sortOrder highToLow → lowToHigh; isHidden false → true`. No player's name.
    public let changes: String
    public var time: Timestamp
    /// The request's id, as in the log and in problems; empty: none.
    public var requestID: String

    public init(
        _ action: AuditAction, by actor: AuditActor, team: TeamNumber? = nil, app: AppNumber? = nil,
        environment: Environment? = nil, player: PlayerNumber? = nil, subject: String = "", changes: String = "",
        time: Timestamp, requestID: String = ""
    ) {
        self.action = action
        self.actor = actor
        self.team = team
        self.app = app
        self.environment = environment
        self.player = player
        self.subject = Self.cut(subject, to: Self.subjectLimit)
        self.changes = Self.cut(changes, to: Self.changesLimit)
        self.time = time
        self.requestID = requestID
    }

    /// Cut between characters, at most 16 bytes each: no limit is passed by a pile of accents.
    private static func cut(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var cut = ""
        var bytes = 0
        for character in text.prefix(limit - 1) {
            bytes += character.utf8.count
            guard bytes <= limit * 16 else { break }
            cut.append(character)
        }
        return cut.utf8.count == text.utf8.count ? text : cut + "…"
    }
}
