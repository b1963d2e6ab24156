import Foundation
import LaurelDomain
import LaurelScores
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import LaurelTestSupport
import Testing

/// A snapshot is written beside the old one and takes its name at the end. A disk that fails before that costs the next
/// start time, and nothing else.
@Suite("Drafts of snapshots", .serialized, .timeLimit(.minutes(15))) struct DraftTests {
    /// Which operation on a draft fails. It has a write for its head, two or more for each leaderboard, and one
    /// for its directory.
    struct Fault: Sendable {
        let operation: DraftFaults.Operation
        let number: Int
    }

    static let faults =
        (1...6).map { Fault(operation: .write, number: $0) } + [Fault(operation: .flush, number: 1)]

    private func send(_ numbers: ClosedRange<Int>, to server: TorturedServer, _ ledger: inout Ledger) async throws {
        for number in numbers {
            let score = Ledger.Sent(board: number % 2, player: UInt32(number), value: Int64(number))
            ledger.send("s\(number)", score)
            let answer = try await server.submit([("s\(number)", score)], by: score.player)
            let wrong = answer.results.flatMap { ledger.acknowledge("s\(number)", $0) }
            #expect(wrong == [])
        }
    }

    /// What is wrong with the leaderboards of a server that starts after a kill.
    private func defects(
        after server: TorturedServer, _ clock: TortureClock, _ ledger: inout Ledger, _ random: inout SplitMix64
    ) async throws -> [String] {
        server.disk.cut(after: 1)
        server.keeper.stop(keeps: false)
        let disk = try server.disk.next(.kill, &random)
        try server.disk.end()
        let next = try await TorturedServer(disk, clock, movesLog: false)
        var defects = try ledger.read(next.store, next.stream, boards: next.boardNumbers())
        defects += try await next.differences(from: ledger)
        next.keeper.stop()
        try disk.end()
        return defects
    }

    @Test(
        "a draft that can't be written or flushed leaves the old snapshot; the operator hears of it, nothing is lost",
        arguments: faults, DraftFaults.problems)
    func fails(_ fault: Fault, problem: Int32) async throws {
        // Killed after the failure, or once a snapshot was written again.
        for isMended in [false, true] {
            var random = SplitMix64(seed: 1)
            let clock = TortureClock()
            var ledger = Ledger()
            let server = try await TorturedServer(
                try TortureDisk(try TestStores.makeFolder(), seed: 1), clock, movesLog: false)
            try await server.makeBoards()
            try await send(1...10, to: server, &ledger)
            server.keeper.runBackgroundNow()
            let old = try #require(server.snapshot)
            try await send(11...20, to: server, &ledger)
            for _ in 1...2 {
                server.drafts.fail(fault.operation, number: fault.number, with: problem)
                server.keeper.runBackgroundNow()
                #expect(server.drafts.end(), "nothing failed")
                #expect(server.snapshot == old)
                #expect(try server.leftDrafts == [])
            }
            #expect(server.snapshotFailures == [String(cString: strerror(problem))])
            if isMended {
                server.keeper.runBackgroundNow()
                #expect(server.snapshot != old && server.snapshot != nil)
                #expect(try server.leftDrafts == [])
            }
            #expect(try ledger.read(server.store, server.stream, boards: server.boardNumbers()) == [])
            #expect(try await server.differences(from: ledger) == [])
            let lost = try await defects(after: server, clock, &ledger, &random)
            #expect(lost == [])
        }
    }

    @Test("a server that ends writes no snapshot when its disk fails, and the next start takes the older one")
    func end() async throws {
        let clock = TortureClock()
        for fault in Self.faults {
            var ledger = Ledger()
            let server = try await TorturedServer(
                try TortureDisk(try TestStores.makeFolder(), seed: 1), clock, movesLog: false)
            try await server.makeBoards()
            try await send(1...10, to: server, &ledger)
            server.keeper.runBackgroundNow()
            let old = try #require(server.snapshot)
            try await send(11...20, to: server, &ledger)
            server.drafts.fail(fault.operation, number: fault.number, with: DraftFaults.problems[0])
            server.keeper.stop()
            server.store.close()
            #expect(server.drafts.end(), "nothing failed")
            #expect(server.snapshot == old)
            #expect(try server.leftDrafts == [])
            let next = try await TorturedServer(server.disk, clock, movesLog: false)
            #expect(try ledger.read(next.store, next.stream, boards: next.boardNumbers()) == [])
            #expect(try await next.differences(from: ledger) == [])
            next.keeper.stop()
            try next.disk.end()
        }
    }
}
