import Foundation
import GameKit

/// A running challenge of a group that the player has joined, as it was answered last: remembered, so that the game can
/// say what a run may count for while Game Center doesn't answer.
struct KnownGroup: Codable, Equatable {
    let title: String
    let leaderboard: String
    let end: Date
    /// Those that the player has used.
    let tries: Int
    /// Nil: there is none.
    let triesLimit: Int?
    /// Of the player's best try; nil: there is none.
    let rank: Int?
    let formattedScore: String?
    /// How many have joined.
    let playerCount: Int

    init(_ challenge: Laurel.JoinedChallenge) {
        title = challenge.title
        leaderboard = challenge.leaderboardID
        end = challenge.endDate
        tries = challenge.tries
        triesLimit = challenge.triesLimit
        rank = challenge.rank
        formattedScore = challenge.formattedScore
        playerCount = challenge.playerCount
    }
}
