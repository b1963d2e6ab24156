import Glibc
import LaurelHTTPServer
import Synchronization

/// Serves event streams that say `ready` and are quiet from then on. Prints its port. With each line on its input it
/// sends one event to all, and prints how many streams took it. An empty input ends it.
enum Serve {
    private struct Streams: Handler {
        let writers = Writers()

        func handle(_ request: Request) -> Outcome {
            .now(
                ServerSentEvent.stream { [writers] writer in
                    writer.write(ServerSentEvent(data: "ready").encoded)
                    writers.all.withLock { $0.append(writer) }
                })
        }
    }

    private final class Writers: Sendable {
        let all = Mutex<[StreamWriter]>([])
    }

    static func run() async throws {
        var configuration = Configuration(endpoints: [.tcp(address: "127.0.0.1", port: 0)])
        configuration.limits.connectionsPerAddress = 20_000
        let streams = Streams()
        let server = Server(configuration, handler: streams)
        guard case .tcp(_, let port) = try server.start()[0] else { return }
        say("\(port)")
        while readLine() != nil {
            let event = ServerSentEvent(data: "news").encoded
            say("\(streams.writers.all.withLock { $0 }.count { $0.write(event) })")
        }
        await server.drain()
    }

    private static func say(_ line: String) {
        print(line)
        fflush(nil)
    }
}
