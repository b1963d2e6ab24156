import Foundation
import Glibc
import Synchronization

/// Stands between a store and its PostgreSQL server, at a socket of its own, and cuts connections where it is told to.
final class PostgresRelay: Sendable {
    enum Cut: Hashable, Sendable {
        /// What the COMMIT came with never reaches the server.
        case beforeCommit
        /// It arrives once ``release()`` is called; the client has lost its connection long before.
        case commitLater
        /// The server commits; its answer is lost.
        case afterCommit
        /// As ``afterCommit``; from then on nobody gets a connection.
        case forGood
        /// As ``beforeCommit``, but nothing is closed: see ``fallSilent()``.
        case silenceBeforeCommit
        /// The server commits; see ``fallSilent()``.
        case silenceAfterCommit
        /// Nothing is cut: the COMMIT goes on, once what was to be done meanwhile is done.
        case nothing
    }

    /// What libpq takes for the server's address.
    let address: String
    let folder: String
    private let server: String
    private let cut = Mutex<Cut?>(nil)
    private struct Meanwhile {
        var body: (@Sendable () -> Void)?
    }
    private let meanwhile = Mutex(Meanwhile())
    private let isRefusing = Atomic(false)
    /// How many of the next connections are refused.
    private let refusals = Mutex(0)
    private let isSilent = Atomic(false)
    /// How often it fell silent.
    private let silences = Atomic(0)
    private let cuts = Atomic(0)
    private let held = Mutex<[(server: Int32, bytes: [UInt8])]>([])

    private let turns = Atomic(0)

    /// How often a client has said something, and then waited for the server: round trips.
    var turnCount: Int { turns.load(ordering: .sequentiallyConsistent) }

    private let connections = Atomic(0)

    /// How many have connected, or tried to.
    var connectionCount: Int { connections.load(ordering: .sequentiallyConsistent) }

    /// How often it has cut.
    var cutCount: Int { cuts.load(ordering: .sequentiallyConsistent) }

    /// - Parameter server: an address from ``PostgresCluster``.
    init(to server: String) throws {
        let parts = server.split(separator: " ").map { $0.split(separator: "=", maxSplits: 1) }
        let host = parts.first { $0[0] == "host" }?[1] ?? ""
        self.server = "\(host)/.s.PGSQL.5432"
        folder = try Self.newFolder()
        address = server.replacing("host=\(host)", with: "host=\(folder)")
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard Self.with("\(folder)/.s.PGSQL.5432", { bind(listener, $0, $1) }) == 0, listen(listener, 64) == 0 else {
            throw Failure()
        }
        Thread.detachNewThread { [weak self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0, let relay = self else { break }
                relay.take(client)
            }
            close(listener)
        }
    }

