import Glibc
import LaurelHTTPServer

/// The two sides of the test with many idle streams, each in a process of its own, so that the memory of the server
/// alone can be measured.
///
/// Usage: `IdleStreams serve`, or `IdleStreams hold PORT COUNT`. Prints `limit N` when it may open only N files.
@main struct IdleStreams {
    /// Open files that either side needs: the streams and a few more.
    static let descriptors = 10_200

    static func main() async throws {
        let limit = Server.raiseOpenFileLimit()
        if limit < descriptors {
            print("limit \(limit)")
            exit(3)
        }
        let arguments = CommandLine.arguments
        if arguments.count == 2, arguments[1] == "serve" {
            try await Serve.run()
        } else if arguments.count == 4, arguments[1] == "hold", let port = UInt16(arguments[2]),
            let count = Int(arguments[3])
        {
            Hold.run(port: port, count: count)
        } else {
            print("usage: IdleStreams serve | IdleStreams hold PORT COUNT")
            exit(2)
        }
    }
}
