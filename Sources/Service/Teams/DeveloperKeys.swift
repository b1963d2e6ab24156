public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Makes a key for a program, such as configuration as code in CI.
public struct MakeKey: Sendable {
    private let teams: Teams
    public init(_ teams: Teams) { self.teams = teams }

    /// - Parameter days: how long it is good for.
    public func callAsFunction(
        name: String, role: TeamRole, days: Int, of team: TeamNumber, by administrator: Administrator
    ) async throws(TeamError) -> MadeKey {
        try Teams.checkName(name)
        guard TeamLimits.keyDays.contains(days) else { throw .keyDays(TeamLimits.keyDays) }
        guard role != .owner else { throw .keyRole }
        return try await teams.change(.manageKeys, in: team, by: administrator) { () throws(TeamError) in
            guard teams.roster.keys(of: team).count < TeamLimits.keys else {
                throw .tooManyKeys(limit: TeamLimits.keys)
            }
            let secret = KeySecret.make(teams.accounts.random)
            let now = teams.now
            let maker = maker(administrator, team)
            let new = NewDeveloperKey(
                digest: teams.accounts.digest(secret), team: team, name: name, role: role, maker: maker, created: now,
                expires: now.advanced(by: .days(Int64(days))))
            let entry = administrator.entry(
                .keyCreate, team: team, subject: name, changes: "role \(role.name); \(days) days", at: now)
            let key = try await TeamError.translating { () throws(StoreError) in
                try await teams.directory.addKey(new, entry)
            }
            teams.roster.put(key, new.digest)
            return MadeKey(key: key, secret: secret)
        }
    }

    /// Whom the key goes with. Only an administrator of the server who is not in the team makes one that nobody's
    /// leaving ends.
    private func maker(_ administrator: Administrator, _ team: TeamNumber) -> PlayerNumber? {
        guard administrator.isAboveTeams else { return administrator.player }
        return administrator.player.flatMap { teams.roster.member($0, of: team)?.player }
    }
}

/// A key with its secret, which is shown this once.
public struct MadeKey: Sendable {
    public let key: DeveloperKey
    public let secret: String
}

/// Ends a key, at once.
public struct RevokeKey: Sendable {
    private let teams: Teams
    public init(_ teams: Teams) { self.teams = teams }

    public func callAsFunction(
        _ id: DeveloperKeyID, of team: TeamNumber, by administrator: Administrator
    ) async throws(TeamError) {
        try await teams.change(.manageKeys, in: team, by: administrator) { () throws(TeamError) in
            guard let key = teams.roster.key(id), key.team == team else { throw .unknownKey }
            let entry = administrator.entry(.keyRevoke, team: team, subject: key.name, at: teams.now)
            let wasThere = try await TeamError.translating { () throws(StoreError) in
                try await teams.directory.removeKey(id, of: team, entry)
            }
            teams.roster.remove(id)
            guard wasThere else { throw .unknownKey }
        }
    }
}

/// From a bearer token to a team's key.
public struct AuthenticateKey: Sendable {
    private let teams: Teams
    public init(_ teams: Teams) { self.teams = teams }

    /// Whether a token is a key's, so that nobody looks for it among the sessions.
    public static func isKey(_ token: String) -> Bool { token.hasPrefix(KeySecret.prefix) }

    /// - Returns: nil for one that is unknown, revoked or too old, or whose maker is banned from the server. O(1).
    public func callAsFunction(_ token: String) -> DeveloperKey? {
        guard KeySecret.isWellFormed(token), let key = teams.roster.key(teams.accounts.digest(token)),
            teams.now < key.expires
        else { return nil }
        // It is good again once the ban ends, as its maker is.
        if let maker = key.maker, teams.accounts.catalogue.bans.isBannedEverywhere(maker) { return nil }
        return key
    }
}

/// A key's secret: `laurel_` and 256 random bits. The prefix lets people, and scanners of source code, see what it is.
enum KeySecret {
    static let prefix = "laurel_"

    static func make(_ random: Random) -> String { prefix + Token.make(random) }

    static func isWellFormed(_ text: String) -> Bool {
        text.hasPrefix(prefix) && Token.isWellFormed(String(text.dropFirst(prefix.utf8.count)))
    }
}
