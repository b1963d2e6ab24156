/// How many mails may be sent (rule 1.17).
public enum MailLimits {
    /// In which mails are counted.
    public static let window = Timestamp.Span.hours(1)
    /// To one address.
    public static let perAddress = 3
    /// Of these, mails that somebody asked for and that may be of no use to who reads them: a stranger who asks for
    /// them cannot keep a notice of a new sign-in away.
    public static let askedPerAddress = 2
    /// Confirmations that one player asks for, to whatever addresses.
    public static let confirmationsPerPlayer = 3
    /// To all addresses, unless the operator says otherwise.
    public static let total = 10_000
    /// Mails that wait: beyond it none is added.
    public static let waiting = 100_000
    /// Players with the same confirmed address, such as a family's.
    public static let playersPerAddress = 3
}
