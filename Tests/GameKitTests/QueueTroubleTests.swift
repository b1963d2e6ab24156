import Foundation
import LaurelClient
import LaurelDomain
import LaurelProcess
import LaurelWire
import Synchronization
import Testing

@testable import GameKit

@Suite("What the queue meets between the disk and the server", .timeLimit(.minutes(15)))
struct QueueTroubleTests {
    /// A device whose network the test holds in its hands, with a player who is signed in there.
    private struct Scene {
        let game: TestGame
        let network: AnsweringTransport
        let pauses: Pauses
        let device: TestDevice

        init() async throws {
            game = try await TestGame(on: .started())
            _ = try await game.player("ali")
            let (network, pauses) = (AnsweringTransport(), Pauses())
            (self.network, self.pauses) = (network, pauses)
            device = try TestDevice(game) {
                $0.transport = network
                $0.sleep = pauses.sleep
            }
            try await device.signIn("ali")
        }

        var queue: SubmissionQueue {
            SubmissionQueue(PlayerFolder(device.folder, device.game, playerID: device.local.gamePlayerID))
        }

        func values() async throws -> [Int] { try await Arena(game: game).journal().map(\.value) }

        func report(_ value: Int64, to board: String = "best", on device: TestDevice? = nil) async -> GKError? {
            let device = device ?? self.device
            return await device.told { handler in
                let score = GKScore(leaderboardIdentifier: board)
                score.value = value
                GKScore.report([score], withCompletionHandler: handler)
            }.error
        }

        func submit(_ score: TestScore, replay: Int = 0) async throws -> GKError? {
            let body = try score.body(replay: replay)
            do throws(GKError) {
                _ = try await device.center.queue.submit(
                    .scores, body, by: device.local.gamePlayerID, in: device.center)
                return nil
            } catch {
                return error
            }
        }

