/// A challenge of a group: who has the best score on a leaderboard when its time is over (rules 14.12 to 14.16).
public struct GroupChallengeNumber: Hashable, Comparable, Sendable {
    public let rawValue: UInt32
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
    public static func < (left: GroupChallengeNumber, right: GroupChallengeNumber) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A group of friends who compete for the best score on a leaderboard, from the moment it was made until one moment for
/// all. What it counts are tries: submissions of those who joined.
public struct GroupChallenge: Hashable, Sendable {
    /// Running ones that a player has joined, in a game and environment.
    public static let runningLimit = 30
    /// Running ones that a player was invited to and hasn't answered, in a game and environment.
    public static let invitedLimit = 50
    /// How long after the end scores of before it count. Until then standings are provisional.
    public static let lateSpan = Timestamp.Span.hours(1)
    /// How long before the end players are told that it is near.
    public static let warningSpan = Timestamp.Span.hours(1)
    /// How long after the end a rematch can be asked for.
    public static let rematchSpan = Timestamp.Span.days(7)
    /// How long one is kept after its standings were final.
    public static let keptClosed = Timestamp.Span.days(90)
    /// How often each may try, where players can choose; nil: without a limit.
    public static let tryLimits: [Int?] = [1, 3, nil]

    public let number: GroupChallengeNumber
    public let app: AppNumber
    public let environment: Environment
    /// What it was made of. That may have changed since.
    public let definition: ChallengeDefinitionID
    public var leaderboard: LeaderboardNumber
    public let started: Timestamp
    /// The first moment that isn't in it.
    public let ends: Timestamp
    /// Of each participant; nil: none.
    public let triesLimit: Int?
    public let rematchOf: GroupChallengeNumber?
    /// The one that was made of it with the same players.
    public var rematch: GroupChallengeNumber?
    public var stage: Stage
    /// Since when nothing changes its standings any more.
    public var closed: Timestamp?
    /// In order of their seats: who made it first. Those who are erased are missing.
    public var participants: [Participant]

    /// Raw values are stored.
    public enum Stage: UInt8, CaseIterable, Comparable, Hashable, Sendable {
        case running = 0
        /// Running; participants were told that its end is near.
        case warned = 1
        /// Over; scores of before the end may still come.
        case ended = 2
        /// Its standings are final.
        case closed = 3
        /// Its leaderboard or its game is gone.
        case canceled = 4

        public static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
        /// Whether tries may still come.
        public var isOpen: Bool { self < .closed }
    }

    public struct Participant: Hashable, Sendable {
        /// Raw values are stored.
        public enum State: UInt8, CaseIterable, Hashable, Sendable {
            case invited = 0
            case joined = 1
            case declined = 2
            /// Joined once, and takes no part any more: by their own will or by a ban.
            case left = 3
        }

        public let seat: UInt8
        public var player: PlayerNumber
        public var state: State
        public var joined: Timestamp?
        /// Those that were taken out count, too.
        public var tryCount: Int
        /// The best ones, in the order in which they came, at most ``Try/keptLimit``.
        public var tries: [Try]

        public init(
            seat: UInt8, player: PlayerNumber, state: State = .invited, joined: Timestamp? = nil, tryCount: Int = 0,
            tries: [Try] = []
        ) {
            self.seat = seat
            self.player = player
            self.state = state
            self.joined = joined
            self.tryCount = tryCount
            self.tries = tries
        }
    }

    /// A submission of a participant.
    public struct Try: Hashable, Sendable {
        /// Of one participant. When a moderator takes out the best one, the next best is among them.
        public static let keptLimit = 10

        /// The score's row.
        public var sequence: JournalSequence
        public let value: Int64
        public let date: Timestamp
        /// A moderator took the score out.
        public var isOut: Bool

        public init(sequence: JournalSequence, value: Int64, date: Timestamp, isOut: Bool = false) {
            self.sequence = sequence
            self.value = value
            self.date = date
            self.isOut = isOut
        }
    }

    public init(
        number: GroupChallengeNumber, app: AppNumber, environment: Environment, definition: ChallengeDefinitionID,
        leaderboard: LeaderboardNumber, started: Timestamp, ends: Timestamp, triesLimit: Int?,
        rematchOf: GroupChallengeNumber? = nil, rematch: GroupChallengeNumber? = nil, stage: Stage = .running,
        closed: Timestamp? = nil, participants: [Participant]
    ) {
        self.number = number
        self.app = app
        self.environment = environment
        self.definition = definition
        self.leaderboard = leaderboard
        self.started = started
        self.ends = ends
        self.triesLimit = triesLimit
        self.rematchOf = rematchOf
        self.rematch = rematch
        self.stage = stage
        self.closed = closed
        self.participants = participants
    }

