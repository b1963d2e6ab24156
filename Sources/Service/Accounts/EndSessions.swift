public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Ends the session that asks for it.
public struct SignOut: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// Done already is done too.
    public func callAsFunction(_ session: Session) async throws(EndSessionsError) {
        _ = try await EndSessionsError.translating { () throws(StoreError) in
            try await accounts.directory.endSession(session.id)
        }
        accounts.sessions.end(session.id)
    }
}

/// Ends every session of a player, on all devices.
public struct EndSessions: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    public func callAsFunction(of player: PlayerNumber) async throws(EndSessionsError) {
        try await EndSessionsError.translating { () throws(StoreError) in
            try await accounts.directory.endSessions(of: player)
        }
        accounts.sessions.end(of: player)
    }
}

public enum EndSessionsError: Error, StoreFailure, Hashable, Sendable {
    case unavailable
    case broken(reason: String)
}

/// Puts into the store what memory knows of sessions and devices, and deletes sessions that have been idle for
/// too long or are too old. To be run about once a minute, and once more before the program ends.
public struct TidySessions: Sendable {
    /// Idle sessions deleted in one go, so that no other write waits long.
    static let batchLimit = 1_000
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Throws: when the store did not take it; nothing is lost, the next run tries again.
    public func callAsFunction() async throws(EndSessionsError) {
        let lastUsed = accounts.sessions.takeUnsaved()
        let emptyQueues = accounts.contacts.takeUnsaved()
        do {
            try await accounts.directory.note(lastUsed: lastUsed, emptyQueues: emptyQueues)
        } catch {
            accounts.sessions.putBack(lastUsed)
            accounts.contacts.putBack(emptyQueues)
            throw EndSessionsError(error)
        }
        let now = accounts.leastNow
        _ = try await EndSessionsError.translating { () throws(StoreError) in
            try await accounts.directory.endSessions(
                lastUsedBefore: now.advanced(by: -ActiveSessions.idleLimit),
                createdBefore: now.advanced(by: -ActiveSessions.lifetime), ofAdministrators: false,
                limit: Self.batchLimit)
        }
        _ = try await EndSessionsError.translating { () throws(StoreError) in
            try await accounts.directory.endSessions(
                lastUsedBefore: now.advanced(by: -ActiveSessions.administratorIdleLimit),
                createdBefore: now.advanced(by: -ActiveSessions.administratorLifetime), ofAdministrators: true,
                limit: Self.batchLimit)
        }
    }
}
