/// What changed about how a player signs in. They are told, for it may not have been them (OWASP ASVS 5.0, 6.3.7).
///
/// Raw values are stored and shown: a case is never renamed.
public enum AccountChange: String, CaseIterable, Hashable, Sendable {
    case password
    /// By a recovery code.
    case recovery
    /// An operator made a reset code.
    case passwordReset
    case recoveryCodes
    case twoFactorOn
    case twoFactorOff
    /// By an operator.
    case twoFactorReset
    /// Where mails go: confirmed, replaced or removed.
    case mailAddress
    /// The password, by a link that came by mail.
    case mailReset
    /// They can sign in with somebody else's account; and no more.
    case providerLinked
    case providerUnlinked

    public func notice(to player: PlayerNumber, at time: Timestamp) -> NewNotice {
        NewNotice(to: player, .accountChanged, subject: rawValue, created: time)
    }
}
