public import LaurelDomain

/// Mail addresses, the links that mails carry, and the queue of mails. Every engine must pass `MailContract`.
///
/// A mail is written in the transaction of what it tells of. It is kept for an hour after it was sent, to be counted.
public protocol MailDirectory: Sendable {
    func mailAddress(of player: PlayerNumber) async throws(StoreError) -> MailAddressRecord?
    /// Notes the address as one that waits for its confirmation, in place of another that waited, and queues the mail
    /// for it. A confirmed address stays the player's until then.
    func setMailAddress(
        _ address: MailAddress, _ language: MailLanguage, of player: PlayerNumber, at now: Timestamp
    ) async throws(StoreError) -> MailAddressChange
    /// With what waits and all links; tells the player, there too.
    /// - Returns: whether there was one.
    func removeMailAddress(of player: PlayerNumber, at now: Timestamp) async throws(StoreError) -> Bool
    /// Spends the link; the address that it was sent to is its player's from now on. Tells the player, at the old
    /// address if there was one.
    func confirmMailAddress(_ link: SecretDigest, at now: Timestamp) async throws(StoreError) -> MailConfirmation
    /// Queues a mail for each player who has confirmed the address. Those who may be sent none any more are left out.
    /// - Returns: how many.
    func askForReset(_ address: MailAddress, at now: Timestamp) async throws(StoreError) -> Int
    /// Whose password the link sets; nil: it is unknown, used or too old.
    func player(resetLink link: SecretDigest, at now: Timestamp) async throws(StoreError) -> PlayerNumber?
    /// Spends the link, sets the password and ends all of the player's sessions; tells them.
    /// - Returns: nil, with nothing written, when the link is unknown, used or too old.
    func resetPassword(
        byLink link: SecretDigest, passwordHash: String, at now: Timestamp
    ) async throws(StoreError) -> PlayerNumber?

    // MARK: The queue

    /// Those due at `now`, marked as being sent; the earliest first.
    /// - Parameter total: no more than so many in an hour, with those that were sent.
    func takeMails(due now: Timestamp, limit: Int, total: Int) async throws(StoreError) -> [Mail]
    /// Makes the link that a mail is about to carry good. Older links of the same mail stay good, since it may have
    /// arrived.
    /// - Returns: false, with nothing written, when the mail is of no use any more: its player is gone, or the address
    ///   is not theirs.
    func addMailLink(_ link: SecretDigest, to mail: MailID) async throws(StoreError) -> Bool
    /// Sent, or not to be sent at all.
    func finishMail(_ id: MailID, at now: Timestamp) async throws(StoreError)
    func postponeMail(_ id: MailID, to moment: Timestamp, attempts: Int) async throws(StoreError)
    /// What a process that has ended took and did not finish is due again: nobody knows whether it was sent.
    func recoverMails() async throws(StoreError)
    /// The earliest moment at which one is due; nil when none waits.
    func nextMail() async throws(StoreError) -> Timestamp?
    /// Deletes what is not counted any more, what nobody has sent, dead links and addresses that were never confirmed;
    /// at most `limit` of each.
    func tidyMail(at now: Timestamp, limit: Int) async throws(StoreError)
}

/// What became of a player's request for an address. Nothing was written unless it was asked for or confirmed.
public enum MailAddressChange: Hashable, Sendable {
    /// A mail waits to be sent.
    case asked
    /// It is the confirmed one. What waited is gone.
    case confirmed
    /// Too many mails were asked for within the hour, or too many wait.
    case tooMany
    /// There is no such player, or they have no password.
    case noAccount
}

/// What became of a link that confirms an address. Nothing was written unless it is confirmed.
public enum MailConfirmation: Hashable, Sendable {
    case confirmed(PlayerNumber)
    /// Unknown, used or too old.
    case unknownLink
    /// As many players as may have the address have it.
    case taken
}

public struct MailID: Hashable, Comparable, Sendable {
    public let rawValue: Int64
    public init(_ rawValue: Int64) { self.rawValue = rawValue }
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A mail on its way.
public struct Mail: Hashable, Sendable {
    public let id: MailID
    public let alias: String
    public let address: MailAddress
    public let language: MailLanguage
    public let kind: MailKind
    /// See ``LaurelDomain/MailKind``.
    public let subject: String
    public let created: Timestamp
    /// From then on it is not sent.
    public let expires: Timestamp
    /// Before this one.
    public let attempts: Int

    public init(
        id: MailID, alias: String, address: MailAddress, language: MailLanguage, kind: MailKind, subject: String,
        created: Timestamp, expires: Timestamp, attempts: Int
    ) {
        self.id = id
        self.alias = alias
        self.address = address
        self.language = language
        self.kind = kind
        self.subject = subject
        self.created = created
        self.expires = expires
        self.attempts = attempts
    }
}
