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
    /// How the player signs in has changed; the subject is an ``AccountChange``. It cannot be turned off.
    case accountChanged = 9

    /// `isOfGame`: it happens in an app and environment, so a webhook can be told of it.
    private var declaration: (name: String, isOfGame: Bool) {
        switch self {
        case .friendRequested: ("friendRequested", isOfGame: false)
        case .friendAccepted: ("friendAccepted", isOfGame: false)
        case .challengeReceived: ("challengeReceived", isOfGame: true)
        case .challengeCompleted: ("challengeCompleted", isOfGame: true)
        case .challengeDeclined: ("challengeDeclined", isOfGame: true)
        case .achievementEarned: ("achievementEarned", isOfGame: true)
        case .overtaken: ("overtaken", isOfGame: true)
        case .contentRemoved: ("contentRemoved", isOfGame: false)
        case .accountChanged: ("accountChanged", isOfGame: false)
        }
    }

    /// As in a body, an event or a choice.
    public var name: String { declaration.name }
    /// Whether it happens in an app and environment, so that a webhook can be told of it.
    public var isOfGame: Bool { declaration.isOfGame }
    /// Whether players can turn it off. Someone who took an account over could otherwise silence what is said of it.
    public var canBeMuted: Bool { self != .accountChanged }

    public init?(name: some StringProtocol) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }
}
