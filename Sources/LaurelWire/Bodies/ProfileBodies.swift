public import LaurelDomain

extension Shape where Value == Privacy.Audience {
    static let audience = word(Privacy.Audience.allCases.map { ($0.name, $0) })
}

extension Shape where Value == String {
    /// The password of somebody who is signed in: what is too short or too long is just wrong.
    fileprivate static let currentPassword = text(1...512, example: "correct horse battery")
}

/// What a player wants otherwise in their profile. What is missing stays; null takes away.
public struct ProfileChangeBody: RequestBody {
    public var alias: String?
    public var realName: String??
    public var status: String??
    public var audience: Privacy.Audience?
    public var isFindable: Bool?
    public var takesRequests: Bool?

    public init() {}
    public static let name = "ProfileChange"
    public static let fields: [Field<ProfileChangeBody>] = [
        .changeable("alias", .alias, \.alias),
        .clearable("realName", .text(1...240, example: "James Tarzan"), \.realName),
        .clearable("status", .text(1...560, example: "In the trees"), \.status),
        .changeable("audience", .audience, \.audience),
        .changeable("isFindable", .boolean, \.isFindable),
        .changeable("takesRequests", .boolean, \.takesRequests),
    ]
}

/// Birth year and parental controls; all of it each time.
public struct RestrictionsBody: RequestBody {
    public var birthYear: Int?
    public var forbidsStrangers = false
    public var forbidsMessages = false
    public var guardianCode: String?
    public var newGuardianCode: String?

    public init() {}
    public static let name = "Restrictions"
    public static let fields: [Field<RestrictionsBody>] = [
        .optional("birthYear", .integer(1_900...9_999), \.birthYear),
        .required("forbidsStrangers", .boolean, \.forbidsStrangers),
        .required("forbidsMessages", .boolean, \.forbidsMessages),
        .optional("guardianCode", .text(1...64, example: "4711"), \.guardianCode),
        .optional("newGuardianCode", .text(0...64, example: "4711"), \.newGuardianCode),
    ]
}

public struct PasswordChangeBody: RequestBody {
    /// Nil: the player has none, and has just signed in.
    public var currentPassword: String?
    public var newPassword = ""

    public init() {}
    public static let name = "PasswordChange"
    public static let fields: [Field<PasswordChangeBody>] = [
        .optional("currentPassword", .currentPassword, \.currentPassword),
        .required("newPassword", .password, \.newPassword),
    ]
}

/// The password, again: for what a session that was left open must not be able to do.
public struct PasswordProofBody: RequestBody {
    public var password = ""

    public init() {}
    public static let name = "PasswordProof"
    public static let fields: [Field<PasswordProofBody>] = [
        .required("password", .currentPassword, \.password)
    ]
}

/// The player whom the operator exports or erases.
public struct NamedPlayerBody: RequestBody {
    public var alias = ""

    public init() {}
    public static let name = "NamedPlayer"
    public static let fields: [Field<NamedPlayerBody>] = [.required("alias", .alias, \.alias)]
}

/// A device without a keyboard asks to be signed in (RFC 8628).
public struct DeviceAuthorizationBody: RequestBody {
    public var bundleID: BundleID?
    public var environment: Environment?
    public var device: DeviceName?
    public var title: String?

    public init() {}
    public static let name = "DeviceAuthorizationRequest"
    public static let fields: [Field<DeviceAuthorizationBody>] = [
        .optional("bundleID", .bundleID, \.bundleID),
        .optional("environment", .environment, \.environment),
        .optional("device", .device, \.device),
        .optional("title", .text(1...240, example: "Living room"), \.title),
    ]
}

/// The same as the standard has it, in a form (RFC 8628, section 3.1).
public struct DeviceGrantBody: RequestBody {
    public var bundleID: BundleID?
    public var environment: Environment?
    public var device: DeviceName?
    public var title: String?

    public init() {}
    public static let name = "DeviceGrantRequest"
    public static let fields: [Field<DeviceGrantBody>] = [
        .required("client_id", .bundleID, \.bundleID),
        .optional("scope", .environment, \.environment),
        .optional("device", .device, \.device),
        .optional("title", .text(1...240, example: "Living room"), \.title),
    ]
}

/// A device asks for its token as the standard has it, in a form (RFC 8628, section 3.4).
public struct DeviceTokenBody: RequestBody {
    public static let grantType = "urn:ietf:params:oauth:grant-type:device_code"
    public var deviceCode = ""
    public var bundleID: BundleID?

    public init() {}
    public static let name = "DeviceTokenRequest"
    public static let fields: [Field<DeviceTokenBody>] = [
        .required("grant_type", .word([(grantType, grantType)]), get: { _ in grantType }, set: { _, _ in }),
        .required("device_code", .code, \.deviceCode),
        .optional("client_id", .bundleID, \.bundleID),
    ]
}

/// A device asks whether its player has said yes.
public struct DevicePollBody: RequestBody {
    public var deviceCode = ""
    public var waiting: Int?

    public init() {}
    public static let name = "DevicePoll"
    public static let fields: [Field<DevicePollBody>] = [
        .required("deviceCode", .code, \.deviceCode),
        .optional("waiting", .integer(0...waitingLimit), \.waiting),
    ]
}

public struct DeviceDecisionBody: RequestBody {
    public var allows = false

    public init() {}
    public static let name = "DeviceDecision"
    public static let fields: [Field<DeviceDecisionBody>] = [.required("allow", .boolean, \.allows)]
}
