import LaurelDomain
import LaurelTestSupport
import Testing

@Suite("Challenges of groups")
struct GroupChallengeTests {
    private static let start = Timestamp(clamping: 1_800_000_000_000)
    private static func at(_ minutes: Int64) -> Timestamp { start.advanced(by: .minutes(minutes)) }

    private func made(
        _ triesLimit: Int? = nil, minutes: Int64 = 1_440, players: ClosedRange<UInt32> = 1...3
    ) throws -> GroupChallenge {
        GroupChallenge(
            number: GroupChallengeNumber(1), app: AppNumber(1), environment: .production,
            definition: try ChallengeDefinitionID("Longest Run"), leaderboard: LeaderboardNumber(1),
            started: Self.start, ends: Self.at(minutes), triesLimit: triesLimit, by: PlayerNumber(players.lowerBound),
            inviting: players.dropFirst().map { PlayerNumber($0) })
    }

    private func attempt(_ sequence: UInt64, _ value: Int64, _ minute: Int64) -> GroupChallenge.Try {
        GroupChallenge.Try(sequence: JournalSequence(Int64(sequence)), value: value, date: Self.at(minute))
    }

    @Test("rule 14.12: an ID has letters, digits, spaces and periods, and at most 100 of them")
    func identifiers() throws {
        for text in ["Longest Run 2.1", "a", String(repeating: "x", count: 100), "under_score-s"] {
            #expect(try ChallengeDefinitionID(text).text == text)
        }
        for text in ["", " a", "a ", "a/b", "é", "a\n", String(repeating: "x", count: 101)] {
            #expect(throws: InvalidIdentifier.self, "\(text)") { try ChallengeDefinitionID(text) }
        }
        #expect(ChallengeDuration.allCases.map(\.span) == [.days(1), .days(3), .days(7)])
        #expect(ChallengeDefinition.players == 2...16)
    }

    @Test("rule 14.13: a worse score is a try, too, and who used up theirs has no more")
    func tries() throws {
        var challenge = try made(3)
        for (sequence, value) in [(1, 10), (2, 30), (3, 20)] as [(UInt64, Int64)] {
            let recorded = challenge.record(
                attempt(sequence, value, 5), by: PlayerNumber(1), arrival: Self.at(5), order: .highToLow)
            #expect(recorded?.leads == (value > 0 && sequence < 3))
        }
        let more = challenge.record(
            attempt(4, 99, 6), by: PlayerNumber(1), arrival: Self.at(6), order: .highToLow)
        #expect(more == nil)
        let standing = challenge.standings(.highToLow)[0]
        #expect(standing.tryCount == 3 && standing.best?.value == 30 && standing.rank == 1)
        #expect(challenge.standings(.lowToHigh)[0].best?.value == 10)
    }

    @Test("rule 14.14: what counts is a score's date; late ones have an hour")
    func late() throws {
        var challenge = try made()
        try challenge.join(PlayerNumber(2), at: Self.at(10))
        for (index, (minute, arrival, counts)) in [
            (10, 10, true), (9, 20, false), (1_439, 1_499, true), (1_439, 1_500, false), (1_440, 1_440, false),
        ].enumerated() as EnumeratedSequence<[(Int64, Int64, Bool)]> {
            let recorded = challenge.record(
                attempt(UInt64(index + 1), 1, minute), by: PlayerNumber(2), arrival: Self.at(arrival),
                order: .highToLow)
            #expect((recorded != nil) == counts, "\(minute), \(arrival)")
        }
        // Invited players who haven't joined, and strangers.
        for player in [3, 9] as [UInt32] {
            let recorded = challenge.record(
                attempt(9, 1, 20), by: PlayerNumber(player), arrival: Self.at(20), order: .highToLow)
            #expect(recorded == nil)
        }
    }

