import Glibc

/// Starts a program for one piece of work, hands it bytes, and takes its answer: the outside of a process that may be
/// taken over by what it reads. ``HelperRights`` is the inside.
public struct HelperProcess: Sendable {
    public enum Outcome: Sendable {
        /// It ended well; what it wrote.
        case answered([UInt8])
        /// It ended otherwise: by this signal, or nil by itself or since it wrote too much.
        case died(signal: Int32?)
        /// It had no answer in time, so it was killed.
        case late
        /// It could not be started.
        case broken(reason: String)
    }

    /// A program that hands its hidden command to the helper's code.
    public let executable: String
    /// From its start to the end of its answer; then it is killed.
    public let patienceSeconds: Int
    /// More than these and it is killed.
    public let outputBytesLimit: Int

    public init(executable: String, patienceSeconds: Int, outputBytesLimit: Int) {
        self.executable = executable
        self.patienceSeconds = patienceSeconds
        self.outputBytesLimit = outputBytesLimit
    }

    /// Blocks until the process has ended.
    public func exchange(_ words: [String], _ bytes: [UInt8]) -> Outcome {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            return .broken(reason: "can't create a socket for a helper process: error \(errno)")
        }
        defer { close(ends[0]) }
        let spawned = spawn(words, ends[1])
        close(ends[1])
        let process: pid_t
        switch spawned {
        case .success(let started): process = started
        case .failure(let failure): return .broken(reason: failure.reason)
        }
        let end = Self.now() + Int64(patienceSeconds) * 1_000
        let received = send(bytes, to: ends[0], until: end) ? receive(from: ends[0], until: end) : .nothing
        if case .bytes = received {} else { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        switch received {
        case .bytes(let output) where status == 0: return .answered(output)
        case .late: return .late
        // The low seven bits: wait(2).
        default: return .died(signal: status & 0x7F == 0 ? nil : status & 0x7F)
        }
    }

    private struct SpawnFailure: Error { let reason: String }

    private func spawn(_ words: [String], _ end: Int32) -> Result<pid_t, SpawnFailure> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, end, 0)
        posix_spawn_file_actions_adddup2(&actions, end, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var arguments: [UnsafeMutablePointer<CChar>?] = ([executable] + words).map { strdup($0) }
        arguments.append(nil)
        // No environment: nothing in there is a helper's business.
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let result = posix_spawn(&process, executable, &actions, nil, &arguments, &environment)
        guard result == 0 else {
            return .failure(SpawnFailure(reason: "can't start a helper process: error \(result)"))
        }
        return .success(process)
    }

    // MARK: The socket

    private enum Received {
        case bytes([UInt8])
        case late
        case nothing
    }

    /// - Returns: false when the process reads no more.
    private func send(_ bytes: [UInt8], to socket: Int32, until end: Int64) -> Bool {
        var sent = 0
        while sent < bytes.count {
            guard Self.wait(for: socket, POLLOUT, until: end) else { return false }
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    socket, $0.baseAddress.map { $0 + sent }, bytes.count - sent,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return shutdown(socket, Int32(SHUT_WR)) == 0
    }

    private func receive(from socket: Int32, until end: Int64) -> Received {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            guard Self.wait(for: socket, POLLIN, until: end) else { return .late }
            let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else { return .nothing }
            if count == 0 { return .bytes(bytes) }
            bytes.append(contentsOf: buffer[..<count])
            guard bytes.count <= outputBytesLimit else { return .nothing }
        }
    }

    /// - Returns: false when the time is over.
    private static func wait(for socket: Int32, _ events: Int32, until end: Int64) -> Bool {
        while true {
            let left = end - now()
            guard left > 0 else { return false }
            var place = pollfd(fd: socket, events: Int16(events), revents: 0)
            let count = poll(&place, 1, Int32(clamping: left))
            if count > 0 { return true }
            guard count == 0 || errno == EINTR else { return false }
        }
    }

    /// In milliseconds since some moment.
    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