        /// Waits until so many submissions lie in the player's folder.
        func wait(forFiles count: Int, in queue: SubmissionQueue) async throws {
            while try queue.items().count != count {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
    }

    private static let isAway: AnsweringTransport.Answer = { _ in TransportResponse(status: 503) }

    @Test("rule 8.1: scores with the longest replays, made offline, all arrive")
    func longReplays() async throws {
        let scene = try await Scene()
        scene.network.answer(Self.isAway)
        for value in 1...3 {
            let error = try await scene.submit(TestScore(Int64(value)), replay: Challenge.replayBytesLimit)
            #expect(error?.isKept == true)
        }
        scene.network.answer { _ in nil }
        #expect(try await scene.submit(TestScore(4)) == nil)
        #expect(try await scene.values() == Array(1...4))
        // One call that no request can hold is refused at once, and not kept.
        let replay = Data(repeating: 7, count: Challenge.replayBytesLimit)
        let tooLong = await scene.device.failure {
            try await Laurel.submitScore(9, replay: replay, leaderboardIDs: ["best", "best", "best"])
        }
        #expect(tooLong == .invalidParameter)
        #expect(try scene.queue.items().isEmpty)
    }

    @Test("a batch that is too large for a server, or a proxy before it, goes a submission at a time")
    func tooLarge() async throws {
        let scene = try await Scene()
        let ours = TransportResponse(
            status: 413, headers: ["content-type": "application/problem+json"],
            body: Array(#"{"type":"/problems/too-large","title":"Too large","status":413}"#.utf8))
        let proxys = TransportResponse(status: 413, headers: ["content-type": "text/html"])
        for (first, refused) in [(1, ours), (6, proxys)] {
            scene.network.answer(Self.isAway)
            for value in first..<first + 4 {
                #expect(try await scene.submit(TestScore(Int64(value)), replay: 900)?.isKept == true)
            }
            scene.network.answer { ($0.body?.count ?? 0) > 2_000 ? refused : nil }
            #expect(try await scene.submit(TestScore(Int64(first + 4))) == nil)
        }
        #expect(try await scene.values() == Array(1...10))
    }

    @Test("rules 4.12 and 8.1: a score for which there is no room yet lets the others pass, and is sent after them")
    func passedOver() async throws {
        let scene = try await Scene()
        scene.network.answer(Self.isAway)
        for (value, board) in [(7, "held"), (8, "held"), (2, "best")] as [(Int64, String)] {
            #expect(await scene.report(value, to: board)?.isKept == true)
        }
        let refusals = Mutex(0)
        scene.network.answer { request in
            guard request.sendsScores, let body = JSONText(request.body ?? []).scores,
                let index = body.firstIndex(of: "held")
            else { return nil }
            refusals.withLock { $0 += 1 }
            return TransportResponse(
                status: 429, headers: ["content-type": "application/problem+json", "retry-after": "3600"],
                body: Array(
                    #"""
                    {"type":"/problems/too-many-requests","title":"Full","status":429,
                        "field":"scores[\#(index)].leaderboard"}
                    """#.utf8))
        }
        #expect(await scene.report(3) == nil)
        #expect(try await scene.values() == [2, 3])
        // Each of the four reports has ended with one.
        await scene.pauses.wait(for: 4)
        #expect(try scene.queue.items().count == 2)
        // In front, and once more when nothing else was left.
        #expect(refusals.withLock(\.self) == 2)
        // The server, which doesn't know that leaderboard, refuses them for good.
        scene.network.answer { _ in nil }
        #expect(await scene.report(4) == nil)
        #expect(try await scene.values() == [2, 3, 4])
        while try !scene.queue.items().isEmpty { await Task.yield() }
    }

    /// The leaderboards of the scores in a request.
    private struct JSONText {
        let scores: [String]?

        init(_ body: [UInt8]) {
            let json = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
            scores = (json?["scores"] as? [[String: Any]])?.map { $0["leaderboard"] as? String ?? "" }
        }
    }

    @Test("rules 6.2 and 8.1: a challenge too many is refused, and holds up nothing behind it")
    func challengeTooMany() async throws {
        let scene = try await Scene()
        let tooMany = TransportResponse(
            status: 429, headers: ["content-type": "application/problem+json", "retry-after": "86400"],
            body: Array(#"{"type":"/problems/too-many-challenges","title":"Too many","status":429}"#.utf8))
        scene.network.answer { $0.url.hasSuffix("/challenges") ? tooMany : nil }
        let challenge = try scene.device.center.queue.add(
            .challenge, ChallengeBody().json, by: scene.device.local.gamePlayerID, in: scene.device.center)
        #expect(await scene.report(5) == nil)
        let refusal = await #expect(throws: GKError.self) { try await challenge.outcome() }
        #expect(refusal?.code == .challengeInvalid && refusal?.isKept == false)
        #expect(try scene.queue.items().isEmpty)
    }

    @Test("an answer that is not Laurel's costs no score")
    func foreignAnswers() async throws {
        let scene = try await Scene()
        for (index, answer) in ForeignAnswer.allCases.enumerated() {
            scene.network.answer { $0.sendsScores ? answer.response : nil }
            let error = await scene.report(Int64(index * 2))
            #expect(error?.code == .communicationsFailure && error?.isKept == true, "\(answer)")
            #expect(try scene.queue.items().count == 1, "\(answer)")
            scene.network.answer { _ in nil }
            #expect(await scene.report(Int64(index * 2 + 1)) == nil, "\(answer)")
        }
        #expect(try await scene.values() == Array(0..<ForeignAnswer.allCases.count * 2))
    }

    @Test("rule 1.5: an answer that is not Laurel's ends no session")
    func foreignSignIn() async throws {
        let scene = try await Scene()
        for (index, answer) in ForeignAnswer.allCases.enumerated() {
            scene.network.answer { _ in answer.response }
            let calls = scene.device.authenticate()
            let call = await calls.next()
            #expect(call.error?.code == .communicationsFailure && call.controller == nil, "\(answer)")
            #expect(scene.device.local.isAuthenticated, "\(answer)")
            // It is tried again by itself.
            scene.network.answer { _ in nil }
            await scene.pauses.wait(for: index + 1)
            scene.pauses.end()
            #expect(await calls.next().error == nil, "\(answer)")
        }
    }

    @Test("calls in a row that nobody waits for reach the server in their order")
    func inOrder() async throws {
        let scene = try await Scene()
        let (told, feed) = AsyncStream<GKError?>.makeStream()
        // What takes longer to write down comes first.
        let calls = (0..<20).map { $0.isMultiple(of: 2) ? 50 : 1 }
        var made = 0
        scene.device.run {
            for count in calls {
                let scores = (made + 1...made + count).map { value in
                    let score = GKScore(leaderboardIdentifier: "best")
                    score.value = Int64(value)
                    return score
                }
                made += count
                GKScore.report(scores) { feed.yield($0 as? GKError) }
            }
        }
        var heard = 0
        for await error in told {
            #expect(error == nil)
            heard += 1
            if heard == calls.count { break }
        }
        #expect(try await scene.values() == Array(1...made))
    }

    @Test("rule 6.1: a challenge that is issued right after its score stands behind it")
    func challengeBehindScore() async throws {
        let arena = try await FullGame()
        let lines = Mutex<[String]>([])
        let ali = try await arena.device("ali") { $0.log = { line in lines.withLock { $0.append(line) } } }
        let bea = try await arena.device("bea")
        try await arena.befriend("ali", "bea")
        let receiver = bea.local.gamePlayerID
        for round in 0..<10 {
            ali.run {
                let scores = (1...50).map { value in
                    let score = GKScore(leaderboardIdentifier: "best")
                    score.value = Int64(round * 50 + value)
                    return score
                }
                GKScore.report(scores)
                scores.last?.issueChallenge(toPlayers: [receiver], message: nil)
            }
        }
        // Behind all of them.
        let last = ali.run { GKScore(leaderboardIdentifier: "laps") }
        last.value = 1
        try await ali.run { try await GKScore.report([last]) }
        #expect(lines.withLock(\.self) == [])
        let received = try await bea.run { try await GKChallenge.loadReceivedChallenges() }
        #expect(received.map { ($0 as? GKScoreChallenge)?.score?.value } == [500])
    }

    @Test("the reporter hears of it, though another program of the device has sent it")
    func twoPrograms() async throws {
        let scene = try await Scene()
        let network = AnsweringTransport()
        let other = try TestDevice(scene.game, folder: scene.device.folder) { $0.transport = network }
        // What it sends by itself after its sign-in must not come before all are there.
        network.answer { $0.sendsScores ? TransportResponse(status: 503) : nil }
        #expect(await other.authenticate().next().error == nil)
        let gate = Pauses()
        scene.network.answer { request in
            if request.sendsScores { _ = try? await gate.sleep(.zero) }
            return nil
        }
        async let first = scene.report(1)
        await gate.wait(for: 1)
        async let second = scene.report(2)
        try await scene.wait(forFiles: 2, in: scene.queue)
        async let refused = scene.report(3, to: "nowhere")
        try await scene.wait(forFiles: 3, in: scene.queue)
        network.answer { _ in nil }
        await other.center.queue.flush(in: other.center)
        try await scene.wait(forFiles: 0, in: scene.queue)
        scene.network.answer { _ in nil }
        gate.end()
        #expect(await first == nil)
        #expect(await second == nil)
        #expect(await refused?.userInfo[GKError.problemTypeKey] as? String == "unknown-leaderboard")
        #expect(try await scene.values() == [1, 2])
    }

    @Test("rule 8.1: the reporter hears that it waits for them, when somebody else signs in meanwhile")
    func otherPlayer() async throws {
        let scene = try await Scene()
        _ = try await scene.game.player("bea")
        let (gate, queue) = (Pauses(), scene.queue)
        scene.network.answer { request in
            if request.sendsScores { _ = try? await gate.sleep(.zero) }
            return nil
        }
        async let first = scene.report(1)
        await gate.wait(for: 1)
        async let second = scene.report(2)
        try await scene.wait(forFiles: 2, in: queue)
        try await scene.device.signIn("bea")
        scene.network.answer { _ in nil }
        gate.end()
        #expect(await first == nil)
        let waits = await second
        #expect(waits?.code == .notAuthenticated && waits?.isKept == true)
        #expect(try queue.items().count == 1)
        #expect(try await scene.values() == [1])
    }

    @Test("a folder that takes no submissions keeps none from a server that is there")
    func unusableFolder() async throws {
        let scene = try await Scene()
        let players = scene.device.folder.file("players")
        // The event stream makes the folder, maybe just now.
        while !FileManager.default.createFile(atPath: players, contents: Data()) {
            try FileManager.default.removeItem(atPath: players)
        }
        #expect(await scene.report(1) == nil)
        #expect(await scene.report(2, to: "nowhere")?.code == .invalidParameter)
        // Neither kept nor sent later: the game is told.
        scene.network.answer(Self.isAway)
        let away = await scene.report(3)
        #expect(away?.code == .communicationsFailure && away?.isKept == false)
        scene.network.answer { _ in nil }
        #expect(await scene.report(4) == nil)
        #expect(try await scene.values() == [1, 4])
    }
}
