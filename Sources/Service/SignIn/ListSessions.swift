public import LaurelDomain
import LaurelScores
import LaurelStorage

/// A session in its player's list.
public struct OwnSession: Hashable, Sendable {
    public let id: SessionID
    public let binding: Binding
    /// Nil: the device gave itself no name.
    public let device: DeviceName?
    public let created: Timestamp
    /// Exact to ``ActiveSessions/lastUsedResolution``.
    public let lastUsed: Timestamp
}

/// A player's sessions, on all devices (OWASP ASVS 5.0, 7.5.2).
public struct ListSessions: Sendable {
    /// The latest used ones. More than ``ActiveSessions/countLimitPerPlayer`` are from before there was that limit.
    public static let countLimit = 500
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// The last used one first.
    public func callAsFunction(of player: PlayerNumber) async throws(EndSessionsError) -> [OwnSession] {
        let now = accounts.clock.now()
        let sessions = try await EndSessionsError.translating { () throws(StoreError) in
            try await accounts.directory.sessions(of: player)
        }
        let standing = sessions.filter { !$0.record.isOver(at: now) }
        return standing.prefix(Self.countLimit).map { session in
            OwnSession(
                id: session.record.id, binding: session.record.binding, device: session.deviceName,
                created: session.record.created, lastUsed: session.record.lastUsed)
        }
    }
}

/// Ends one of a player's sessions, or all but the one that asks.
public struct EndOwnSessions: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Returns: false when the player has no such session.
    public func callAsFunction(_ id: SessionID, of player: PlayerNumber) async throws(EndSessionsError) -> Bool {
        let wasThere = try await EndSessionsError.translating { () throws(StoreError) in
            try await accounts.directory.endSession(id, of: player)
        }
        if wasThere { accounts.sessions.end(id) }
        return wasThere
    }

    /// All of them, for an administrator's reason: the player's secrets stay as they are.
    public func all(of player: PlayerNumber) async throws(EndSessionsError) {
        try await EndSessions(accounts)(of: player)
    }

    /// What devices and web games were allowed and have not fetched goes too, whichever session allowed it.
    public func others(than session: Session) async throws(EndSessionsError) {
        _ = try await EndSessionsError.translating { () throws(StoreError) in
            try await accounts.directory.endSessions(of: session.player, except: session.id)
        }
        accounts.sessions.end(of: session.player, except: session.id)
    }
}
