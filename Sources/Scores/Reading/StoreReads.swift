package import LaurelDomain
package import LaurelStorage

/// What was read of the store for one command. A step finds here what it needs, and what it misses is noted: then
/// nothing of the command is planned before that was fetched.
///
/// Each look throws ``LaurelStorage/StoreError/unavailable`` for what is missing.
package struct StoreReads: Sendable {
    private let known: [StoreRead: StoreFinding]
    /// What was looked for and isn't here, in order, each once.
    package private(set) var missing: [StoreRead] = []

    init(_ known: [StoreRead: StoreFinding] = [:]) { self.known = known }

    /// For tests of steps: all of it holds.
    package init(_ values: [StoreRead: StoreValue]) {
        known = values.mapValues { StoreFinding(value: $0, mark: 0) }
    }

    /// Notes that this will be looked for, so that all that a command needs is fetched at once.
    package mutating func expect(_ read: StoreRead) {
        if known[read] == nil, !missing.contains(read) { missing.append(read) }
    }

    private mutating func value(_ read: StoreRead) throws(StoreError) -> StoreValue {
        if let finding = known[read] { return finding.value }
        expect(read)
        throw .unavailable
    }

    package mutating func row(at sequence: JournalSequence, of stream: StreamID) throws(StoreError) -> JournalRow? {
        guard case .row(let row) = try value(.row(stream, sequence)) else { throw Self.mixedUp }
        return row
    }

    mutating func rows(
        of digest: UInt64, inRun run: Int64, _ stream: StreamID
    ) throws(StoreError) -> [JournalRow] {
        guard case .rows(let rows) = try value(.rows(stream, digest: digest, run: run)) else { throw Self.mixedUp }
        return rows
    }

    package mutating func history(
        from sequence: JournalSequence, of stream: StreamID, limit: Int
    ) throws(StoreError) -> [JournalRow] {
        guard case .rows(let rows) = try value(.history(stream, sequence, limit: limit)) else { throw Self.mixedUp }
        return rows
    }

    mutating func completions(
        by row: JournalSequence, of player: PlayerNumber, _ subject: ChallengeSubject, _ environment: Environment
    ) throws(StoreError) -> [ChallengeSettlement] {
        guard case .completions(let found) = try value(.completions(row, player, subject, environment)) else {
            throw Self.mixedUp
        }
        return found
    }

    /// - Parameter challenge: the pending one between them that it is asked for.
    package mutating func areFriends(
        _ player: PlayerNumber, _ other: PlayerNumber, for challenge: ChallengeNumber? = nil
    ) throws(StoreError) -> Bool {
        guard case .answer(let answer) = try value(.friendship(player, other, challenge)) else { throw Self.mixedUp }
        return answer
    }

    mutating func isKnown(_ run: RunKey) throws(StoreError) -> Bool {
        guard case .answer(let answer) = try value(.run(run)) else { throw Self.mixedUp }
        return answer
    }

    package mutating func replay(_ key: ScoreReplayKey, value: Int64) throws(StoreError) -> Blob? {
        guard case .replay(let replay) = try self.value(.replay(key, value: value)) else { throw Self.mixedUp }
        return replay
    }

    package mutating func progress(_ key: ProgressKey) throws(StoreError) -> PlayerAchievements {
        guard case .progress(let progress) = try value(.progress(key)) else { throw Self.mixedUp }
        return progress
    }

    package mutating func review(_ id: ReviewID) throws(StoreError) -> Review? {
        guard case .review(let review) = try value(.review(id)) else { throw Self.mixedUp }
        return review
    }

    mutating func sending(_ key: ChallengeKey, by sender: PlayerNumber) throws(StoreError) -> ChallengeSending? {
        guard case .sending(let sending) = try value(.sending(key, sender)) else { throw Self.mixedUp }
        return sending
    }

    private static let mixedUp = StoreError.broken(reason: "the store's answers were mixed up")
}
