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

/// What a young player, or one whose guardian says so, may not do (rule 1.1).
public struct Restrictions: Hashable, Sendable {
    /// Whoever may be younger than this is underage (COPPA, 16 CFR 312.2: a child is under 13).
    public static let ageLimit = 13
    /// The first year anybody may be born in.
    public static let firstBirthYear = 1900

    public var birthYear: Int?
    /// The guardian's switches.
    public var forbidsStrangers: Bool
    public var forbidsMessages: Bool
    /// A guardian has set a code, so the switches are the guardian's decision; it is needed to change any of this.
    public var hasGuardian: Bool

    public init(
        birthYear: Int? = nil, forbidsStrangers: Bool = false, forbidsMessages: Bool = false, hasGuardian: Bool = false
    ) {
        self.birthYear = birthYear
        self.forbidsStrangers = forbidsStrangers
        self.forbidsMessages = forbidsMessages
        self.hasGuardian = hasGuardian
    }

    /// Only the year is known, so a player counts as underage until they cannot be any more.
    public func isUnderage(at now: Timestamp) -> Bool {
        birthYear.map { now.year - $0 - 1 < Self.ageLimit } ?? false
    }

    /// Meets no strangers: no requests from them, no challenges but friends'. A child without a guardian's word is
    /// restricted.
    public func isMultiplayerGamingRestricted(at now: Timestamp) -> Bool {
        forbidsStrangers || isUnderage(at: now) && !hasGuardian
    }

    /// Sends and gets no text of people's own.
    public func isPersonalizedCommunicationRestricted(at now: Timestamp) -> Bool {
        forbidsMessages || isUnderage(at: now) && !hasGuardian
    }

    /// Whether the player themselves, without a guardian's code, may go from these to `new`: what protects them may be
    /// added, not taken away.
    public func permits(_ new: Restrictions, at now: Timestamp) -> Bool {
        guard !hasGuardian else { return new == self }
        if isUnderage(at: now), !new.isUnderage(at: now) { return false }
        return true
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
