import LaurelDomain
import LaurelMatches
import LaurelTestSupport

@testable import LaurelTestMatches

/// Who plays matches, and what one of them sends next. They send no scores, so that an erasure takes none along.
struct MatchPlayers {
    private(set) var all: [Int]
    /// Matches for two to sixteen, most of them for sixteen; otherwise for two to four.
    private let areLarge: Bool
    private var keys: UInt64 = 0

    /// - Parameter areLarge: whether there are enough for matches of sixteen.
    init(areLarge: Bool = false) {
        self.areLarge = areLarge
        all = Array(1_001...(areLarge ? 1_020 : 1_008))
    }

    /// - Parameter matches: as they stand, in order of number.
    /// - Returns: nil: nothing that makes sense.
    mutating func next(
        _ matches: [Match], _ ledger: MatchLedger, _ random: inout SplitMix64
    ) -> MatchLedger.Write? {
        switch random.below(100) {
        case ..<18: find(ledger, &random)
        case ..<24: rematch(matches, &random)
        case ..<26: write(.erasure, by: player(&random))
        default: command(matches, &random) ?? find(ledger, &random)
        }
    }

    /// Somebody else comes for who is erased.
    mutating func replace(_ player: Int) {
        guard let index = all.firstIndex(of: player), let last = all.max() else { return }
        all[index] = last + 1
    }

    /// Strangers, or friends who are invited. The number of players is always said: which one somebody chose last is
    /// forgotten with the match.
    private mutating func find(_ ledger: MatchLedger, _ random: inout SplitMix64) -> MatchLedger.Write? {
        let player = player(&random)
        let (low, usual, high) = sizes(&random)
        let masks: [UInt32] = [0, 0, 0, 0xFFFF_0000, 0xFFFF]
        let mask = masks[random.below(masks.count)]
        let group = Int64(random.below(2))
        var invited: Set<Int> = []
        if random.chance(1, in: 3) {
            let most = areLarge ? MatchLimits.players.upperBound - 1 : 2
            for _ in 0...random.below(most) { invited.insert(self.player(&random)) }
            invited.remove(player)
        }
        guard !invited.isEmpty || ledger.keepsOrder(in: group) else { return nil }
        let recipients = invited.sorted().map { PlayerNumber(UInt32($0)) }
        do throws(MatchRefusal) {
            let request = try MatchRequest(
                minPlayers: low, maxPlayers: high, defaultNumberOfPlayers: usual, group: group, attributes: mask,
                recipients: recipients, takesStrangers: random.chance(4, in: 5))
            return write(.find(request), by: player)
        } catch {
            return nil
        }
    }

    /// The fewest players, how many are wanted, and the most.
    private func sizes(_ random: inout SplitMix64) -> (low: Int, usual: Int, high: Int) {
        guard areLarge else {
            let low = 2 + random.below(2)
            let high = low + random.below(2)
            return (low, low + random.below(high - low + 1), high)
        }
        let most = MatchLimits.players.upperBound
        let high = random.chance(2, in: 3) ? most : 2 + random.below(most - 1)
        let low = 2 + random.below(high - 1)
        return (low, random.chance(2, in: 3) ? high : low + random.below(high - low + 1), high)
    }

    private mutating func rematch(_ matches: [Match], _ random: inout SplitMix64) -> MatchLedger.Write? {
        let ended = matches.filter { $0.ended != nil }
        guard !ended.isEmpty else { return nil }
        return write(.rematch(ended[random.below(ended.count)].number), by: player(&random))
    }

    private mutating func command(_ matches: [Match], _ random: inout SplitMix64) -> MatchLedger.Write? {
        guard !matches.isEmpty else { return nil }
        let recent = Array(matches.suffix(6))
        let match = recent[random.below(recent.count)]
        var player = player(&random)
        // Mostly somebody who can do something.
        let seated = match.participants.compactMap { seat -> Int? in
            guard seat.status == .active || seat.status == .invited else { return nil }
            return seat.player.map { Int($0.rawValue) }
        }
        let holder = match.turn.flatMap { match[$0.seat]?.player }.map { Int($0.rawValue) }
        if random.chance(3, in: 5), let holder {
            player = holder
        } else if random.chance(4, in: 5), !seated.isEmpty {
            player = seated[random.below(seated.count)]
        }
        var writer = RandomCommand(match: match)
        let command = writer.make(by: match.seat(of: PlayerNumber(UInt32(player))), &random)
        return write(.command(command, match.number), by: player)
    }

    private func player(_ random: inout SplitMix64) -> Int { all[random.below(all.count)] }

    private mutating func write(_ action: MatchLedger.Write.Action, by player: Int) -> MatchLedger.Write {
        keys += 1
        return MatchLedger.Write(action: action, player: player, key: MatchKey(high: 7, low: keys, body: keys))
    }
}
