import LaurelStorage
import Synchronization

/// Connections to one server that nobody uses now.
final class PostgresPool: Sendable {
    /// Those beyond this many are closed after use.
    static let idleLimit = 4

    // SAFETY: a connection is taken out of the pool before use and put back after it, so it has one user.
    private struct Idle: @unchecked Sendable {
        let connection: PostgresConnection
    }

    let server: String
    private let idle = Mutex<[Idle]?>([])

    init(server: String) { self.server = server }

    /// Connects when none is idle.
    func take() throws(StoreError) -> PostgresConnection {
        let known = try idle.withLock { idle throws(StoreError) -> Idle? in
            guard idle != nil else { throw .unavailable }
            return idle?.popLast()
        }
        if let known { return known.connection }
        return try connect()
    }

    func connect() throws(StoreError) -> PostgresConnection { try PostgresConnection(to: server) }

    func putBack(_ connection: PostgresConnection) {
        // The others are as old as one that was lost.
        guard connection.isConnected else { return dropIdle() }
        guard connection.isIdle else { return }
        let returned = Idle(connection: connection)
        idle.withLock { if $0?.count ?? .max < Self.idleLimit { $0?.append(returned) } }
    }

    func dropIdle() { idle.withLock { $0?.removeAll() } }

    /// Those that are in use are closed when they are put back.
    func close() { idle.withLock { $0 = nil } }
}
