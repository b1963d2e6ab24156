/// What a player says of themselves beside their alias (rule 1.1).
public struct Profile: Hashable, Sendable {
    /// In characters, as people count.
    public static let realNameLimit = 60
    public static let statusLimit = 140

    /// Friends see it in place of the alias; nobody else does.
    public var realName: String?
    /// A line of their own; nil: none.
    public var status: String?
    public var privacy: Privacy
    public var restrictions: Restrictions

    public init(
        realName: String? = nil, status: String? = nil, privacy: Privacy = Privacy(),
        restrictions: Restrictions = Restrictions()
    ) {
        self.realName = realName
        self.status = status
        self.privacy = privacy
        self.restrictions = restrictions
    }
}

/// What a player lets others see and do.
public struct Privacy: Hashable, Sendable {
    /// Who sees their photo and status line.
    public var audience: Audience
    /// Whether somebody who types their alias finds them.
    public var isFindable: Bool
    /// Whether people who are not their friends may ask to be.
    public var takesRequests: Bool

    public init(audience: Audience = .everyone, isFindable: Bool = true, takesRequests: Bool = true) {
        self.audience = audience
        self.isFindable = isFindable
        self.takesRequests = takesRequests
    }

    /// Numbers are stored; a case is never renumbered.
    public enum Audience: UInt8, CaseIterable, Hashable, Sendable {
        case everyone = 0
        case friends = 1
        case nobody = 2

        public var name: String {
            switch self {
            case .everyone: "everyone"
            case .friends: "friends"
            case .nobody: "nobody"
            }
        }
    }
}

extension Timestamp {
    /// In UTC.
    public var year: Int {
        // As in writeRFC3339: years begin in March, and January and February belong to the next.
        let shifted = milliseconds / 86_400_000 + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        return Int(yearOfEra + era * 400) + ((5 * dayOfYear + 2) / 153 >= 10 ? 1 : 0)
    }
}
