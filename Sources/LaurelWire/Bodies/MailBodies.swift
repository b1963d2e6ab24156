public import LaurelDomain

extension Shape where Value == MailAddress {
    static let mailAddress = identifier(
        3...MailAddress.lengthLimit, pattern: "^[!#-'*+\\-./0-9=?A-Z^-~]{1,64}@[A-Za-z0-9.-]+$",
        example: "jim@mail.example", expected: "a mail address such as jim@mail.example", text: \.text
    ) { (text) throws(InvalidIdentifier) in try MailAddress(text) }
}

/// Where a player wants to get mail (rule 1.17).
public struct MailAddressBody: RequestBody {
    public var address: MailAddress?

    public init() {}
    public static let name = "MailAddressRequest"
    public static let fields: [Field<MailAddressBody>] = [.required("address", .mailAddress, \.address)]
}

/// The link of a mail that confirms an address.
public struct MailConfirmationBody: RequestBody {
    public var token = ""

    public init() {}
    public static let name = "MailConfirmation"
    public static let fields: [Field<MailConfirmationBody>] = [.required("token", .code, \.token)]
}

/// A player who forgot the password, and has confirmed this address.
public struct MailResetRequestBody: RequestBody {
    public var address: MailAddress?

    public init() {}
    public static let name = "MailResetRequest"
    public static let fields: [Field<MailResetRequestBody>] = [.required("address", .mailAddress, \.address)]
}

/// The link of a mail that sets a new password.
public struct MailResetBody: RequestBody {
    public var token = ""
    public var newPassword = ""

    public init() {}
    public static let name = "MailReset"
    public static let fields: [Field<MailResetBody>] = [
        .required("token", .code, \.token),
        .required("newPassword", .password, \.newPassword),
    ]
}
