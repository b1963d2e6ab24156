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

    /// A new connection is cut, too, when its server fell silent meanwhile.
    private static let tries = 2

    /// The marks of further connections stay in their table.
    static let settledLinesLimit = 128

    let server: String
    /// Who takes a connection has one.
    let turns = PostgresTurns()
    let sockets: LiveSockets
    /// Known by who looks at all places at once. Others are not connected to: a former primary that goes on takes no
    /// commit, and answers from its past.
    private let primary: Primary
    private let idle = Mutex<[Idle]?>([])
    private let settledLines = Mutex<[Int64]>([])

    private final class Primary: Sendable {
        /// Nil: whichever libpq finds.
        let host = Mutex<PostgresHosts.Host?>(nil)
    }

    init(server: String) {
        self.server = server
        sockets = LiveSockets()
        primary = Primary()
    }

    /// Another one for the same server: cut together with `pool`, and connected to the same place.
    init(beside pool: PostgresPool) {
        server = pool.server
        sockets = pool.sockets
        primary = pool.primary
    }

    /// From here on new connections go to this place.
    func setPrimary(_ host: PostgresHosts.Host) { primary.host.withLock { $0 = host } }

    /// Connects when none is idle.
    func take() throws(StoreError) -> PostgresConnection {
        let known = try idle.withLock { idle throws(StoreError) -> Idle? in
            guard idle != nil else { throw .unavailable }
            return idle?.popLast()
        }
        if let known { return known.connection }
        return try connect()
    }

    func connect() throws(StoreError) -> PostgresConnection {
        for _ in 0..<Self.tries {
            let cuts = sockets.cuts
            let connection = try PostgresConnection(to: server, at: primary.host.withLock { $0 })
            if connection.enter(sockets, since: cuts) { return connection }
        }
        throw .unavailable
    }

    /// The first connection, or what is in its way, for the operator.
    func opened() throws(PostgresOpenError) -> PostgresConnection {
        guard let host = primary.host.withLock({ $0 }) else { return try PostgresConnection.opened(to: server) }
        do throws(StoreError) { return try PostgresConnection(to: server, at: host) } catch { throw .store(error) }
    }

    /// All connections are lost, those too that somebody waits for: their server is silent.
    func cut() {
        sockets.cut()
        dropIdle()
    }

    func putBack(_ connection: PostgresConnection) {
        // The others are as old as one that was lost.
        guard connection.isConnected else { return dropIdle() }
        guard connection.isIdle else { return }
        let returned = Idle(connection: connection)
        let isKept = idle.withLock { idle in
            guard idle?.count ?? .max < Self.idleLimit else { return false }
            idle?.append(returned)
            return true
        }
        if !isKept { noteSettled(connection) }
    }

    func dropIdle() {
        let dropped = idle.withLock { idle in
            defer { idle?.removeAll() }
            return idle ?? []
        }
        for each in dropped { noteSettled(each.connection) }
    }

    /// - Parameter connection: to be closed. All that it has sent was answered: so nobody asks about a commit of it any
    ///   more, and none of them can arrive late.
    private func noteSettled(_ connection: PostgresConnection) {
        guard let line = connection.line else { return }
        settledLines.withLock { if $0.count < Self.settledLinesLimit { $0.append(line) } }
    }

    /// Of connections that were closed, whose marks nobody needs any more. Each is given once.
    func takeSettledLines() -> [Int64] {
        settledLines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }

    /// Those that are in use are closed when they are put back.
    func close() { idle.withLock { $0 = nil } }
}