    /// A new one. Who makes it has joined, the others are invited.
    public init(
        number: GroupChallengeNumber, app: AppNumber, environment: Environment, definition: ChallengeDefinitionID,
        leaderboard: LeaderboardNumber, started: Timestamp, ends: Timestamp, triesLimit: Int?,
        rematchOf: GroupChallengeNumber? = nil, by maker: PlayerNumber, inviting others: [PlayerNumber]
    ) {
        let seats = zip(UInt8(0)..., [maker] + others).map { seat, player in
            Participant(
                seat: seat, player: player, state: seat == 0 ? .joined : .invited, joined: seat == 0 ? started : nil)
        }
        self.init(
            number: number, app: app, environment: environment, definition: definition, leaderboard: leaderboard,
            started: started, ends: ends, triesLimit: triesLimit, rematchOf: rematchOf, participants: seats)
    }

    public subscript(player: PlayerNumber) -> Participant? { participants.first { $0.player == player } }

    public var joined: [PlayerNumber] { participants.filter { $0.state == .joined }.map(\.player) }
}

// MARK: Rules

extension GroupChallenge {
    /// Why somebody can't do something with a challenge.
    public enum Refusal: Error, Hashable, Sendable {
        /// They were never invited, or have declined or left.
        case notInvited
        case over
        /// A rematch comes after the end.
        case running
        /// The time for a rematch is over.
        case tooLate
        case canceled
        /// One of the others blocks them, or is blocked, or somebody of them meets friends only.
        case cannotMeet
        /// Nobody else is left.
        case alone
    }

    private func index(of player: PlayerNumber) -> Int? { participants.firstIndex { $0.player == player } }

    /// Joining twice is the same as once.
    public mutating func join(_ player: PlayerNumber, at now: Timestamp) throws(Refusal) {
        guard stage != .canceled else { throw .canceled }
        guard let index = index(of: player) else { throw .notInvited }
        switch participants[index].state {
        case .joined: return
        case .declined, .left: throw .notInvited
        case .invited:
            guard now < ends else { throw .over }
            participants[index].state = .joined
            participants[index].joined = now
        }
    }

    /// Declines an invitation, or leaves; then their tries count no more. Twice is the same as once.
    public mutating func leave(_ player: PlayerNumber) {
        guard let index = index(of: player) else { return }
        switch participants[index].state {
        case .invited: participants[index].state = .declined
        case .joined: participants[index].state = .left
        case .declined, .left: return
        }
    }

    public mutating func remove(_ player: PlayerNumber) { participants.removeAll { $0.player == player } }

    /// A guest becomes part of an account (rule 1.13). Of two seats the account's own stays.
    public mutating func merge(_ guest: PlayerNumber, into account: PlayerNumber) {
        guard let index = index(of: guest) else { return }
        if self.index(of: account) == nil {
            participants[index].player = account
        } else {
            participants.remove(at: index)
        }
    }

    /// What a try did.
    public struct Recorded: Hashable, Sendable {
        /// Whom the player is ahead of now and wasn't before, the best first.
        public var overtaken: [PlayerNumber]
        /// Whether the player is first by this try.
        public var leads: Bool
    }

    /// Counts a submission (rule 14.13): dated while the challenge ran and the player had joined, arrived at most
    /// ``lateSpan`` after its end. Worse ones count, too.
    ///
    /// - Returns: nil: it is no try.
    public mutating func record(
        _ attempt: Try, by player: PlayerNumber, arrival: Timestamp, order: SortOrder
    ) -> Recorded? {
        guard stage.isOpen, arrival < ends.advanced(by: Self.lateSpan), attempt.date < ends,
            let index = index(of: player), participants[index].state == .joined,
            let joined = participants[index].joined, attempt.date >= joined,
            participants[index].tryCount < triesLimit ?? .max,
            !participants[index].tries.contains(where: { $0.sequence == attempt.sequence })
        else { return nil }
        let before = standings(order)
        participants[index].tryCount += 1
        participants[index].tries.append(attempt)
        if participants[index].tries.count > Try.keptLimit {
            // The worst one goes; those taken out first, for they count for nothing.
            let tries = participants[index].tries
            let worst = tries.indices.max { Self.isAhead(tries[$0], tries[$1], order) }
            if let worst { participants[index].tries.remove(at: worst) }
        }
        let after = standings(order)
        func passed(_ standings: [Standing]) -> Set<PlayerNumber> {
            let own = standings.firstIndex { $0.player == player && $0.rank != nil } ?? standings.endIndex
            return Set(standings[..<own].filter { $0.rank != nil }.map(\.player))
        }
        let ahead = passed(before).subtracting(passed(after))
        let leader = after.first
        return Recorded(
            overtaken: before.map(\.player).filter { $0 != player && ahead.contains($0) },
            leads: leader?.player == player && leader?.best?.sequence == attempt.sequence)
    }

    /// Among tries: those taken out come last, then the better value, then the earlier date (rule 4.6).
    private static func isAhead(_ one: Try, _ other: Try, _ order: SortOrder) -> Bool {
        if one.isOut != other.isOut { return other.isOut }
        if one.value != other.value { return order.prefers(one.value, to: other.value) }
        if one.date != other.date { return one.date < other.date }
        return one.sequence < other.sequence
    }

