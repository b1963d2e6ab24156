import LaurelDomain
import Testing

@testable import LaurelClient

/// Answers of whatever stands between a game and its server.
@Suite("Answers that are not Laurel's") struct ForeignAnswerTests {
    private struct Network: Transport {
        let response: TransportResponse

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse { response }
        func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream { .refused(response) }
    }

    /// What comes of a request that is answered with nothing, as declining a challenge is.
    private func error(_ status: Int, _ type: String, _ body: String = "", _ more: [String: String] = [:]) async
        -> ClientError?
    {
        let headers = more.merging(["content-type": type]) { $1 }
        let network = Network(response: TransportResponse(status: status, headers: headers, body: Array(body.utf8)))
        do throws(ClientError) {
            try await Client(server: .local, transport: network).signOut()
            return nil
        } catch {
            return error
        }
    }

    private static let problem = "application/problem+json"

    @Test(
        "they may pass, and end no session, whatever their status",
        arguments: [200, 201, 302, 400, 401, 403, 404, 409, 413, 451])
    func mayPass(status: Int) async throws {
        let bodies = [
            ("text/html", "<p>Sign in to Hotel Palm"), ("", ""),
            ("application/problem+json", #"{"type":"about:blank","title":"No"}"#),
            ("text/plain", #"{"type":"/problems/unauthenticated","title":"Sign in","status":401}"#),
        ]
        for (type, body) in bodies {
            let error = try #require(await error(status, type, body))
            #expect(error.mayPass && !error.endsSession && error.isTooLarge == (status == 413), "\(type)")
        }
    }

    @Test("the time that a proxy names is kept")
    func retryAfter() async throws {
        let error = try #require(await error(503, "text/html", "<p>Back soon", ["retry-after": "7"]))
        #expect(error.mayPass && error.retryAfterSeconds == 7)
    }

    @Test("Laurel's own problems are the server's word, those of a newer server too")
    func problems() async throws {
        let kinds: [(Int, String)] = [(404, "unknown-challenge"), (409, "challenge-settled"), (409, "of-the-future")]
        for (status, kind) in kinds {
            let body = #"{"type":"/problems/\#(kind)","title":"No","status":\#(status)}"#
            #expect(try #require(await error(status, Self.problem, body)).mayPass == false, "\(kind)")
        }
        let ended = #"{"type":"/problems/unauthenticated","title":"Sign in","status":401}"#
        #expect(try #require(await error(401, Self.problem + "; charset=utf-8", ended)).endsSession)
        #expect(await error(204, "") == nil)
        #expect(await error(200, "application/json", "{}") == nil)
    }
}
