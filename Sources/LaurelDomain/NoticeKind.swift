/// What a notice tells (rule 7.1). All there is to declare about a kind stands here; its words stand in
/// `Web/site/i18n/notices`. Numbers are stored: a case is never renumbered.
public enum NoticeKind: UInt8, CaseIterable, Hashable, Sendable {
    case friendRequested = 1
    case friendAccepted = 2
    case challengeReceived = 3
    case challengeCompleted = 4
    case challengeDeclined = 5
    case achievementEarned = 6
    case overtaken = 7
    /// A moderator took something of the player's away; the subject is a ``ReportedThing``'s name.
    case contentRemoved = 8
    /// How the player signs in has changed; the subject is an ``AccountChange``. Someone who took an account over could
    /// otherwise silence it first.
    case accountChanged = 9
    /// It's the player's turn in a match; of this and those below, the subject is the match.
    case matchTurn = 10
    case matchInvited = 11
    /// The time of the player's turn is over soon.
    case matchTurnEnding = 12
    case matchReminder = 13
    case matchEnded = 14
    /// Somebody in a match has sent the player something, and waits for a reply.
    case matchExchange = 15
    /// All have replied, or its time is over: its sender knows, and the turn's holder resolves it.
    case matchExchangeCompleted = 16
    /// A friend challenges a group; of this and those below, the subject is the challenge.
    case groupChallengeInvited = 17
    /// Another one joined.
    case groupChallengeJoined = 18
    /// Another one is ahead of the player now.
    case groupChallengeOvertaken = 19
    /// An hour is left.
    case groupChallengeEnding = 20
    case groupChallengeEnded = 21
    /// Who sent an exchange of a match takes it back; the subject is the match.
    case matchExchangeCanceled = 22

    /// - isOfGame: it happens in an app and environment, so a webhook can be told of it.
    /// - canBeMuted: players can turn it off.
    private var declaration: (name: String, isOfGame: Bool, canBeMuted: Bool) {
        switch self {
        case .friendRequested: ("friendRequested", isOfGame: false, canBeMuted: true)
        case .friendAccepted: ("friendAccepted", isOfGame: false, canBeMuted: true)
        case .challengeReceived: ("challengeReceived", isOfGame: true, canBeMuted: true)
        case .challengeCompleted: ("challengeCompleted", isOfGame: true, canBeMuted: true)
        case .challengeDeclined: ("challengeDeclined", isOfGame: true, canBeMuted: true)
        case .achievementEarned: ("achievementEarned", isOfGame: true, canBeMuted: true)
        case .overtaken: ("overtaken", isOfGame: true, canBeMuted: true)
        case .contentRemoved: ("contentRemoved", isOfGame: false, canBeMuted: true)
        case .accountChanged: ("accountChanged", isOfGame: false, canBeMuted: false)
        case .matchTurn: ("matchTurn", isOfGame: true, canBeMuted: true)
        case .matchInvited: ("matchInvited", isOfGame: true, canBeMuted: true)
        case .matchTurnEnding: ("matchTurnEnding", isOfGame: true, canBeMuted: true)
        case .matchReminder: ("matchReminder", isOfGame: true, canBeMuted: true)
        case .matchEnded: ("matchEnded", isOfGame: true, canBeMuted: true)
        case .matchExchange: ("matchExchange", isOfGame: true, canBeMuted: true)
        case .matchExchangeCompleted: ("matchExchangeCompleted", isOfGame: true, canBeMuted: true)
        case .matchExchangeCanceled: ("matchExchangeCanceled", isOfGame: true, canBeMuted: true)
        case .groupChallengeInvited: ("groupChallengeInvited", isOfGame: true, canBeMuted: true)
        case .groupChallengeJoined: ("groupChallengeJoined", isOfGame: true, canBeMuted: true)
        case .groupChallengeOvertaken: ("groupChallengeOvertaken", isOfGame: true, canBeMuted: true)
        case .groupChallengeEnding: ("groupChallengeEnding", isOfGame: true, canBeMuted: true)
        case .groupChallengeEnded: ("groupChallengeEnded", isOfGame: true, canBeMuted: true)
        }
    }

    /// As in a body, an event or a choice.
    public var name: String { declaration.name }
    /// Whether it happens in an app and environment, so that a webhook can be told of it.
    public var isOfGame: Bool { declaration.isOfGame }
    /// Whether players can turn it off.
    public var canBeMuted: Bool { declaration.canBeMuted }
    /// Whether it tells a state rather than an event: unread until the state ends, read or not (rule 12.19).
    public var isState: Bool { Self.states.contains(self) }
    /// All that are ``isState``.
    public static let states: [NoticeKind] = [.matchTurn]

    public init?(name: some StringProtocol) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }
}
