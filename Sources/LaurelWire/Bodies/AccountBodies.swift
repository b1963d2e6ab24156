public import LaurelDomain

// What these texts may hold beyond their length is judged where accounts are made.

extension Shape where Value == String {
    // Twenty characters of any script; what a character is, is decided where aliases are.
    static let alias = text(3...120, example: "jungle-jim")
    static let password = text(8...512, example: "correct horse battery")
    /// A one-time code: an invitation, a recovery code, the link of the first administrator.
    static let code = text(1...128, example: "7QK2-M9XA-0TBC-41ZE-8RWD-5HNF")
    /// The code in a link by which players become friends, which is shorter: it opens no account.
    static let linkCode = text(1...128, example: "7QK2-M9XA-0TBC-41ZE")
}

extension Shape where Value == DeviceName {
    /// What the client calls the device it runs on; its own queue of scores hangs on it.
    static let device = identifier(
        1...DeviceName.lengthLimit, pattern: "^[A-Za-z0-9._-]+$", example: "Chrome-Linux.2k0z1u5b2r4c0q6d1w5a2m4x",
        expected: "a device name: at most 64 letters, digits, ., _ and -", text: \.text
    ) { (text) throws(InvalidIdentifier) in try DeviceName(text) }
}

/// A new player.
public struct SignUpBody: SessionBody {
    public var alias = ""
    public var password = ""
    public var invitation: String?
    public var session = SessionOptions()

    public init() {}
    public static let name = "SignUp"
    public static let fields: [Field<SignUpBody>] =
        [
            .required("alias", .alias, \.alias),
            .required("password", .password, \.password),
            .optional("invitation", .code, \.invitation),
        ] + sessionFields
}

extension Shape where Value == GuestSecret {
    static let guestSecret = identifier(
        GuestSecret.characterCount...GuestSecret.characterCount, pattern: "^[A-Za-z0-9_-]{43}$",
        example: "dRxBCr2vptqNkYZS3WpA4VXns-HXcsXZunCIzdjz6Tk",
        expected: "256 random bits in base64url: 43 characters", text: \.text
    ) { (text) throws(InvalidIdentifier) in try GuestSecret(text) }
}

/// A device whose player has no account (rule 1.11).
public struct GuestBody: SessionBody {
    public var secret: GuestSecret?
    public var session = SessionOptions()

    public init() {}
    public static let name = "Guest"
    public static let fields: [Field<GuestBody>] =
        [
            .required("secret", .guestSecret, \.secret)
        ] + sessionFields
}

/// A guest who comes from elsewhere by a code.
public struct GuestCodeBody: SessionBody {
    public var code = ""
    public var session = SessionOptions()

    public init() {}
    public static let name = "GuestCodeRedemption"
    public static let fields: [Field<GuestCodeBody>] =
        [
            .required("code", .text(1...64, example: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"), \.code)
        ] + sessionFields
}

/// A guest who wants to keep their scores (rule 1.12).
public struct GuestUpgradeBody: RequestBody {
    public var alias = ""
    public var password = ""
    public var invitation: String?
    /// Names the device of the session, if it has no name yet.
    public var device: DeviceName?

    public init() {}
    public static let name = "GuestUpgrade"
    public static let fields: [Field<GuestUpgradeBody>] = [
        .required("alias", .alias, \.alias),
        .required("password", .password, \.password),
        .optional("invitation", .code, \.invitation),
        .optional("device", .device, \.device),
    ]
}

/// A player who comes back. The limits are wider than at sign-up: what is too short or too long is just wrong.
public struct SignInBody: SessionBody {
    public var alias = ""
    public var password = ""
    /// Of the second factor, for those who have one.
    public var code: String?
    public var session = SessionOptions()

    public init() {}
    public static let name = "SignIn"
    public static let fields: [Field<SignInBody>] =
        [
            .required("alias", .text(1...128, example: "jungle-jim"), \.alias),
            .required("password", .text(1...128, example: "correct horse battery"), \.password),
            .optional("code", .oneTimeCode, \.code),
        ] + sessionFields
}

/// A player who forgot the password (rule 1.9).
public struct RecoveryBody: RequestBody {
    public var alias = ""
    public var recoveryCode = ""
    public var newPassword = ""

    public init() {}
    public static let name = "Recovery"
    public static let fields: [Field<RecoveryBody>] = [
        .required("alias", .text(1...128, example: "jungle-jim"), \.alias),
        .required("recoveryCode", .code, \.recoveryCode),
        .required("newPassword", .password, \.newPassword),
    ]
}

/// The first administrator, by the one-time link that the first start prints.
public struct AdministratorBody: RequestBody {
    public var token = ""
    public var alias = ""
    public var password = ""
    public var wantsCookie = false

    public init() {}
    public static let name = "Administrator"
    public static let fields: [Field<AdministratorBody>] = [
        .required("token", .code, \.token),
        .required("alias", .alias, \.alias),
        .required("password", .password, \.password),
        .optional("cookie", .boolean, \.wantsCookie),
    ]
}

/// A new invitation; says nothing yet.
public struct InvitationBody: RequestBody {
    public init() {}
    public static let name = "InvitationRequest"
    public static let fields: [Field<InvitationBody>] = []
}

/// What the operator does for a player who has lost password and codes.
public struct PasswordResetBody: RequestBody {
    public var alias = ""

    public init() {}
    public static let name = "PasswordResetRequest"
    public static let fields: [Field<PasswordResetBody>] = [.required("alias", .alias, \.alias)]
}

/// Whose sessions an administrator ends.
public struct SessionEndingBody: RequestBody {
    public var alias = ""

    public init() {}
    public static let name = "SessionEnding"
    public static let fields: [Field<SessionEndingBody>] = [.required("alias", .alias, \.alias)]
}

/// Proof that a session is in the hands of its player: one of the two.
public struct ProofBody: RequestBody {
    public var password: String?
    /// Of the second factor.
    public var code: String?

    public init() {}
    public static let name = "Proof"
    public static let alternatives: Set<String> = ["code"]
    public static let fields: [Field<ProofBody>] = [
        .optional("password", .text(1...128, example: "correct horse battery"), \.password),
        .optional("code", .oneTimeCode, \.code),
    ]
}

/// A new link for the first administrator; says nothing yet.
public struct AdministratorLinkBody: RequestBody {
    public init() {}
    public static let name = "AdministratorLinkRequest"
    public static let fields: [Field<AdministratorLinkBody>] = []
}
