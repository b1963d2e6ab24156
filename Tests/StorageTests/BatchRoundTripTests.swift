import LaurelDomain
import LaurelMatches
import LaurelStorage
import Testing

@testable import LaurelStoragePostgres
@testable import LaurelStorageSQL

/// The writer waits for each batch, so what it waits for must not grow with what the batch brings along.
@Suite("Round trips of a batch", .timeLimit(.minutes(15))) struct BatchRoundTripTests {
    private static let stream = JournalContract.stream
    private static let moment = Timestamp(clamping: 1_800_000_000_000)
    private static let player = PlayerNumber(1)
    private static let board = LeaderboardNumber(1)
    private static let decision = ReviewDecision(author: nil, time: moment, note: "")
    private static let progress = ProgressKey(player: player, app: AppNumber(1), environment: .sandbox)

    /// A store behind a relay that counts, with a row and some of everything.
    private struct World {
        let relay: PostgresRelay
        let store: PostgresStore
        private var last: Int64 = 0

        init() throws {
            relay = try PostgresRelay(to: PostgresCluster.newDatabase())
            store = try PostgresStore(server: relay.address)
            try commit(BatchRoundTripTests.facts(1))
            try commit(BatchRoundTripTests.facts(2))
        }

        /// With rows, while nothing else is running.
        @discardableResult
        mutating func commit(_ facts: [Change.Fact], rows count: Int64 = 1) throws -> Int {
            let rows = (last + 1...last + count).map { JournalRow.sample($0) }
            last += count
            let before = relay.turnCount
            try store.commit(Change(rows: rows, facts: facts))
            return relay.turnCount - before
        }
    }

    private static func blob(_ byte: UInt8) -> Blob {
        let bytes = [UInt8](repeating: byte, count: 32)
        guard let digest = BlobDigest(bytes) else { preconditionFailure("32 bytes are a digest") }
        return Blob(digest: digest, bytes: bytes)
    }

    /// One of each kind.
    private static func facts(_ number: UInt32) -> [Change.Fact] {
        let notice = NewNotice(
            to: player, .challengeReceived, app: AppNumber(3), environment: .sandbox, about: PlayerNumber(9),
            subject: "", details: "", created: moment)
        let held = NewReview(
            .score(stream, board, JournalSequence(1), value: 5, date: moment, isHeld: true), app: AppNumber(1),
            player: player, reasons: [ReviewReason(.held, "one.")], created: moment)
        let ban = Ban(player: player, scope: .server, reason: "", author: nil, created: moment)
        return [
            .leaderboard(.sample(1)), .notice(notice), .ban(ban), .banLifted(player, .server), .review(held),
            .scoreReviewed(stream, JournalSequence(1), .rejected, decision),
            .reviewDecided(ReviewID(1), .accepted, decision),
            .audit(NewAuditEntry(.moderationUpdate, by: .operator, time: moment)),
            .wiped(WipeRecord(stream: stream, leaderboard: board, player: player, through: JournalSequence(1))),
            .leaderboardRemoved(LeaderboardNumber(9)),
            .noticesResolved(
                ResolvedNotices(
                    of: player, [.matchTurn, .matchReminder], app: AppNumber(3), environment: .sandbox, subject: "M")),
        ] + challenges(number).map { .challenge($0) } + achievements().map { .achievement($0) }
            + MatchContract.firstWrites().map { .match($0) } + [
                .match(.gone(MatchContract.game, MatchNumber(9))), .match(.erased(PlayerNumber(9))),
                .match(.archived(MatchContract.game, MatchNumber(1), played: [Seat(0)].compactMap(\.self))),
            ]
    }

    private static func challenges(_ number: UInt32) -> [ChallengeFact] {
        let challenge = Challenge(
            number: ChallengeNumber(number), sender: player, receiver: PlayerNumber(2), app: AppNumber(1),
            environment: .sandbox, goal: .score(board, value: 5, context: 0), issued: moment)
        let key = ScoreReplayKey(player: player, leaderboard: board, environment: .sandbox)
        let replay = ScoreReplay(sequence: JournalSequence(Int64(number)), value: 5, log: blob(UInt8(number)))
        return [
            .issued(challenge, message: "", replay: blob(0)),
            .sent(
                ChallengeSending(
                    key: ChallengeKey(high: 1, low: UInt64(number)), body: 2,
                    outcomes: [ChallengeSending.Outcome(challenge.number, isNew: true)]), by: player),
            .settled(ChallengeSettlement(challenge.number, .declined, at: moment)),
            .scoreReplay(key, replay), .ticketUsed(UsedTicket(number: 1, expires: moment), at: moment),
            .mute(ChallengeMute(player: player, sender: nil, leaderboard: nil), isMuted: true),
            .moved(from: LeaderboardNumber(8), to: LeaderboardNumber(9)),
            .replaysWiped(LeaderboardNumber(9), nil, .sandbox), .erased(PlayerNumber(9)),
            .merged(PlayerNumber(9), into: player),
            .scoreReplayMoved(
                ScoreReplayMove(
                    from: ScoreReplayKey(player: PlayerNumber(9), leaderboard: board, environment: .sandbox),
                    JournalSequence(1), to: key, JournalSequence(2), isBest: false)),
        ] + groups(number).map { .group($0) }
    }

    private static func groups(_ number: UInt32) -> [GroupChallengeWrite] {
        guard let definition = try? ChallengeDefinitionID("A") else { preconditionFailure("a letter is an ID") }
        let challenge = GroupChallenge(
            number: GroupChallengeNumber(number), app: AppNumber(1), environment: .sandbox, definition: definition,
            leaderboard: board, started: moment, ends: moment, triesLimit: nil, by: player,
            inviting: [PlayerNumber(2)])
        return [
            .kept(challenge), .tried(challenge.number, challenge.participants[0]),
            .led(challenge.number, replay: blob(UInt8(number))), .ghost(challenge.number, of: challenge.number),
        ]
    }

    private static func achievements() -> [AchievementFact] {
        guard let id = try? AchievementID("A") else { preconditionFailure("a letter is an ID") }
        let achievement = Achievement(
            number: AchievementNumber(1), app: AppNumber(1), id: id, referenceName: "A", points: 5,
            localizations: [
                AchievementLocalization(language: .english, title: "T", descriptionBefore: "b", descriptionAfter: "a")
            ])
        let report = AchievementProgress(
            achievement: achievement.number, percent: .full, timesEarned: 1, firstEarned: moment, lastReported: moment)
        let words = [UInt64](repeating: 1, count: PlayerPage.wordCount)
        let page = PlayerPage(app: AppNumber(1), environment: .sandbox, page: 0, words: words)
        return [
            .defined(achievement), .reported(progress, report, isFirst: true), .reset(progress, at: moment),
            .erased(player), .removed(achievement.number),
        ] + (page.map { [.players($0)] } ?? [])
    }

    /// Fails to compile when there is a new kind of fact: add it above.
    private static func kind(_ fact: Change.Fact) -> Int {
        switch fact {
        case .leaderboard: 0
        case .leaderboardRemoved: 1
        case .notice: 2
        case .noticesResolved: 29
        case .ban: 3
        case .banLifted: 4
        case .review: 5
        case .scoreReviewed: 6
        case .reviewDecided: 7
        case .audit: 8
        case .wiped: 9
        case .match(let write): kind(write)
        case .challenge(let fact): 10 + kind(fact)
        case .achievement(let fact): 20 + kind(fact)
        }
    }

    private static func kind(_ write: MatchWrite) -> Int {
        switch write {
        case .kept: 26
        case .gone: 27
        case .erased: 28
        case .archived: 35
        }
    }

    private static func kind(_ fact: ChallengeFact) -> Int {
        switch fact {
        case .issued: 0
        case .settled: 1
        case .scoreReplay: 2
        case .ticketUsed: 3
        case .mute: 4
        case .moved: 5
        case .replaysWiped: 6
        case .erased: 7
        case .merged: 8
        case .scoreReplayMoved: 9
        case .sent: 24
        case .group(let write): kind(write)
        }
    }

    private static func kind(_ write: GroupChallengeWrite) -> Int {
        switch write {
        case .kept: 20
        case .tried: 21
        case .led: 22
        case .ghost: 23
        }
    }

    private static func kind(_ fact: AchievementFact) -> Int {
        switch fact {
        case .defined: 0
        case .removed: 1
        case .reported: 2
        case .reset: 3
        case .erased: 4
        case .players: 5
        }
    }

    @Test("a batch of rows is one round trip, whatever kind of fact goes with it")
    func each() throws {
        var world = try World()
        let facts = Self.facts(3)
        #expect(Set(facts.map(Self.kind)) == Set(0..<36))
        #expect(try world.commit([]) == 1)
        for fact in facts { #expect(try world.commit([fact]) == 1, "\(fact)") }
    }

    @Test("a batch as long as the writer makes it is one round trip, and a few hundred rows long")
    func long() throws {
        var world = try World()
        let limit = world.store.batchRowsLimit
        #expect(limit == 256)
        #expect(try world.commit([], rows: Int64(limit)) == 1)
    }

    @Test("chains are read in one round trip")
    func chains() throws {
        var world = try World()
        try world.commit([], rows: 100)
        func turns(_ starts: [ChainStart]) throws -> Int {
            let before = world.relay.turnCount
            _ = try world.store.chains(from: starts, of: Self.stream, limit: 64)
            return world.relay.turnCount - before
        }
        // The first read asks for the stream's number as well.
        _ = try turns([ChainStart(JournalSequence(1))])
        #expect(try turns((1...64).map { ChainStart(JournalSequence($0)) }) == 1)
    }

    @Test("a batch with all kinds of facts is one round trip")
    func together() throws {
        var world = try World()
        #expect(try world.commit(Self.facts(3)) == 1)
        let notices = try world.store.readAny { connection throws(StoreError) in
            try connection.number("SELECT count(*) FROM notices")
        }
        #expect(notices == 3)
    }
}
