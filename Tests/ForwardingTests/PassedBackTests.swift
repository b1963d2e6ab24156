import LaurelTestSockets
import Testing

@testable import LaurelForwarding
@testable import LaurelHTTPServer

@Suite("Answers that are passed back", .timeLimit(.minutes(15))) struct PassedBackTests {
    private static func streamed(_ count: Int) -> Response {
        Response(
            .ok,
            body: .stream { writer in
                writer.write([UInt8](repeating: 0x78, count: count))
                writer.close()
            })
    }

    /// What the owner answers, by path.
    private static let answers: [(path: String, response: Response)] = [
        ("/empty", Response(.ok)), ("/created", Response(.created, type: "text/plain", body: [1])),
        ("/none", Response(.noContent, headers: ["ETag": "\"1\""])), ("/same", Response(.notModified)),
        ("/reset", Response(205)), ("/odd", Response(299, type: "text/plain", body: [])),
        ("/elsewhere", Response(421, type: "text/plain", body: [2])), ("/broken", Response(.internalServerError)),
        ("/moved", Response(.seeOther, headers: ["Location": "/x?y"])),
        ("/small", Response(.ok, type: "text/plain", body: [UInt8](repeating: 7, count: 262_144))),
        ("/large", Response(.ok, type: "text/plain", body: [UInt8](repeating: 8, count: 262_145))),
        ("/streamed", streamed(10)), ("/streamed-empty", Response(.ok, body: .stream { $0.close() })),
        ("/events", ServerSentEvent.stream { $0.close() }),
        (
            "/fields",
            Response(
                .ok,
                headers: [
                    "Set-Cookie": "a=1; Path=/", "Set-Cookie": "b=2", "Vary": "Accept", "vary": "Origin", "X-Empty": "",
                    "Content-Encoding": "gzip", "X-Word": "é", "Keep-Alive": "1", "Laurel-Nodes": "x",
                ], body: .bytes([0x1F, 0x8B, 0]))
        ),
    ]

    private static let handler: @Sendable (Request) -> Outcome = { request in
        .now(answers.first { request.path == $0.path }?.response ?? Response(.notFound))
    }

    @Test(
        "are what the owner itself would answer, to GET and to HEAD", arguments: answers.map(\.path), ["GET", "HEAD"])
    func same(_ path: String, _ method: String) async throws {
        try await withCluster(handle: Self.handler) { cluster in
            let there = try cluster.ask(method, path)
            cluster.front.set(.trusted(ClosureHandler(body: Self.handler)))
            let here = try cluster.ask(method, path)
            #expect(there.status == here.status && there.body == here.body)
            // A long body of known length is passed on as it comes, so its length isn't told.
            let dropped = ["keep-alive", "laurel-nodes"]
            let unequal = path == "/large" && method == "GET" ? ["content-length", "transfer-encoding"] : []
            let mine = there.fields.filter { !unequal.contains($0.name) && $0.name != "date" }
            let theirs = here.fields.filter { !(dropped + unequal + ["date"]).contains($0.name) }
            #expect(mine.map { "\($0.name): \($0.value)" } == theirs.map { "\($0.name): \($0.value)" })
            #expect(there.values("date").count == 1)
        }
    }

    @Test("to HEAD leave the connection usable") func headFirst() async throws {
        try await withCluster(handle: Self.handler) { cluster in
            let connection = try cluster.connect()
            for path in ["/small", "/large", "/streamed", "/events", "/none", "/empty"] {
                try connection.send("HEAD \(path) HTTP/1.1\r\nHost: a\r\n\r\nGET /created HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect([200, 204].contains(try connection.receiveAnswer(toHead: true).status))
                #expect(try connection.receiveAnswer().status == 201)
            }
        }
    }

    @Test("to HEAD of a stream without end come at once") func endless() async throws {
        let handler: @Sendable (Request) -> Outcome = { _ in .now(ServerSentEvent.stream { $0.write([0x3A, 0x0A]) }) }
        try await withCluster(handle: handler) { cluster in
            let answer = try cluster.ask("HEAD", "/")
            #expect(answer.status == 200 && answer.value("content-type")?.hasPrefix("text/event-stream") == true)
            #expect(cluster.client.transferCount == 0)
        }
    }

    @Test("that are refused before the body was read arrive") func early() async throws {
        var handler = ClosureHandler { _ in .now(Response(.ok)) }
        handler.judging = { _ in .answer(.now(Response(.unauthorized, type: "text/plain", body: [5]))) }
        try await withCluster(handler: handler) { cluster in
            let answer = try cluster.ask("PUT", "/", body: [UInt8](repeating: 1, count: 1_000_000))
            #expect(answer.status == 401 && answer.body == [5])
            #expect(try cluster.ask("GET", "/").status == 200)
        }
    }

    @Test("to pipelined requests come in order") func pipelined() async throws {
        try await withCluster(handle: Self.handler) { cluster in
            let connection = try cluster.connect()
            let paths = ["/large", "/streamed", "/events", "/created", "/small", "/streamed"]
            let statuses = [200, 200, 200, 201, 200, 200], counts = [262_145, 10, 0, 1, 262_144, 10]
            try connection.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            for (status, count) in zip(statuses, counts) {
                let answer = try connection.receiveAnswer()
                #expect(answer.status == status && answer.body.count == count)
            }
        }
    }
}
