import LaurelTestSockets
import LaurelTestSupport
import Testing

@testable import LaurelForwarding
@testable import LaurelHTTPServer

@Suite("Whether a peer is there", .timeLimit(.minutes(15))) struct PresenceTests {
    private static func ask(_ cluster: Cluster, _ address: PeerAddress, within milliseconds: Int = 60_000) async -> Bool
    {
        let answer = Event<Bool>()
        Forwarder(cluster.client, key: cluster.key).ask(address, within: milliseconds) { answer.happen($0) }
        return await answer.next()
    }

    @Test("is answered by the port for nodes, whatever the peer owns, and not by its handler")
    func there() async throws {
        let asked = Counter()
        let handler: @Sendable (Request) -> Outcome = { _ in
            asked.add()
            return .now(.text("asked"))
        }
        try await withCluster(handle: handler) { cluster async throws in
            #expect(await Self.ask(cluster, cluster.ownerAddress))
            cluster.owner.set(.nobody)
            #expect(await Self.ask(cluster, cluster.ownerAddress))
            #expect(asked.value == 0)
        }
    }

    @Test("is yes with any answer, such as that of a release that doesn't know the question") func any() async throws {
        let peer = try PlainPeer()
        try await withCluster(handle: { _ in .now(.text("")) }) { cluster async throws in
            async let answer = Self.ask(cluster, peer.address)
            let (connection, head) = try peer.accept()
            #expect(head.hasPrefix("GET /node/presence HTTP/1.1\r\n") && head.contains(cluster.key.text))
            try connection.send("HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno")
            #expect(await answer)
        }
    }

    @Test("is asked however many requests are under way") func busy() async throws {
        try await withCluster(ClusterOptions(transferLimit: 0), handle: { _ in .now(.text("")) }) {
            cluster async throws in
            #expect(await Self.ask(cluster, cluster.ownerAddress))
        }
    }

    @Test("is no if nothing listens, or nothing is answered in time", arguments: [false, true])
    func gone(_ listens: Bool) async throws {
        let peer = try PlainPeer(listens: listens)
        try await withCluster(handle: { _ in .now(.text("")) }) { cluster async throws in
            #expect(await Self.ask(cluster, peer.address, within: 20) == false)
            #expect(cluster.client.transferCount == 0)
        }
    }
}
