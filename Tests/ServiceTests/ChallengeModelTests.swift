import LaurelDomain
@testable import LaurelScores
import LaurelStorage
import LaurelTestSupport
import Testing

@testable import LaurelService

/// Challenges as the rules say them, in the most obvious way.
private struct NaiveChallenges {
    struct Row {
        let sender: UInt32
        let receiver: UInt32
        let board: String
        let value: Int64
        let issued: Timestamp
        var state = ChallengeState.pending
    }

    struct Pair: Hashable {
        let one: UInt32
        let other: UInt32
    }

    var rows: [Row] = []
    var bests: [String: [UInt32: Int64]] = [:]
    var parted: Set<Pair> = []
    /// Who does not hear of whom.
    var muted: Set<Pair> = []
    let lowIsBetter: Set<String>

    func prefers(_ value: Int64, _ other: Int64, on board: String) -> Bool {
        lowIsBetter.contains(board) ? value < other : value > other
    }

    func areFriends(_ one: UInt32, _ other: UInt32) -> Bool {
        !parted.contains(Pair(one: min(one, other), other: max(one, other)))
    }

    func pending(to receiver: UInt32, on board: String) -> [Int] {
        rows.indices.filter { rows[$0].receiver == receiver && rows[$0].board == board && rows[$0].state == .pending }
    }

    /// - Returns: whether a new one came to be.
    mutating func issue(_ sender: UInt32, _ receiver: UInt32, _ board: String, _ value: Int64, _ now: Timestamp) -> Bool
    {
        let old = pending(to: receiver, on: board).first { rows[$0].sender == sender }
        if let old, !prefers(value, rows[old].value, on: board) { return false }
        let today = rows.count {
            $0.sender == sender && $0.receiver == receiver && $0.board == board
                && now < $0.issued.advanced(by: .days(1))
        }
        guard today < 10 else { return false }
        if let old { rows[old].state = .invalid }
        rows.append(Row(sender: sender, receiver: receiver, board: board, value: value, issued: now))
        return true
    }

    mutating func submit(_ player: UInt32, _ board: String, _ value: Int64, _ now: Timestamp) {
        if let best = bests[board]?[player], !prefers(value, best, on: board) {
        } else {
            bests[board, default: [:]][player] = value
        }
        for index in pending(to: player, on: board) where !prefers(rows[index].value, value, on: board) {
            let row = rows[index]
            guard areFriends(row.sender, player) else {
                rows[index].state = .invalid
                continue
            }
            rows[index].state = .completed
            let asksForMore = pending(to: row.sender, on: board).contains {
                prefers(rows[$0].value, value, on: board)
            }
            if prefers(value, row.value, on: board), !asksForMore,
                !muted.contains(Pair(one: row.sender, other: player))
            {
                _ = issue(player, row.sender, board, value, now)
            }
        }
    }

    mutating func expire(at now: Timestamp) {
        for index in rows.indices
        where rows[index].state == .pending && now >= rows[index].issued.advanced(by: .days(30)) {
            rows[index].state = .invalid
        }
    }

    func list(to receiver: UInt32) -> [String] {
        rows.filter { $0.receiver == receiver }.reversed().map {
            "\($0.sender) \($0.board) \($0.value) \($0.state.name)"
        }
    }
}

