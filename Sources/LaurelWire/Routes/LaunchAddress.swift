import LaurelDomain

/// The address that starts a game with what its player chose outside of it, as the system hands it to the program that
/// is registered for its scheme (rules 6.5, 12.18, 14.10). The server writes it, and GameKit reads it.
public enum LaunchAddress: Hashable, Sendable {
    /// `laurel://challenges/ID`.
    case challenge(ChallengeID)
    /// `laurel://matches/ID`.
    case match(MatchID)
    /// `laurel://activities/ID?partyCode=CODE&course=jungle`.
    case activity(LaunchActivity)

    private static let challenges = "laurel://challenges/"
    private static let matches = "laurel://matches/"
    private static let activities = "laurel://activities/"

    public var text: String {
        switch self {
        case .challenge(let id): Self.challenges + id.text
        case .match(let id): Self.matches + id.text
        case .activity(let activity): Self.activities + activity.text
        }
    }

    /// - Parameter text: up to the ID in upper or lower case. The rest may be percent-encoded.
    /// - Returns: nil for every other address.
    public init?(_ text: String) {
        if let rest = Self.rest(of: text, after: Self.challenges) {
            guard let id = PercentEncoding.decoded(rest).flatMap({ ChallengeID($0) }) else { return nil }
            self = .challenge(id)
        } else if let rest = Self.rest(of: text, after: Self.matches) {
            guard let id = PercentEncoding.decoded(rest).flatMap({ MatchID($0) }) else { return nil }
            self = .match(id)
        } else if let rest = Self.rest(of: text, after: Self.activities) {
            guard let activity = LaunchActivity(rest) else { return nil }
            self = .activity(activity)
        } else {
            return nil
        }
    }

    private static func rest(of text: String, after prefix: String) -> String? {
        text.lowercased().hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
    }
}
