import Glibc
public import LaurelDomain
import LaurelStorage
import Synchronization

/// Runs ``ImageHelper`` in processes of their own, a few at a time.
public final class ImageHelperPool: Sendable {
    /// Processes at a time.
    public static let runningLimit = 2
    /// Pictures that wait in line; one more is turned away.
    public static let waitingLimit = 16
    /// Between two signs of life of a process; then it is killed.
    private static let patienceSeconds = 15
    /// Of all pictures that a process makes.
    private static let outputBytesLimit = 16_777_216

    public enum Outcome: Sendable {
        case pictures([[UInt8]])
        /// The process found no picture, or did not survive it.
        case undecodable
        case busy
        case broken(reason: String)
    }

    private struct Job: Sendable {
        let words: [String]
        let bytes: [UInt8]
        let completion: @Sendable (Outcome) -> Void
    }

    private struct State {
        var running = 0
        var waiting: [Job] = []
    }

    private let executable: String
    private let state = Mutex(State())

    /// - Parameter executable: a program that hands ``ImageHelper/command`` to ``ImageHelper``.
    public init(executable: String) { self.executable = executable }

    /// - Returns: a PNG for each side.
    public func squares(_ bytes: [UInt8], _ sides: [Int]) async -> Outcome {
        await run(["squares"] + sides.map { String($0) }, bytes)
    }

    /// - Returns: one PNG.
    public func whole(_ bytes: [UInt8], _ side: Int) async -> Outcome { await run(["whole", String(side)], bytes) }

    /// - Returns: one PNG of the size of a card.
    public func card(_ card: ShareCard) async -> Outcome { await run(["card"], CardCoding.encode(card)) }

    private func run(_ words: [String], _ bytes: [UInt8]) async -> Outcome {
        await withCheckedContinuation { continuation in
            let job = Job(words: words, bytes: bytes) { continuation.resume(returning: $0) }
            let isStarted: Bool? = state.withLock { state in
                if state.running < Self.runningLimit {
                    state.running += 1
                    return true
                }
                guard state.waiting.count < Self.waitingLimit else { return nil }
                state.waiting.append(job)
                return false
            }
            guard let isStarted else {
                job.completion(.busy)
                return
            }
            if isStarted { BlockingThread.start { [self] in work(job) } }
        }
    }

    private func work(_ first: Job) {
        var next: Job? = first
        while let job = next {
            job.completion(exchange(job))
            next = state.withLock { state in
                if state.waiting.isEmpty {
                    state.running -= 1
                    return nil
                }
                return state.waiting.removeFirst()
            }
        }
    }

    // MARK: One process

    private func exchange(_ job: Job) -> Outcome {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            return .broken(reason: "no socket for the image helper: error \(errno)")
        }
        defer { close(ends[0]) }
        let spawned = spawn(job.words, ends[1])
        close(ends[1])
        guard case .success(let process) = spawned else {
            if case .failure(let failure) = spawned { return .broken(reason: failure.reason) }
            return .broken(reason: "the image helper did not start")
        }
        var patience = timeval(tv_sec: Self.patienceSeconds, tv_usec: 0)
        setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(ends[0], SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let output = send(job.bytes, to: ends[0]) ? receive(from: ends[0]) : nil
        if output == nil { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard let output, status == 0, let pictures = Self.split(output) else { return .undecodable }
        return .pictures(pictures)
    }

    private struct SpawnFailure: Error { let reason: String }

    private func spawn(_ words: [String], _ end: Int32) -> Result<pid_t, SpawnFailure> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, end, 0)
        posix_spawn_file_actions_adddup2(&actions, end, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var arguments: [UnsafeMutablePointer<CChar>?] = ([executable, ImageHelper.command] + words).map { strdup($0) }
        arguments.append(nil)
        // No environment: nothing in there is a picture's business.
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let result = posix_spawn(&process, executable, &actions, nil, &arguments, &environment)
        guard result == 0 else {
            return .failure(SpawnFailure(reason: "the image helper did not start: error \(result)"))
        }
        return .success(process)
    }

    private func send(_ bytes: [UInt8], to socket: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return shutdown(socket, Int32(SHUT_WR)) == 0
    }

    private func receive(from socket: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer[..<count])
            guard bytes.count <= Self.outputBytesLimit else { return nil }
        }
    }

    /// Each picture has its length before it, in four bytes.
    private static func split(_ bytes: [UInt8]) -> [[UInt8]]? {
        var pictures: [[UInt8]] = []
        var place = 0
        while place < bytes.count {
            guard place + 4 <= bytes.count else { return nil }
            let count = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            place += 4
            guard count > 0, count <= bytes.count - place else { return nil }
            pictures.append(Array(bytes[place..<place + count]))
            place += count
        }
        return pictures.isEmpty ? nil : pictures
    }
}
