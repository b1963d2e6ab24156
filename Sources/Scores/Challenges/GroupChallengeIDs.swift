public import LaurelDomain

/// The IDs of challenges of groups that leave the server: `GC:_` and 32 hexadecimal digits, which do not say how many
/// there are.
public struct GroupChallengeIDs: Sendable {
    private static let prefix = "GC:_"
    private static let challengePrefix = "C:_"
    /// The digits are those of a challenge with this number.
    private let ids: ChallengeIDs

    public init(_ ids: ChallengeIDs) { self.ids = ids }

    public func id(of challenge: GroupChallengeNumber) -> String {
        Self.prefix + ids.id(of: ChallengeNumber(challenge.rawValue)).dropFirst(Self.challengePrefix.count)
    }

    /// - Returns: nil for a text that is none of ours.
    public func challenge(_ id: String) -> GroupChallengeNumber? {
        guard id.hasPrefix(Self.prefix) else { return nil }
        return ids.challenge(Self.challengePrefix + id.dropFirst(Self.prefix.count))
            .map { GroupChallengeNumber($0.rawValue) }
    }
}
