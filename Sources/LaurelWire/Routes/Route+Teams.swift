public import LaurelDomain

/// Which page of an audit log is read.
public struct AuditQuery: Hashable, Sendable {
    /// Entries from before this one; nil: from the latest on.
    public var before: AuditID?
    public var count: Int

    public init(before: AuditID? = nil, count: Int = RankWindow.countLimit) {
        self.before = before
        self.count = count
    }
}

extension Route {
    /// The team in the path.
    public var teamID: TeamID? {
        switch self {
        case .team(let id), .updateTeam(let id), .members(let id), .changeRole(let id, _), .removeMember(let id, _),
            .teamInvitations(let id), .inviteMember(let id), .revokeTeamInvitation(let id, _), .keys(let id),
            .makeKey(let id), .revokeKey(let id, _), .audit(let id, _):
            id
        case .deleteTeam(let id): id
        default: nil
        }
    }

    /// The invitation in the path.
    public var invitationID: TeamInvitationID? {
        if case .revokeTeamInvitation(_, let id) = self { id } else { nil }
    }

    /// The key in the path.
    public var keyID: DeveloperKeyID? { if case .revokeKey(_, let id) = self { id } else { nil } }
}

extension Route {
    // `/v1/connect/teams/{teamID}/…/{…}`

    static func teamID(_ path: [String]) throws(Refusal) -> TeamID {
        guard let id = Parameter.teamID.parse(path[3]) else { throw .invalidParameter("teamID") }
        return id
    }

    static func invitationID(_ path: [String]) throws(Refusal) -> TeamInvitationID {
        guard let id = Parameter.invitationID.parse(path[5]) else { throw .invalidParameter("invitationID") }
        return id
    }

    static func keyID(_ path: [String]) throws(Refusal) -> DeveloperKeyID {
        guard let id = Parameter.keyID.parse(path[5]) else { throw .invalidParameter("keyID") }
        return id
    }

    static func auditQuery(_ query: inout QueryReader) throws(Refusal) -> AuditQuery {
        AuditQuery(before: try query.take(.before), count: try query.take(.count) ?? RankWindow.countLimit)
    }
}

extension Endpoint {
    var teamExamples: [Route] {
        guard let team = Parameter.teamID.parse("9QK2M9XA0T") else { return [] }
        switch self {
        case .teams: return [.teams]
        case .foundTeam: return [.foundTeam]
        case .team: return [.team(team)]
        case .updateTeam: return [.updateTeam(team)]
        case .deleteTeam: return [.deleteTeam(team)]
        case .members: return [.members(team)]
        case .changeRole: return [.changeRole(team, player: "G:1000001")]
        case .removeMember: return [.removeMember(team, player: "G:1000001")]
        case .teamInvitations: return [.teamInvitations(team)]
        case .inviteMember: return [.inviteMember(team)]
        case .revokeTeamInvitation: return [.revokeTeamInvitation(team, TeamInvitationID(7))]
        case .joinTeam: return [.joinTeam]
        case .inviteDeveloper: return [.inviteDeveloper]
        case .keys: return [.keys(team)]
        case .makeKey: return [.makeKey(team)]
        case .revokeKey: return [.revokeKey(team, DeveloperKeyID(7))]
        case .audit: return [.audit(team, AuditQuery()), .audit(team, AuditQuery(before: AuditID(7), count: 1))]
        case .serverAudit: return [.serverAudit(AuditQuery()), .serverAudit(AuditQuery(before: AuditID(7), count: 1))]
        default: return []
        }
    }
}

// MARK: Parameters

extension Parameter where Value: Sendable {
    /// A number of ours that callers hand back as it is: digits.
    static func serial(
        _ name: StaticString, _ make: @escaping @Sendable (Int64) -> Value,
        _ number: @escaping @Sendable (Value) -> Int64
    ) -> Parameter {
        Parameter(
            name: name, schema: Schema.serial,
            parse: { text in
                guard let number = Int64(text), number > 0, String(number) == text else { return nil }
                return make(number)
            }, print: { String(number($0)) })
    }
}

extension Schema {
    /// The id of an invitation, a key, an entry.
    static let serial = Schema.string(.init(length: 1...19, pattern: "^[1-9][0-9]*$", example: "7"))
}

extension Parameter where Value == TeamID {
    static let teamID = Parameter(
        name: "teamID", schema: Shape<TeamID>.teamID.schema,
        parse: { text in
            do throws(InvalidIdentifier) { return try TeamID(text) } catch { return nil }
        }, print: { $0.text })
}

extension Parameter where Value == TeamInvitationID {
    static let invitationID = serial("invitationID", { TeamInvitationID($0) }, { $0.rawValue })
}

extension Parameter where Value == DeveloperKeyID {
    static let keyID = serial("keyID", { DeveloperKeyID($0) }, { $0.rawValue })
}

extension Parameter where Value == AuditID {
    static let before = serial("before", { AuditID($0) }, { $0.rawValue })
}
