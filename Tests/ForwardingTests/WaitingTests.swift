import LaurelTestSockets
import LaurelTestSupport
import Synchronization
import Testing

@testable import LaurelForwarding
@testable import LaurelHTTPServer

@Suite("Requests that wait for an owner", .timeLimit(.minutes(15))) struct WaitingTests {
    private static let ok: @Sendable (Request) -> Outcome = { request in
        .now(.text("\(request.method.text) \(request.target) \(request.body.count) \(request.isAdmitted)"))
    }

    @Test("because no owner is known are answered when there is one", arguments: [false, true])
    func nobody(_ isHere: Bool) async throws {
        try await withCluster(ClusterOptions(state: .nobody), handle: Self.ok) { cluster async throws in
            let answer = cluster.asking("POST", body: [1, 2])
            await wait { cluster.front.waitingCount == 1 }
            cluster.front.tick()
            #expect(cluster.front.waitingCount == 1)
            cluster.front.set(isHere ? .trusted(ClosureHandler(body: Self.ok)) : .peer(cluster.ownerAddress))
            #expect(try await answer.value.text == "POST / 2 false")
            #expect(cluster.front.waitingCount == 0)
        }
    }

    @Test(
        "because the peer doesn't listen are answered when it does, or when another one does", arguments: [false, true])
    func unsent(_ isSame: Bool) async throws {
        let peer = try PlainPeer(listens: false)
        try await withCluster(ClusterOptions(state: .peer(peer.address)), handle: Self.ok) { cluster async throws in
            let answer = cluster.asking("PUT", body: [1])
            await wait { cluster.front.waitingCount == 1 }
            cluster.front.tick()
            await wait { cluster.front.waitingCount == 1 }
            if isSame {
                try peer.listen()
                cluster.front.tick()
                let (connection, head) = try peer.accept()
                #expect(head.hasPrefix("PUT / HTTP/1.1\r\n"))
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
                #expect(try await answer.value.text == "x")
            } else {
                cluster.front.set(.peer(cluster.ownerAddress))
                #expect(try await answer.value.text == "PUT / 1 false")
            }
        }
    }

    @Test("because the peer's machine doesn't answer are passed on to the next owner, also what changes something")
    func silent() async throws {
        let peer = try PlainPeer(listens: false)
        try peer.listen(backlog: 0)
        let first = try PlainSocket(.tcp(address: "127.0.0.1", port: peer.port))
        try await withCluster(ClusterOptions(state: .peer(peer.address)), handle: Self.ok) { cluster async throws in
            let answer = cluster.asking("POST", body: [1])
            await wait { cluster.front.waitingCount == 1 }
            cluster.front.set(.peer(cluster.ownerAddress))
            #expect(try await answer.value.text == "POST / 1 false")
        }
        withExtendedLifetime(first) {}
    }

    @Test("because the peer isn't the owner are answered once it is") func elsewhere() async throws {
        try await withCluster(handle: Self.ok) { cluster async throws in
            cluster.owner.set(.nobody)
            let answer = cluster.asking("POST", body: [1, 2, 3])
            await wait { cluster.front.waitingCount == 1 }
            cluster.owner.set(.trusted(ClosureHandler(body: Self.ok)))
            cluster.front.tick()
            #expect(try await answer.value.text == "POST / 3 false")
        }
    }

    /// Keeps what it is asked, and answers that it hadn't begun.
    private final class EndingHandler: Handler {
        private let kept = Mutex<[Responder]>([])
        var count: Int { kept.withLock(\.count) }

        func handle(_ request: Request) -> Outcome {
            .deferred { [self] responder in kept.withLock { $0.append(responder) } }
        }

        /// - Parameter isMade: by the connection's loop.
        func end(isMade: Bool) {
            let response: Response = {
                var response = Response(503, type: "text/plain", body: Array("ended".utf8))
                response.isForAnother = true
                return response
            }()
            for responder in kept.withLock({ $0 }) {
                if isMade { responder.complete { response } } else { responder.complete(response) }
            }
        }
    }

    @Test("because a handler ended before it had begun are answered by the next one", arguments: [false, true])
    func ended(isMade: Bool) async throws {
        let ending = EndingHandler()
        try await withCluster(ClusterOptions(state: .trusted(ending)), handle: Self.ok) { cluster async throws in
            let answer = cluster.asking("POST", body: [1, 2])
            await wait { ending.count == 1 }
            cluster.front.set(.nobody)
            ending.end(isMade: isMade)
            await wait { cluster.front.waitingCount == 1 }
            cluster.front.set(.peer(cluster.ownerAddress))
            #expect(try await answer.value.text == "POST / 2 false")
        }
    }

    @Test(
        "because the peer's handler ended before it had begun are answered by the next one", arguments: [false, true])
    func peerEnded(isMade: Bool) async throws {
        let ending = EndingHandler()
        try await withCluster(handler: ending) { cluster async throws in
            let answer = cluster.asking("POST", body: [1, 2])
            await wait { ending.count == 1 }
            ending.end(isMade: isMade)
            await wait { cluster.front.waitingCount == 1 }
            cluster.front.set(.trusted(ClosureHandler(body: Self.ok)))
            #expect(try await answer.value.text == "POST / 2 false")
        }
    }

    @Test("because the owner isn't trusted are answered when it is again") func untrusted() async throws {
        let trust = Cluster.Atomically(false)
        let state = NodeRole.here(ClosureHandler(body: Self.ok), isTrusted: { trust.value })
        try await withCluster(ClusterOptions(state: state), handle: Self.ok) { cluster async throws in
            let answer = cluster.asking("POST", body: [UInt8](repeating: 1, count: 100_000))
            await wait { cluster.front.waitingCount == 1 }
            cluster.front.tick()
            #expect(cluster.front.waitingCount == 1)
            trust.value = true
            cluster.front.tick()
            // Nobody has judged it, so it pays where it's handled.
            #expect(try await answer.value.text == "POST / 100000 false")
        }
    }

    @Test("because the lease has ended that what answers here was made under wait for what is made under the next one")
    func nextLease() async throws {
        let (former, next) = (Cluster.Atomically(false), Cluster.Atomically(true))
        let old: @Sendable (Request) -> Outcome = { _ in .now(.text("old")) }
        let state = NodeRole.here(ClosureHandler(body: old), isTrusted: { former.value })
        try await withCluster(ClusterOptions(state: state), handle: Self.ok) { cluster async throws in
            let answer = cluster.asking("POST", body: [1, 2, 3])
            await wait { cluster.front.waitingCount == 1 }
            cluster.front.tick()
            #expect(cluster.front.waitingCount == 1)
            cluster.front.set(.here(ClosureHandler(body: Self.ok), isTrusted: { next.value }))
            #expect(try await answer.value.text == "POST / 3 false")
        }
    }

    @Test("count while the owner is asked, so that it isn't ended meanwhile", arguments: [false, true])
    func counted(_ isPassedOn: Bool) async throws {
        let counts = Event<Int>()
        try await withCluster(handle: Self.ok) { cluster async throws in
            let asked = isPassedOn ? cluster.owner : cluster.front
            asked.set(
                .trusted(
                    ClosureHandler { [weak asked] request in
                        counts.happen(asked?.answeringCount ?? 0)
                        return Self.ok(request)
                    }))
            #expect(try cluster.ask("GET", "/").status == 200)
            #expect(await counts.next() == 1)
            await wait { asked.answeringCount == 0 }
        }
    }

    @Test("are answered 503 after ten seconds") func patience() async throws {
        try await withCluster(ClusterOptions(state: .nobody), handle: Self.ok) { cluster async throws in
            cluster.clock.add(5)
            let answer = cluster.asking()
            await wait { cluster.front.waitingCount == 1 }
            cluster.clock.add(9_999)
            cluster.front.tick()
            #expect(cluster.front.waitingCount == 1)
            cluster.clock.add(1)
            cluster.front.tick()
            let refused = try await answer.value
            #expect(refused.status == 503 && refused.text == "unavailable" && refused.value("retry-after") == "1")
        }
    }

    @Test("are answered 503 at once where this node is cut off from an owner that others reach") func cutOff()
        async throws
    {
        let isCutOff = Cluster.Atomically(false)
        let peer = try PlainPeer(listens: false)
        var options = ClusterOptions(state: .peer(peer.address))
        options.policy = { $0.isCutOff = { isCutOff.value } }
        try await withCluster(options, handle: Self.ok) { cluster async throws in
            let answer = cluster.asking("POST", body: [1])
            await wait { cluster.front.waitingCount == 1 }
            cluster.front.tick()
            await wait { cluster.front.waitingCount == 1 }
            isCutOff.value = true
            cluster.front.tick()
            let refused = try await answer.value
            #expect(refused.status == 503 && refused.text == "unavailable" && refused.value("retry-after") == "1")
            // The cable is back: it's passed on as ever.
            cluster.front.set(.peer(cluster.ownerAddress))
            #expect(try cluster.ask("POST", "/", body: [1]).status == 200)
        }
    }

    @Test("wait ten seconds in all, however often they're tried") func patienceOverTries() async throws {
        try await withCluster(handle: Self.ok) { cluster async throws in
            cluster.owner.set(.nobody)
            let answer = cluster.asking()
            for _ in 0..<10 {
                await wait { cluster.front.waitingCount == 1 }
                cluster.clock.add(1_000)
                cluster.front.tick()
            }
            #expect(try await answer.value.status == 503)
        }
    }

    @Test("are so many and no more") func limit() async throws {
        var options = ClusterOptions(state: .nobody)
        options.policy = { $0.waitingLimit = 3 }
        try await withCluster(options, handle: Self.ok) { cluster async throws in
            let answers = (0..<3).map { _ in cluster.asking() }
            await wait { cluster.front.waitingCount == 3 }
            let refused = try cluster.ask("GET", "/")
            #expect(refused.status == 503 && refused.text == "tooManyWaiting" && refused.value("retry-after") == "1")
            cluster.front.set(.peer(cluster.ownerAddress))
            for answer in answers { #expect(try await answer.value.status == 200) }
        }
    }

    @Test("are dropped when their client leaves") func leaving() async throws {
        try await withCluster(ClusterOptions(state: .nobody), handle: Self.ok) { cluster async throws in
            let client = try cluster.connect()
            try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            await wait { cluster.front.waitingCount == 1 }
            client.close()
            await wait {
                cluster.front.tick()
                return cluster.front.waitingCount == 0
            }
            await wait { cluster.frontServer.metrics.connectionsOpen == 0 }
        }
    }

    @Test("are tried a few at a time, and all once one is answered") func probes() async throws {
        let asked = Counter()
        let handler: @Sendable (Request) -> Outcome = { request in
            asked.add()
            return Self.ok(request)
        }
        try await withCluster(ClusterOptions(state: .nobody), handle: handler) { cluster async throws in
            let answers = (0..<40).map { _ in cluster.asking() }
            await wait { cluster.front.waitingCount == 40 }
            cluster.owner.set(.nobody)
            cluster.front.set(.peer(cluster.ownerAddress))
            await wait { cluster.front.waitingCount == 40 }
            // 421 is of the class of what the client did wrong.
            let before = cluster.ownerServer.metrics.answersByClass[2]
            cluster.front.tick()
            await wait { cluster.front.waitingCount == 40 }
            #expect(cluster.ownerServer.metrics.answersByClass[2] - before == UInt64(NodeHandler.probesPerTick))
            cluster.owner.set(.trusted(ClosureHandler(body: handler)))
            cluster.front.tick()
            for answer in answers { #expect(try await answer.value.status == 200) }
            #expect(asked.value == 40)
        }
    }

    @Test("leave what is answered locally, and its body, alone") func local() async throws {
        var options = ClusterOptions(state: .nobody)
        options.policy = { $0.answersLocally = { $0.hasPath("/healthz") ? .text("alive") : nil } }
        try await withCluster(options, handle: Self.ok) { cluster async throws in
            #expect(try cluster.ask("GET", "/healthz").text == "alive")
            #expect(try cluster.ask("POST", "/healthz", body: [UInt8](repeating: 1, count: 500_000)).text == "alive")
            cluster.front.set(.trusted(ClosureHandler(body: Self.ok)))
            #expect(try cluster.ask("GET", "/healthz").text == "GET /healthz 0 false")
        }
    }

    @Test("have bodies as large as the policy says", arguments: [2_000_000, 2_000_001]) func limits(_ count: Int)
        async throws
    {
        var options = ClusterOptions()
        options.policy = { $0.bodyLimit = { $0.hasPath("/large") ? 2_000_000 : nil } }
        var handler = ClosureHandler(body: Self.ok)
        handler.judging = { _ in .read(limit: 3_000_000) }
        try await withCluster(options, handler: handler) { cluster async throws in
            let answer = try cluster.ask("PUT", "/large", body: [UInt8](repeating: 1, count: count))
            #expect(answer.status == (count > 2_000_000 ? 413 : 200))
            if answer.status == 200 { #expect(answer.text == "PUT /large 2000000 true") }
        }
    }
}
