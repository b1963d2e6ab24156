package import LaurelDomain
import LaurelStorage

/// The challenges that somebody may still complete, and what the limits count. Only the writer's thread uses it.
///
/// It is changed while a commit is planned; ``keep()`` and ``undo()`` say what became of the commit.
package struct PendingChallenges {
    /// Who must do something, and where.
    struct Key: Hashable {
        let receiver: PlayerNumber
        let subject: ChallengeSubject
        let environment: Environment
    }

    private struct Pair: Hashable {
        let sender: PlayerNumber
        var key: Key
    }

    private enum Step {
        case added(Challenge)
        case removed(Challenge)
        case counted
        case moved(Challenge, from: Challenge)
        case leaderboardMoved(from: LeaderboardNumber, to: LeaderboardNumber)
        case muted(ChallengeMute, wasMuted: Bool)
        case group(GroupChallengeNumber, was: GroupChallenge?)
        case sent(ChallengeKey, PlayerNumber)
    }

    package private(set) var challenges: [ChallengeNumber: Challenge] = [:]
    private var ofKey: [Key: [ChallengeNumber]] = [:]
    /// Sent and received.
    private var ofPlayer: [PlayerNumber: Set<ChallengeNumber>] = [:]
    /// In order of issue; those that are settled stay until they would expire.
    private var byAge = Deque<ChallengeNumber>()
    /// Issued within a day, in order, and how many that are for each pair.
    private var issues = Deque<(pair: Pair, moment: Timestamp)>()
    private var issueCounts: [Pair: Int] = [:]
    private var mutes: [PlayerNumber: Set<ChallengeMute>] = [:]
    /// Of groups.
    package private(set) var groups: GroupChallengeBook
    /// What requests with a key send in the commit that is being planned; the store knows older ones.
    private var sendings: [PlayerNumber: [ChallengeKey: ChallengeSending]] = [:]
    private var lastNumber: UInt32
    private var steps: [Step] = []

    /// - Parameters:
    ///   - recent: issued within the last ``Challenge/rateSpan``, settled or not.
    ///   - lastNumber: the highest ever given.
    package init(
        pending: [Challenge] = [], recent: [Challenge] = [], mutes: [ChallengeMute] = [], lastNumber: UInt32 = 0,
        groups: GroupChallengeBook = GroupChallengeBook()
    ) {
        self.groups = groups
        self.lastNumber = lastNumber
        for challenge in pending {
            insert(challenge)
            byAge.append(challenge.number)
        }
        for challenge in recent { count(challenge) }
        for mute in mutes { self.mutes[mute.player, default: []].insert(mute) }
    }

    // MARK: Reading

    /// Pending there, in order of issue. O(1) for none, which is nearly always so.
    func at(_ key: Key) -> [Challenge] {
        ofKey.isEmpty ? [] : ofKey[key, default: []].compactMap { challenges[$0] }
    }

    /// Whether a row may complete any.
    func has(_ row: JournalRow, _ subject: ChallengeSubject) -> Bool {
        guard !ofKey.isEmpty, let player = row.player else { return false }
        return ofKey[Key(receiver: player, subject: subject, environment: row.stream.environment)] != nil
    }

    /// The player who completes one of them must still be its sender's friend.
    func expectFriends(
        of player: PlayerNumber, _ subject: ChallengeSubject, _ environment: Environment, _ reads: inout StoreReads
    ) {
        guard !ofKey.isEmpty else { return }
        for challenge in at(Key(receiver: player, subject: subject, environment: environment)) {
            reads.expect(.friendship(challenge.sender, challenge.receiver, challenge.number))
        }
    }

    package func of(_ player: PlayerNumber) -> [Challenge] {
        ofPlayer[player, default: []].sorted().compactMap { challenges[$0] }
    }

    /// O(*n*).
    func on(_ subject: ChallengeSubject) -> [Challenge] {
        challenges.values.filter { $0.goal.subject == subject }.sorted { $0.number < $1.number }
    }

    func issuedToday(by sender: PlayerNumber, at key: Key) -> Int {
        issueCounts[Pair(sender: sender, key: key)] ?? 0
    }

    func hasMuted(_ player: PlayerNumber, _ sender: PlayerNumber, _ subject: ChallengeSubject) -> Bool {
        guard let mutes = mutes[player] else { return false }
        return mutes.contains { mute in
            guard mute.sender == nil || mute.sender == sender else { return false }
            return mute.leaderboard.map { .leaderboard($0) == subject } ?? true
        }
    }

    /// Nil: not in the commit that is being planned.
    func sending(_ key: ChallengeKey, by sender: PlayerNumber) -> ChallengeSending? { sendings[sender]?[key] }

    /// Their own, and those of others against them. O(*n*).
    func mutes(concerning player: PlayerNumber) -> [ChallengeMute] {
        mutes.values.flatMap { $0.filter { $0.player == player || $0.sender == player } }
    }

    package func muteCount(of player: PlayerNumber) -> Int { mutes[player]?.count ?? 0 }
    package func isThere(_ mute: ChallengeMute) -> Bool { mutes[mute.player]?.contains(mute) ?? false }

    /// The oldest ones that are pending no more, at most `limit`.
    mutating func expired(at now: Timestamp, limit: Int) -> [Challenge] {
        var expired: [Challenge] = []
        while expired.count < limit, let number = byAge.first {
            guard let challenge = challenges[number] else {
                byAge.popFirst()
                continue
            }
            guard now >= challenge.expires else { break }
            byAge.popFirst()
            expired.append(challenge)
        }
        return expired
    }

    // MARK: Changes

    /// - Returns: nil when all numbers are used up.
    mutating func nextNumber() -> ChallengeNumber? {
        lastNumber < .max ? ChallengeNumber(lastNumber + 1) : nil
    }

    /// A new one, with the next number.
    mutating func add(_ challenge: Challenge) {
        insert(challenge)
        byAge.append(challenge.number)
        count(challenge)
        lastNumber = max(lastNumber, challenge.number.rawValue)
        steps += [.added(challenge), .counted]
    }

    package mutating func remove(_ challenge: Challenge) {
        guard let known = challenges[challenge.number] else { return }
        delete(known)
        steps.append(.removed(known))
    }

    /// All on one leaderboard are on another one from now on; with the commit, so are mutes and what the limits count.
    mutating func move(_ challenges: [Challenge], from source: LeaderboardNumber, to target: LeaderboardNumber) {
        for challenge in challenges {
            guard let known = self.challenges[challenge.number] else { continue }
            let moved = known.moved(to: target)
            delete(known)
            insert(moved)
            steps.append(.moved(moved, from: known))
        }
        steps.append(.leaderboardMoved(from: source, to: target))
    }

    /// It has another sender or receiver from now on.
    mutating func replace(_ challenge: Challenge, by merged: Challenge) {
        guard let known = challenges[challenge.number] else { return }
        delete(known)
        insert(merged)
        steps.append(.moved(merged, from: known))
    }

    package mutating func set(_ mute: ChallengeMute, isMuted: Bool) {
        let wasMuted = isThere(mute)
        put(mute, isMuted)
        steps.append(.muted(mute, wasMuted: wasMuted))
    }

    package mutating func put(_ challenge: GroupChallenge) {
        steps.append(.group(challenge.number, was: groups.put(challenge)))
    }

    mutating func put(_ sending: ChallengeSending, by sender: PlayerNumber) {
        sendings[sender, default: [:]][sending.key] = sending
        steps.append(.sent(sending.key, sender))
    }

    /// Those that time has changed by now, at most `limit`.
    mutating func dueGroups(at now: Timestamp, limit: Int) -> [GroupChallengeNumber] {
        groups.due(at: now, limit: limit).map(\.number)
    }

    /// When time changes one of a group next. Nil: never.
    mutating func nextGroupMoment() -> Timestamp? { groups.nextMoment() }

    /// Issues that are too old to count any more.
    mutating func forgetIssues(at now: Timestamp) {
        while let oldest = issues.first, now >= oldest.moment.advanced(by: Challenge.rateSpan) {
            issues.popFirst()
            discount(oldest.pair)
        }
    }

    // MARK: Commit

    mutating func keep() {
        for step in steps { if case .leaderboardMoved(let source, let target) = step { recount(source, target) } }
        steps.removeAll(keepingCapacity: true)
        sendings = [:]
    }

    /// How much is planned: to be given to ``undo(to:)``.
    var mark: Int { steps.count }

    /// What was planned is as if it had never been.
    /// - Parameter mark: what was planned before it stays.
    package mutating func undo(to mark: Int = 0) {
        while steps.count > mark, let step = steps.popLast() {
            switch step {
            case .added(let challenge):
                delete(challenge)
                byAge.popLast()
                lastNumber = challenge.number.rawValue - 1
            case .removed(let challenge):
                insert(challenge)
                // It has left the line when its time was up.
                if byAge.first.map({ challenge.number < $0 }) ?? true { byAge.prepend(challenge.number) }
            case .moved(let moved, let known):
                delete(moved)
                insert(known)
            case .leaderboardMoved: break
            case .counted: if let last = issues.popLast() { discount(last.pair) }
            case .muted(let mute, let wasMuted): put(mute, wasMuted)
            case .group(let number, let was): groups.takeBack(number, to: was)
            case .sent(let key, let sender): sendings[sender]?[key] = nil
            }
        }
    }
}

