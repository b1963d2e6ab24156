import Foundation
import LaurelHTTPServer

/// Where a server that is one of several over a store is reached by the others, and listens for them alone.
struct NodeAddress: Hashable, Sendable {
    let host: String
    let port: UInt16

    static let option = CommandOption(
        "--node", "HOST:PORT",
        "Be one of several servers over the same --store; the others reach this one at HOST:PORT, an address of this "
            + "machine in a private network (default: $LAUREL_NODE)")

    static let levelOption = CommandOption(
        "--node-level", "N", "Announce the level of the release before, for tests of upgrades (default: this release's)"
    )

    /// - Returns: nil: the server is alone with its store.
    init?(_ invocation: Invocation, _ store: StoreLocation) throws(Failure) {
        let typed = invocation["--node"]
        guard let text = typed ?? ProcessInfo.processInfo.environment["LAUREL_NODE"], !text.isEmpty || typed != nil
        else { return nil }
        guard let address = Self(text) else {
            throw Failure(
                "\(typed == nil ? "LAUREL_NODE" : "--node") must be an IP address of this machine and a port, such as "
                    + "10.0.0.5:8081 or [fd00::5]:8081, not “\(text)”")
        }
        guard !store.isFolder else {
            throw Failure("--node needs --store postgres://…: several servers can't share a data folder")
        }
        self = address
    }

    /// - Returns: nil, too, of addresses that mean all of a machine's: nobody else can connect to those.
    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
            return nil
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
            guard host.contains(":") else { return nil }
        } else if host.contains(":") {
            return nil
        }
        guard IPAddress(String(host)) != nil, !["0.0.0.0", "::"].contains(host) else { return nil }
        (self.host, self.port) = (String(host), port)
    }

    /// As others have it in a URL.
    var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
