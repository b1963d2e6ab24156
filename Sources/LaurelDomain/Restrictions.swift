/// What a young player, or one whose guardian says so, may not do (rule 1.1).
public struct Restrictions: Hashable, Sendable {
    /// A player who may be younger than this is underage (COPPA, 16 CFR 312.2: a child is under 13).
    public static let ageLimit = 13
    /// The first year anybody may be born in.
    public static let firstBirthYear = 1900

    public var birthYear: Int?
    /// The guardian's switches.
    public var forbidsStrangers: Bool
    public var forbidsMessages: Bool
    /// A guardian has set a code, so the switches are the guardian's decision; it is needed to change any of this.
    public var hasGuardian: Bool
    /// A guest counts as restricted until the upgrade (rule 1.11).
    public var isGuest: Bool

    public init(
        birthYear: Int? = nil, forbidsStrangers: Bool = false, forbidsMessages: Bool = false,
        hasGuardian: Bool = false, isGuest: Bool = false
    ) {
        self.isGuest = isGuest
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
        isGuest || isRestrictedWithLink(at: now)
    }

    /// Whether not even a link of their own, or one that they followed, makes somebody no stranger: guests have
    /// challenges by link.
    public func isRestrictedWithLink(at now: Timestamp) -> Bool {
        forbidsStrangers || isUnderage(at: now) && !hasGuardian
    }

    /// Sends and gets no text of people's own.
    public func isPersonalizedCommunicationRestricted(at now: Timestamp) -> Bool {
        isGuest || forbidsMessages || isUnderage(at: now) && !hasGuardian
    }

    /// Whether the player themselves, without a guardian's code, may go from these to `new`: what protects them may be
    /// added, not taken away.
    public func permits(_ new: Restrictions, at now: Timestamp) -> Bool {
        guard !hasGuardian else { return new == self }
        if isUnderage(at: now), !new.isUnderage(at: now) { return false }
        return true
    }
}
