import Glibc
import LaurelClient
import LaurelStorageSQLite
import LaurelWire

/// A server that may be starting: commands wait for it instead of failing.
struct StartingServer {
    /// Ranks of ten million scores are ready in less.
    static let patience = Duration.seconds(120)
    private static let pause = Duration.milliseconds(100)
    let folder: String

    /// - Returns: true once the folder's server is ready; false when no server uses the folder.
    func isReady() async throws -> Bool {
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: Self.patience)
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
        let transport = UnixSocketTransport(path: path)
        let request = Client(server: .local, transport: transport).request(.system(.readiness))
        do throws(TransportError) {
            return try await transport.send(request).status == 503 ? .starting : .ready
        } catch {
            // Not HTTP: the next request says so. Everything else: it just stopped, or has much to do, as the next look
            // says.
            if case .other = error { return .ready }
            return .starting
        }
    }

    /// - Returns: a connection; nil: nobody listens there.
    private func connect(to path: String) throws(Failure) -> Int32? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard path.utf8.count < capacity else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure("can't create a socket (error \(errno))", status: 1) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if result == 0 { return descriptor }
        let reason = errno
        Glibc.close(descriptor)
        if reason == EACCES { throw Failure("\(path) belongs to another user; run this as that user", status: 1) }
        return nil
    }
}
