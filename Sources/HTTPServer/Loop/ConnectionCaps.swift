import Synchronization

/// Counts the connections of all loops against ``Limits/connections`` and ``Limits/connectionsPerAddress``.
final class ConnectionCaps: Sendable {
    private let limit: Int
    private let addressLimit: Int
    private let trustedProxies: [IPNetwork]
    private let counts = Mutex<(all: Int, each: [IPAddress: Int])>((0, [:]))

    init(_ limits: Limits, trustedProxies: [IPNetwork]) {
        limit = limits.clamped.connections
        addressLimit = limits.clamped.connectionsPerAddress
        self.trustedProxies = trustedProxies
    }

    /// Counts one more, or says why not.
    func admit(_ peer: Peer) -> Refusal? {
        let subscriber = subscriber(peer)
        return counts.withLock { counts in
            if counts.all >= limit { return .tooManyConnections }
            if let subscriber {
                let present = counts.each[subscriber, default: 0]
                if present >= addressLimit { return .tooManyConnectionsFromAddress }
                counts.each[subscriber] = present + 1
            }
            counts.all += 1
            return nil
        }
    }

    func release(_ peer: Peer) {
        let subscriber = subscriber(peer)
        counts.withLock { counts in
            counts.all -= 1
            guard let subscriber, let present = counts.each[subscriber] else { return }
            counts.each[subscriber] = present > 1 ? present - 1 : nil
        }
    }

    /// Whom the connection counts for; nobody on the Unix-domain socket and behind trusted proxies.
    private func subscriber(_ peer: Peer) -> IPAddress? {
        guard case .inet(let address) = peer, !trustedProxies.contains(where: { $0.contains(address) }) else {
            return nil
        }
        return address.subscriber
    }
}
