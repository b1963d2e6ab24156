import LaurelDomain
@testable import LaurelScores
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import Synchronization
import Testing

@testable import LaurelService

@Suite("Every call of the store fails once", .timeLimit(.minutes(15))) struct ScoresEveryFaultTests {
    /// What the writer was asked to do, and its answers: true if it was done.
    private final class Answers: Sendable {
        let given = Mutex<[String: [Bool]]>([:])
        private let waiting = Mutex<[(count: Int, continuation: CheckedContinuation<Void, Never>)]>([])

        func asked(_ command: String) { given.withLock { $0[command] = [] } }
        func note<Value, Failure>(_ command: String, _ result: Result<Value, Failure>) {
            let isDone = if case .success = result { true } else { false }
            let waiters = given.withLock { given in
                given[command, default: []].append(isDone)
                return waiting.withLock { waiting in
                    let count = given.values.count { !$0.isEmpty }
                    defer { waiting.removeAll { $0.count <= count } }
                    return waiting.filter { $0.count <= count }
                }
            }
            for waiter in waiters { waiter.continuation.resume() }
        }
        /// Returns when so many were answered.
        func all(_ count: Int) async {
            await withCheckedContinuation { continuation in
                let isThere = given.withLock { given in
                    if given.values.count(where: { !$0.isEmpty }) >= count { return true }
                    waiting.withLock { $0.append((count, continuation)) }
                    return false
                }
                if isThere { continuation.resume() }
            }
        }
        func isDone(_ command: String) -> Bool { given.withLock { $0[command]?.first ?? false } }
    }

    /// One command of each kind, with a score before each, in one batch.
    private struct World {
        let journal: HeldJournal
        let scores: ScoresFixture
        let open: Leaderboard
        let moderated: JournalSequence
        let targets: [ErasureTarget]
        let answers = Answers()
        /// The first players have entries already.
        static let removed: UInt32 = 1
        static let erased: UInt32 = 2
        static let banned: UInt32 = 3
        static let held: UInt32 = 4

        init() async throws {
            let store = try TestStores.make()
            journal = HeldJournal(store)
            scores = try await ScoresFixture(journal)
            open = try await scores.make("Open")
            let holding = try await scores.make("Holding")
            let directory = SQLiteDirectory(store)
            let accounts = AccountsWorld(directory: directory, catalogue: scores.catalogue).accounts
            var policy = ModerationPolicy()
            policy.holdsScores = true
            try await ConfigureModeration(Moderation(directory: directory, keeper: scores.keeper, accounts: accounts))(
                policy, of: scores.app, leaderboard: holding, by: .operator)
            for player in [Self.removed, Self.erased, Self.banned] {
                try await scores.submit(Int64(player), by: player, to: "Open")
            }
            #expect(try await scores.submit(1, by: Self.held, to: "Holding").result.isHeld)
            try await scores.submit(1, by: 5, to: "Open", environment: .sandbox)
            let entry = try await scores.read("Open").entries?.first { $0.player.rawValue == Self.removed }
            moderated = try #require(entry).sequence
            targets = try journal.erasureTargets(of: PlayerNumber(Self.erased))
        }

        var stream: StreamID { StreamID(team: scores.app.team, environment: .production) }

        func add<Step: WriterStep>(_ name: String, _ step: Step) {
            answers.asked(name)
            scores.keeper.send(step) { [answers] in answers.note(name, $0) }
        }

        func submit(_ player: UInt32) throws {
            let name = "submit \(player)"
            let score = Score(value: 1, context: 0, date: nil, id: try ScoreID(name.filter { $0 != " " }))
            let call = SubmitCall(
                items: [SubmitCall.Item(leaderboard: open.number, score: score)], app: scores.app.number,
                stream: stream, player: PlayerNumber(player), device: DeviceNumber(Int64(player)), waiting: nil
            ) { [answers] in answers.note(name, $0) }
            answers.asked(name)
            #expect(scores.keeper.queue.add(.submit(call)))
        }

        func addAll() throws {
            let (app, time) = (scores.app, scores.time.moment)
            let audit = Administrator.operator.entry(.scoreRemove, at: time)
            let decision = ReviewDecision(author: nil, time: time, note: "")
            try submit(11)
            let new = NewLeaderboard(id: try LeaderboardID("New"), fields: ScoresFixture.fields())
            add("configure", ConfigureStep(.create(new), app: app, administrator: .operator))
            try submit(12)
            add(
                "moderate",
                ModerateStep(
                    kind: .removal, stream: stream, leaderboard: open.number, sequence: moderated, decision: decision,
                    audit: audit))
            try submit(13)
            add("erase", EraseStep(player: PlayerNumber(Self.erased), targets: targets))
            try submit(14)
            let ban = Ban(
                player: PlayerNumber(Self.banned), scope: .team(app.team), reason: "", author: nil, created: time)
            add("ban", BanStep(.ban(ban), audit: audit))
            try submit(15)
            add(
                "decide",
                DecideStep(
                    review: ReviewID(1), app: nil, verdict: .accepted, decision: decision, audit: { _ in audit }))
            try submit(16)
            add("wipe", WipeStep(app: app, leaderboard: nil, player: nil, administrator: .operator, subject: ""))
            try submit(17)
            add("perform", InlineStep { (_: inout CommitDraft) throws(ProgressError) in })
        }

        /// Done, if acknowledged; otherwise not.
        func verify() async throws {
            let after = try await scores.restarted()
            let players = Set((try await after.read("Open").entries ?? []).map(\.player.rawValue))
            for player in 10...17 as ClosedRange<UInt32> {
                #expect(players.contains(player) == answers.isDone("submit \(player)"), "player \(player)")
            }
            #expect(players.contains(Self.removed) != answers.isDone("moderate"))
            #expect(players.contains(Self.erased) != answers.isDone("erase"))
            #expect(players.contains(Self.banned) != answers.isDone("ban"))
            let new = after.catalogue.leaderboard(try LeaderboardID("New"), of: after.app.number)
            #expect((new != nil) == answers.isDone("configure"))
            #expect(try await after.order("Holding").isEmpty != answers.isDone("decide"))
            #expect(try await after.order("Open", environment: .sandbox).isEmpty == answers.isDone("wipe"))
        }
    }

    @Test(
        "rule 4.10: each command is answered once, done if acknowledged and not done if refused, and the server stops",
        arguments: [StoreError.unavailable, .broken(reason: "disk")])
    func everyCall(_ error: StoreError) async throws {
        let calls = try await run(failing: nil, error)
        #expect(calls >= 13)
        for call in 1...calls { _ = try await run(failing: call, error) }
    }

    /// - Returns: how many calls of the store the commands made.
    private func run(failing call: Int?, _ error: StoreError) async throws -> Int {
        let world = try await World()
        world.journal.hold()
        try world.submit(10)
        await world.journal.commitIsPending()
        try world.addAll()
        let before = world.journal.calls
        if let call { world.journal.fail(call: call, error) }
        world.journal.release()
        // What waits is still written, and what is read for it before.
        await world.answers.all(15)
        let calls = world.journal.calls - before
        world.scores.keeper.stop()
        let given = world.answers.given.withLock { $0 }
        #expect(given.count == 15)
        for (command, answers) in given {
            #expect(answers.count == 1, "\(command) when call \(call ?? 0) fails")
            if call == nil { #expect(answers == [true], "\(command)") }
        }
        // How many calls there are differs by a few: commits may be shared. The last ones may not have come.
        world.journal.failNone()
        try await world.verify()
        return calls
    }
}
