import CLaurelCurl
import LaurelDomain
import LaurelStorage
import Synchronization

/// Hands mails to an SMTP server, by libcurl, on a few threads of its own: a server that hangs keeps these waiting, and
/// nobody else.
public final class SMTPClient: Sendable {
    public static let threadCount = 4
    /// How long it waits for a server.
    public struct Times: Hashable, Sendable {
        public var connectMilliseconds = 10_000
        /// For a whole mail.
        public var totalMilliseconds = 60_000

        public init() {}
    }

    private struct State {
        var line: [@Sendable () -> Void] = []
        var threads = 0
        var idle = 0
        var isStopped = false
    }

    private let server: SMTPServer
    private let times: Times
    private let greeting: String
    private let state = Mutex(State())
    private let bell = ThreadSignals()

    /// - Parameter greeting: what this machine calls itself: a host name.
    public init(_ server: SMTPServer, greeting: String, times: Times = Times()) {
        self.server = server
        self.times = times
        // What may stand in a path of an URL and in SMTP as it is.
        let isName = greeting.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: true
            default: false
            }
        }
        self.greeting = isName && !greeting.isEmpty ? greeting : "localhost"
        _ = Self.isReady
    }

    /// Waits until the server has taken it, or not.
    public func send(_ message: MailMessage) async -> MailOutcome {
        await perform { [server, times, greeting] in
            SMTPExchange(server, times, message.bytes).perform(
                from: message.from.address.text, to: message.to.text, greeting: greeting)
        }
    }

    /// Connects and signs in as before a mail, and sends none.
    /// - Returns: ``MailOutcome/sent``: the server would take one.
    public func greet() async -> MailOutcome {
        await perform { [server, times, greeting] in SMTPExchange(server, times, []).greet(as: greeting) }
    }

    private func perform(_ exchange: @escaping @Sendable () -> MailOutcome) async -> MailOutcome {
        await withCheckedContinuation { continuation in
            let (isTaken, starts) = state.withLock { state in
                guard !state.isStopped else { return (false, false) }
                state.line.append { continuation.resume(returning: exchange()) }
                let starts = state.idle < state.line.count && state.threads < Self.threadCount
                if starts { state.threads += 1 }
                return (true, starts)
            }
            guard isTaken else { return continuation.resume(returning: .failed("the server is stopping")) }
            if starts { BlockingThread.start { [self] in serve() } }
            bell.ring()
        }
    }

    /// Takes no more. What is under way ends by itself, within ``Times/totalMilliseconds``.
    public func stop() {
        let threads = state.withLock { state in
            state.isStopped = true
            return state.threads
        }
        for _ in 0..<threads { bell.ring() }
    }

    private func serve() {
        while true {
            state.withLock { $0.idle += 1 }
            bell.wait()
            state.withLock { $0.idle -= 1 }
            while let work = state.withLock({ $0.line.isEmpty ? nil : $0.line.removeFirst() }) { work() }
            if state.withLock({ $0.isStopped }) { return }
        }
    }

    /// libcurl's own start, which must happen once before all else.
    private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK
}
