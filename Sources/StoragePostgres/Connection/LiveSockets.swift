import Glibc
import Synchronization

/// The sockets of connections that are in use or idle, so that any thread can cut them all.
///
/// A thread that waits for a server's answer waits for ever when that server was stopped: the kernel there goes on to
/// acknowledge TCP's keepalives. Cut, it has lost its connection.
///
/// Each is kept under a second descriptor. libpq closes its own whenever it finds the connection lost, and by then the
/// number may belong to another file.
final class LiveSockets: Sendable {
    private struct State {
        var descriptors: [Int: Int32] = [:]
        var cuts = 0
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// How often all were cut.
    var cuts: Int { state.withLock { $0.cuts } }

    /// One socket, for as long as this lives.
    final class Entry: Sendable {
        private let sockets: LiveSockets
        private let number: Int

        fileprivate init(_ number: Int, among sockets: LiveSockets) { (self.sockets, self.number) = (sockets, number) }

        deinit { sockets.remove(number) }
    }

    /// - Parameter cuts: from before it was connected, maybe to a server that was given up since.
    /// - Returns: nil when all were cut since then, or the process has no descriptor left.
    func enter(_ socket: Int32, since cuts: Int) -> Entry? {
        let number = state.withLock { state -> Int? in
            guard state.cuts == cuts else { return nil }
            let descriptor = fcntl(socket, F_DUPFD_CLOEXEC, 0)
            guard descriptor >= 0 else { return nil }
            state.lastNumber += 1
            state.descriptors[state.lastNumber] = descriptor
            return state.lastNumber
        }
        return number.map { Entry($0, among: self) }
    }

    private func remove(_ number: Int) {
        state.withLock { state in
            if let descriptor = state.descriptors.removeValue(forKey: number) { close(descriptor) }
        }
    }

    /// A thread that waits for one of them has lost its connection. Doesn't block.
    func cut() {
        state.withLock { state in
            state.cuts += 1
            for descriptor in state.descriptors.values { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }
}
