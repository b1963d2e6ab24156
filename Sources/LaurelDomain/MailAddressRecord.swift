/// Where a player gets mail.
public struct MailAddressRecord: Hashable, Sendable {
    /// Nil: none is confirmed yet.
    public var confirmed: MailAddress?
    /// Waits for its confirmation.
    public var pending: MailAddress?
    public var language: MailLanguage

    public init(confirmed: MailAddress?, pending: MailAddress?, language: MailLanguage) {
        self.confirmed = confirmed
        self.pending = pending
        self.language = language
    }
}