@Suite("Challenges against a model", .timeLimit(.minutes(15))) struct ChallengeModelTests {
    private let boards = ["High", "Low"]

    @Test(
        "rules 6.1 to 6.4: random play, faults and restarts agree with the obvious model",
        arguments: Depth.seeds(8))
    func model(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let (store, journal) = try PlayStore.make().held()
        var play = try await PlayFixture(store)
        var naive = NaiveChallenges(lowIsBetter: ["Low"])
        for board in boards { try await play.board(board) { $0.sortOrder = board == "Low" ? .lowToHigh : .highToLow } }
        for step in 0..<400 {
            play.time.advance(Timestamp.Span(milliseconds: Int64.random(in: 0...3_600_000, using: &random)))
            if Int.random(in: 0..<60, using: &random) == 0 { play.time.advance(.days(9)) }
            naive.expire(at: play.time.moment)
            try await act(&random, play, journal, &naive)
            if Int.random(in: 0..<50, using: &random) == 0 { play = try await play.restarted() }
            for player in 1...4 as ClosedRange<UInt32> {
                let found = try await play.list(player).map { challenge in
                    let board = play.catalogue.leaderboards(of: play.app.number).first {
                        challenge.goal.subject == .leaderboard($0.number)
                    }
                    let id = board?.id.text ?? ""
                    return "\(challenge.sender.rawValue) \(id) \(challenge.goal.value) \(challenge.state.name)"
                }
                try #require(found == naive.list(to: player), "seed \(seed), step \(step), player \(player)")
            }
        }
        #expect(naive.rows.count { $0.state == .completed } > 1)
        #expect(naive.rows.count { $0.state == .invalid } > 3)
    }

    private func act(
        _ random: inout SplitMix64, _ play: PlayFixture, _ journal: HeldJournal, _ naive: inout NaiveChallenges
    ) async throws {
        let player = UInt32.random(in: 1...4, using: &random)
        let other = (player + UInt32.random(in: 0...2, using: &random)) % 4 + 1
        let board = boards.randomElement(using: &random) ?? "High"
        let now = play.time.moment
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<45:
            let value = Int64.random(in: 0...60, using: &random)
            try await play.submit(value, by: player, to: board)
            naive.submit(player, board, value, now)
        case 45..<50:
            // Nothing was written, and nothing is remembered.
            journal.failNext(.unavailable)
            await #expect(throws: SubmitScoresError.unavailable) { try await play.submit(60, by: player, to: board) }
        case 50..<80:
            guard player != other else { return }
            // Nobody asks for more than he has done, and often for less.
            let ease = Int64.random(in: 0...30, using: &random) * (board == "Low" ? 1 : -1)
            let best = naive.bests[board]?[player].map { $0 + ease }
            do throws(IssueChallengesError) {
                let issued = try await challenge(play, other, player, board, best)
                guard let value = best else {
                    Issue.record("a challenge without a score")
                    return
                }
                let isNew = naive.issue(player, other, board, value, now)
                #expect(issued == isNew)
            } catch .noSuchScore {
                #expect(best == nil)
            } catch .notFriend {
                #expect(!naive.areFriends(player, other))
            } catch {
                #expect(error == .tooManyToday(item: 0, limit: 10))
                #expect(best.map { !naive.issue(player, other, board, $0, now) } ?? false)
            }
        case 80..<88:
            guard
                let index = naive.rows.indices.filter({ naive.rows[$0].state == .pending }).randomElement(
                    using: &random)
            else { return }
            let row = naive.rows[index]
            let pending = try await play.list(row.receiver, .received, .pending)
            let found = try #require(
                pending.first {
                    $0.sender.rawValue == row.sender && $0.goal.value == row.value && $0.issued == row.issued
                })
            try await DeclineChallenge(play.challenges)(found.number, as: play.session(row.receiver))
            naive.rows[index].state = .declined
        case 88..<92:
            guard player != other else { return }
            let pair = NaiveChallenges.Pair(one: min(player, other), other: max(player, other))
            if naive.parted.remove(pair) != nil { return play.rejoin(player, other) }
            naive.parted.insert(pair)
            play.part(player, other)
            for index in naive.rows.indices where naive.rows[index].state == .pending {
                let row = naive.rows[index]
                if [row.sender, row.receiver].sorted() == [pair.one, pair.other] {
                    naive.rows[index].state = .invalid
                }
            }
            // The writer has had its turn when it answers the next one.
            try await EndChallenges(play.challenges).reconcile()
        default:
            let pair = NaiveChallenges.Pair(one: player, other: other)
            let isMuted = naive.muted.contains(pair)
            try await MuteChallenges(play.challenges)(
                ChallengeMute(player: PlayerNumber(player), sender: PlayerNumber(other), leaderboard: nil),
                isMuted: !isMuted)
            if isMuted { naive.muted.remove(pair) } else { naive.muted.insert(pair) }
        }
    }

    private func challenge(
        _ play: PlayFixture, _ receiver: UInt32, _ sender: UInt32, _ board: String, _ value: Int64?
    ) async throws(IssueChallengesError) -> Bool {
        guard let id = Self.id(board) else { throw .unknownLeaderboard }
        let request = ChallengeRequest(
            receivers: [PlayerNumber(receiver)], goal: .score(id, value: value, context: nil))
        return try await IssueChallenges(play.challenges)(
            request, app: play.app, environment: .production, as: play.session(sender)
        ).first?.isNew ?? false
    }

    private static func id(_ text: String) -> LeaderboardID? {
        do { return try LeaderboardID(text) } catch { return nil }
    }
}
