import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

/// What somebody did, or tried, about a way in: for the operator's log (OWASP ASVS 5.0, 16.3.1). Nothing that was
/// typed is part of it.
public struct AuthenticationEvent: Hashable, Sendable {
    /// Raw values stand in the log and in docs/operating.md: a case is never renamed.
    public enum Act: String, CaseIterable, Hashable, Sendable {
        case signUp = "sign-up"
        /// A guest by their device's secret, new or known.
        case guestSignIn = "guest-sign-in"
        case guestUpgrade = "guest-upgrade"
        /// A guest became part of the account.
        case guestMerge = "guest-merge"
        /// By the one-time link.
        case administratorClaim = "administrator-claim"
        case signIn = "sign-in"
        case signOut = "sign-out"
        /// One session of the player's own, or all others.
        case sessionEnd = "session-end"
        /// All of another player's.
        case playerSignOut = "player-sign-out"
        case proof
        case passwordChange = "password-change"
        case recovery
        case passwordReset = "password-reset"
        case recoveryCodes = "recovery-codes"
        case twoFactorOffer = "two-factor-offer"
        case twoFactorOn = "two-factor-on"
        case twoFactorOff = "two-factor-off"
        case twoFactorReset = "two-factor-reset"
        /// A player allowed a device or denied it; the device fetched its session.
        case deviceDecision = "device-decision"
        case deviceSignIn = "device-sign-in"
        /// The same for a game's page.
        case gameAuthorization = "game-authorization"
        case gameSignIn = "game-sign-in"
        case erasure
        /// A proof for a provider was exchanged for a ticket; the ticket for a session, or for a link.
        case providerProof = "provider-proof"
        case providerSignIn = "provider-sign-in"
        case providerLink = "provider-link"
        case providerUnlink = "provider-unlink"
        /// Asked for, or removed; confirmed by a link.
        case mailAddress = "mail-address"
        case mailConfirmation = "mail-confirmation"
        /// A new password by a link that came by mail.
        case mailReset = "mail-reset"
    }

    public let act: Act
    /// `ok`, or the kind of the problem that was answered.
    public let outcome: String
    /// Whose account: the ID that pages and commands show. Nil: of nobody that there is.
    public let account: String?
    /// As in the line of the request.
    public let address: String
    public let requestID: String
}

/// Called on any thread; must not block.
public typealias AuthenticationReport = @Sendable (AuthenticationEvent) -> Void

/// Whose way in it is.
enum AccountOfEvent: Sendable {
    case nobody
    case player(PlayerNumber)
    /// As typed.
    case alias(String)
}
