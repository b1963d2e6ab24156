public import LaurelDomain

/// Signing up and in, sessions, passwords and second factors of the caller.
public enum AccountRoute: FeatureRoute {
    case signUp
    case signInGuest
    case previewGuest
    case makeGuestCode
    case redeemGuestCode
    case upgradeGuest
    case signIn
    case signOut
    case recover
    case changePassword
    case renewRecoveryCodes
    case sessions
    case endSession(SessionID)
    case endOtherSessions
    case giveProof
    case requestDevice
    case pollDevice
    /// As typed.
    case pendingDevice(userCode: String)
    case decideDevice(userCode: String)
    case twoFactor
    case setUpTwoFactor
    case confirmTwoFactor
    case removeTwoFactor

    public var route: Route { .accounts(self) }

    public static let endpoints: [Endpoint] = [
        .signUp, .signInGuest,
        .previewGuest, .makeGuestCode, .redeemGuestCode, .upgradeGuest, .signIn, .signOut, .recover,
        .changePassword, .renewRecoveryCodes,
        .sessions, .endSession, .endOtherSessions, .giveProof, .requestDevice, .pollDevice, .pendingDevice,
        .decideDevice, .twoFactor,
        .setUpTwoFactor, .confirmTwoFactor, .removeTwoFactor,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .signUp: .signUp
        case .signInGuest: .signInGuest
        case .previewGuest: .previewGuest
        case .makeGuestCode: .makeGuestCode
        case .redeemGuestCode: .redeemGuestCode
        case .upgradeGuest: .upgradeGuest
        case .signIn: .signIn
        case .signOut: .signOut
        case .recover: .recover
        case .changePassword: .changePassword
        case .renewRecoveryCodes: .renewRecoveryCodes
        case .sessions: .sessions
        case .endSession: .endSession
        case .endOtherSessions: .endOtherSessions
        case .giveProof: .giveProof
        case .requestDevice: .requestDevice
        case .pollDevice: .pollDevice
        case .pendingDevice: .pendingDevice
        case .decideDevice: .decideDevice
        case .twoFactor: .twoFactor
        case .setUpTwoFactor: .setUpTwoFactor
        case .confirmTwoFactor: .confirmTwoFactor
        case .removeTwoFactor: .removeTwoFactor
        }
    }
}

extension Endpoint {
    public static let signUp = AccountRoute.endpoint(
        "signUp", .post, "/v1/players",
        access: .anyone, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Create a player and sign them in.",
        body: .json(SignUpBody.schema), answer: .json(201, NewPlayerAnswer.schema),
        problems: [.signUpClosed, .invitationRequired, .aliasTaken, .tooManyAttempts, .textRefused]
            + Problems.game,
        route: .signUp)

    public static let signInGuest = AccountRoute.endpoint(
        "signInGuest", .post, "/v1/guests",
        access: .anyone, origins: .anyGame, budget: .write, proof: .none, tag: .accounts,
        summary: "Sign a guest in with a secret that the device made and keeps: 256 random bits. A new secret makes a "
            + "player with a random alias, in the language of Accept-Language; the same secret gets the same player. "
            + "An address can make 100 guests at once, then one every 30 seconds.",
        body: .json(GuestBody.schema), answer: .json(201, SessionAnswer.schema),
        problems: [
            .guestsNotAllowed, .guestUpgraded, .guestMerged, .banned, .originNotAllowed, .tooManyAttempts,
        ] + Problems.game,
        route: .signInGuest)

    public static let previewGuest = AccountRoute.endpoint(
        "previewGuest", .post, "/v1/guests/preview",
        access: .anyone, origins: .never, budget: .expensive, proof: .none, tag: .accounts,
        summary: "See what a guest's secret stands for, without signing in: their name and best scores.",
        body: .json(GuestMergeBody.schema), answer: .json(200, MergePreviewAnswer.schema),
        problems: [.notFound, .guestUpgraded, .guestMerged, .banned],
        route: .previewGuest)

    public static let makeGuestCode = AccountRoute.endpoint(
        "makeGuestCode", .post, "/v1/guests/codes",
        access: .anyone, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Make a code that signs a guest in elsewhere, once and within two minutes. Put it into an address in "
            + "place of the secret, which would stay in lists of processes and histories. It ends the guest's codes "
            + "before it.",
        body: .json(GuestMergeBody.schema), answer: .json(201, GuestCodeAnswer.schema),
        problems: [.notFound, .guestUpgraded, .guestMerged, .banned],
        route: .makeGuestCode)

