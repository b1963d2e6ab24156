import Glibc
import LaurelHTTPServer
import Synchronization

/// What wrk is run against: the same small answer in every form a handler can give it.
struct BenchHandler: Handler {
    private static let headers: ResponseHeaders = ["Content-Type": "text/plain"]
    private static let answer = Response(.ok, headers: headers, body: .bytes(Array("ok\n".utf8)))
    private static let page = Response(.ok, headers: headers, body: .bytes(Array(repeating: 0x78, count: 27_700)))
    let pool: AnswerPool
    private let streams = OpenStreams()

    func handle(_ request: Request) -> Outcome {
        if request.hasPath("/healthz") { return .now(Self.answer) }
        if request.hasPath("/page") { return .now(Self.page) }
        if request.hasPath("/later") { return .later { Self.answer } }
        if request.hasPath("/deferred") { return .deferred { $0.complete(Self.answer) } }
        if request.hasPath("/pool") { return .deferred { [pool] in pool.add($0) } }
        if request.hasPath("/events") {
            return .now(
                ServerSentEvent.stream { [streams] writer in
                    streams.count.add(1, ordering: .relaxed)
                    writer.onClose { streams.count.subtract(1, ordering: .relaxed) }
                    writer.write(ServerSentEvent(data: "ready").encoded)
                })
        }
        if request.hasPath("/streams") {
            let count = String(streams.count.load(ordering: .relaxed))
            return .now(Response(.ok, headers: Self.headers, body: .bytes(Array(count.utf8))))
        }
        return .now(Response(.notFound))
    }

    private final class OpenStreams: Sendable {
        let count = Atomic(0)
    }

    /// Answers from another thread, all that came since the last time together: as a group commit does.
    final class AnswerPool: Sendable {
        private let waiting = Mutex<[Responder]>([])
        private let ends: [Int32]

        init() {
            var ends: [Int32] = [0, 0]
            if pipe(&ends) != 0 { ends = [-1, -1] }
            self.ends = ends
        }

        func add(_ responder: Responder) {
            let wakes = waiting.withLock { waiting in
                waiting.append(responder)
                return waiting.count == 1
            }
            var byte: UInt8 = 0
            if wakes { _ = write(ends[1], &byte, 1) }
        }

        func run() {
            var byte: UInt8 = 0
            while read(ends[0], &byte, 1) == 1 {
                let batch = waiting.withLock { waiting in
                    defer { waiting = [] }
                    return waiting
                }
                Responder.completeAll(batch.map { ($0, BenchHandler.answer) })
            }
        }
    }
}

/// Serves on the port that is the first argument, until it is killed. The second, if it is `log`, turns the log on; if
/// it is `tls`, a certificate and its key follow.
@main struct HTTPBench {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 1, let port = UInt16(arguments[1]) else {
            print("usage: HTTPBench PORT [log | tls CERTIFICATE KEY]")
            return
        }
        Server.raiseOpenFileLimit()
        let pool = BenchHandler.AnswerPool()
        let thread = Task.detached { pool.run() }
        let log: (@Sendable (AccessRecord) -> Void)? =
            arguments.contains("log") ? { @Sendable in Self.encode($0) } : nil
        var configuration = Configuration(endpoints: [.tcp(address: "127.0.0.1", port: port)])
        configuration.limits.connectionsPerAddress = 20_000
        if arguments.count == 5, arguments[2] == "tls" {
            configuration.tls = TLSFiles(certificate: arguments[3], key: arguments[4])
        }
        let server = Server(configuration, handler: BenchHandler(pool: pool), accessLog: log)
        print("listens at", try server.start()[0])
        await thread.value
    }

    private static func encode(_ record: AccessRecord) {
        var line: [UInt8] = []
        line.reserveCapacity(160)
        record.appendJSONLine(to: &line)
        if line.isEmpty { print("an empty line") }
    }
}
