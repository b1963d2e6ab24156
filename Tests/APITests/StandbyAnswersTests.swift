import LaurelAPI
import LaurelDomain
import LaurelHTTPServer
import Testing

/// What a server that doesn't own its store answers by itself, and what it lets others do twice.
@Suite("Answers of a standby") struct StandbyAnswersTests {
    private let answers = StandbyAnswers(metricsAudience: .thisMachine) { _, _, _ in }
    private let scores = "/v1/games/org.example.golf/leaderboards/best/scores"

    private func request(
        _ method: LaurelHTTPServer.Method, _ target: String, _ body: String = "", from peer: Peer = .local
    ) throws -> Request {
        try #require(
            Request(
                method, target, headers: [("Content-Type", "application/json")], body: Array(body.utf8), peer: peer))
    }

    private func local(_ request: Request, isReady: Bool = true) -> Response? {
        answers.local(request, isReady: isReady, { ServerMetrics() }) {
            var facts = NodeFacts()
            facts.liveNodes = 3
            facts.commitWaitMilliseconds = 2_500
            return facts
        }
    }

    private func metrics(isReady: Bool) throws -> String {
        let response = try #require(local(try request(.get, "/metrics"), isReady: isReady))
        guard case .bytes(let bytes) = response.body else {
            Issue.record("no metrics")
            return ""
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("/metrics says of its readiness what /readyz says", arguments: [true, false])
    func readiness(isReady: Bool) throws {
        let status = local(try request(.get, "/readyz"), isReady: isReady)?.status
        #expect((status == .ok) == isReady)
        #expect(try metrics(isReady: isReady).contains("\nlaurel_ready \(isReady ? 1 : 0)\n"))
    }

    @Test("it says itself whether it lives, is ready and how it is, and nothing else")
    func itself() throws {
        #expect(local(try request(.get, "/healthz"), isReady: false)?.status == .ok)
        #expect(local(try request(.get, "/readyz"))?.status == .ok)
        #expect(local(try request(.get, "/readyz"), isReady: false)?.status == .serviceUnavailable)
        let text = try metrics(isReady: true)
        for line in [
            "laurel_node_cut_off 0", "laurel_nodes_live 3", "laurel_node_owns_store 0",
            "laurel_node_commit_wait_seconds 2.5",
        ] {
            #expect(text.contains("\(line)\n"))
        }
        let stranger = try #require(IPAddress("203.0.113.7"))
        #expect(local(try request(.get, "/metrics", from: .inet(stranger)))?.status == .forbidden)
        for target in ["/", "/v1/games", "/healthz?x=1", "/openapi.json"] {
            #expect(local(try request(.get, target)) == nil, "\(target)")
        }
        #expect(local(try request(.post, "/healthz")) == nil)
    }

    @Test(
        "reads of a leaderboard's entries go to the owner together, but not those that take it longer",
        arguments: [
            ("/entries", true), ("/entries?count=100&time=today", true), ("/entries/around?count=21", true),
            ("/entries?ids=a,b", true), ("/entries?ids=friends,version=", true), ("/e%6Etries?%74ime=today", true),
            ("/entries?players=friends", false), ("/entries?players=%66riends", false), ("/entries?version=7", false),
            ("/entries?%76ersion=7", false), ("/entries/around?players=friends", false),
            ("/entries/around?version=7", false), ("/entries?ids=a&version=7", false), ("/entries?count=0", false),
            ("/entries/more", false), ("/scores", false), ("", false),
        ])
    func joined(target: String, isJoined: Bool) throws {
        let board = "/v1/games/org.example.golf/leaderboards/best"
        #expect(answers.isJoined(try request(.get, board + target)) == isJoined)
        for method in [.head, .post, .delete] as [LaurelHTTPServer.Method] {
            #expect(!answers.isJoined(try request(method, board + target)))
        }
        #expect(!answers.isJoined(try request(.get, target.isEmpty ? "/" : target)))
    }

    @Test(
        "what counts once may be sent twice: scores that have IDs, and bodies that are refused each time",
        arguments: [
            (#"{"value": 1, "id": "a"}"#, true), (#"{"value": 1}"#, false), (#"{"value": "x"}"#, true), ("", true),
        ])
    func scores(body: String, mayRepeat: Bool) throws {
        #expect(answers.mayRepeat(try request(.post, scores, body)) == mayRepeat)
    }

    @Test(
        "of several scores all need IDs",
        arguments: [
            (#"{"scores": [{"leaderboard": "a", "value": 1, "id": "a"}, {"leaderboard": "a", "value": 2}]}"#, false),
            (#"{"scores": [{"leaderboard": "a", "value": 1, "id": "a"}]}"#, true),
        ])
    func several(body: String, mayRepeat: Bool) throws {
        #expect(answers.mayRepeat(try request(.post, "/v1/games/org.example.golf/scores", body)) == mayRepeat)
    }

    @Test(
        "of several reports all need IDs",
        arguments: [
            (#"{"achievements": [{"id": "a", "percentComplete": 1, "reportID": "r"}]}"#, true),
            (
                #"{"achievements": [{"id": "a", "percentComplete": 1, "reportID": "r"}, "#
                    + #"{"id": "b", "percentComplete": 1}]}"#, false
            ),
        ])
    func reports(body: String, mayRepeat: Bool) throws {
        #expect(answers.mayRepeat(try request(.post, "/v1/games/org.example.golf/achievements", body)) == mayRepeat)
    }

    @Test("scores and reports without IDs may be sent twice if the request has a key, and nothing else may for that")
    func keyed() throws {
        let key = RepeatKey(high: 1, low: 2)
        let game = "/v1/games/org.example.golf"
        let report = #""achievements": [{"id": "a", "percentComplete": 1}]"#
        for (target, body) in [
            (scores, #"{"value": 1}"#), (game + "/scores", #"{"scores": [{"value": 1}], \#(report)}"#),
            (game + "/scores", #"{"scores": [{"value": 1, "id": "s"}], \#(report)}"#),
            (game + "/achievements", "{\(report)}"),
        ] as [(String, String)] {
            let sent = try self.request(.post, target, body)
            #expect(answers.takesKey(sent) && !answers.mayRepeat(sent), "\(target)")
            #expect(answers.mayRepeat(sent.known(by: key)), "\(target)")
        }
        for (method, target) in [
            (.delete, game + "/achievements"), (.post, game + "/matches"), (.post, "/v1/players"),
            (.post, "/v1/sessions"), (.post, "/nowhere"),
        ] as [(LaurelHTTPServer.Method, String)] {
            let sent = try self.request(method, target, "{}")
            #expect(!answers.takesKey(sent), "\(target)")
            #expect(answers.mayRepeat(sent.known(by: key)) == answers.mayRepeat(sent), "\(target)")
        }
    }

    @Test("rule 12.22: a write to a match has a key, and is sent again")
    func matches() throws {
        let matches = "/v1/games/org.example.golf/matches"
        let match = matches + "/M:_00112233445566778899aabbccddeeff"
        for (method, target) in [
            (.post, matches), (.post, match + "/turns"), (.put, match + "/data"), (.delete, match),
        ] as [(LaurelHTTPServer.Method, String)] {
            #expect(answers.mayRepeat(try request(method, target, "{}")), "\(target)")
        }
    }

    @Test(
        "a challenge may be sent twice if it has a key",
        arguments: [
            (#"{"players": ["A:_1"], "leaderboard": "best"}"#, false),
            (#"{"players": ["A:_1"], "leaderboard": "best", "key": "00112233445566778899aabbccddeeff"}"#, true),
        ])
    func challenges(body: String, mayRepeat: Bool) throws {
        #expect(answers.mayRepeat(try request(.post, "/v1/games/org.example.golf/challenges", body)) == mayRepeat)
    }

    @Test("nothing else that changes something is sent twice")
    func others() throws {
        for (method, target) in [
            (.post, "/v1/players"), (.post, "/v1/sessions"), (.post, "/nowhere"),
            (.delete, "/v1/sessions/current"),
        ] as [(LaurelHTTPServer.Method, String)] {
            #expect(!answers.mayRepeat(try request(method, target, "{}")), "\(target)")
        }
    }

    @Test("a body may be as large as its route allows anybody")
    func bodies() throws {
        let save = try request(.put, "/v1/games/org.example.golf/saved-games/slot?name=Slot&basedOn=")
        #expect(answers.bodyLimit(save) == SavedGameLimits().bytes)
        #expect(answers.bodyLimit(try request(.post, scores)) == Limits().bodyBytes)
        // What is no route is refused by the owner.
        #expect(answers.bodyLimit(try request(.post, "/nowhere")) == Limits().bodyBytes)
    }
}
