public import LaurelDomain

/// Where a player's photo is, in two sizes; PNG, squares of 128 and 512 pixels. The addresses name the bytes, so what
/// was loaded once never changes.
public struct PhotoAnswer: Answer, Hashable {
    public var small: String
    public var normal: String

    public init(small: String, normal: String) {
        self.small = small
        self.normal = normal
    }

    public init(smallID: String, normalID: String) {
        self.init(
            small: Route.players(.photo(smallID)).target, normal: Route.players(.photo(normalID)).target)
    }

    public static let name = "Photo"
    static let address = Shape<String>.text(
        75...75, example: "/v1/photos/" + String(repeating: "0a", count: 32))
    public static let fields = Fields(
        AnswerField("small", address, \.small), AnswerField("normal", address, \.normal),
        make: Self.init(small:normal:))
}

/// What a player may not do (rule 1.1), named as GameKit names it.
public struct PlayerLimitsAnswer: Hashable, Sendable {
    public var isUnderage: Bool
    public var isMultiplayerGamingRestricted: Bool
    public var isPersonalizedCommunicationRestricted: Bool

    public init(
        isUnderage: Bool, isMultiplayerGamingRestricted: Bool, isPersonalizedCommunicationRestricted: Bool
    ) {
        self.isUnderage = isUnderage
        self.isMultiplayerGamingRestricted = isMultiplayerGamingRestricted
        self.isPersonalizedCommunicationRestricted = isPersonalizedCommunicationRestricted
    }

    /// Side by side with those of the player.
    static let fields = Fields(
        AnswerField("isUnderage", .boolean, \PlayerLimitsAnswer.isUnderage),
        AnswerField("isMultiplayerGamingRestricted", .boolean, \.isMultiplayerGamingRestricted),
        AnswerField("isPersonalizedCommunicationRestricted", .boolean, \.isPersonalizedCommunicationRestricted),
        make: Self.init(isUnderage:isMultiplayerGamingRestricted:isPersonalizedCommunicationRestricted:))
}

/// A player's whole profile, for themselves.
public struct ProfileAnswer: Answer, Hashable {
    public var player: PlayerAnswer
    public var realName: String?
    public var status: String?
    public var audience: Privacy.Audience
    public var isFindable: Bool
    public var takesRequests: Bool
    public var birthYear: Int?
    public var forbidsStrangers: Bool
    public var forbidsMessages: Bool
    public var hasGuardian: Bool
    /// Has no password yet. Other players don't see it.
    public var isGuest: Bool
    public var limits: PlayerLimitsAnswer

    public init(
        player: PlayerAnswer, realName: String?, status: String?, audience: Privacy.Audience, isFindable: Bool,
        takesRequests: Bool, birthYear: Int?, forbidsStrangers: Bool, forbidsMessages: Bool, hasGuardian: Bool,
        isGuest: Bool, limits: PlayerLimitsAnswer
    ) {
        self.isGuest = isGuest
        self.player = player
        self.realName = realName
        self.status = status
        self.audience = audience
        self.isFindable = isFindable
        self.takesRequests = takesRequests
        self.birthYear = birthYear
        self.forbidsStrangers = forbidsStrangers
        self.forbidsMessages = forbidsMessages
        self.hasGuardian = hasGuardian
        self.limits = limits
    }

    public init(player: PlayerAnswer, _ profile: Profile, isGuest: Bool, limits: PlayerLimitsAnswer) {
        self.init(
            player: player, realName: profile.realName, status: profile.status, audience: profile.privacy.audience,
            isFindable: profile.privacy.isFindable, takesRequests: profile.privacy.takesRequests,
            birthYear: profile.restrictions.birthYear, forbidsStrangers: profile.restrictions.forbidsStrangers,
            forbidsMessages: profile.restrictions.forbidsMessages, hasGuardian: profile.restrictions.hasGuardian,
            isGuest: isGuest, limits: limits)
    }

    public static let name = "Profile"
    public static let fields = Fields(
        AnswerField("player", PlayerAnswer.shape, \.player),
        AnswerField(orNull: "realName", .text(1...960, example: "James Tarzan"), \.realName),
        AnswerField(orNull: "status", .text(1...2_240, example: "In the trees"), \.status),
        AnswerField("audience", .audience, \.audience), AnswerField("isFindable", .boolean, \.isFindable),
        AnswerField("takesRequests", .boolean, \.takesRequests),
        AnswerField(orNull: "birthYear", .integer(1_900...9_999), \.birthYear),
        AnswerField("forbidsStrangers", .boolean, \.forbidsStrangers),
        AnswerField("forbidsMessages", .boolean, \.forbidsMessages),
        AnswerField("hasGuardian", .boolean, \.hasGuardian), AnswerField("isGuest", .boolean, \.isGuest),
        AnswerField(PlayerLimitsAnswer.fields, \.limits),
        make: Self.init(
            player:realName:status:audience:isFindable:takesRequests:birthYear:forbidsStrangers:forbidsMessages:
            hasGuardian:isGuest:limits:))
}
