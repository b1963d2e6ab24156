/// What a mail is about. Raw values are stored: a case is never renumbered.
public enum MailKind: UInt8, CaseIterable, Hashable, Sendable {
    /// Has a link that makes the address its player's.
    case confirmation = 1
    /// Has a link that sets a new password.
    case reset = 2
    /// A device that the player did not use before. The subject is its name, if it has one.
    case signIn = 3
    /// The subject is an ``AccountChange``.
    case accountChange = 4

    /// For how long its link is good; nil: it has none.
    public var linkLifetime: Timestamp.Span? {
        switch self {
        case .confirmation: .hours(24)
        case .reset: .minutes(30)
        case .signIn, .accountChange: nil
        }
    }

    /// After this it is not sent any more: its link would be dead, or its news old.
    public var lifetime: Timestamp.Span { linkLifetime ?? .days(3) }
}
