package import LaurelDomain

/// The challenges of groups that may still change: open ones, and those that can have a rematch. Only the writer's
/// thread uses it; ``PendingChallenges`` remembers what was planned, and takes it back.
package struct GroupChallengeBook {
    /// Of the server. One is 1 to 6 KB.
    static let countLimit = 200_000

    private struct Key: Hashable {
        let player: PlayerNumber
        let leaderboard: LeaderboardNumber
        let environment: Environment
    }

    private struct Moment: Hashable {
        let time: Timestamp
        let number: GroupChallengeNumber
    }

    package private(set) var challenges: [GroupChallengeNumber: GroupChallenge] = [:]
    /// Of those who joined, while tries may come.
    private var ofKey: [Key: [GroupChallengeNumber]] = [:]
    private var ofPlayer: [PlayerNumber: Set<GroupChallengeNumber>] = [:]
    /// When time changes them, the earliest last. One whose moment changed stands in it twice: the old entry is dropped
    /// when its time comes.
    private var moments: [Moment] = []
    private var lastNumber: UInt32

    package init(_ challenges: [GroupChallenge] = [], lastNumber: UInt32 = 0) {
        self.lastNumber = lastNumber
        for challenge in challenges { insert(challenge) }
    }

    // MARK: Reading

    var isEmpty: Bool { challenges.isEmpty }
    var isFull: Bool { challenges.count >= Self.countLimit }

    /// Nil when all numbers are used up.
    var nextNumber: GroupChallengeNumber? { lastNumber < .max ? GroupChallengeNumber(lastNumber + 1) : nil }

    /// In which a score of the player there is a try. O(1) for none, which is nearly always so.
    func counting(
        _ player: PlayerNumber, _ leaderboard: LeaderboardNumber, _ environment: Environment
    ) -> [GroupChallenge] {
        guard !ofKey.isEmpty else { return [] }
        return ofKey[Key(player: player, leaderboard: leaderboard, environment: environment), default: []]
            .compactMap { challenges[$0] }
    }

    package func of(_ player: PlayerNumber) -> [GroupChallenge] {
        ofPlayer[player, default: []].sorted().compactMap { challenges[$0] }
    }

    /// Running ones of a player in a game, which they joined, or are invited to.
    func count(
        of player: PlayerNumber, _ state: GroupChallenge.Participant.State, _ app: AppNumber,
        _ environment: Environment, at now: Timestamp
    ) -> Int {
        ofPlayer[player, default: []].count { number in
            guard let challenge = challenges[number], challenge.app == app, challenge.environment == environment
            else { return false }
            return challenge.stage.isOpen && now < challenge.ends && challenge[player]?.state == state
        }
    }

    /// O(*n*), in order of number.
    package func all(where isWanted: (GroupChallenge) -> Bool) -> [GroupChallenge] {
        challenges.values.filter(isWanted).sorted { $0.number < $1.number }
    }

    // MARK: Changes

    /// - Returns: what was there.
    mutating func put(_ challenge: GroupChallenge) -> GroupChallenge? {
        let old = challenges[challenge.number]
        if let old { delete(old) }
        insert(challenge, isMoved: old.flatMap(Self.moment) != Self.moment(of: challenge))
        return old
    }

    /// - Parameter old: nil: it was never there.
    mutating func takeBack(_ number: GroupChallengeNumber, to old: GroupChallenge?) {
        if let challenge = challenges[number] { delete(challenge) }
        if let old { insert(old) } else { lastNumber = number.rawValue - 1 }
    }

    // MARK: Time

    /// When time changes one next. Nil: never.
    mutating func nextMoment() -> Timestamp? {
        while let last = moments.last {
            if challenges[last.number].flatMap(Self.moment) == last.time { return last.time }
            moments.removeLast()
        }
        return nil
    }

    /// Those that time has changed by now, at most `limit`. Those that can have no rematch any more are forgotten.
    mutating func due(at now: Timestamp, limit: Int) -> [GroupChallenge] {
        var due: [GroupChallenge] = []
        while due.count < limit, let next = nextMoment(), next <= now, let moment = moments.popLast() {
            guard let challenge = challenges[moment.number] else { continue }
            if challenge.stage.isOpen { due.append(challenge) } else { delete(challenge) }
        }
        return due
    }

    private static func moment(of challenge: GroupChallenge) -> Timestamp? {
        if let next = challenge.nextMoment { return next }
        guard challenge.stage == .closed else { return challenge.closed }
        return max(challenge.closed ?? challenge.ends, challenge.ends.advanced(by: GroupChallenge.rematchSpan))
    }

    /// - Parameter isMoved: false: its moment stands in the list already. A try moves none.
    private mutating func insert(_ challenge: GroupChallenge, isMoved: Bool = true) {
        challenges[challenge.number] = challenge
        lastNumber = max(lastNumber, challenge.number.rawValue)
        for participant in challenge.participants {
            ofPlayer[participant.player, default: []].insert(challenge.number)
            guard participant.state == .joined, challenge.stage.isOpen else { continue }
            ofKey[key(participant.player, challenge), default: []].append(challenge.number)
        }
        guard isMoved, let time = Self.moment(of: challenge) else { return }
        let moment = Moment(time: time, number: challenge.number)
        var (low, high) = (0, moments.count)
        while low < high {
            let middle = (low + high) / 2
            if moments[middle].time > time { low = middle + 1 } else { high = middle }
        }
        moments.insert(moment, at: low)
    }

    private mutating func delete(_ challenge: GroupChallenge) {
        challenges[challenge.number] = nil
        for participant in challenge.participants {
            ofPlayer[participant.player]?.remove(challenge.number)
            if ofPlayer[participant.player]?.isEmpty == true { ofPlayer[participant.player] = nil }
            let key = key(participant.player, challenge)
            ofKey[key]?.removeAll { $0 == challenge.number }
            if ofKey[key]?.isEmpty == true { ofKey[key] = nil }
        }
    }

    private func key(_ player: PlayerNumber, _ challenge: GroupChallenge) -> Key {
        Key(player: player, leaderboard: challenge.leaderboard, environment: challenge.environment)
    }
}
