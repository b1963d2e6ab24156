/// One act on the developers' side as the audit log keeps it: who did what to what, when, and by which request.
///
/// The log is only ever added to. Players stand in it by number, so that erasing one leaves no name of them here.
public struct AuditEntry: Hashable, Sendable {
    public let id: AuditID
    public let content: NewAuditEntry

    public init(id: AuditID, content: NewAuditEntry) {
        self.id = id
        self.content = content
    }
}

/// A place in the audit log. Later acts have greater ones.
public struct AuditID: Hashable, Comparable, Sendable {
    public let rawValue: Int64
    public init(_ rawValue: Int64) { self.rawValue = rawValue }
    public static func < (left: AuditID, right: AuditID) -> Bool { left.rawValue < right.rawValue }
}

/// Who acted.
public enum AuditActor: Hashable, Sendable {
    case player(PlayerNumber)
    /// A team's key, as a program shows it.
    case key(DeveloperKeyID)
    /// Whoever can open the socket in the data folder.
    case `operator`
    /// The server by itself: a rule of the developer's that a score fell under.
    case server
}

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

/// What was done. Raw values are stored and shown: a case is never renamed.
public enum AuditAction: String, CaseIterable, Hashable, Sendable {
    // Teams
    case teamCreate = "team.create"
    case teamUpdate = "team.update"
    case teamDelete = "team.delete"
    case memberInvite = "member.invite"
    case memberInvitationRevoke = "member.invitation-revoke"
    case memberJoin = "member.join"
    case memberUpdate = "member.update"
    case memberRemove = "member.remove"
    case keyCreate = "key.create"
    case keyRevoke = "key.revoke"
    // Apps
    case appCreate = "app.create"
    case appUpdate = "app.update"
    case appRelease = "app.release"
    case leaderboardCreate = "leaderboard.create"
    case leaderboardUpdate = "leaderboard.update"
    case leaderboardRelease = "leaderboard.release"
    case leaderboardDelete = "leaderboard.delete"
    case testDataWipe = "test-data.wipe"
    // Achievements
    case achievementCreate = "achievement.create"
    case achievementUpdate = "achievement.update"
    case achievementRelease = "achievement.release"
    case achievementDelete = "achievement.delete"
    case webhookSet = "webhook.set"
    case webhookRemove = "webhook.remove"
    case webhookTest = "webhook.test"
    case webhookResend = "webhook.resend"
    // Sets
    case leaderboardSetCreate = "leaderboard-set.create"
    case leaderboardSetUpdate = "leaderboard-set.update"
    case leaderboardSetDelete = "leaderboard-set.delete"
    // Images
    case imageSet = "image.set"
    case imageRemove = "image.remove"
    // Simulators
    case simulatorSet = "simulator.set"
    case simulatorRemove = "simulator.remove"
    // The server's administration
    case playerInvite = "player.invite"
    case developerInvite = "developer.invite"
    case passwordReset = "player.password-reset"
    case playerErasure = "player.erasure"
    case playerExport = "player.export"
    case twoFactorReset = "player.two-factor-reset"
    case playerSignOut = "player.sign-out"
    case administratorLink = "administrator.link"
    case identityRotate = "identity.rotate"
    case administratorClaim = "administrator.claim"
    // Moderation
    case scoreRemove = "score.remove"
    case scoreRestore = "score.restore"
    case playerBan = "player.ban"
    case playerUnban = "player.unban"
    case playerRename = "player.rename"
    case contentRemoval = "content.removal"
    case reviewAccept = "review.accept"
    case reviewReject = "review.reject"
    case moderationUpdate = "moderation.update"
    case wordUpdate = "word.update"
    case scoreExport = "score.export"
}

/// Which part of the audit log is read.
public enum AuditScope: Hashable, Sendable {
    /// Of all teams, and of the server itself.
    case server
    case team(TeamNumber)
}
