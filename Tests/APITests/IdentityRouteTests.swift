import LaurelDomain
import LaurelWire
import Testing

@testable import LaurelService

@Suite("Proof of identity over HTTP", .timeLimit(.minutes(15)))
struct IdentityRouteTests {
    private static let path = "/v1/games/com.ali.MonkeyJump/identity"

    @Test(
        "rule 1.10: the payload is team id, bundle id, big-endian milliseconds and salt, and the certificate is public")
    func proof() async throws {
        try await TestServer.run(publicURL: "https://games.example") { server in
            let world = try await World(server)
            let proof = try #require(try await world.send("GET", Self.path, world.game).json)
            #expect(try proof.string("bundleID") == "com.ali.MonkeyJump")
            let team = try proof.string("teamPlayerID")
            #expect(team.hasPrefix("T:_"))
            guard case .integer(let timestamp)? = proof["timestamp"] else { throw Missing() }
            // 2026-11-21T12:00:00Z, when the test's clock stands still.
            #expect(timestamp == 1_795_262_400_000)
            let salt = try bytes(try proof.string("salt"))
            #expect(salt.count == ProveIdentity.saltByteCount)
            // 1_795_262_400_000 is 0x1A1_FDFA_4600.
            let payload = Array((team + "com.ali.MonkeyJump").utf8) + [0, 0, 1, 0xA1, 0xFD, 0xFA, 0x46, 0] + salt
            let key = try #require(server.identityKeys.current?.sign)
            #expect(await key(payload) == (try bytes(try proof.string("signature"))))

            let address = try proof.string("publicKeyURL")
            let certificate = try await server.client.send(
                "GET", String(address.dropFirst("https://games.example".count)))
            #expect(certificate.status == 200)
            #expect(certificate.headers["content-type"] == "application/pkix-cert")
            #expect(certificate.headers["cache-control"]?.contains("immutable") == true)
            #expect(certificate.body.starts(with: [0x30, 0x82]))
            // Two proofs differ, or one could be taken for a repeat.
            let second = try #require(try await world.send("GET", Self.path, world.game).json)
            #expect(try second.string("salt") != (try proof.string("salt")))
        }
    }

    @Test("needs a player, and in his game; a certificate that never was is not found")
    func refusals() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            #expect(try await world.send("GET", Self.path).status == 401)
            #expect(try await world.send("GET", Self.path, world.stranger).status == 403)
            let nothing = "/identity/" + String(repeating: "0", count: 32) + ".cer"
            #expect(try await world.send("GET", nothing).kind == "not-found")
            #expect(try await world.send("GET", "/identity/x.cer").kind == "invalid-parameter")
            #expect(try await world.send("POST", "/v1/connect/identity-keys", world.administrator, "{}").status == 403)
        }
    }

    private struct Missing: Error {}

    private func bytes(_ text: String) throws -> [UInt8] {
        let url = text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        return try #require(Base64.decode(url: url))
    }
}
