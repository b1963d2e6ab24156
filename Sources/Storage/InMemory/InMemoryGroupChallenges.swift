import LaurelDomain

/// The reference's challenges of groups.
struct InMemoryGroupChallenges {
    private(set) var records: [GroupChallengeNumber: GroupChallengeRecord] = [:]
    private(set) var last: UInt32 = 0

    func challenges(closedAfter moment: Timestamp) -> [GroupChallenge] {
        records.values.map(\.challenge).filter { $0.closed.map { $0 > moment } ?? true }
            .sorted { $0.number < $1.number }
    }

    mutating func write(_ write: GroupChallengeWrite, _ blobs: inout InMemoryBlobs) {
        switch write {
        case .kept(let challenge):
            records[challenge.number, default: GroupChallengeRecord(challenge: challenge)].challenge = challenge
            last = max(last, challenge.number.rawValue)
        case .tried(let number, let participant):
            let seats = records[number]?.challenge.participants ?? []
            guard let index = seats.firstIndex(where: { $0.seat == participant.seat }) else { return }
            records[number]?.challenge.participants[index] = participant
        case .led(let number, let replay):
            guard let old = records[number] else { return }
            if let replay { blobs.retain(replay) }
            if let replay = old.replay { blobs.release(replay) }
            records[number]?.replay = replay?.digest
        case .ghost(let number, let source):
            guard let old = records[number] else { return }
            let replay = records[source]?.replay
            if let replay, let bytes = blobs.bytes(replay) { blobs.retain(Blob(digest: replay, bytes: bytes)) }
            if let ghost = old.ghost { blobs.release(ghost) }
            records[number]?.ghost = replay
        }
    }

    mutating func erase(_ player: PlayerNumber) {
        for number in records.keys { records[number]?.challenge.remove(player) }
    }

    mutating func merge(_ guest: PlayerNumber, into account: PlayerNumber) {
        for (number, record) in records where record.challenge[account] == nil {
            records[number]?.challenge.merge(guest, into: account)
        }
    }

    mutating func move(_ source: LeaderboardNumber, to target: LeaderboardNumber) {
        for (number, record) in records where record.challenge.leaderboard == source {
            records[number]?.challenge.leaderboard = target
        }
    }
}