    public static let redeemGuestCode = AccountRoute.endpoint(
        "redeemGuestCode", .post, "/v1/guests/codes/session",
        access: .anyone, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Sign a guest in with a code of `POST /v1/guests/codes`.",
        body: .json(GuestCodeBody.schema), answer: .json(201, SessionAnswer.schema),
        problems: [.authorizationRefused, .guestUpgraded, .guestMerged, .banned, .guestsNotAllowed] + Problems.game,
        route: .redeemGuestCode)

    public static let upgradeGuest = AccountRoute.endpoint(
        "upgradeGuest", .post, "/v1/players/me/upgrade",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Give a guest an alias and a password. Player, IDs, scores and sessions stay; the device's secret "
            + "stops working. `device` names the device of the current session, if it has no name yet. Recovery codes "
            + "are shown only once.",
        body: .json(GuestUpgradeBody.schema), answer: .json(200, UpgradedGuestAnswer.schema),
        problems: [
            .conflict, .signUpClosed, .invitationRequired, .aliasTaken, .aliasReserved, .tooManyAttempts, .textRefused,
        ],
        route: .upgradeGuest)

    public static let signIn = AccountRoute.endpoint(
        "signIn", .post, "/v1/sessions",
        access: .anyone, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Sign a player in on a device.",
        body: .json(SignInBody.schema), answer: .json(201, SessionAnswer.schema),
        problems: [.wrongCredentials, .codeRequired, .wrongCode, .tooManyAttempts] + Problems.game,
        route: .signIn)

    public static let signOut = AccountRoute.endpoint(
        "signOut", .delete, "/v1/sessions/current",
        access: .player, origins: .anyGame, budget: .write, proof: .none, tag: .accounts,
        summary: "End the current session. A browser also clears its cache.",
        body: .none, answer: .noContent, problems: [],
        route: .signOut)

    public static let recover = AccountRoute.endpoint(
        "recover", .post, "/v1/recovery",
        access: .anyone, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Set a new password with a recovery code, and end all of the player's sessions.",
        body: .json(RecoveryBody.schema), answer: .noContent, problems: [.wrongCredentials, .tooManyAttempts],
        route: .recover)

    public static let changePassword = AccountRoute.endpoint(
        "changePassword", .put, "/v1/players/me/password",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Change the password and end all other sessions. A player without a password, whom linked accounts "
            + "sign in, leaves `currentPassword` out, needs a fresh proof, and gets their first one; no session ends.",
        body: .json(PasswordChangeBody.schema), answer: .noContent,
        problems: [.tooManyAttempts, .proofNeeded, .conflict],
        route: .changePassword)

    public static let renewRecoveryCodes = AccountRoute.endpoint(
        "renewRecoveryCodes", .post, "/v1/players/me/recovery-codes",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Replace the recovery codes; the old ones stop working.",
        body: .json(PasswordProofBody.schema), answer: .json(201, RecoveryCodesAnswer.shape.schema),
        problems: [.tooManyAttempts],
        route: .renewRecoveryCodes)

    public static let sessions = AccountRoute.endpoint(
        "sessions", .get, "/v1/sessions",
        access: .player, origins: .never, budget: .read, proof: .none, tag: .accounts,
        summary: "List the player's sessions on all devices, most recently used first.",
        body: .none, answer: .json(200, ListedSessionAnswer.listShape.schema), problems: [],
        route: .sessions)

    public static let endSession = AccountRoute.endpoint(
        "endSession", .delete, "/v1/sessions/{sessionID}", .path(.sessionID),
        access: .player, origins: .never, budget: .write, proof: .always, tag: .accounts,
        summary: "End one of the player's sessions.",
        body: .none, answer: .noContent, problems: [.notFound],
        route: { .endSession($0) }, values: { if case .endSession(let session) = $0 { session } else { nil } })

    public static let endOtherSessions = AccountRoute.endpoint(
        "endOtherSessions", .delete, "/v1/sessions",
        access: .player, origins: .never, budget: .write, proof: .always, tag: .accounts,
        summary: "End all of the player's sessions except the current one.",
        body: .none, answer: .noContent, problems: [],
        route: .endOtherSessions)

