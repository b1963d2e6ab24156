import Foundation
import LaurelClient
import LaurelDomain
import LaurelWire
import LaurelTestSupport
import Testing

/// The index against a model: all that the folder has, read anew each time.
@Suite("The index of what waits", .timeLimit(.minutes(15))) struct QueueIndexTests {
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    private func queue() throws -> SubmissionQueue {
        let path = FileManager.default.temporaryDirectory.appending(path: "queue-\(UUID().uuidString)").path
        let game = DeviceGame(server: .local, bundleID: try BundleID("org.example.game"), environment: .production)
        return SubmissionQueue(PlayerFolder(DeviceFolder(path: path), game, playerID: "A:_1"))
    }

    private func scores(_ count: Int, replay: [UInt8]? = nil) throws -> [UInt8] {
        var body = ScoresBody()
        var score = ScoreOfGame()
        score.replay = replay
        body.scores = Array(repeating: score, count: count)
        return body.json
    }

    private func folder(of queue: SubmissionQueue) throws -> String {
        let players = queue.folder.device.file("players")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: players).first)
        return "\(players)/\(name)/queue"
    }

    @Test(
        "no matter who adds, removes or damages files meanwhile, what goes out next is what the folder says",
        arguments: Depth.seeds(6)
    )
    func model(seed: UInt64) throws {
        var random = Random(state: seed)
        let queue = try queue()
        let index = QueueIndex(queue)
        #expect(try index.next().items.isEmpty)
        for step in 0..<120 {
            switch Int.random(in: 0..<9, using: &random) {
            case 0...2:
                let count = [1, 1, 1, 30, 100].randomElement(using: &random) ?? 1
                _ = try queue.add(.scores, try scores(count), "m\(step)")
            case 3:
                let kind: QueuedSubmission.Kind = Bool.random(using: &random) ? .achievements : .decline
                _ = try queue.add(kind, Array("{}".utf8), "m\(step)")
            case 4:
                let count = Int.random(in: 2...20, using: &random)
                let added = try queue.add(
                    (0..<count).map { number in
                        (QueuedSubmission(.scores, try scores(1), in: queue.folder), "m\(step)n\(number)")
                    })
                #expect(try queue.items().suffix(count) == added.map { try $0.get() })
            case 5:
                // By another program.
                if let item = try queue.items().randomElement(using: &random) { _ = try queue.remove([item]) }
            case 6:
                guard let item = try queue.items().randomElement(using: &random) else { continue }
                try Data("{".utf8).write(to: URL(filePath: "\(folder(of: queue))/\(item.name)"))
            default:
                try index.remove(try next(index, queue))
            }
        }
        while true {
            let items = try next(index, queue)
            if items.isEmpty { break }
            try index.remove(items)
        }
        #expect(try queue.items().isEmpty)
    }

    private func next(_ index: QueueIndex, _ queue: SubmissionQueue) throws -> [SubmissionQueue.Item] {
        let batch = try index.next()
        let all = try queue.items()
        // A file that went away since it looked may keep another out of the request, never in front of its turn.
        #expect(QueuedSubmission.batch(all).starts(with: batch.items) && batch.items.isEmpty == all.isEmpty)
        let behind = all.dropFirst(batch.items.count).reduce(0) { count, item in
            count + (item.submission.scores?.scores.count ?? (item.submission.kind == .achievements ? 1 : 0))
        }
        #expect(batch.resultsBehind > 0 || behind == 0)
        return batch.items
    }

    @Test("several at once: one that can't be written, or for which there is no room, is missed by itself")
    func severalAtOnce() throws {
        let queue = try queue()
        func add(_ marks: [String]) throws -> [Bool] {
            try queue.add(marks.map { (QueuedSubmission(.scores, try scores(1), in: queue.folder), $0) }).map {
                if case .success = $0 { true } else { false }
            }
        }
        // No file's name is as long.
        #expect(try add(["m0", String(repeating: "m", count: 300), "m2"]) == [true, false, true])
        #expect(try queue.items().map(\.mark) == ["m0", "m2"])
        let folder = try folder(of: queue)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
        for number in 2..<SubmissionQueue.countLimit - 1 {
            #expect(FileManager.default.createFile(atPath: "\(folder)/000000000001-\(number).json", contents: nil))
        }
        #expect(try add(["m3", "m4"]) == [true, false])
        #expect(try queue.items().map(\.mark) == ["m0", "m2", "m3"])
    }

    @Test("rule 14.4: scores that count together with achievements go out by themselves")
    func together() throws {
        let queue = try queue()
        var body = try ScoresBody(json: scores(1))
        body.achievements = [ReportBody()]
        body.achievements?[0].achievement = try AchievementID("first")
        _ = try queue.add(.scores, try scores(1), "m0")
        _ = try queue.add(.scores, body.json, "m1")
        _ = try queue.add(.scores, try scores(1), "m2")
        let index = QueueIndex(queue)
        var sent: [[String]] = []
        while case let items = try index.next().items, !items.isEmpty {
            sent.append(items.map(\.mark))
            try index.remove(items)
        }
        #expect(sent == [["m0"], ["m1"], ["m2"]])
    }

    @Test("two programs that send the same queue leave nothing and stop at nothing")
    func twoPrograms() throws {
        let queue = try queue()
        for number in 0..<30 { _ = try queue.add(.scores, try scores(10), "m\(number)") }
        let (one, other) = (QueueIndex(queue), QueueIndex(queue))
        #expect(try one.next().items.count == 10)
        #expect(try other.next().resultsBehind == 200)
        try one.remove(try one.next().items)
        let (seen, known) = (try other.next().items, try one.next().items)
        #expect(seen == known)
        while case let items = try other.next().items, !items.isEmpty { try other.remove(items) }
        #expect(try one.next().items.isEmpty)
        #expect(try queue.items().isEmpty)
    }

    @Test("one request stays below what a server takes, whatever replays its scores carry")
    func bytes() throws {
        let queue = try queue()
        let replay = [UInt8](repeating: 7, count: Challenge.replayBytesLimit)
        for number in 0..<5 { _ = try queue.add(.scores, try scores(1, replay: replay), "m\(number)") }
        let index = QueueIndex(queue)
        #expect(try index.next(alone: true).items.map(\.mark) == ["m0"])
        var counts: [Int] = []
        while case let items = try index.next().items, !items.isEmpty {
            var body = ScoresBody()
            body.scores = items.compactMap(\.submission.scores).flatMap(\.scores)
            body.waiting = waitingLimit
            #expect(body.json.count < 1 << 20)
            counts.append(items.count)
            try index.remove(items)
        }
        #expect(counts == [2, 2, 1])
    }

    @Test("what was sent and cannot be removed is not sent again, and holds nothing up")
    func leftover() throws {
        let queue = try queue()
        _ = try queue.add(.scores, try scores(1), "m0")
        let index = QueueIndex(queue)
        let sent = try #require(try index.next().items.first)
        // A folder in its place, which cannot be unlinked, even by an administrator.
        let path = try "\(folder(of: queue))/\(sent.name)"
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(throws: DeviceError.self) { try index.remove([sent]) }
        #expect(try index.next().items.isEmpty)
        _ = try queue.add(.scores, try scores(1), "m1")
        #expect(try index.next().items.map(\.mark) == ["m1"])
    }
}

extension SubmissionQueue {
    fileprivate func add(
        _ kind: QueuedSubmission.Kind, _ body: [UInt8], _ mark: String
    ) throws(DeviceError) -> Item {
        try add(QueuedSubmission(kind, body, in: folder), mark: mark)
    }
}
