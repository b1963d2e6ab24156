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
        /// Its ``Overtime`` was refused, so it was killed.
        case givenUp
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
    ///
    /// - Parameter overtime: nil: it may take all of its patience.
    public func exchange(_ words: [String], _ bytes: [UInt8], overtime: Overtime? = nil) -> Outcome {
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
        // What answers people comes first.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process), Self.niceness)
        var watch = Watch(end: Monotonic.milliseconds() + Int64(patienceSeconds) * 1_000, overtime: overtime)
        let received = send(bytes, to: ends[0], &watch) ? receive(from: ends[0], &watch) : .nothing
        if case .bytes = received {} else { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return Self.outcome(received, status, watch)
    }

    /// Of helpers: they work when nothing else does.
    private static let niceness: Int32 = 10

    /// - Parameter status: as wait(2) has it: the low seven bits are a signal, the eight above them the exit status.
    private static func outcome(_ received: Received, _ status: Int32, _ watch: Watch) -> Outcome {
        if watch.isGivenUp { return .givenUp }
        if case .bytes(let output) = received, status == 0 { return .answered(output) }
        if case .late = received { return .late }
        if status == HelperRights.unconfinedStatus << 8 {
            return .broken(reason: "this kernel can't sandbox processes (seccomp), so no helper process can run")
        }
        return .died(signal: status & 0x7F == 0 ? nil : status & 0x7F)
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
    private func send(_ bytes: [UInt8], to socket: Int32, _ watch: inout Watch) -> Bool {
        var sent = 0
        while sent < bytes.count {
            guard watch.wait(for: socket, POLLOUT) else { return false }
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

    private func receive(from socket: Int32, _ watch: inout Watch) -> Received {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            guard watch.wait(for: socket, POLLIN) else { return .late }
            let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else { return .nothing }
            if count == 0 { return .bytes(bytes) }
            bytes.append(contentsOf: buffer[..<count])
            guard bytes.count <= outputBytesLimit else { return .nothing }
        }
    }

    /// Waits for the process, and looks at the clock meanwhile.
    private struct Watch {
        let end: Int64
        /// Nil: there is none, or it was asked for.
        var overtime: Overtime?
        var isGivenUp = false

        init(end: Int64, overtime: Overtime?) {
            self.end = end
            self.overtime = overtime
        }

        /// - Returns: false when the time is over.
        mutating func wait(for socket: Int32, _ events: Int32) -> Bool {
            while true {
                let now = Monotonic.milliseconds()
                guard now < end else { return false }
                if let overtime, overtime.begins <= now {
                    self.overtime = nil
                    isGivenUp = !overtime.mayGoOn()
                    if isGivenUp { return false }
                }
                var watched = pollfd(fd: socket, events: Int16(events), revents: 0)
                let count = poll(&watched, 1, Int32(clamping: min(end, overtime?.begins ?? end) - now))
                if count > 0 { return true }
                guard count == 0 || errno == EINTR else { return false }
            }
        }
    }
}
