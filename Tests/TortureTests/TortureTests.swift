import Foundation
import LaurelDomain
import LaurelMatches
import LaurelScores
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import LaurelTestSupport
import Synchronization
import Testing

/// What was acknowledged is there, once, with the right rank, whatever happens below: docs/internals/torture.md.
@Suite("Torture", .serialized, .timeLimit(.minutes(60))) struct TortureTests {
    static let steps = 400

    @Test(
        "rules 4.4, 4.6, 4.10, 12.1, 12.24 and 12.25: a server through power losses, failing disks, clock jumps",
        arguments: seeds)
    func simulation(seed: UInt64) async throws {
        let simulation = try await Simulation(seed: seed)
        try await simulation.run(steps: Self.steps)
        #expect(simulation.acknowledged > Self.steps / 2)
        #expect(simulation.counts["life", default: 0] > 2, "\(simulation.counts)")
        #expect(simulation.counts["match write", default: 0] > Self.steps / 16, "\(simulation.counts)")
        #expect(simulation.counts["matches compared", default: 0] > 2, "\(simulation.counts)")
        let all = Self.seen.withLock { seen in
            seen.seeds.insert(seed)
            seen.counts.merge(simulation.counts, uniquingKeysWith: +)
            return seen.seeds.count == Self.seeds.count ? seen.counts : nil
        }
        // Of one seed alone nothing more can be said.
        guard let all, Self.seeds.count >= 12 else { return }
        for what in Self.kinds { #expect(all[what] != nil, "no seed had: \(what). \(all)") }
    }

    private static let seeds = Depth.seeds(12)
    /// What happened in all of the seeds so far.
    private static let seen = Mutex<(seeds: Set<UInt64>, counts: [String: Int])>(([], [:]))
    /// What the simulation is for: each has to happen in some seed.
    private static let kinds = [
        "draft failed", "full", "log moved", "log not moved", "match for sixteen", "match write in doubt",
        "match write settled", "not read", "read failed: log", "read failed: matches",
        "rebuilt", "refused", "restart", "time in doubt",
    ]

    @Test(
        "rule 4.4: many clients at a time, the log moved beside them: a power loss takes nothing that was acknowledged",
        arguments: Depth.seeds(3))
    func crowd(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let clock = TortureClock()
        var ledger = Ledger()
        var server = try await TorturedServer(
            try TortureDisk(try TestStores.makeFolder(), seed: seed), clock, movesLog: true)
        try await server.makeBoards()
        for life in 1...5 {
            server.disk.cut(after: 20 + random.below(400))
            let mover = LogMover(server.store)
            let crowd = Crowd(ledger, life: life)
            await crowd.play(on: server, seed: random.next())
            mover.stop()
            server.keeper.stop()
            ledger = crowd.ledger
            #expect(crowd.defects == [])
            let disk = try server.disk.next(.powerLoss(kept: [0, 64, 192][random.below(3)]), &random)
            try server.disk.end()
            server = try await TorturedServer(disk, clock, movesLog: true)
            let missing = try ledger.read(server.store, server.stream, boards: server.boardNumbers())
            try #require(missing == [], "LAUREL_SEED=\(seed), life \(life)")
            try #require(await server.differences(from: ledger) == [], "LAUREL_SEED=\(seed), life \(life)")
        }
        #expect(ledger.acknowledged > 200)
        server.keeper.stop()
        try server.disk.end()
    }

    /// The first, the second, and so on: each read that the move makes fails in one of the rounds.
    @Test(
        "a read that fails while the log is moved loses nothing, no page is wrong, and none counts as damaged",
        arguments: [false, true])
    func failedReads(isOfDisk: Bool) async throws {
        let clock = TortureClock()
        var ledger = Ledger()
        let server = try await TorturedServer(
            try TortureDisk(try TestStores.makeFolder(), seed: 1), clock, movesLog: false)
        try await server.makeBoards()
        server.disk.setReadError(isOfDisk: isOfDisk)
        var failed = 0
        var refusals: [StoreError] = []
        for number in 1...30 {
            let score = Ledger.Sent(board: 0, player: UInt32(number), value: Int64(number))
            ledger.send("s\(number)", score)
            let answer = try await server.submit([("s\(number)", score)], by: score.player)
            let result = try #require(answer.results.first)
            #expect(ledger.acknowledge("s\(number)", result) == [])
            server.disk.fail(.read, number: number)
            do throws(StoreError) { _ = try server.store.scrub() } catch { refusals.append(error) }
            if !server.disk.isToFail(.read) { failed += 1 }
            server.disk.fail(.read, number: 0)
            try #require(await server.differences(from: ledger) == [], "read \(number), \(refusals)")
        }
        #expect(failed > 1, "\(refusals)")
        #expect(!refusals.contains { if case .damaged = $0 { true } else { false } }, "\(refusals)")
        #expect(try server.store.scrub())
        #expect(try ledger.read(server.store, server.stream, boards: server.boardNumbers()) == [])
        #expect(try await server.differences(from: ledger) == [])
        server.keeper.stop()
        try server.disk.end()
    }

    /// The test of the tests, for matches.
    @Test("rules 12.24 and 12.25: matches that a disk has lost which lies about its syncs are missed")
    func lostMatches() async throws {
        var random = SplitMix64(seed: 1)
        let clock = TortureClock()
        var ledger = MatchLedger()
        let server = try await TorturedServer(
            try TortureDisk(try TestStores.makeFolder(), seed: 1), clock, movesLog: false)
        func find(_ number: UInt64) throws -> MatchLedger.Write {
            MatchLedger.Write(
                action: .find(try MatchRequest(defaultNumberOfPlayers: 2)), player: 1_001,
                key: MatchKey(high: 1, low: number, body: number))
        }
        for number in 1...4 as ClosedRange<UInt64> {
            // The first half is really written.
            server.disk.setLying(number > 2)
            let write = try find(number)
            let now = server.keeper.clock.now()
            let answer = await server.perform(write)
            #expect(ledger.note(answer, to: write, at: now) == [])
        }
        let before = try await server.foundMatches(of: [1_001])
        #expect(ledger.compare(before, of: [1_001]) == [])
        server.disk.cut(after: 1)
        let answer = await server.perform(try find(5))
        #expect(answer == .lost)
        server.keeper.stop()
        let disk = try server.disk.next(.powerLoss(kept: 0), &random, keepsOthers: true)
        for name in ["laurel.db-mark", "cache"] where FileManager.default.fileExists(atPath: "\(disk.folder)/\(name)") {
            try disk.remove(name)
        }
        let after = try await TorturedServer(disk, clock, movesLog: false)
        let found = try await after.foundMatches(of: [1_001])
        #expect(found.texts.count == 2)
        #expect(ledger.compare(found, of: [1_001]) != [])
        after.keeper.stop()
        try disk.end()
        try server.disk.end()
    }

    @Test("rule 12.25: a write in doubt may be done or not, once, and what is answered or read tells which")
    func doubts() throws {
        let start = Timestamp(clamping: 1_800_000_000_000)
        let find = MatchLedger.Write(
            action: .find(try MatchRequest(defaultNumberOfPlayers: 2)), player: 1_001,
            key: MatchKey(high: 1, low: 1, body: 1))
        var ledger = MatchLedger()
        #expect(ledger.note(.lost, to: find, at: start) == [])
        #expect(ledger.inDoubt != nil)
        #expect(ledger.note(.lost, to: find, at: start.advanced(by: .hours(1))) == [])
        var other = ledger
        // What is read says that it wasn't done, and it's sent once more.
        let nothing = MatchLedger.Found(texts: [], lists: [[]], turns: [0])
        #expect(ledger.compare(nothing, of: [1_001]) == [])
        #expect(ledger.note(.done(match: 1, version: 1), to: find, at: start.advanced(by: .hours(2))) == [])
        #expect(ledger.inDoubt == nil)
        #expect(ledger.compare(nothing, of: [1_001]) != [])
        #expect(other.note(.done(match: 2, version: 1), to: find, at: start) != [], "nobody has made another one")
        #expect(other.note(.refused(13), to: find, at: start) != [])
    }

    @Test("the simulation finds what a disk loses that lies about its syncs", arguments: Depth.seeds(3))
    func liesAreFound(seed: UInt64) async throws {
        let simulation = try await Simulation(seed: seed, lies: true)
        await #expect(throws: Simulation.Defect.self) { try await simulation.run(steps: Self.steps) }
    }

    /// The test of the tests: on a disk that says it has written what it hasn't, scores are lost, and it is seen.
    @Test(
        "a disk that lies about its syncs loses acknowledged scores; a start says so, and the checker without its marks"
    )
    func lyingDisk() async throws {
        for isMarkKept in [true, false] {
            var random = SplitMix64(seed: 1)
            let clock = TortureClock()
            var ledger = Ledger()
            let server = try await TorturedServer(
                try TortureDisk(try TestStores.makeFolder(), seed: 1), clock, movesLog: false)
            try await server.makeBoards()
            server.disk.setLying(true)
            for number in 1...20 {
                let score = Ledger.Sent(board: 0, player: UInt32(number), value: Int64(number))
                ledger.send("s\(number)", score)
                let answer = try await server.submit([("s\(number)", score)], by: score.player)
                let result = try #require(answer.results.first)
                #expect(ledger.acknowledge("s\(number)", result) == [])
            }
            server.disk.cut(after: 1)
            server.keeper.stop()
            let disk = try server.disk.next(.powerLoss(kept: 0), &random, keepsOthers: true)
            if isMarkKept {
                await #expect(throws: OpenError.self) { _ = try await TorturedServer(disk, clock, movesLog: false) }
            } else {
                for name in ["laurel.db-mark", "cache"] { try disk.remove(name) }
                let after = try await TorturedServer(disk, clock, movesLog: false)
                let missing = try ledger.read(after.store, after.stream, boards: after.boardNumbers())
                #expect(missing.filter { $0.hasSuffix("is missing") }.count == 20)
                after.keeper.stop()
            }
            try disk.end()
            try server.disk.end()
        }
    }
}

/// Moves the log into the database, again and again, beside the writer.
private final class LogMover: Sendable {
    private let isStopped = Atomic(false)
    private let hasStopped = DispatchSemaphore(value: 0)

    init(_ store: SQLiteStore) {
        Thread.detachNewThread { [self] in
            while !isStopped.load(ordering: .relaxed) {
                do throws(StoreError) { _ = try store.scrub() } catch {
                    // The power is off, or a reader is in its way.
                    sched_yield()
                }
            }
            hasStopped.signal()
        }
    }

    func stop() {
        isStopped.store(true, ordering: .relaxed)
        hasStopped.wait()
    }
}

/// Clients that each send a score when the last one is answered, until the server ends.
private final class Crowd: Sendable {
    private static let clients = 24

    private struct State {
        var ledger: Ledger
        var defects: [String] = []
    }

    private let state: Mutex<State>
    private let life: Int
    var ledger: Ledger { state.withLock { $0.ledger } }
    var defects: [String] { state.withLock { $0.defects } }

    init(_ ledger: Ledger, life: Int) {
        state = Mutex(State(ledger: ledger))
        self.life = life
    }

    func play(on server: TorturedServer, seed: UInt64) async {
        await withTaskGroup(of: Void.self) { group in
            for client in 0..<Self.clients {
                group.addTask { [self] in
                    var random = SplitMix64(seed: seed &+ UInt64(client))
                    for number in 0..<5_000 where !server.disk.isCut {
                        await send("l\(life).c\(client).\(number)", on: server, &random)
                    }
                }
            }
        }
    }

    private func send(_ id: String, on server: TorturedServer, _ random: inout SplitMix64) async {
        let score = Ledger.Sent(
            board: random.below(2), player: UInt32(1 + random.below(40)), value: Int64(random.below(1_000)))
        state.withLock { $0.ledger.send(id, score) }
        do {
            let answer = try await server.submit([(id, score)], by: score.player)
            state.withLock { state in
                for result in answer.results { state.defects += state.ledger.acknowledge(id, result) }
            }
        } catch {
            // It may be there, or not.
            await Task.yield()
        }
    }
}