    @Test("rule 14.15: the better try is first, of equal ones the earlier; without a try last, without a rank")
    func standings() throws {
        var challenge = try made(players: 1...4)
        for player in 2...4 as ClosedRange<UInt32> { try challenge.join(PlayerNumber(player), at: Self.start) }
        func submit(_ player: UInt32, _ sequence: UInt64, _ value: Int64, _ minute: Int64) -> [UInt32]? {
            challenge.record(
                attempt(sequence, value, minute), by: PlayerNumber(player), arrival: Self.at(60), order: .highToLow)?
                .overtaken.map(\.rawValue)
        }
        #expect(submit(2, 1, 50, 20) == [])
        #expect(submit(3, 2, 50, 10) == [2])
        #expect(submit(4, 3, 40, 30) == [])
        #expect(submit(4, 4, 60, 40) == [3, 2])
        #expect(submit(4, 5, 70, 41) == [])
        let standings = challenge.standings(.highToLow)
        #expect(standings.map(\.player.rawValue) == [4, 3, 2, 1])
        #expect(standings.map(\.rank) == [1, 2, 3, nil])
        // A moderator takes out the best one: the next best counts, until it comes back.
        let out = challenge.turn(JournalSequence(5), of: PlayerNumber(4), isOut: true)
        #expect(out && challenge.standings(.highToLow)[0].best?.value == 60)
        let again = challenge.turn(JournalSequence(5), of: PlayerNumber(4), isOut: true)
        let unknown = challenge.turn(JournalSequence(99), of: PlayerNumber(4), isOut: true)
        #expect(!again && !unknown)
        challenge.leave(PlayerNumber(4))
        #expect(challenge.standings(.highToLow).map(\.player.rawValue) == [3, 2, 1])
    }

    @Test("rule 14.14: it ends for all at one instant, and its standings are final an hour later")
    func time() throws {
        var challenge = try made(minutes: 180)
        #expect(challenge.nextMoment == Self.at(120) && challenge.advance(to: Self.at(119)).isEmpty)
        #expect(challenge.advance(to: Self.at(120)) == [.endNears] && challenge.nextMoment == Self.at(180))
        #expect(challenge.advance(to: Self.at(180)) == [.ended] && challenge.stage == .ended)
        #expect(challenge.advance(to: Self.at(239)).isEmpty && challenge.advance(to: Self.at(240)) == [.closed])
        #expect(challenge.closed == Self.at(240) && challenge.nextMoment == nil)
        // A server that was down tells of the end alone.
        var asleep = try made(minutes: 180)
        #expect(asleep.advance(to: Self.at(600)) == [.ended, .closed] && asleep.closed == Self.at(240))
        // One that is too short for it has no warning.
        var short = try made(minutes: 30)
        #expect(short.nextMoment == Self.at(30) && short.advance(to: Self.at(30)) == [.ended])
        #expect(throws: GroupChallenge.Refusal.over) { try short.join(PlayerNumber(2), at: Self.at(30)) }
        let canceled = short.cancel(at: Self.at(31))
        #expect(canceled && short.stage == .canceled)
        #expect(throws: GroupChallenge.Refusal.canceled) { try short.join(PlayerNumber(2), at: Self.at(32)) }
    }

