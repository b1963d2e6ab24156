import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestSupport
import Testing

/// Achievements and challenges: every engine says after each commit what the reference says.
@Suite("Play contract", .timeLimit(.minutes(15))) struct PlayContract {
    private struct Engine {
        let journal: any Journal
        let directory: any PlayReading
    }

    private static let players: [UInt32] = [1, 2, 3]
    private let start = Timestamp(clamping: 1_800_000_000_000)

    @Test("all engines answer alike after random facts", arguments: Depth.seeds(6))
    func differential(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let reference = InMemoryJournal()
        var engines = [Engine(journal: reference, directory: reference)]
        for backend in Backend.allCases {
            let store = try backend.makeStore()
            engines.append(Engine(journal: store.journal, directory: store.directory))
        }
        var state = Facts(start: start)
        var (hasSeenPending, hasSeenEarned) = (false, false)
        for step in 0..<150 {
            let facts = try state.next(&random)
            for engine in engines { try engine.journal.commit(Change(facts: facts)) }
            let answer = try await describe(engines[0], state)
            for (backend, engine) in zip(Backend.allCases, engines.dropFirst()) {
                // Hundreds of questions: those to a server take their time.
                guard backend != .postgres || step % 15 == 14 else { continue }
                let other = try await describe(engine, state)
                try #require(answer == other, "seed \(seed), step \(step), \(backend), \(facts)")
            }
            if try !engines[0].journal.pendingChallenges().isEmpty { hasSeenPending = true }
            if try !engines[0].journal.earnedCounts().isEmpty { hasSeenEarned = true }
        }
        #expect(hasSeenPending && hasSeenEarned)
    }

    @Test(
        "a number is never given again, though its challenge or achievement was erased",
        arguments: JournalBackend.allCases)
    func numbers(backend: JournalBackend) throws {
        let journal = try backend.makeJournal()
        var state = Facts(start: start)
        try journal.commit(Change(facts: [state.issue(1, 2, .high), .achievement(.defined(try state.achievement(4)))]))
        try journal.commit(
            Change(facts: [.challenge(.erased(PlayerNumber(1))), .achievement(.removed(AchievementNumber(4)))]))
        #expect(try journal.pendingChallenges().isEmpty)
        #expect(try journal.lastChallenge() == 1)
        #expect(try journal.achievements() == AchievementRecords(lastNumber: 4))
    }

    @Test(
        "what a request with a key has sent is known while one of its challenges is there, also after a merge",
        arguments: Backend.allCases)
    func sendings(backend: Backend) async throws {
        let (journal, directory) = try backend.makeStore()
        var state = Facts(start: start)
        let challenges = [state.issue(1, 2, .high), state.issue(1, 3, .low), state.issue(2, 1, .high)]
        // All bits, and the numbers at both ends.
        let key = ChallengeKey(high: .max, low: 1)
        let sending = ChallengeSending(
            key: key, body: .max - 1,
            outcomes: [
                ChallengeSending.Outcome(ChallengeNumber(1), isNew: true),
                ChallengeSending.Outcome(ChallengeNumber(.max), isNew: false),
                ChallengeSending.Outcome(ChallengeNumber(2), isNew: true),
            ])
        try journal.commit(Change(facts: challenges + [.challenge(.sent(sending, by: PlayerNumber(1)))]))
        func known(_ key: ChallengeKey, _ sender: UInt32) async throws -> ChallengeSending? {
            let known = try journal.challengeSending(key, by: PlayerNumber(sender))
            #expect(try await directory.challengeSending(key, by: PlayerNumber(sender)) == known)
            return known
        }
        #expect(try await known(key, 1) == sending)
        #expect(try await known(key, 2) == nil, "another sender's")
        #expect(try await known(ChallengeKey(high: .max, low: 2), 1) == nil, "another key")
        try journal.commit(Change(facts: [.challenge(.erased(PlayerNumber(2)))]))
        #expect(try await known(key, 1) == sending)
        try journal.commit(Change(facts: [.challenge(.merged(PlayerNumber(1), into: PlayerNumber(4)))]))
        #expect(try await known(key, 1) == nil)
        #expect(try await known(key, 4) == sending)
        try journal.commit(Change(facts: [.challenge(.erased(PlayerNumber(3)))]))
        #expect(try await known(key, 4) == nil)
    }

    @Test(
        "settled challenges are swept once they are old, the oldest first; a message goes wherever it was sent",
        arguments: Backend.allCases)
    func sweep(backend: Backend) async throws {
        let (journal, directory) = try backend.makeStore()
        let player = NewPlayer(
            alias: try Alias("ada"), displayName: "ada", passwordHash: "", recoveryCodes: [], created: start,
            entrance: .open, session: nil)
        _ = try await directory.register(player)
        var state = Facts(start: start)
        let facts = (0..<6).map { _ in state.issue(1, 2, .high) }
        try journal.commit(Change(facts: facts))
        func settle(_ number: UInt32, after days: Int64) -> Change.Fact {
            .challenge(
                .settled(
                    ChallengeSettlement(ChallengeNumber(number), .declined, at: start.advanced(by: .days(days)))))
        }
        try journal.commit(
            Change(facts: [settle(1, after: 3), settle(2, after: 1), settle(3, after: 2), settle(4, after: 9)]))
        let numbers = (1...6).map { ChallengeNumber(UInt32($0)) }
        func left() async throws -> [UInt32] {
            try await directory.challenges(numbers).map(\.challenge.number.rawValue)
        }
        let moment = start.advanced(by: .days(3))
        #expect(try await directory.deleteChallenges(settledBefore: moment, limit: 1) == 1)
        #expect(try await left() == [1, 3, 4, 5, 6])
        #expect(try await directory.deleteChallenges(settledBefore: moment, limit: 10) == 1)
        #expect(try await left() == [1, 4, 5, 6])
        #expect(try await directory.deleteChallenges(settledBefore: moment, limit: 10) == 0)
        #expect(try journal.pendingChallenges().map(\.number.rawValue) == [5, 6])

        let notice = NewNotice(to: PlayerNumber(1), .contentRemoved, subject: "message", created: start)
        let audit = NewAuditEntry(.contentRemoval, by: .operator, time: start)
        // Another one's words stay.
        #expect(
            try await directory.takeDown(
                .challengeMessage(ChallengeNumber(5)), of: PlayerNumber(2), reportedIn: ReviewID(1), notice, audit)
                == .nothingThere)
        #expect(
            try await directory.takeDown(
                .challengeMessage(ChallengeNumber(5)), of: PlayerNumber(1), reportedIn: ReviewID(1), notice, audit)
                == .done)
        #expect(try await directory.challenges(numbers).allSatisfy { $0.message.isEmpty })
    }

    /// All that can be asked.
    private func describe(_ engine: Engine, _ state: Facts) async throws -> [String] {
        let (journal, directory) = (engine.journal, engine.directory)
        var lines = ["\(try journal.achievements())", "\(try journal.pendingChallenges())"]
        lines.append("\(try journal.challenges(issuedAfter: state.now.advanced(by: .days(-3))))")
        lines.append("\(try journal.lastChallenge())")
        lines += try journal.earnedCounts().map { "\($0)" }.sorted()
        lines += try journal.challengeMutes().map { "\($0)" }.sorted()
        lines += try journal.usedTickets(after: state.now).map { "\($0)" }.sorted()
        for trace in 0...3 as ClosedRange<UInt64> {
            lines.append("\(try journal.hasReplay(trace: .max - trace, on: LeaderboardNumber(2), .sandbox))")
        }
        lines += try journal.playerPages().map { "\($0)" }.sorted()
        for player in Self.players.map({ PlayerNumber($0) }) {
            for environment in Environment.allCases {
                let key = ProgressKey(player: player, app: AppNumber(1), environment: environment)
                let known = try await directory.progress(key)
                lines.append("\(known.hasReported) \(String(describing: known.reset))")
                lines += known.progress.values.map { "\($0)" }.sorted()
                #expect(try journal.playerAchievements(key) == known)
                for board in [1, 2] as [UInt32] {
                    let replay = ScoreReplayKey(
                        player: player, leaderboard: LeaderboardNumber(board), environment: environment)
                    lines.append("\(String(describing: try journal.scoreReplay(replay, value: 7)))")
                    let kept = try await directory.replay(replay, value: 7)
                    lines.append("\(String(describing: kept))")
                    #expect(try await directory.storedReplay(replay, value: 7) == kept?.0)
                    let scores = [7, 8].map { ReplayedScore(key: replay, value: $0) }
                    lines.append("\(try await directory.storedReplays(scores))")
                }
                for role in ChallengeRole.allCases {
                    for wanted in [nil] + ChallengeState.allCases.map({ Optional($0) }) {
                        let query = ChallengeQuery(
                            player: player, role: role, state: wanted, app: wanted == .pending ? AppNumber(1) : nil,
                            environment: environment, before: role == .sent ? ChallengeNumber(40) : nil, limit: 9,
                            now: state.now)
                        lines.append("\(try await directory.challenges(query))")
                    }
                }
            }
            for key in state.keys.suffix(9) {
                lines.append("\(String(describing: try journal.challengeSending(key, by: player)))")
            }
            lines += try await directory.replays(of: player).map { "\($0)" }
            lines += try await directory.mutes(of: player).map { "\($0)" }.sorted()
            let (five, board) = (JournalSequence(5), LeaderboardNumber(1))
            lines.append("\(try journal.challenges(completedBy: five, of: player, .leaderboard(board), .sandbox))")
        }
        let earners = try await directory.earners(
            of: AchievementNumber(1), in: AppNumber(1), .production, among: Self.players.map { PlayerNumber($0) })
        lines.append("\(earners.sorted())")
        for byte in 0...3 as ClosedRange<UInt8> {
            lines.append("\(String(describing: try await directory.blob(Facts.blob(byte).digest)))")
        }
        return lines
    }
}

