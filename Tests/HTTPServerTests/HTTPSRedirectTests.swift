import Testing

@testable import LaurelHTTPServer

@Suite("From http to https") struct HTTPSRedirectTests {
    private static func answer(
        _ target: String, _ method: LaurelHTTPServer.Method = .get, _ headers: [(String, String)] = []
    ) throws -> Response {
        let handler = HTTPSRedirect(to: "https://games.example", refusing: "/v1/")
        guard case .now(let response) = handler.handle(try #require(Request(method, target, headers: headers))) else {
            throw Waits()
        }
        return response
    }

    private struct Waits: Error {}

    @Test(
        "a page is at the same path and query of the one origin, whatever the request says",
        arguments: [
            ("/", "https://games.example/"), ("/a/b?c=d&e", "https://games.example/a/b?c=d&e"),
            ("//evil.example/", "https://games.example//evil.example/"), ("/%0d%0aX", "https://games.example/%0d%0aX"),
            ("/?", "https://games.example/?"), ("/v1", "https://games.example/v1"),
        ])
    func pages(_ target: String, _ location: String) throws {
        for method in [LaurelHTTPServer.Method.get, .head] {
            let response = try Self.answer(target, method)
            #expect(response.status == .movedPermanently)
            #expect(response.headers["Location"] == location)
        }
    }

    @Test(
        "programs are refused: what they sent was not encrypted",
        arguments: [
            ("/v1/games", LaurelHTTPServer.Method.get, []), ("/", .post, []),
            ("/", .get, [("Authorization", "Bearer x")]), ("*", .options, []),
        ] as [(String, LaurelHTTPServer.Method, [(String, String)])])
    func programs(_ target: String, _ method: LaurelHTTPServer.Method, _ headers: [(String, String)]) throws {
        let response = try Self.answer(target, method, headers)
        #expect(response.status == .forbidden)
        #expect(response.headers["Location"] == nil)
    }
}
