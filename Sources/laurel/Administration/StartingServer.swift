import Glibc
import LaurelClient
import LaurelStorageSQLite
import LaurelWire

/// A server that may be starting: commands wait for it instead of failing. One that answers nothing isn't starting.
struct StartingServer {
    /// Ranks of ten million scores are ready in less.
    private static let startPatience = Duration.seconds(120)
    private static let pause = Duration.milliseconds(100)
    let folder: String
    let patience: AnswerPatience

    /// - Returns: true once the folder's server is ready; false when no server uses the folder.
    func isReady() async throws -> Bool {
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: Self.startPatience)
        var hasSaid = false
        while true {
            switch try await state() {
            case .none: return false
            case .ready: return true
            case .starting: break
            }
            guard clock.now < end else {
                throw Failure("the server is still starting; try again in a minute", status: 1)
            }
            if !hasSaid, Terminal.isWatched { Terminal.complain("Waiting for the server to start…") }
            hasSaid = true
            try await Task.sleep(for: Self.pause)
        }
    }

    private enum State {
        case none
        case starting
        case ready
    }

    private func state() async throws -> State {
        let path = DataFolder.socket(in: folder)
        guard let probe = try connect(to: path) else {
            // The lock is taken before the socket is there.
            return SQLiteStore.isInUse(dataFolder: folder) ? .starting : .none
        }
        Glibc.close(probe)
        do throws(TransportError) {
            return try await Self.readiness(at: path, within: patience.first) == 503 ? .starting : .ready
        } catch {
            switch error {
            // Not HTTP: the next request says so.
            case .other: return .ready
            case .timedOut: throw silence
            // It just stopped, as the next look says.
            case .unreachable, .lost, .insecure, .tooLarge, .cancelled: return .starting
            }
        }
    }

    /// Asks a server whether it's ready.
    ///
    /// - Parameter patience: at least a millisecond.
    /// - Returns: the status of its answer.
    /// - Throws: `timedOut` of one that takes connections and says nothing: its process is paused, or hangs.
    static func readiness(at path: String, within patience: Duration) async throws(TransportError) -> Int {
        let transport = UnixSocketTransport(path: path)
        var client = Client(server: .local, transport: transport)
        client.patience = patience
        return try await transport.send(client.request(.system(.readiness))).status
    }

    /// What to say of a server that answers nothing.
    var silence: Failure {
        guard let process = SQLiteStore.holder(of: folder) else {
            return Failure(
                "the server at \(DataFolder.socket(in: folder)) doesn't answer. End it and start it again: what it "
                    + "has acknowledged is kept", status: 1)
        }
        return Failure(
            "the server (process \(process)) doesn't answer. If it's paused, let it go on: kill -CONT \(process). If "
                + "it hangs, end it (kill -KILL \(process)) and start it again: what it has acknowledged is kept",
            status: 1)
    }

    /// - Returns: a connection; nil: nobody listens there.
    /// - Throws: ``silence``, too, when so many wait to be connected that the kernel takes no more.
    private func connect(to path: String) throws(Failure) -> Int32? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard path.utf8.count < capacity else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure("can't create a socket (error \(errno))", status: 1) }
        let (seconds, attoseconds) = patience.first.components
        var time = timeval(tv_sec: time_t(seconds), tv_usec: suseconds_t(attoseconds / 1_000_000_000_000))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if result == 0 { return descriptor }
        let reason = errno
        Glibc.close(descriptor)
        // Source: unix(7) and socket(7), SO_SNDTIMEO.
        if reason == EAGAIN { throw silence }
        if reason == EACCES { throw Failure("\(path) belongs to another user; run this as that user", status: 1) }
        return nil
    }
}
