import LaurelDomain
import LaurelWire

/// One request of a game that must not get lost: all of it counts or none.
public struct QueuedSubmission: Hashable, Sendable, Codable {
    public enum Kind: String, Hashable, Sendable, Codable {
        /// The body is a `ScoresBody`.
        case scores
        /// A `ReportsBody`.
        case achievements
        /// A `ChallengeBody` with its key: it waits behind its score.
        case challenge
        /// The id of a challenge that its receiver does not want, in quotation marks.
        case decline
        /// An `EndTurnBody`, `QuitMatchBody` or `EndMatchBody`: how a turn of a match ends.
        case turn
        case matchQuit
        case matchEnd
    }

    public var kind: Kind
    public var server: String
    public var bundleID: String
    public var environment: String
    public var playerID: String
    /// JSON, as it is sent, but for `waiting`. Ids and dates in it are from when the objects were made: sent twice, it
    /// counts once.
    public var body: String
    /// What it is about, where the body doesn't say: a match's ID.
    public var subject: String?

    /// - Parameter body: what `kind` says, without `waiting`.
    public init(_ kind: Kind, _ body: [UInt8], about subject: String? = nil, in folder: PlayerFolder) {
        self.kind = kind
        self.subject = subject
        server = folder.game.server.text
        bundleID = folder.game.bundleID.text
        environment = folder.game.environment.name
        playerID = folder.playerID
        self.body = String(decoding: body, as: UTF8.self)
    }

    /// Scores in it, or reports of achievements: what has a date that the server judges by the queue (rule 4.7).
    var resultCount: Int {
        switch kind {
        case .scores: scores?.scores.count ?? 0
        case .achievements: 1
        case .challenge, .decline, .turn, .matchQuit, .matchEnd: 0
        }
    }

    func belongs(to folder: PlayerFolder) -> Bool { belongs(to: folder.game) && playerID == folder.playerID }

    func belongs(to game: DeviceGame) -> Bool {
        server == game.server.text && bundleID == game.bundleID.text && environment == game.environment.name
    }
}
