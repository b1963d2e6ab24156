import Foundation

/// Where a server is: `http://127.0.0.1:8080`, or `https://games.example/laurel` behind a proxy.
public struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
    /// Without a slash at its end.
    public let text: String
    /// Scheme, host and port alone.
    public let origin: String

    public static let local = ServerAddress(text: "http://127.0.0.1:8080", origin: "http://127.0.0.1:8080")

    private init(text: String, origin: String) {
        self.text = text
        self.origin = origin
    }

    /// - Returns: nil for what is no http or https address with a host, or carries a user, a query or a fragment.
    public init?(_ text: String) {
        guard text.utf8.count <= 2_000, let parts = URLComponents(string: text),
            let scheme = parts.scheme?.lowercased(),
            scheme == "http" || scheme == "https", let host = parts.host, !host.isEmpty, parts.user == nil,
            parts.password == nil, parts.query == nil, parts.fragment == nil
        else { return nil }
        var path = parts.path
        while path.hasSuffix("/") { path.removeLast() }
        let shownHost = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        origin = "\(scheme)://\(shownHost.lowercased())" + (parts.port.map { ":\($0)" } ?? "")
        self.text = origin + path
    }

    public var description: String { text }

    /// The absolute form of a path of this server.
    public func url(_ target: String) -> String { text + target }
}
