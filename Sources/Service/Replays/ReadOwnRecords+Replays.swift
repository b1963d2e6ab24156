public import LaurelDomain
import LaurelScores
import LaurelStorage

/// One of a player's own scores and its log.
public struct OwnReplay: Sendable {
    public let leaderboard: LeaderboardNumber
    public let environment: Environment
    public let value: Int64
    public let verification: Verification?
    /// Its bytes; empty before they are loaded.
    public internal(set) var log: [UInt8] = []
    let digest: BlobDigest
}

extension ReadOwnRecords {
    /// All that are kept of a player, without their bytes.
    public func replays(of player: PlayerNumber) async throws(ExportPlayerError) -> [OwnReplay] {
        do throws(StoreError) {
            return try await challenges.directory.replays(of: player).map { replay in
                OwnReplay(
                    leaderboard: replay.key.leaderboard, environment: replay.key.environment, value: replay.value,
                    verification: replay.verification, digest: replay.digest)
            }
        } catch {
            throw ExportPlayerError(error)
        }
    }

    /// With its bytes; nil: it is gone meanwhile.
    public func replay(_ replay: OwnReplay) async throws(ExportPlayerError) -> OwnReplay? {
        do throws(StoreError) {
            guard let bytes = try await challenges.directory.blob(replay.digest) else { return nil }
            var replay = replay
            replay.log = bytes
            return replay
        } catch {
            throw ExportPlayerError(error)
        }
    }
}
