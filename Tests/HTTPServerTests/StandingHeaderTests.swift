import LaurelTestSockets
import Testing

@testable import LaurelHTTPServer

@Suite("Standing header fields") struct StandingHeaderTests {
    private static let standing: ResponseHeaders = ["X-One": "1", "X-Two": "2"]

    private static func conversation(_ response: Response) -> Conversation {
        var conversation = Conversation { _ in response }
        conversation.turn = Turn(limits: Limits(), standing: StandingHeaders(standing))
        conversation.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        return conversation
    }

    @Test("are added to every answer, but to one that says something else, whatever the case of the name")
    func added() {
        let plain = Self.conversation(.text("ok"))
        #expect(plain.text.contains("\r\nX-One: 1\r\nX-Two: 2\r\n"))
        var own = Response.text("ok")
        own.headers.append("X-ONE", "mine")
        own.headers.append("X-One-More", "too")
        let mixed = Self.conversation(own)
        #expect(mixed.text.contains("X-ONE: mine") && !mixed.text.contains("X-One: 1"))
        #expect(mixed.text.contains("X-Two: 2"))
        #expect(Self.conversation(Response(.ok, body: .stream { _ in })).text.contains("X-Two: 2"))
        #expect(Self.conversation(Response(.noContent)).text.contains("X-Two: 2"))
    }

    @Test("are on the server's own refusals, also of a connection for which there is no room")
    func refusals() async throws {
        var conversation = Self.conversation(.text("ok"))
        conversation.received = []
        conversation.send("GET\r\n\r\n")
        #expect(conversation.refusals.count == 1)
        #expect(conversation.text.contains("X-One: 1"))
        try await withServer({
            $0.limits.connectionsPerAddress = 1
            $0.standingHeaders = Self.standing
        }) { _, endpoint in
            let one = try PlainSocket(endpoint)
            try one.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try one.receiveAnswer().head.contains("X-One: 1"))
            let refused = try PlainSocket(endpoint).receiveAll()
            #expect(refused.hasPrefix("HTTP/1.1 429 ") && refused.contains("\r\nX-Two: 2\r\n"))
        }
    }
}
