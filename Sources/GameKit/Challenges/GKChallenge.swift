import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

/// The state of a challenge.
// SAFETY: an enumeration of integers; Apple's has the same mark.
@available(iOS, deprecated: 26.0)
public enum GKChallengeState: Int, @unchecked Sendable {
    /// Expired, replaced by a harder one, or its subject no longer exists.
    case invalid = 0
    case pending = 1
    case completed = 2
    case declined = 3
}

/// A challenge from one player to another.
// SAFETY: what changes is in `known`, behind its lock.
@available(iOS, deprecated: 26.0)
open class GKChallenge: NSObject, NSSecureCoding, @unchecked Sendable {
    private let known: Mutex<ChallengeRecord>
    let center: Laurel

    init(_ record: ChallengeRecord, in center: Laurel) {
        known = Mutex(record)
        self.center = center
    }

    /// - Returns: one of the class that fits what it is about.
    static func make(_ record: ChallengeRecord, in center: Laurel) -> GKChallenge {
        record.isOfScore ? GKScoreChallenge(record, in: center) : GKAchievementChallenge(record, in: center)
    }

    var record: ChallengeRecord { known.withLock(\.self) }
    var challengeID: ChallengeID? { ChallengeID(record.id) }

    // MARK: Archives

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { coder.encode(record) }

    public required init?(coder: NSCoder) {
        guard let record = coder.decodeState(ChallengeRecord.self) else { return nil }
        known = Mutex(record)
        center = .current
    }

    // MARK: What it is

    open var issuingPlayer: GKPlayer? { center.player(record.sender) }
    open var receivingPlayer: GKPlayer? { center.player(record.receiver) }
    @available(iOS, deprecated: 8.0)
    open var issuingPlayerID: String? { record.sender.id }
    @available(iOS, deprecated: 8.0)
    open var receivingPlayerID: String? { record.receiver.id }
    open var state: GKChallengeState { GKChallengeState(rawValue: Int(record.state)) ?? .invalid }
    open var issueDate: Date { Date(milliseconds: record.issued) }
    /// Nil until it is completed.
    open var completionDate: Date? {
        state == .completed ? record.settled.map { Date(milliseconds: $0) } : nil
    }
    /// Nil if the sender wrote none.
    open var message: String? { record.message.flatMap { $0.isEmpty ? nil : $0 } }

    /// Objects for the same challenge are equal.
    open override func isEqual(_ object: Any?) -> Bool { (object as? GKChallenge)?.record.id == record.id }
    open override var hash: Int { record.id.hashValue }

    open override var description: String {
        "<\(type(of: self)) from: \(issuingPlayer?.displayName ?? ""), to: \(receivingPlayer?.displayName ?? ""), "
            + "state: \(state), issueDate: \(issueDate), message: \(message ?? "(null)")>"
    }

    // MARK: Receiving

    /// The local player's pending received challenges, newest first.
    @preconcurrency open class func loadReceivedChallenges(
        completionHandler: (@Sendable ([GKChallenge]?, (any Error)?) -> Void)? = nil
    ) {
        Laurel.current.answer(completionHandler) { (center) throws(GKError) in
            try await center.receivedChallenges()
        }
    }

    open class func loadReceivedChallenges() async throws -> [GKChallenge] {
        try await Laurel.current.receivedChallenges()
    }

    /// Declines the challenge for the local player, who received it. The sender is told at once or, if the server can't
    /// be reached, as soon as it can (rule 8.1).
    open func decline() {
        guard let id = challengeID, state == .pending else { return }
        let begun = Result { () throws(GKError) in try center.decline(id, receivedBy: record.receiver) }
        center.perform { [center] in
            do throws(GKError) {
                do throws(GKError) { _ = try await begun.get().outcome() } catch {
                    // One that is kept is declined for the player.
                    guard error.isKept else { throw error }
                }
                self.known.withLock { $0.state = ChallengeState.declined.rawValue }
            } catch {
                center.world.log("Couldn't decline the challenge: \(error.localizedDescription)")
            }
        }
    }
}

/// A challenge to beat a score.
// SAFETY: adds nothing that changes.
@available(iOS, deprecated: 26.0)
open class GKScoreChallenge: GKChallenge, @unchecked Sendable {
    /// The score to beat: the sender's, with their context and rank.
    open var score: GKScore? { leaderboardEntry.map { GKScore($0) } }

    /// The score to beat as an entry. Its rank is the sender's on the leaderboard, all players and all time, when the
    /// challenge was loaded; 0 if they had no entry there by then. Nil if the leaderboard no longer exists.
    open var leaderboardEntry: GKLeaderboard.Entry? {
        let record = record
        guard let leaderboard = record.leaderboard, let value = record.value else { return nil }
        let entry = EntryAnswer(
            rank: record.rank ?? 0, percentile: 0, value: value, formatted: record.formatted ?? "",
            context: record.context ?? 0, date: Timestamp(clamping: record.issued), verification: nil,
            player: PlayerAnswer(record.sender))
        return GKLeaderboard.Entry(entry, of: center.player(record.sender), on: leaderboard, in: center)
    }
}

/// A challenge to earn an achievement.
// SAFETY: adds nothing that changes.
@available(iOS, deprecated: 26.0)
open class GKAchievementChallenge: GKChallenge, @unchecked Sendable {
    /// The achievement to earn, with the sender's progress. Nil if the achievement no longer exists.
    open var achievement: GKAchievement? {
        let record = record
        return record.achievement.map { GKAchievement(earned: $0, by: record.sender, in: center) }
    }
}

extension Laurel {
    fileprivate func decline(
        _ id: ChallengeID, receivedBy receiver: PlayerRecord
    ) throws(GKError) -> PendingSubmission {
        guard session?.player.id == receiver.id else {
            throw GKError(.challengeInvalid, detail: "The signed-in player didn't receive this challenge.")
        }
        return try queue.add(.decline, QueuedSubmission.declining(id), by: receiver.id, in: self)
    }

    func receivedChallenges() async throws(GKError) -> [GKChallenge] {
        let records = try await asPlayer { (client, _) throws(ClientError) in
            try await client.challenges(.received, .pending)
        }
        return await challenges(records)
    }

    /// With everything that is known of their players.
    func challenges(_ records: [ChallengeRecord]) async -> [GKChallenge] {
        _ = await players(records.flatMap { [$0.sender, $0.receiver] })
        return await ranked(records).map { GKChallenge.make($0, in: self) }
    }

    /// With the ranks of the senders of score challenges: one request a leaderboard. A challenge is worth more than its
    /// rank, so a request that fails is logged.
    private func ranked(_ records: [ChallengeRecord]) async -> [ChallengeRecord] {
        guard case .success(let game) = configuration.game else { return records }
        var records = records
        let indices = records.indices.filter { records[$0].isOfScore && records[$0].leaderboard != nil }
        for (leaderboard, indices) in Dictionary(grouping: indices, by: { records[$0].leaderboard ?? "" }) {
            do throws(GKError) {
                let id = try leaderboardID(leaderboard)
                let senders = Set(indices.map { records[$0].sender.id }).sorted()
                let page = try await asPlayer { (client, _) throws(ClientError) in
                    try await client.entries(on: id, of: game.bundleID, players: senders, ReadingQuery(time: .allTime))
                }
                let ranks = Dictionary(page.entries.map { ($0.player.id, $0.rank) }) { first, _ in first }
                for index in indices { records[index].rank = ranks[records[index].sender.id] }
            } catch {
                world.log("Couldn't load the ranks of challenges on \(leaderboard): \(error.localizedDescription)")
            }
        }
        return records
    }
}
