import Foundation
import LaurelHTTPServer
import LaurelTestSupport

/// The site of a game's developer, on an origin of its own: files, and nothing of ours. Two servers on two ports are
/// two origins.
final class ForeignSite: Sendable {
    private let server: Server
    let origin: String

    private struct Files: Handler {
        let files: StaticFiles
        func handle(_ request: Request) -> Outcome { .now(files.response(to: request) ?? Response(.notFound)) }
    }

    init(folder: String) throws {
        server = Server(
            Configuration(endpoints: [.tcp(address: "127.0.0.1", port: 0)]),
            handler: Files(files: try StaticFiles(folder: folder)))
        guard case .tcp(_, let port)? = try server.start().first else { throw WebDriver.Refusal(description: "port") }
        origin = "http://localhost:\(port)"
    }

    /// A site of this one page.
    convenience init(page: String) throws {
        let folder = try TemporaryFolder().path
        try Data(page.utf8).write(to: URL(filePath: folder).appending(path: "index.html"))
        try self.init(folder: folder)
    }

    func stop() async { await server.drain() }
}