    private static func newFolder() throws -> String {
        var template = Array("/tmp/laurel-relay-XXXXXX".utf8CString)
        return try template.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress, mkdtemp(start) != nil else { throw Failure() }
            return String(cString: start)
        }
    }

    deinit {
        // The thread that accepts wakes by this, and ends.
        let waker = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        _ = Self.with("\(folder)/.s.PGSQL.5432") { Glibc.connect(waker, $0, $1) }
        close(waker)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The next COMMIT is cut so.
    ///
    /// - Parameter meanwhile: done before the client hears of it.
    func cutNext(_ cut: Cut, meanwhile: (@Sendable () -> Void)? = nil) {
        self.meanwhile.withLock { $0.body = meanwhile }
        self.cut.withLock { $0 = cut }
    }

    /// Nobody gets a connection from here on.
    func refuse() { isRefusing.store(true, ordering: .sequentiallyConsistent) }

    /// So many do not get one, and those after them do.
    func refuseNext(_ count: Int) { refusals.withLock { $0 = count } }

    /// After ``Cut/forGood`` and ``refuse()``: connections are taken again.
    func takeAgain() { isRefusing.store(false, ordering: .sequentiallyConsistent) }

    /// Like a server that was stopped: connections stay open, new ones are accepted, and nobody hears anything.
    func fallSilent() {
        isSilent.store(true, ordering: .sequentiallyConsistent)
        silences.add(1, ordering: .sequentiallyConsistent)
    }

    /// New connections reach the server again. Those from before hear nothing any more.
    func speakAgain() { isSilent.store(false, ordering: .sequentiallyConsistent) }

    /// What was held is sent, and this returns once the server has answered all of it.
    func release() {
        let waiting = held.withLock { held in
            defer { held = [] }
            return held
        }
        for (server, bytes) in waiting {
            Self.write(bytes, to: server)
            shutdown(server, Int32(SHUT_WR))
            while Self.read(server) != nil {}
            close(server)
        }
    }

    // MARK: Connections

    private func take(_ client: Int32) {
        connections.add(1, ordering: .sequentiallyConsistent)
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard !isRefusing.load(ordering: .sequentiallyConsistent), !isRefused(),
            Self.with(self.server, { Glibc.connect(server, $0, $1) }) == 0
        else {
            close(client)
            close(server)
            return
        }
        let beginsSilent = isSilent.load(ordering: .sequentiallyConsistent)
        let silencesBefore = beginsSilent ? -1 : silences.load(ordering: .sequentiallyConsistent)
        let connection = Connection(client: client, server: server)
        Thread.detachNewThread { [self] in
            while let bytes = Self.read(client), forwards(bytes, connection) {
                if connection.speak(as: .client) { turns.add(1, ordering: .sequentiallyConsistent) }
                if silencesBefore == silences.load(ordering: .sequentiallyConsistent) { Self.write(bytes, to: server) }
            }
            connection.end()
        }
        Thread.detachNewThread { [self] in
            while let bytes = Self.read(server), answers(bytes, connection) {
                _ = connection.speak(as: .server)
                if silencesBefore == silences.load(ordering: .sequentiallyConsistent) { Self.write(bytes, to: client) }
            }
            connection.end()
        }
    }

    private func isRefused() -> Bool {
        refusals.withLock { refusals in
            guard refusals > 0 else { return false }
            refusals -= 1
            return true
        }
    }

    /// From the client. The one byte behind a query's text is 0.
    private func forwards(_ bytes: [UInt8], _ connection: Connection) -> Bool {
        guard Self.has("COMMIT\0", bytes), let cut = cut.withLock({ $0 }) else { return true }
        switch cut {
        case .beforeCommit:
            done()
            return false
        case .commitLater:
            guard let server = connection.keepServer() else { return false }
            held.withLock { $0.append((server, bytes)) }
            done()
            return false
        case .silenceBeforeCommit:
            fallSilent()
            done()
            return true
        case .nothing:
            done()
            return true
        case .afterCommit, .forGood, .silenceAfterCommit: return true
        }
    }

    /// From the server, which names the command that it has done.
    private func answers(_ bytes: [UInt8], _ connection: Connection) -> Bool {
        guard Self.has("COMMIT\0", bytes), let cut = cut.withLock({ $0 }) else { return true }
        if cut == .nothing { return true }
        if cut == .forGood { refuse() }
        if cut == .silenceAfterCommit { fallSilent() }
        done()
        return cut == .silenceAfterCommit
    }

    private func done() {
        cut.withLock { $0 = nil }
        let meanwhile = meanwhile.withLock { meanwhile in
            defer { meanwhile.body = nil }
            return meanwhile.body
        }
        meanwhile?()
        cuts.add(1, ordering: .sequentiallyConsistent)
    }

    /// Both ends; each is closed once, by the thread that ends last.
    private final class Connection: Sendable {
        private let client: Int32
        private let server: Int32
        private let state = Mutex((ends: 0, keepsServer: false))
        enum Side { case client, server }
        private let speaker = Mutex(Side.server)

        init(client: Int32, server: Int32) { (self.client, self.server) = (client, server) }

        /// - Returns: whether the other side has spoken last.
        func speak(as side: Side) -> Bool {
            speaker.withLock { speaker in
                defer { speaker = side }
                return speaker != side
            }
        }

        /// The server doesn't hear that its client is gone.
        func keepServer() -> Int32? {
            state.withLock { $0.keepsServer = true }
            return dup(server)
        }

        func end() {
            let (isLast, keeps) = state.withLock { state in
                state.ends += 1
                return (state.ends == 2, state.keepsServer)
            }
            shutdown(client, Int32(SHUT_RDWR))
            if keeps {
                // Wakes the thread that reads from it, and leaves the connection as it is.
                if isLast { close(server) }
            } else {
                shutdown(server, Int32(SHUT_RDWR))
                if isLast { close(server) }
            }
            if isLast { close(client) }
        }
    }

    // MARK: Sockets

    private static func read(_ socket: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(socket, &bytes, bytes.count)
        return count > 0 ? Array(bytes[..<count]) : nil
    }

    private static func write(_ bytes: [UInt8], to socket: Int32) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    private static func has(_ text: String, _ bytes: [UInt8]) -> Bool {
        let wanted = Array(text.utf8)
        guard bytes.count >= wanted.count else { return false }
        return (0...bytes.count - wanted.count).contains { bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }
    }

    private static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private struct Failure: Error {}
}
