import Testing

@testable import LaurelHTTPServer

@Suite("Refusals") struct RefusalTests {
    @Test("are made for their reason, and end the connection", arguments: RefusalTable.refused)
    func refused(_ example: RefusalTable.Case) {
        var conversation = Conversation { _ in .text("reached") }
        conversation.send(example.bytes)
        #expect(conversation.refusals == [example.refusal])
        #expect(conversation.requests.isEmpty)
        #expect(conversation.statuses == ["\(example.refusal.status.code)"])
        #expect(conversation.text.contains("Connection: close\r\n"))
        #expect(conversation.ending == .linger)
    }

    @Test("are not made without need", arguments: RefusalTable.accepted.map(\.bytes))
    func accepted(_ bytes: String) {
        var conversation = Conversation { _ in .text("reached") }
        conversation.send(bytes)
        #expect(conversation.refusals == [])
        #expect(conversation.requests.count == 1)
        #expect(conversation.statuses == ["200"])
    }

    @Test("make nothing run that stands behind them", arguments: RefusalTable.refused)
    func nothingBehind(_ example: RefusalTable.Case) {
        var conversation = Conversation { _ in .text("reached") }
        conversation.send(example.bytes + "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
        conversation.send("GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(conversation.requests.isEmpty)
        #expect(conversation.refusals.count == 1)
    }

    @Test("carry the request's id in a problem") func problem() throws {
        var conversation = Conversation()
        conversation.send("GET / HTTP/1.1\r\n\r\n")
        let id = try #require(conversation.answered.first?.id)
        #expect(conversation.text.contains("Content-Type: application/problem+json\r\n"))
        #expect(conversation.text.contains("\"requestID\":\"\(id)\""))
        #expect(conversation.text.contains("\"type\":\"/problems/malformed-request\""))
        #expect(conversation.text.contains("\"status\":400"))
    }

    @Test("have a status of the server's or the client's fault, and a sentence", arguments: Refusal.allCases)
    func vocabulary(_ refusal: Refusal) {
        #expect((400...599).contains(refusal.status.code))
        #expect(refusal.detail.hasSuffix("."))
        #expect(!"\(refusal.status.reason)".isEmpty)
    }

    @Test("edges of the limits are inside") func edges() {
        var limits = Limits()
        limits.headBytes = 300
        limits.bodyBytes = 10
        limits.headerCount = 2
        let frame = "GET / HTTP/1.1\r\nHost: a\r\nX: \r\n\r\n".utf8.count
        func statuses(_ text: String) -> [String] {
            var conversation = Conversation(limits: limits) { _ in .text("reached") }
            conversation.send(text)
            return conversation.statuses
        }
        func head(_ padding: Int) -> String {
            "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: padding))\r\n\r\n"
        }
        #expect(statuses(head(300 - frame)) == ["200"])
        #expect(statuses(head(301 - frame)) == ["431"])
        #expect(statuses("GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\nY: 2\r\n\r\n") == ["431"])
        let post = "POST / HTTP/1.1\r\nHost: a\r\n"
        #expect(statuses(post + "Content-Length: 10\r\n\r\n0123456789") == ["200"])
        #expect(statuses(post + "Content-Length: 11\r\n\r\n") == ["413"])
        #expect(statuses(post + "Transfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n5\r\n56789\r\n0\r\n\r\n") == ["200"])
        #expect(statuses(post + "Transfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n6\r\n") == ["413"])
    }
}

extension RefusalTable.Case: CustomTestStringConvertible {
    var testDescription: String { name }
}
