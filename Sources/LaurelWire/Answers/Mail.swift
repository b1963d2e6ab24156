public import LaurelDomain

/// Whether the server sends mail.
public struct MailAnswer: Answer, Hashable {
    public var isOn: Bool

    public init(isOn: Bool) { self.isOn = isOn }

    public static let name = "Mail"
    public static let fields = Fields(AnswerField("isOn", .boolean, \.isOn), make: Self.init(isOn:))
}

/// Where the caller gets mail.
public struct MailAddressAnswer: Answer, Hashable {
    /// Whether the server sends mail.
    public var isOn: Bool
    /// Nil: none is confirmed.
    public var address: MailAddress?
    /// Waits until the link that was sent there is opened.
    public var pending: MailAddress?

    public init(isOn: Bool, address: MailAddress?, pending: MailAddress?) {
        self.isOn = isOn
        self.address = address
        self.pending = pending
    }

    public static let name = "MailAddress"
    public static let fields = Fields(
        AnswerField("isOn", .boolean, \.isOn),
        AnswerField(orNull: "address", .mailAddress, \.address),
        AnswerField(orNull: "pending", .mailAddress, \.pending),
        make: Self.init(isOn:address:pending:))
}
