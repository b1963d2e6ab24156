public import LaurelHTTPServer

/// From where a route of the operator's may be called. The socket in the data folder always may.
public enum Audience: Hashable, Sendable {
    case everyone
    case networks([IPNetwork])

    /// Its own loopback addresses.
    public static let thisMachine = Audience.networks(["127.0.0.0/8", "::1"].compactMap { IPNetwork($0) })

    /// - Parameter text: `everyone`, or addresses and networks with commas between them.
    /// - Returns: nil for anything else.
    public init?(_ text: String) {
        if text == "everyone" {
            self = .everyone
            return
        }
        var networks: [IPNetwork] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let network = IPNetwork(String(part)) else { return nil }
            networks.append(network)
        }
        self = .networks(networks)
    }

    func admits(_ peer: Peer) -> Bool {
        switch (self, peer) {
        case (.everyone, _), (_, .local): true
        case (.networks(let networks), .inet(let address)): networks.contains { $0.contains(address) }
        }
    }
}
