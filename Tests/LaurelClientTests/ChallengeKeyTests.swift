import LaurelDomain
import LaurelWire
import Synchronization
import Testing

@testable import LaurelClient

@Suite("Keys of challenges") struct ChallengeKeyTests {
    /// A server of before there were keys, or one that refuses for another reason.
    private final class Network: Transport {
        private let field: String
        private let sent = Mutex<[[UInt8]]>([])
        var bodies: [[UInt8]] { sent.withLock(\.self) }

        init(refusing field: String) { self.field = field }

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            sent.withLock { $0.append(request.body ?? []) }
            let hasKey = String(decoding: request.body ?? [], as: UTF8.self).contains(#""key""#)
            guard hasKey || field != "key" else {
                return TransportResponse(
                    status: 201, headers: ["content-type": "application/json"], body: Array(#"{"challenges":[]}"#.utf8))
            }
            let problem = #"{"type":"/problems/invalid-parameter","title":"No","status":400,"field":"\#(field)"}"#
            return TransportResponse(
                status: 400, headers: ["content-type": "application/problem+json"], body: Array(problem.utf8))
        }

        func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream {
            .refused(TransportResponse(status: 404, headers: [:], body: []))
        }
    }

    private func body() -> ChallengeBody {
        var body = ChallengeBody()
        body.players = ["A:_1"]
        body.key = WriteKey(high: 1, low: 2)
        return body
    }

    @Test("a server that doesn't know the field gets the challenge without it")
    func older() async throws {
        let network = Network(refusing: "key")
        let client = Client(server: .local, transport: network)
        #expect(try await client.challenge(body(), in: BundleID("com.example.game")).isEmpty)
        var plain = body()
        plain.key = nil
        #expect(network.bodies == [body().json, plain.json])
    }

    @Test("what is refused for another reason isn't sent again")
    func refused() async throws {
        let network = Network(refusing: "players[0]")
        let client = Client(server: .local, transport: network)
        await #expect(throws: ClientError.self) {
            try await client.challenge(body(), in: BundleID("com.example.game"))
        }
        #expect(network.bodies.count == 1)
    }
}