/// Facts that can follow one another.
private struct Facts {
    enum Height { case high, low }

    var now: Timestamp
    private var last: UInt32 = 0
    private var replays: Int64 = 0
    private(set) var keys: [ChallengeKey] = []
    private var pending: [ChallengeNumber] = []
    private var earned: [ProgressKey: Set<AchievementNumber>] = [:]

    init(start: Timestamp) { now = start }

    static func blob(_ byte: UInt8) -> Blob {
        let bytes = [UInt8](repeating: byte, count: 32)
        guard let digest = BlobDigest(bytes) else { preconditionFailure("32 bytes are a digest") }
        return Blob(digest: digest, bytes: bytes)
    }

    mutating func issue(_ sender: UInt32, _ receiver: UInt32, _ height: Height) -> Change.Fact {
        last += 1
        let challenge = Challenge(
            number: ChallengeNumber(last), sender: PlayerNumber(sender), receiver: PlayerNumber(receiver),
            app: AppNumber(last % 2 + 1), environment: last % 3 == 0 ? .production : .sandbox,
            goal: height == .high
                ? .score(LeaderboardNumber(last % 5 < 3 ? 1 : 2), value: .min, context: .max)
                : .achievement(AchievementNumber(1)),
            issued: now)
        pending.append(challenge.number)
        return .challenge(
            .issued(
                challenge, message: height == .high ? "“Hej”" : "",
                replay: height == .high ? Self.blob(UInt8(last % 4)) : nil))
    }

