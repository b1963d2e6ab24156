import LaurelDomain
import LaurelScores
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import Synchronization
import Testing

@testable import LaurelService

@Suite("Overtaken", .timeLimit(.minutes(15))) struct OvertakenTests {
    /// Ada, her friends Zoe and Bob, and Eve, who is nobody's.
    private final class Four: Sendable {
        let directory: SQLiteDirectory
        let scores: ScoresFixture
        let friends: Friends
        let numbers: [String: PlayerNumber]
        private let tell: TellOvertaken
        private let worker = Mutex<Task<Void, Never>?>(nil)
        private let signals: AsyncStream<Void>

        /// - Parameters:
        ///   - starts: whether rises are told of from now on; else from ``start()`` on.
        ///   - sliceCount: friends told in one transaction; nil: as many as ever.
        init(starts: Bool = true, sliceCount: Int? = nil) async throws {
            directory = try TestStores.directory()
            let world = AccountsWorld(directory: directory)
            friends = world.friends(directory)
            scores = try await ScoresFixture()
            var players: [String: Player] = [:]
            for name in ["ada", "zoe", "bob", "eve"] { players[name] = try await world.signUp(name).player }
            numbers = players.mapValues(\.number)
            let ada = try #require(players["ada"])
            for name in ["zoe", "bob"] {
                let friend = try #require(players[name])
                _ = try await RequestFriend(friends)(.alias(friend.alias), message: "", by: ada.number)
                _ = try await RequestFriend(friends)(.alias(ada.alias), message: "", by: friend.number)
            }
            let (signals, inlet) = AsyncStream<Void>.makeStream()
            self.signals = signals
            friends.outbox.listen { inlet.yield() }
            var tell = TellOvertaken(friends, keeper: scores.keeper)
            if let sliceCount { tell.sliceCount = sliceCount }
            self.tell = tell
            if starts { start() }
        }

        deinit { worker.withLock { $0?.cancel() } }

        func start() { worker.withLock { [tell] in $0 = Task { await tell.run() } } }

        /// - Returns: the score's row.
        @discardableResult
        func submit(
            _ value: Int64, by name: String, to board: String = "HighScores"
        ) async throws -> JournalSequence {
            try await scores.submit(value, by: try #require(numbers[name]).rawValue, to: board).version
        }

        /// Waits until so many were told, and says who by whom, in order.
        func told(_ count: Int) async throws -> [String] {
            var iterator = signals.makeAsyncIterator()
            while true {
                let notices = try await directory.notices(after: .start, limit: 100).filter {
                    $0.content.kind == .overtaken
                }
                if notices.count >= count { return notices.map(describe) }
                guard await iterator.next() != nil else { throw CancellationError() }
            }
        }

        /// Of all who were told, in order.
        func details() async throws -> [String] {
            try await directory.notices(after: .start, limit: 100).map(\.content)
                .filter { $0.kind == .overtaken }.map(\.details)
        }

        private func describe(_ notice: Notice) -> String {
            func name(_ number: PlayerNumber?) -> String { numbers.first { $0.value == number }?.key ?? "?" }
            return "\(name(notice.content.player)) by \(name(notice.content.about)) on \(notice.content.subject)"
        }
    }

    @Test("rule 7.1: a friend who was passed is told, and neither a stranger nor one who was behind or is ahead")
    func passed() async throws {
        let four = try await Four()
        try await four.scores.make()
        try await four.submit(50, by: "zoe")
        try await four.submit(60, by: "eve")
        try await four.submit(90, by: "bob")
        // Below all; then past Zoe and the stranger; once more, above whom she passed already.
        try await four.submit(10, by: "ada")
        try await four.submit(70, by: "ada")
        try await four.submit(80, by: "ada")
        // Not a best.
        try await four.submit(75, by: "ada")
        try await four.submit(100, by: "ada")
        #expect(try await four.told(2) == ["zoe by ada on HighScores", "bob by ada on HighScores"])
        #expect(try await four.details() == [#"{"score":70}"#, #"{"score":100}"#])
    }

    @Test("rule 7.1: who passes more than are told in one transaction passes all of them")
    func slices() async throws {
        let four = try await Four(sliceCount: 1)
        try await four.scores.make()
        try await four.submit(50, by: "zoe")
        try await four.submit(60, by: "bob")
        try await four.submit(100, by: "ada")
        // It is told after them, so a player who was left out is missed without waiting for them.
        try await four.scores.make("Later")
        try await four.submit(10, by: "zoe", to: "Later")
        try await four.submit(20, by: "ada", to: "Later")
        let first = try await four.told(2).prefix(2)
        #expect(Set(first) == ["zoe by ada on HighScores", "bob by ada on HighScores"])
    }

    @Test("rule 7.1: who came after the rise was not passed by it, however late it is told")
    func late() async throws {
        let four = try await Four(starts: false)
        try await four.scores.make()
        // Bob was there before Ada; then she was below him, then above.
        try await four.submit(90, by: "bob")
        try await four.submit(50, by: "zoe")
        try await four.submit(60, by: "ada")
        four.start()
        #expect(try await four.told(1) == ["zoe by ada on HighScores"])
        // One more, behind which nothing is left to tell.
        try await four.submit(100, by: "ada")
        #expect(try await four.told(2) == ["zoe by ada on HighScores", "bob by ada on HighScores"])
    }

    @Test("rule 7.1: once a day and leaderboard, and a first score passes too")
    func once() async throws {
        let four = try await Four()
        try await four.scores.make()
        try await four.scores.make("Fastest") { $0.sortOrder = .lowToHigh }
        try await four.submit(10, by: "zoe")
        try await four.submit(20, by: "ada")
        #expect(try await four.told(1) == ["zoe by ada on HighScores"])
        // Back and forth on the same day.
        try await four.submit(30, by: "zoe")
        #expect(try await four.told(2).last == "ada by zoe on HighScores")
        try await four.submit(40, by: "ada")
        try await four.submit(10, by: "zoe", to: "Fastest")
        try await four.submit(9, by: "ada", to: "Fastest")
        try await four.submit(11, by: "bob", to: "Fastest")
        try await four.submit(8, by: "bob", to: "Fastest")
        #expect(
            try await four.told(4) == [
                "zoe by ada on HighScores", "ada by zoe on HighScores", "zoe by ada on Fastest",
                "ada by bob on Fastest",
            ])
    }

    @Test("rule 7.1: who was told today is remembered, for each day and leaderboard apart, and never too many")
    func remembered() throws {
        let id = try LeaderboardID("HighScores")
        func overtaking(_ players: [UInt32], day: Int64, board: UInt32 = 1) -> Overtaking {
            Overtaking(
                overtaken: players.map { PlayerNumber($0) }, by: PlayerNumber(100), app: AppNumber(7),
                environment: .production, leaderboard: LeaderboardNumber(board), leaderboardID: id, score: 60,
                time: Timestamp.first.advanced(by: .days(20_000 + day)))
        }
        func news(_ told: ToldToday, _ players: [UInt32], day: Int64, board: UInt32 = 1) -> [UInt32] {
            told.news(of: overtaking(players, day: day, board: board)).map(\.rawValue)
        }
        var told = ToldToday(limit: 4)
        #expect(news(told, [3, 1, 2], day: 10) == [3, 1, 2])
        told.note(overtaking([1, 2], day: 10))
        #expect(news(told, [3, 1, 2], day: 10) == [3])
        #expect(news(told, [1], day: 10, board: 2) == [1])
        #expect(news(told, [1], day: 11) == [1])
        // Told twice counts once.
        told.note(overtaking([1, 2], day: 10))
        told.note(overtaking([1], day: 10, board: 2))
        #expect(news(told, [1, 2], day: 10).isEmpty)
        // A score of the day before leaves today's alone.
        told.note(overtaking([5], day: 9))
        #expect(news(told, [5], day: 9) == [5])
        #expect(news(told, [1, 2], day: 10).isEmpty)
        // More than there is room for: it begins anew, with what came last.
        told.note(overtaking([6, 7], day: 10))
        #expect(news(told, [1, 2, 6, 7], day: 10) == [1, 2])
        told.note(overtaking([1], day: 11))
        #expect(news(told, [6], day: 10) == [6])
    }

    @Test("rule 7.1: nobody is told of a leaderboard that players do not see")
    func hidden() async throws {
        let four = try await Four()
        try await four.scores.make("Secret") { $0.isHidden = true }
        try await four.scores.make()
        try await four.submit(10, by: "zoe", to: "Secret")
        try await four.submit(20, by: "ada", to: "Secret")
        try await four.submit(10, by: "zoe")
        try await four.submit(20, by: "ada")
        #expect(try await four.told(1) == ["zoe by ada on HighScores"])
    }

    @Test("rules 4.12, 7.1: a held score passes friends when it is accepted, not while it is held")
    func held() async throws {
        let four = try await Four()
        let board = try await four.scores.make()
        try await four.submit(50, by: "zoe")
        var policy = ModerationPolicy()
        policy.holdsScores = true
        four.scores.catalogue.policies.put(policy, of: four.scores.app.number, nil)
        let sequence = try await four.submit(70, by: "ada")
        four.scores.catalogue.policies.put(nil, of: four.scores.app.number, nil)
        // Not there yet when the held one was sent, and passed by it all the same.
        try await four.submit(60, by: "bob")
        let moderate = ModerateScore(four.scores.keeper)
        _ = try await moderate.restore(sequence, to: board, of: four.scores.app, .production)
        // Behind it, so that one that is told twice would be seen.
        try await four.scores.make("Fastest") { $0.sortOrder = .lowToHigh }
        try await four.submit(10, by: "bob", to: "Fastest")
        try await four.submit(9, by: "ada", to: "Fastest")
        #expect(
            try await four.told(3) == [
                "zoe by ada on HighScores", "bob by ada on HighScores", "bob by ada on Fastest",
            ])
    }
}
