public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// The limits on what players have allowed and games' pages have not yet fetched: codes of one minute, each good once.
/// The store keeps their digests, so a page gets its session also from a server that started meanwhile.
public enum Authorizations {
    public static let lifetime = Timestamp.Span.seconds(60)
    /// In all, and of one player: what a script could make in a minute.
    static let countLimit = 10_000
    static let countLimitPerPlayer = 16
    /// How long a code is remembered after it was used. A caller who shows it again within this time has it from
    /// somebody else, or somebody else has it from them (RFC 6749, section 4.1.2).
    static let memory = Timestamp.Span.seconds(600)
}

public enum AuthorizationError: Error, StoreFailure, Hashable, Sendable {
    case game(GameRefusal)
    /// The app has not registered this origin.
    case originNotAllowed(String)
    /// The app has not registered this page.
    case redirectNotAllowed(String)
    /// A game cannot allow another one in its player's name.
    case notFirstParty
    /// A guest has no account whose sign-ins a page could be given.
    case guest
    case tooMany
    /// The code is unknown, used or too old, or it was not this page's.
    case wrongCode
    case unavailable
    case broken(reason: String)
}