    /// A moderator took a score out, or brought it back.
    ///
    /// - Returns: whether it was a try.
    public mutating func turn(_ sequence: JournalSequence, of player: PlayerNumber, isOut: Bool) -> Bool {
        guard let index = index(of: player),
            let number = participants[index].tries.firstIndex(where: { $0.sequence == sequence }),
            participants[index].tries[number].isOut != isOut
        else { return false }
        participants[index].tries[number].isOut = isOut
        return true
    }

    /// A guest's score has another row as the account's (rule 1.13): it is the same try.
    ///
    /// - Returns: whether it was one.
    public mutating func renumber(
        _ old: JournalSequence, of player: PlayerNumber, to new: JournalSequence
    ) -> Bool {
        guard let index = index(of: player),
            let number = participants[index].tries.firstIndex(where: { $0.sequence == old })
        else { return false }
        participants[index].tries[number].sequence = new
        return true
    }

    // MARK: Standings

    /// A participant's position (rule 14.15).
    public struct Standing: Hashable, Sendable {
        public let player: PlayerNumber
        /// Nil without a try.
        public let rank: Int?
        public let best: Try?
        public let tryCount: Int
    }

    /// By the best try; equal ones by the earlier date; without a try last, without a rank.
    public func standings(_ order: SortOrder) -> [Standing] {
        let joined = participants.filter { $0.state == .joined }
        let bests = joined.map { participant in
            participant.tries.filter { !$0.isOut }.min { Self.isAhead($0, $1, order) }
        }
        let sorted = joined.indices.sorted { left, right in
            switch (bests[left], bests[right]) {
            case (let one?, let other?):
                if one.value != other.value { return order.prefers(one.value, to: other.value) }
                if one.date != other.date { return one.date < other.date }
                return joined[left].seat < joined[right].seat
            case (.some, nil): return true
            case (nil, .some): return false
            case (nil, nil): return joined[left].seat < joined[right].seat
            }
        }
        return zip(1..., sorted).map { rank, index in
            Standing(
                player: joined[index].player, rank: bests[index] == nil ? nil : rank, best: bests[index],
                tryCount: joined[index].tryCount)
        }
    }

    // MARK: Time

    /// What time did.
    public enum Moment: Hashable, Sendable {
        /// An hour is left.
        case endNears
        case ended
        case closed
    }

    /// When time changes it next. Nil: never again.
    public var nextMoment: Timestamp? {
        switch stage {
        case .running:
            let warning = ends.advanced(by: -Self.warningSpan)
            return warning > started ? warning : ends
        case .warned: return ends
        case .ended: return ends.advanced(by: Self.lateSpan)
        case .closed, .canceled: return nil
        }
    }

    /// Does what time did by now. Nobody is told that the end is near when it is over.
    public mutating func advance(to now: Timestamp) -> [Moment] {
        var moments: [Moment] = []
        while let next = nextMoment, next <= now {
            switch stage {
            case .running where next < ends:
                stage = .warned
                if now < ends { moments.append(.endNears) }
            case .running, .warned:
                stage = .ended
                moments.append(.ended)
            case .ended:
                stage = .closed
                closed = next
                moments.append(.closed)
            case .closed, .canceled: return moments
            }
        }
        return moments
    }

    /// - Returns: false: it was over before.
    public mutating func cancel(at now: Timestamp) -> Bool {
        guard stage.isOpen else { return false }
        stage = .canceled
        closed = now
        return true
    }

    /// Whether a rematch may still be made of it.
    public func canHaveRematch(at now: Timestamp) -> Bool {
        stage != .canceled && now >= ends && now < ends.advanced(by: Self.rematchSpan)
    }

    /// A new one with the same players, but for those who declined or left (rule 14.15).
    ///
    /// - Parameters:
    ///   - ends: nil: as long after its start as this one.
    ///   - mayMeet: whether the asker may invite a player.
    public func rematch(
        _ number: GroupChallengeNumber, by asker: PlayerNumber, at now: Timestamp, ends newEnd: Timestamp? = nil,
        mayMeet: (PlayerNumber) -> Bool
    ) throws(Refusal) -> GroupChallenge {
        guard stage != .canceled else { throw .canceled }
        guard self[asker]?.state == .joined else { throw .notInvited }
        guard now >= ends else { throw .running }
        guard canHaveRematch(at: now) else { throw .tooLate }
        let others = participants.filter {
            $0.player != asker && [.joined, .invited].contains($0.state) && mayMeet($0.player)
        }
        guard !others.isEmpty else { throw .alone }
        let span = Timestamp.Span(milliseconds: ends.milliseconds - started.milliseconds)
        return GroupChallenge(
            number: number, app: app, environment: environment, definition: definition, leaderboard: leaderboard,
            started: now, ends: newEnd ?? now.advanced(by: span), triesLimit: triesLimit, rematchOf: self.number,
            by: asker, inviting: others.map(\.player))
    }
}
