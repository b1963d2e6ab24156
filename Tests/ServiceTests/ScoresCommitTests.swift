import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import Synchronization
import Testing

@Suite("Plan, commit, publish", .timeLimit(.minutes(15))) struct ScoresCommitTests {
    @Test("no answer leaves and no read shows a score before its commit is done")
    func held() async throws {
        let journal = HeldJournal()
        let scores = try await ScoresFixture(journal)
        try await scores.make()
        try await scores.submit(1, by: 1)
        journal.hold()
        let hasAnswered = Atomic(false)
        let answer = Task {
            let answer = try await scores.submit(9, by: 2)
            hasAnswered.store(true, ordering: .sequentiallyConsistent)
            return answer
        }
        await journal.commitIsPending()
        let answeredEarly = hasAnswered.load(ordering: .sequentiallyConsistent)
        #expect(!answeredEarly)
        #expect(try await scores.order() == ["1:1"])
        #expect(try await scores.read(viewer: 2).local == nil)
        journal.release()
        #expect(try await answer.value.result.entry?.rank == 1)
        #expect(try await scores.order() == ["2:9", "1:1"])
    }

    @Test("rule 4.10: what queues up while a commit runs goes into one, and each reply agrees with a read")
    func batch() async throws {
        let journal = HeldJournal()
        let scores = try await ScoresFixture(journal)
        try await scores.make()
        journal.hold()
        let first = Task { try await scores.submit(1, by: 1) }
        await journal.commitIsPending()
        let count = 300
        let answers = Mutex<[SubmittedScores]>([])
        let arrived = AsyncStream.makeStream(of: Void.self)
        for player in 2...UInt32(count) {
            SubmitScores(scores.keeper).submit(
                [(try LeaderboardID("HighScores"), Score(value: Int64(player % 17)))], app: scores.app,
                environment: .production, as: scores.session(player)
            ) { result in
                if case .success(let submitted) = result { answers.withLock { $0.append(submitted) } }
                arrived.continuation.yield()
            }
        }
        let before = journal.commits.count
        journal.release()
        _ = try await first.value
        var waiting = count - 1
        for await _ in arrived.stream {
            waiting -= 1
            if waiting == 0 { break }
        }
        #expect(journal.commits.count == before + 2)
        let all = answers.withLock { $0 }
        #expect(all.count == count - 1)
        // The last slice's version is the newest: there reply and read must be the same.
        let newest = try #require(all.map(\.version).max())
        let page = try await scores.read(count: 100)
        for submitted in all where submitted.version == newest {
            let entry = try #require(submitted.results.first?.entry)
            if entry.rank <= 100 { #expect(page.entries?[entry.rank - 1] == entry) }
            #expect(submitted.results.first?.total == count)
        }
    }

    @Test("a commit has as many rows as the journal wants, and those of one request together")
    func fullBatches() async throws {
        let journal = HeldJournal(batchRowsLimit: 8)
        let scores = try await ScoresFixture(journal)
        let board: LeaderboardID? = try await scores.make().id
        journal.hold()
        let first = Task { try await scores.submit(1, by: 1) }
        await journal.commitIsPending()
        let before = journal.commits.count
        let arrived = AsyncStream.makeStream(of: Bool.self)
        let requests = Array(repeating: 1, count: 20) + [20, 1]
        for (index, count) in requests.enumerated() {
            SubmitScores(scores.keeper).submit(
                (1...count).map { (board, Score(value: Int64($0))) }, app: scores.app, environment: .production,
                as: scores.session(UInt32(index) + 2)
            ) { result in
                let isWritten = if case .success = result { true } else { false }
                arrived.continuation.yield(isWritten)
            }
        }
        journal.release()
        _ = try await first.value
        var waiting = requests.count
        for await isWritten in arrived.stream {
            #expect(isWritten)
            waiting -= 1
            if waiting == 0 { break }
        }
        #expect(Array(journal.commits[before...]) == [1, 8, 8, 24, 1])
    }

    @Test("a failed commit answers unavailable to its batch, leaves no trace, and the same score is fresh afterwards")
    func failedCommit() async throws {
        let journal = HeldJournal()
        let scores = try await ScoresFixture(journal)
        try await scores.make()
        try await scores.submit(5, by: 1, id: "first")
        journal.failNext(.unavailable)
        await #expect(throws: SubmitScoresError.unavailable) { try await scores.submit(9, by: 1, id: "second") }
        #expect(scores.keeper.isReady)
        #expect(try await scores.order() == ["1:5"])
        let again = try await scores.submit(9, by: 1, id: "second")
        #expect(!again.result.isRepeat && again.result.isNewBest)
        #expect(try journal.rows(after: .start, of: again.stream, limit: 99).filter { $0.kind == .score }.count == 2)
    }

    @Test("after an I/O error it is not ready, and rebuilds from what the store really holds")
    func brokenStore() async throws {
        let journal = HeldJournal()
        let scores = try await ScoresFixture(journal)
        try await scores.make()
        try await scores.submit(5, by: 1)
        journal.hold()
        let failed = Task { try await scores.submit(9, by: 1) }
        await journal.commitIsPending()
        journal.setBroken(true)
        journal.release()
        await #expect(throws: SubmitScoresError.unavailable) { try await failed.value }
        await #expect(throws: SubmitScoresError.unavailable) { try await scores.submit(9, by: 1) }
        await #expect(throws: ReadEntriesError.unavailable) { try await scores.read() }
        journal.setBroken(false)
        await scores.keeper.ready()
        #expect(try await scores.order() == ["1:5"])
        try await scores.submit(7, by: 2)
        #expect(try await scores.order() == ["2:7", "1:5"])
    }

    @Test("a refused command writes nothing")
    func refused() async throws {
        let journal = HeldJournal()
        let scores = try await ScoresFixture(journal)
        try await scores.make { $0.range = ScoreRange(lowest: 0, highest: 10) }
        let before = journal.commits
        await #expect(throws: SubmitScoresError.self) { try await scores.submit(11, by: 1) }
        #expect(journal.commits == before)
    }

    @Test("server time never goes back behind the journal, and a far clock is refused at start")
    func clock() async throws {
        let journal = InMemoryJournal()
        let time = ManualTime()
        let stream: StreamID
        do {
            let scores = try await ScoresFixture(journal, time: time)
            try await scores.make()
            let start = time.moment
            time.advance(-.minutes(1))
            let late = try await scores.submit(1, by: 1)
            #expect(late.result.date == start)
            stream = late.stream
        }
        time.advance(-.minutes(10))
        let behind = ScoreKeeper(
            journal: journal, catalogue: Catalogue(), contacts: DeviceContacts(), clock: time.clock)
        let error = #expect(throws: StartError.self) { try behind.start() }
        #expect(error?.description.contains("--accept-clock") ?? false)
        let accepted = ScoreKeeper(
            journal: journal, catalogue: Catalogue(), contacts: DeviceContacts(), clock: time.clock)
        try accepted.start(acceptsClock: true)
        await accepted.ready()
        #expect(accepted.now() == (try #require(try journal.last(of: stream)).time))
        accepted.stop()
    }

    @Test("tells listeners of a leaderboard its version, in its environment alone")
    func listeners() async throws {
        let scores = try await ScoresFixture()
        let board = try await scores.make()
        let heard = Mutex<[JournalSequence]>([])
        let key = LeaderboardVersions.Key(board.number, .production)
        let subscription = scores.keeper.versions.subscribe(to: [key]) { _, version, _ in
            heard.withLock { $0.append(version) }
        }
        let first = try await scores.submit(1, by: 1)
        try await scores.submit(1, by: 1, environment: .sandbox)
        // The listener is told after the answer; the next command finds that done.
        _ = try await scores.submit(0, by: 1, environment: .sandbox)
        #expect(heard.withLock { $0 } == [first.version])
        subscription.cancel()
        try await scores.submit(2, by: 1)
        _ = try await scores.submit(0, by: 1, environment: .sandbox)
        #expect(heard.withLock { $0 } == [first.version])
    }
}