extension PendingChallenges {
    private mutating func insert(_ challenge: Challenge) {
        challenges[challenge.number] = challenge
        let key = Key(challenge)
        var numbers = ofKey[key, default: []]
        numbers.insert(challenge.number, at: numbers.firstIndex { $0 > challenge.number } ?? numbers.count)
        ofKey[key] = numbers
        ofPlayer[challenge.sender, default: []].insert(challenge.number)
        ofPlayer[challenge.receiver, default: []].insert(challenge.number)
    }

    private mutating func delete(_ challenge: Challenge) {
        challenges[challenge.number] = nil
        let key = Key(challenge)
        ofKey[key]?.removeAll { $0 == challenge.number }
        if ofKey[key]?.isEmpty == true { ofKey[key] = nil }
        for player in [challenge.sender, challenge.receiver] {
            ofPlayer[player]?.remove(challenge.number)
            if ofPlayer[player]?.isEmpty == true { ofPlayer[player] = nil }
        }
    }

    private mutating func count(_ challenge: Challenge) {
        let pair = Pair(sender: challenge.sender, key: Key(challenge))
        issues.append((pair, challenge.issued))
        issueCounts[pair, default: 0] += 1
    }

    /// What was counted and muted on one leaderboard is so on another one.
    private mutating func recount(_ source: LeaderboardNumber, _ target: LeaderboardNumber) {
        issueCounts = [:]
        let moved = issues.map { issue -> (pair: Pair, moment: Timestamp) in
            var pair = issue.pair
            if pair.key.subject == .leaderboard(source) {
                let key = pair.key
                pair.key = Key(
                    receiver: key.receiver, subject: .leaderboard(target), environment: key.environment)
            }
            return (pair, issue.moment)
        }
        issues = Deque(moved)
        for issue in issues { issueCounts[issue.pair, default: 0] += 1 }
        mutes = mutes.mapValues { Set($0.map { $0.moved(from: source, to: target) }) }
    }

    private mutating func discount(_ pair: Pair) {
        guard let count = issueCounts[pair] else { return }
        issueCounts[pair] = count > 1 ? count - 1 : nil
    }

    private mutating func put(_ mute: ChallengeMute, _ isMuted: Bool) {
        if isMuted {
            mutes[mute.player, default: []].insert(mute)
        } else {
            mutes[mute.player]?.remove(mute)
            if mutes[mute.player]?.isEmpty == true { mutes[mute.player] = nil }
        }
    }
}

extension PendingChallenges.Key {
    init(_ challenge: Challenge) {
        self.init(
            receiver: challenge.receiver, subject: challenge.goal.subject, environment: challenge.environment)
    }
}
