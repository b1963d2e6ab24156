public import LaurelDomain
public import LaurelScores
public import LaurelStorage

/// What the use cases about teams share.
public struct Teams: Sendable {
    public var directory: any TeamDirectory & AuditDirectory & TwoFactorDirectory
    public var accounts: Accounts
    public var roster: Roster
    public var policy: DeveloperSignUpPolicy
    let gate = SerialGate()

    /// Reads all teams into memory.
    public init(
        _ accounts: Accounts, directory: any TeamDirectory & AuditDirectory & TwoFactorDirectory,
        policy: DeveloperSignUpPolicy = .invitation
    ) async throws(StoreError) {
        self.directory = directory
        self.accounts = accounts
        self.policy = policy
        roster = Roster(try await directory.teamRecords())
    }

    var now: Timestamp { accounts.clock.now() }
}

/// Which players may found a team. Administrators of the server always may.
public enum DeveloperSignUpPolicy: String, CaseIterable, Sendable {
    case open
    case invitation
    case closed
}

/// All limits on teams.
public enum TeamLimits {
    /// Characters of a team's or a key's name.
    public static let nameLength = 64
    /// Teams that one player is in.
    public static let teamsOfPlayer = 20
    public static let members = 100
    /// Invitations of one team that wait.
    public static let invitations = 100
    public static let keys = 50
    public static let invitationLifetime = Timestamp.Span.days(14)
    /// Days that a key is good for.
    public static let keyDays = 1...366
    public static let keyDaysByDefault = 90
}

public enum TeamError: Error, StoreFailure, Hashable, Sendable {
    /// A name has 1 to `limit` characters that are seen.
    case name(limit: Int)
    /// Nobody has this alias.
    case unknownPlayer
    case unknownMember
    case unknownInvitation
    case unknownKey
    case closed
    case invitationRequired
    /// Unknown, spent, too old, or somebody else's.
    case invitationRefused
    case alreadyMember
    case lastOwner
    case notAllowed(TeamRight)
    /// Only administrators of the server found a team for somebody else.
    case foreignOwner
    /// Only one without apps is deleted; an app is archived, never deleted.
    case hasApps
    /// The server's first one is never deleted.
    case firstTeam
    /// Only a person can: not a key, and not the operator without naming one.
    case personNeeded
    /// A guest is no developer (rule 1.11).
    case guest
    case tooManyTeams(limit: Int)
    case tooManyMembers(limit: Int)
    case tooManyInvitations(limit: Int)
    case tooManyKeys(limit: Int)
    /// A key lasts as many days.
    case keyDays(ClosedRange<Int>)
    /// A key is no owner.
    case keyRole
    /// Members who ask it of others have it themselves first.
    case ownTwoFactorFirst
    case unavailable
    case broken(reason: String)
}

extension Teams {
    /// Makes a change for whom it is a right in the team, one change at a time. The right is judged when their turn has
    /// come: it may have ended while they waited, by the very change that they waited for.
    func change<Value>(
        _ right: TeamRight, in team: TeamNumber, by administrator: Administrator,
        _ body: () async throws(TeamError) -> Value
    ) async throws(TeamError) -> Value {
        try await gate.run { () throws(TeamError) in
            try demand(right, of: administrator, in: team)
            return try await body()
        }
    }

    /// To be called inside ``change(_:in:by:_:)``, for changes that take more than one right.
    func demand(_ right: TeamRight, of administrator: Administrator, in team: TeamNumber) throws(TeamError) {
        guard roster.rights(of: administrator, in: team)?.contains(right) == true else { throw .notAllowed(right) }
    }

    static func checkName(_ name: String) throws(TeamError) {
        guard PlainText.holds(name, limit: TeamLimits.nameLength), PlainText.isSeen(name) else {
            throw .name(limit: TeamLimits.nameLength)
        }
    }

    func player(_ alias: Alias) async throws(TeamError) -> Player {
        let player = try await TeamError.translating { () throws(StoreError) in
            try await accounts.directory.player(aliasKey: alias.key)
        }
        guard let player else { throw .unknownPlayer }
        return player
    }
}
