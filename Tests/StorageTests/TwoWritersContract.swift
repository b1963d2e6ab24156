import LaurelDomain
import LaurelStorage
import LaurelTestSupport
import Testing

/// Two that write at once: two processes, where the engine can be shared by some.
@Suite("Two writers", .timeLimit(.minutes(15))) struct TwoWritersContract {
    private let stream = JournalContract.stream
    private let start = Timestamp(clamping: 1_800_000_000_000)

    @Test("of two rows for one position, one is written and the other refused", arguments: Backend.allCases)
    func rows(backend: Backend) async throws {
        let stores = try backend.makeStores(2)
        let rounds: Int64 = 40
        for sequence in 1...rounds {
            let written = await withTaskGroup { group in
                for (index, store) in stores.enumerated() {
                    var row = JournalRow.sample(sequence)
                    row.value = Int64(index)
                    group.addTask { [row] in
                        do throws(StoreError) {
                            try store.journal.commit(Change(rows: [row]))
                            return Result<Int64, StoreError>.success(row.value)
                        } catch {
                            return .failure(error)
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let winners = written.compactMap { try? $0.get() }
            #expect(winners.count == 1 && written.contains(.failure(.conflict)), "\(written)")
            for store in stores {
                #expect(try store.journal.row(at: JournalSequence(sequence), of: stream)?.value == winners.first)
                #expect(try store.journal.last(of: stream)?.sequence == JournalSequence(sequence))
            }
        }
        // Each row is held against its digest.
        #expect(try stores[0].journal.rows(after: .start, of: stream, limit: 99).count == rounds)
    }

    @Test("each reads what the other wrote, and goes on behind it", arguments: Backend.allCases)
    func turns(backend: Backend) throws {
        let stores = try backend.makeStores(2)
        for sequence in 1...6 as ClosedRange<Int64> {
            let (writer, reader) = (stores[Int(sequence % 2)].journal, stores[Int((sequence + 1) % 2)].journal)
            try writer.commit(Change(rows: [.sample(sequence)]))
            #expect(try reader.last(of: stream)?.sequence == JournalSequence(sequence))
            #expect(try reader.rows(after: .start, of: stream, limit: 9).count == sequence)
        }
    }

    @Test("two teams' first rows at once get streams of their own", arguments: Backend.allCases)
    func streams(backend: Backend) async throws {
        let stores = try backend.makeStores(2)
        try await withThrowingTaskGroup { group in
            for (index, store) in stores.enumerated() {
                group.addTask {
                    for team in 1...20 as ClosedRange<UInt32> {
                        let stream = StreamID(team: TeamNumber(team * 2 + UInt32(index)), environment: .sandbox)
                        try store.journal.commit(Change(rows: [.sample(1, stream), .sample(2, stream)]))
                    }
                }
            }
            try await group.waitForAll()
        }
        let streams = try stores[0].journal.streams()
        #expect(Set(streams).count == 40 && streams.count == 40)
        for stream in streams { #expect(try stores[1].journal.rows(after: .start, of: stream, limit: 9).count == 2) }
    }

    @Test("one alias is registered once, and the other one hears that it's taken", arguments: Backend.allCases)
    func aliases(backend: Backend) async throws {
        let stores = try backend.makeStores(2)
        for number in 0..<20 {
            let player = NewPlayer(
                alias: try Alias("ada\(number)"), displayName: "Ada", passwordHash: "", recoveryCodes: [],
                created: start, entrance: .open, session: nil)
            let answers = try await withThrowingTaskGroup { group in
                for store in stores { group.addTask { try await store.directory.register(player) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0 == .aliasTaken } == 1, "\(answers)")
        }
    }

    @Test("numbers of notices are seen in their order", arguments: Backend.allCases)
    func notices(backend: Backend) async throws {
        let stores = try backend.makeStores(2)
        let count = 40
        let reader = stores[0].directory
        let moment = start
        let seen = try await withThrowingTaskGroup(of: [NoticeID].self) { group in
            for store in stores {
                group.addTask {
                    for _ in 0..<count {
                        let notice = NewNotice(
                            to: PlayerNumber(7), .challengeReceived, app: AppNumber(3), environment: .sandbox,
                            about: PlayerNumber(9), subject: "", details: "", created: moment)
                        try store.journal.commit(Change(facts: [.notice(notice)]))
                    }
                    return []
                }
            }
            // Reading on from the last one leaves none out.
            group.addTask {
                var seen: [NoticeID] = []
                while seen.count < 2 * count {
                    // A writer that fails cancels it.
                    try Task.checkCancellation()
                    let more = try await reader.notices(after: seen.last ?? .start, limit: 100)
                    seen += more.map(\.id)
                    if more.isEmpty { await Task.yield() }
                }
                return seen
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(try await reader.notices(after: .start, limit: 100).map(\.id) == seen)
    }
}
