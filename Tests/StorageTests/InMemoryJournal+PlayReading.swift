import LaurelDomain
import LaurelStorageSQLite

@testable import LaurelStorage

/// What a directory reads of that which facts about play wrote.
protocol PlayReading: AchievementDirectory, ReplayDirectory, BlobDirectory {
    func challenges(_ query: ChallengeQuery) async throws(StoreError) -> [ChallengeRecord]
    func mutes(of player: PlayerNumber) async throws(StoreError) -> [ChallengeMute]
}

extension SQLiteDirectory: PlayReading {}

/// The reference has no directory. What is compared is read from what its journal keeps.
extension InMemoryJournal: PlayReading {
    func progress(_ key: ProgressKey) async throws(StoreError) -> PlayerAchievements {
        play.read { $0.players[key] ?? PlayerAchievements() }
    }

    func earners(
        of achievement: AchievementNumber, in app: AppNumber, _ environment: Environment, among players: [PlayerNumber]
    ) async throws(StoreError) -> Set<PlayerNumber> {
        play.read { state in
            Set(
                players.filter { player in
                    let key = ProgressKey(player: player, app: app, environment: environment)
                    return state.players[key]?.progress[achievement]?.isEarned == true
                })
        }
    }

    func challenges(_ query: ChallengeQuery) async throws(StoreError) -> [ChallengeRecord] {
        play.read { state in
            let matches = state.challenges.values.filter { record in
                let challenge = record.challenge
                return (query.role == .received ? challenge.receiver : challenge.sender) == query.player
                    && challenge.environment == query.environment && query.app.map { $0 == challenge.app } ?? true
                    && query.state.map { $0 == challenge.state(at: query.now) } ?? true
                    && query.before.map { challenge.number < $0 } ?? true
            }
            return Array(matches.sorted { $0.challenge.number > $1.challenge.number }.prefix(max(0, query.limit)))
        }
    }

    func mutes(of player: PlayerNumber) async throws(StoreError) -> [ChallengeMute] {
        play.read { $0.mutes.filter { $0.player == player } }
    }

    func replay(_ key: ScoreReplayKey, value: Int64) async throws(StoreError) -> (StoredReplay, Blob)? {
        play.read { state in
            guard let stored = state.replays.last(at: key, value: value),
                let bytes = state.blobs.bytes(stored.digest)
            else { return nil }
            return (stored, Blob(digest: stored.digest, bytes: bytes))
        }
    }

    func storedReplay(_ key: ScoreReplayKey, value: Int64) async throws(StoreError) -> StoredReplay? {
        play.read { $0.replays.last(at: key, value: value) }
    }

    func storedReplays(_ scores: [ReplayedScore]) async throws(StoreError) -> [StoredReplay] {
        play.read { state in scores.compactMap { state.replays.last(at: $0.key, value: $0.value) } }
    }

    func replays(of player: PlayerNumber) async throws(StoreError) -> [StoredReplay] {
        play.read { $0.replays.all(of: player) }
    }

    func blob(_ digest: BlobDigest) async throws(StoreError) -> [UInt8]? { play.read { $0.blobs.bytes(digest) } }
}