    /// The newest challenge was sent with a key.
    mutating func send(by sender: UInt32) -> Change.Fact {
        let key = ChallengeKey(high: UInt64(last), low: .max)
        keys.append(key)
        let outcomes = [
            ChallengeSending.Outcome(ChallengeNumber(last), isNew: true),
            ChallengeSending.Outcome(ChallengeNumber(1), isNew: false),
        ]
        return .challenge(
            .sent(ChallengeSending(key: key, body: UInt64(last), outcomes: outcomes), by: PlayerNumber(sender)))
    }

    func achievement(_ number: UInt32) throws -> Achievement {
        Achievement(
            number: AchievementNumber(number), app: AppNumber(1), id: try AchievementID("A\(number)"),
            referenceName: "A", points: Int(last) % 100, isHidden: last % 2 == 0,
            localizations: [
                AchievementLocalization(
                    language: .english, title: "T\(last)", descriptionBefore: "b", descriptionAfter: "a")
            ])
    }

    mutating func next(_ random: inout SplitMix64) throws -> [Change.Fact] {
        now = now.advanced(by: .hours(Int64.random(in: 0...9, using: &random)))
        let player = UInt32.random(in: 1...3, using: &random)
        let other = player % 3 + 1
        let key = ProgressKey(
            player: PlayerNumber(player), app: AppNumber(1),
            environment: Bool.random(using: &random) ? .sandbox : .production)
        switch Int.random(in: 0..<22, using: &random) {
        case 0..<6:
            let issued = issue(player, other, Bool.random(using: &random) ? .high : .low)
            return last % 2 == 0 ? [issued] : [issued, send(by: player)]
        case 6..<9:
            guard let number = pending.randomElement(using: &random) else { return [] }
            pending.removeAll { $0 == number }
            let state = [ChallengeState.invalid, .completed, .declined].randomElement(using: &random) ?? .invalid
            return [
                .challenge(
                    .settled(
                        ChallengeSettlement(
                            number, state, at: now, by: state == .completed ? JournalSequence(5) : nil,
                            answer: state == .completed ? ChallengeNumber(9) : nil)))
            ]
        case 9..<14: return [report(key, &random)]
        case 14:
            earned[key] = nil
            return [.achievement(.reset(key, at: now))]
        case 15:
            let mute = ChallengeMute(
                player: PlayerNumber(player), sender: Bool.random(using: &random) ? PlayerNumber(other) : nil,
                leaderboard: [nil, LeaderboardNumber(1), LeaderboardNumber(2)].randomElement(using: &random) ?? nil)
            return [.challenge(.mute(mute, isMuted: Bool.random(using: &random)))]
        case 16:
            let replay = ScoreReplayKey(
                player: PlayerNumber(player),
                leaderboard: LeaderboardNumber(UInt32.random(in: 1...2, using: &random)), environment: key.environment
            )
            replays += 1
            let kept = ScoreReplay(
                sequence: JournalSequence(replays), value: 7, isBest: Bool.random(using: &random),
                verification: [nil, .verified, .live].randomElement(using: &random) ?? nil,
                trace: Bool.random(using: &random) ? UInt64.max - UInt64.random(in: 0...3, using: &random) : nil,
                log: Self.blob(UInt8.random(in: 0...3, using: &random)))
            let ticket = UsedTicket(
                number: UInt64.max - UInt64(replays), expires: now.advanced(by: .hours(Int64(replays % 5))))
            return [.challenge(.scoreReplay(replay, kept)), .challenge(.ticketUsed(ticket, at: now))]
        case 17: return [.achievement(.defined(try achievement(UInt32.random(in: 1...3, using: &random))))]
        case 18 where last > 20:
            earned = earned.filter { $0.key.player != key.player }
            return [.challenge(.erased(key.player)), .achievement(.erased(key.player))]
        case 20:
            let (one, two) = (LeaderboardNumber(1), LeaderboardNumber(2))
            return [.challenge(Bool.random(using: &random) ? .moved(from: one, to: two) : .moved(from: two, to: one))]
        case 21:
            return [
                .challenge(
                    .replaysWiped(LeaderboardNumber(1), Bool.random(using: &random) ? key.player : nil, .sandbox))
            ]
        case 19:
            for key in earned.keys { earned[key]?.remove(AchievementNumber(3)) }
            return [.achievement(.removed(AchievementNumber(3)))]
        default:
            let words = (0..<PlayerPage.wordCount).map { _ in UInt64.random(in: .min ... .max, using: &random) }
            let page = PlayerPage(app: key.app, environment: key.environment, page: player, words: words)
            return page.map { [.achievement(.players($0))] } ?? []
        }
    }

    private mutating func report(_ key: ProgressKey, _ random: inout SplitMix64) -> Change.Fact {
        let number = AchievementNumber(UInt32.random(in: 1...3, using: &random))
        let isEarned = Bool.random(using: &random) || earned[key]?.contains(number) == true
        let isFirst = isEarned && earned[key, default: []].insert(number).inserted
        let progress = AchievementProgress(
            achievement: number, percent: isEarned ? .full : Percent(1.0 / 3) ?? .zero, timesEarned: isEarned ? 2 : 0,
            firstEarned: isEarned ? now : nil, lastReported: now)
        return .achievement(.reported(key, progress, isFirst: isFirst))
    }
}