    @Test("invited players join once or decline, and then stay out")
    func joining() throws {
        var challenge = try made(players: 1...4)
        try challenge.join(PlayerNumber(2), at: Self.at(1))
        try challenge.join(PlayerNumber(2), at: Self.at(2))
        #expect(challenge[PlayerNumber(2)]?.joined == Self.at(1) && challenge[PlayerNumber(1)]?.joined == Self.start)
        challenge.leave(PlayerNumber(3))
        #expect(challenge[PlayerNumber(3)]?.state == .declined)
        for player in [3, 9] as [UInt32] {
            #expect(throws: GroupChallenge.Refusal.notInvited) {
                try challenge.join(PlayerNumber(player), at: Self.at(3))
            }
        }
        challenge.merge(PlayerNumber(4), into: PlayerNumber(8))
        challenge.merge(PlayerNumber(2), into: PlayerNumber(1))
        #expect(challenge.participants.map(\.player.rawValue) == [1, 3, 8])
        #expect(challenge.participants.map(\.seat) == [0, 2, 3])
    }

    @Test("rule 14.15: a rematch has the same players, its asker first, for as long")
    func rematches() throws {
        var challenge = try made(3, minutes: 180, players: 1...5)
        try challenge.join(PlayerNumber(2), at: Self.at(1))
        challenge.leave(PlayerNumber(3))
        func ask(_ player: UInt32, _ minute: Int64, not unwanted: UInt32 = 0) throws -> GroupChallenge {
            try challenge.rematch(GroupChallengeNumber(7), by: PlayerNumber(player), at: Self.at(minute)) {
                $0.rawValue != unwanted
            }
        }
        #expect(throws: GroupChallenge.Refusal.running) { try ask(2, 179) }
        _ = challenge.advance(to: Self.at(180))
        #expect(throws: GroupChallenge.Refusal.notInvited) { try ask(3, 180) }
        #expect(throws: GroupChallenge.Refusal.tooLate) { try ask(2, 180 + 7 * 1_440) }
        let rematch = try ask(2, 180, not: 5)
        #expect(rematch.participants.map(\.player.rawValue) == [2, 1, 4])
        #expect(rematch.participants.map(\.state) == [.joined, .invited, .invited])
        #expect(rematch.rematchOf == challenge.number && rematch.triesLimit == 3 && rematch.ends == Self.at(360))
    }

    /// The obvious one: keeps all that was ever submitted, and looks at all of it.
    private struct Model {
        struct Entry {
            let player: UInt32
            let sequence: Int64
            let value: Int64
            let date: Timestamp
            var isOut = false
        }

        var entries: [Entry] = []

        func best(_ player: UInt32, _ order: SortOrder) -> Entry? {
            var best: Entry?
            for entry in entries where entry.player == player && !entry.isOut {
                guard let other = best else {
                    best = entry
                    continue
                }
                let isBetter = order == .highToLow ? entry.value > other.value : entry.value < other.value
                if isBetter || entry.value == other.value && entry.date < other.date { best = entry }
            }
            return best
        }

        func isAhead(_ one: UInt32, _ other: UInt32, _ order: SortOrder) -> Bool {
            guard let mine = best(one, order) else { return false }
            guard let theirs = best(other, order) else { return true }
            if mine.value != theirs.value { return (mine.value > theirs.value) == (order == .highToLow) }
            return mine.date == theirs.date ? one < other : mine.date < theirs.date
        }
    }

    @Test("rules 14.13 to 14.15: the model of all submissions says the same", arguments: Depth.seeds(20))
    func model(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let order = random.next() & 1 == 0 ? SortOrder.highToLow : .lowToHigh
            let players = UInt32(2 + random.next() % 15)
            let limit = [1, 3, nil][Int(random.next() % 3)]
            var challenge = try made(limit, minutes: 60, players: 1...players)
            for player in 2...max(2, players) { try challenge.join(PlayerNumber(player), at: Self.start) }
            var model = Model()
            // Fewer than are kept of one player, so that each can be taken out.
            for sequence in 1...Int64(20) {
                let player = UInt32(random.next() % UInt64(players)) + 1
                if random.next() % 5 == 0, let index = model.entries.indices.randomElement(using: &random) {
                    let entry = model.entries[index]
                    let turned = challenge.turn(
                        JournalSequence(entry.sequence), of: PlayerNumber(entry.player), isOut: !entry.isOut)
                    #expect(turned)
                    model.entries[index].isOut.toggle()
                    continue
                }
                let (value, date) = (Int64(random.next() % 5), Self.at(Int64(random.next() % 70)))
                let arrival = date.advanced(by: .minutes(Int64(random.next() % 80)))
                let used = model.entries.count { $0.player == player }
                let counts =
                    date < Self.at(60) && arrival < Self.at(120) && used < min(limit ?? .max, 10)
                guard used < 10 else { continue }
                let before = (1...players).filter { model.isAhead($0, player, order) && $0 != player }
                let recorded = challenge.record(
                    GroupChallenge.Try(sequence: JournalSequence(sequence), value: value, date: date),
                    by: PlayerNumber(player), arrival: arrival, order: order)
                #expect((recorded != nil) == counts)
                guard let recorded else { continue }
                model.entries.append(.init(player: player, sequence: sequence, value: value, date: date))
                let after = (1...players).filter { model.isAhead($0, player, order) && $0 != player }
                #expect(Set(recorded.overtaken.map(\.rawValue)) == Set(before).subtracting(after))
            }
            let expected = (1...players).sorted { left, right in
                if model.isAhead(left, right, order) { return true }
                if model.isAhead(right, left, order) { return false }
                return left < right
            }
            let standings = challenge.standings(order)
            #expect(standings.map(\.player.rawValue) == expected)
            for standing in standings {
                #expect(standing.best?.value == model.best(standing.player.rawValue, order)?.value)
                #expect((standing.rank == nil) == (standing.best == nil))
            }
        }
    }
}
