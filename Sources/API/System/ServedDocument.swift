import LaurelHTTPServer
import Synchronization

/// The OpenAPI document as it's sent. It is made for the first caller that asks: a start doesn't wait for it.
final class ServedDocument: Sendable {
    private let server: String
    private let made = Mutex<StaticFile?>(nil)

    /// - Parameter server: the address of the server that it is about.
    init(server: String) { self.server = server }

    func response(to request: Request) -> Response {
        file.response(to: request, isNamedByContent: false)
    }

    private var file: StaticFile {
        made.withLock { made in
            if let made { return made }
            let file = StaticFile(path: "openapi.json", bytes: OpenAPIDocument.bytes(server: server))
            made = file
            return file
        }
    }
}
