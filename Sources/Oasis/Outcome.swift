/// How a game ended for a player.
public struct Outcome: Hashable, Sendable {
    public enum Kind: Int32, Sendable { case won, lost, tied }

    /// Tied are those who share the first rank.
    public let kind: Kind
    /// From 1; equal points, equal ranks.
    public let rank: Int32
    public let points: Int32

    /// - Returns: an outcome for each seat.
    static func all(_ points: [Int32]) -> [Outcome] {
        var outcomes: [Outcome] = []
        for own in points {
            var rank: Int32 = 1
            var equal: Int32 = 0
            for other in points {
                if other > own { rank += 1 }
                if other == own { equal += 1 }
            }
            outcomes.append(
                Outcome(kind: rank > 1 ? .lost : equal > 1 ? .tied : .won, rank: rank, points: own))
        }
        return outcomes
    }
}
