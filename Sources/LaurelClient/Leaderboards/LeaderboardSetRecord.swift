import LaurelDomain
import LaurelWire

/// A set of leaderboards, in one language.
public struct LeaderboardSetRecord: Hashable, Sendable {
    public var id: String
    public var name: String
    /// In the order of display.
    public var leaderboards: [String]
    public var image: String?

    init(_ answer: LeaderboardSetAnswer) {
        id = answer.id.text
        name = answer.text
        leaderboards = answer.leaderboards.map(\.text)
        image = answer.image.url
    }
}
