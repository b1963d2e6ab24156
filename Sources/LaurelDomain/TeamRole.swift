/// What a member is in a team. Numbers are stored; a case is never renumbered.
public enum TeamRole: UInt8, CaseIterable, Hashable, Sendable {
    case owner = 1
    case admin = 2
    case developer = 3
    case moderator = 4
    case viewer = 5

    /// As in a body.
    public var name: String {
        switch self {
        case .owner: "owner"
        case .admin: "admin"
        case .developer: "developer"
        case .moderator: "moderator"
        case .viewer: "viewer"
        }
    }

    public init?(name: some StringProtocol) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }

    /// The table of rights: this is the one place that says who may do what.
    public var rights: Set<TeamRight> {
        switch self {
        case .owner: Set(TeamRight.allCases)
        case .admin: Set(TeamRight.allCases).subtracting([.manageTeam])
        case .developer: [.view, .configure, .wipe, .export]
        case .moderator: [.view, .moderate, .export]
        case .viewer: [.view]
        }
    }

    /// Who may give somebody this role or take it away: only an owner makes and unmakes owners.
    public var rightToGrant: TeamRight { self == .owner ? .manageTeam : .manageMembers }
}

/// What may be done in a team.
public enum TeamRight: String, CaseIterable, Hashable, Sendable {
    /// Read its apps with all their configuration, its members, its figures.
    case view
    /// Make and change apps, leaderboards and achievements; delete what was never released.
    case configure
    /// Release an app, which can't be undone.
    case release
    /// Wipe test data in the sandbox.
    case wipe
    /// Take scores out, ban players, decide reports.
    case moderate
    /// Take scores and achievements out as files, with the players' ids.
    case export
    /// Bring scores of players in from elsewhere, and hand out the links by which they claim them.
    case importScores
    /// Read the audit log.
    case audit
    /// Invite, remove and change members, but for owners.
    case manageMembers
    /// Make and revoke keys.
    case manageKeys
    /// Rename the team, require two factors, make and unmake owners.
    case manageTeam
}
