@testable import LaurelAPI
import LaurelHTTPServer
import LaurelWire
import Testing

@Suite("Who may read what is the operator's", .timeLimit(.minutes(15))) struct AudienceTests {
    private static func peer(_ text: String) throws -> Peer { .inet(try #require(IPAddress(text))) }

    @Test("metrics are for this machine, unless the operator says otherwise; the socket always may")
    func metrics() async throws {
        let url = try #require(PublicURL("http://127.0.0.1"))
        let audience = APIConfiguration(publicURL: url).audience(of: .metrics)
        for own in ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"] {
            #expect(audience.admits(try Self.peer(own)), "\(own)")
        }
        for other in ["192.0.2.1", "10.0.0.1", "::2", "2001:db8::1"] {
            #expect(!audience.admits(try Self.peer(other)), "\(other)")
        }
        #expect(audience.admits(.local))
        #expect(try #require(Audience("192.0.2.7,10.0.0.0/8")).admits(try Self.peer("10.2.3.4")))
        #expect(try #require(Audience("everyone")).admits(try Self.peer("192.0.2.1")))
        var options = TestServer.Options()
        options.metricsAudience = try #require(Audience("192.0.2.7"))
        try await TestServer.run(options) { server in
            let refused = try await server.client.send("GET", "/metrics")
            #expect(refused.status == 403 && refused.kind == "forbidden")
            #expect(try await server.localClient.send("GET", "/metrics").status == 200)
            // Each of the two settings holds for its own page alone.
            #expect(try await server.client.send("GET", "/openapi.json").status == 200)
            #expect(try await server.client.send("GET", "/healthz").status == 200)
        }
    }

    @Test("the document is for everyone, unless the operator says otherwise")
    func document() async throws {
        let url = try #require(PublicURL("http://127.0.0.1"))
        #expect(APIConfiguration(publicURL: url).audience(of: .openAPI) == .everyone)
        var options = TestServer.Options()
        options.documentAudience = try #require(Audience("192.0.2.7,2001:db8::/64"))
        try await TestServer.run(options) { server in
            let refused = try await server.client.send("GET", "/openapi.json")
            #expect(refused.status == 403)
            #expect(try await server.localClient.send("GET", "/openapi.json").status == 200)
            #expect(try await server.client.send("GET", "/metrics").status == 200)
        }
    }

    @Test("what names no network is refused", arguments: ["", "all", "10.0.0.0/33", "10.0.0.1,", "10.0.0.1 ", "name"])
    func refused(text: String) { #expect(Audience(text) == nil) }
}
