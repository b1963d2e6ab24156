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
        .changeable("alias", .alias) { $0.alias = $1 },
        .clearable("realName", .text(1...240, example: "James Tarzan")) { $0.realName = .some($1) },
        .clearable("status", .text(1...560, example: "In the trees")) { $0.status = .some($1) },
        .changeable("audience", .audience) { $0.audience = $1 },
        .changeable("isFindable", .boolean) { $0.isFindable = $1 },
        .changeable("takesRequests", .boolean) { $0.takesRequests = $1 },
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
        .optional("birthYear", .integer(1_900...9_999)) { $0.birthYear = $1 },
        .required("forbidsStrangers", .boolean) { $0.forbidsStrangers = $1 },
        .required("forbidsMessages", .boolean) { $0.forbidsMessages = $1 },
        .optional("guardianCode", .text(1...64, example: "4711")) { $0.guardianCode = $1 },
        .optional("newGuardianCode", .text(0...64, example: "4711")) { $0.newGuardianCode = $1 },
    ]
}

public struct PasswordChangeBody: RequestBody {
    public var currentPassword = ""
    public var newPassword = ""

    public init() {}
    public static let name = "PasswordChange"
    public static let fields: [Field<PasswordChangeBody>] = [
        .required("currentPassword", .currentPassword) { $0.currentPassword = $1 },
        .required("newPassword", .password) { $0.newPassword = $1 },
    ]
}

/// The password, again: for what a session that was left open must not be able to do.
public struct PasswordProofBody: RequestBody {
    public var password = ""

    public init() {}
    public static let name = "PasswordProof"
    public static let fields: [Field<PasswordProofBody>] = [
        .required("password", .currentPassword) { $0.password = $1 }
    ]
}

/// The player whom the operator exports or erases.
public struct NamedPlayerBody: RequestBody {
    public var alias = ""

    public init() {}
    public static let name = "NamedPlayer"
    public static let fields: [Field<NamedPlayerBody>] = [.required("alias", .alias) { $0.alias = $1 }]
}

/// A device without a keyboard asks to be signed in (RFC 8628).
public struct DeviceAuthorizationBody: RequestBody {
    public var bundleID: BundleID?
    public var environment: Environment?
    public var device: DeviceName?
    public var title: String?

    public init() {}
    public static let name = "DeviceAuthorizationWish"
    public static let fields: [Field<DeviceAuthorizationBody>] = [
        .optional("bundleID", .bundleID) { $0.bundleID = $1 },
        .optional("environment", .environment) { $0.environment = $1 },
        .optional("device", .device) { $0.device = $1 },
        .optional("title", .text(1...240, example: "Living room")) { $0.title = $1 },
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
        .required("client_id", .bundleID) { $0.bundleID = $1 },
        .optional("scope", .environment) { $0.environment = $1 },
        .optional("device", .device) { $0.device = $1 },
        .optional("title", .text(1...240, example: "Living room")) { $0.title = $1 },
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
        .required("grant_type", .word([(grantType, grantType)])) { _, _ in },
        .required("device_code", .code) { $0.deviceCode = $1 },
        .optional("client_id", .bundleID) { $0.bundleID = $1 },
    ]
}

/// A device asks whether its player has said yes.
public struct DevicePollBody: RequestBody {
    public var deviceCode = ""
    public var waiting: Int?

    public init() {}
    public static let name = "DevicePoll"
    public static let fields: [Field<DevicePollBody>] = [
        .required("deviceCode", .code) { $0.deviceCode = $1 },
        .optional("waiting", .integer(0...waitingLimit)) { $0.waiting = $1 },
    ]
}

public struct DeviceDecisionBody: RequestBody {
    public var allows = false

    public init() {}
    public static let name = "DeviceDecision"
    public static let fields: [Field<DeviceDecisionBody>] = [.required("allow", .boolean) { $0.allows = $1 }]
}