    public static let giveProof = AccountRoute.endpoint(
        "giveProof", .post, "/v1/sessions/current/proof",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Confirm that a session is in its player's hands, with their password or a two-factor code. "
            + "For ten minutes, requests that would answer proof-needed then succeed. Signing in counts too.",
        body: .json(ProofBody.schema), answer: .noContent,
        problems: [.wrongCredentials, .wrongCode, .conflict, .tooManyAttempts, .notFound],
        route: .giveProof)

    public static let requestDevice = AccountRoute.endpoint(
        "requestDevice", .post, "/v1/device-authorizations",
        access: .anyone, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Start signing in on a device without a keyboard (RFC 8628). The device shows the user code "
            + "and the URL, and polls. Send a form; the JSON body is from before and stays for a release.",
        body: .jsonOrForm(
            DeviceAuthorizationBody.schema, form: DeviceGrantBody.schema, formAnswer: DeviceAuthorizationAnswer.schema),
        answer: .json(201, DeviceAuthorizationAnswer.schema), problems: [.tooManyAttempts] + Problems.game,
        route: .requestDevice)

    public static let pollDevice = AccountRoute.endpoint(
        "pollDevice", .post, "/v1/device-authorizations/token",
        access: .anyone, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Get the session once the player approves; until then, authorization-pending. Send a form; "
            + "the JSON body is from before and stays for a release.",
        body: .jsonOrForm(DevicePollBody.schema, form: DeviceTokenBody.schema, formAnswer: DeviceTokenAnswer.schema),
        answer: .json(201, SessionAnswer.schema),
        problems: [.authorizationPending, .slowDown, .accessDenied, .expiredCode] + Problems.game,
        route: .pollDevice)

    public static let pendingDevice = AccountRoute.endpoint(
        "pendingDevice", .get, "/v1/device-authorizations/{userCode}", .path(.userCode),
        access: .player, origins: .never, budget: .read, proof: .none, tag: .accounts,
        summary: "Look up the game and device behind a user code.",
        body: .none, answer: .json(200, PendingDeviceAnswer.schema), problems: [.notFound, .tooManyAttempts],
        route: { .pendingDevice(userCode: $0) },
        values: { if case .pendingDevice(let code) = $0 { code } else { nil } })

    public static let decideDevice = AccountRoute.endpoint(
        "decideDevice", .post, "/v1/device-authorizations/{userCode}/decision", .path(.userCode),
        access: .player, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Approve or deny a device.",
        body: .json(DeviceDecisionBody.schema), answer: .noContent, problems: [.notFound, .tooManyAttempts],
        route: { .decideDevice(userCode: $0) }, values: { if case .decideDevice(let code) = $0 { code } else { nil } })

    public static let twoFactor = AccountRoute.endpoint(
        "twoFactor", .get, "/v1/players/me/two-factor",
        access: .player, origins: .never, budget: .read, proof: .none, tag: .accounts,
        summary: "Get whether the caller uses two-factor authentication.",
        body: .none, answer: .json(200, TwoFactorAnswer.schema), problems: [],
        route: .twoFactor)

    public static let setUpTwoFactor = AccountRoute.endpoint(
        "setUpTwoFactor", .post, "/v1/players/me/two-factor",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Create a secret for an authenticator app. It takes effect once confirmed with a code.",
        body: .json(TwoFactorBody.schema), answer: .json(201, TwoFactorOfferAnswer.schema),
        problems: [.wrongCredentials, .conflict, .tooManyAttempts, .notFound],
        route: .setUpTwoFactor)

    public static let confirmTwoFactor = AccountRoute.endpoint(
        "confirmTwoFactor", .post, "/v1/players/me/two-factor/confirmation",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Turn on two-factor authentication with a first code, and end other sessions. Backup codes "
            + "(recoveryCodes) are shown only once.",
        body: .json(TwoFactorConfirmationBody.schema), answer: .json(201, TwoFactorAnswer.codesShape.schema),
        problems: [.wrongCode, .conflict, .tooManyAttempts],
        route: .confirmTwoFactor)

    public static let removeTwoFactor = AccountRoute.endpoint(
        "removeTwoFactor", .post, "/v1/players/me/two-factor/removal",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Turn off two-factor authentication.",
        body: .json(TwoFactorRemovalBody.schema), answer: .noContent,
        problems: [.wrongCredentials, .wrongCode, .conflict, .tooManyAttempts, .notFound],
        route: .removeTwoFactor)
}
