import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

/// A challenge that is about to be sent.
struct OutgoingChallenge: Hashable, Sendable {
    enum Goal: Hashable, Sendable {
        /// Value and context nil: those of the sender's entry.
        case score(leaderboard: String, value: Int64?, context: Int64?)
        case achievement(String)
    }

    var goal: Goal
    var players: [String]
    var message: String?
    var replay: [UInt8]?
}

extension Laurel {
    /// Challenges all of these players or none. One made offline waits behind its score (rule 6.1).
    func challenge(_ challenge: OutgoingChallenge) async throws(GKError) {
        do throws(GKError) { _ = try await begin(challenge).outcome() } catch {
            switch challenge.goal {
            case .score(let leaderboard, _, _): throw error.naming(leaderboards: [leaderboard])
            case .achievement(let id): throw error.naming(achievements: [id])
            }
        }
    }

    /// Its key is drawn here, once: the queue keeps it, so a challenge that is sent again arrives once.
    private func begin(_ challenge: OutgoingChallenge) throws(GKError) -> PendingSubmission {
        var body = try body(of: challenge)
        body.key = drawKey()
        return try queue.add(.challenge, body.json, by: owner(nil), in: self)
    }

    /// - Throws: `challengeInvalid` where nobody, or too many, are named.
    func body(of challenge: OutgoingChallenge) throws(GKError) -> ChallengeBody {
        guard (1...Challenge.receiversLimit).contains(challenge.players.count),
            challenge.players.allSatisfy({ (1...80).contains($0.utf8.count) })
        else {
            throw GKError(.challengeInvalid, detail: "Choose 1 to \(Challenge.receiversLimit) friends.")
        }
        var body = ChallengeBody()
        body.players = challenge.players
        switch challenge.goal {
        case .score(let leaderboard, let value, let context):
            body.leaderboard = try leaderboardID(leaderboard)
            (body.value, body.context) = (value, context)
        case .achievement(let id): body.achievement = try achievementID(id)
        }
        let message = challenge.message ?? ""
        body.message = message.isEmpty ? nil : message
        body.replay = challenge.replay
        return body
    }

    /// As in iOS 6, where nobody hears what became of it but the log.
    func issue(_ challenge: OutgoingChallenge) {
        let begun = Result { () throws(GKError) in try begin(challenge) }
        perform { [self] in
            do throws(GKError) { _ = try await begun.get().outcome() } catch {
                if error.isKept { return }
                world.log("Couldn't send the challenge: \(error.localizedDescription)")
            }
        }
    }
}

extension GKScore {
    func challenge(to players: [String], _ message: String?) -> OutgoingChallenge {
        let state = state.withLock(\.self)
        return OutgoingChallenge(
            goal: .score(
                leaderboard: state.leaderboard, value: state.value, context: state.value == nil ? nil : state.context),
            players: players, message: message, replay: state.replay.map { [UInt8]($0) })
    }
}

extension GKAchievement {
    func challenge(to players: [String], _ message: String?) -> OutgoingChallenge {
        OutgoingChallenge(goal: .achievement(identifier), players: players, message: message)
    }
}

extension GKLeaderboard.Entry {
    func challenge(to players: [String], _ message: String?) -> OutgoingChallenge {
        OutgoingChallenge(
            goal: .score(leaderboard: leaderboardID, value: record.value, context: record.context), players: players,
            message: message)
    }
}
