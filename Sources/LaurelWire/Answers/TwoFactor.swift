/// Whether the caller has a second factor.
public struct TwoFactorAnswer: Answer, Hashable {
    public var isOn: Bool
    public var recoveryCodesLeft: Int
    /// `none`, `suggested` or `required`.
    public var advice: String

    public init(isOn: Bool, recoveryCodesLeft: Int, advice: String) {
        self.isOn = isOn
        self.recoveryCodesLeft = recoveryCodesLeft
        self.advice = advice
    }

    public static let name = "TwoFactor"
    public static let fields = Fields(
        AnswerField("isOn", .boolean, \.isOn), AnswerField("recoveryCodesLeft", .integer(0...16), \.recoveryCodesLeft),
        AnswerField("advice", .word(["none", "suggested", "required"].map { ($0, $0) }), \.advice),
        make: Self.init(isOn:recoveryCodesLeft:advice:))
    /// Codes to sign in with when the app that makes them is lost.
    public static let codesShape = RecoveryCodesAnswer.list.held(by: "recoveryCodes", of: "TwoFactorCodes")
}

/// What an authenticator app is set up with.
public struct TwoFactorOfferAnswer: Answer, Hashable {
    public var secret: String
    public var uri: String

    public init(secret: String, uri: String) {
        self.secret = secret
        self.uri = uri
    }

    public static let name = "TwoFactorOffer"
    public static let fields = Fields(
        AnswerField("secret", .text(32...32, example: String(repeating: "A", count: 32)), \.secret),
        AnswerField("uri", .text(1...1_000, example: "otpauth://totp/Laurel:jungle-jim?secret=…"), \.uri),
        make: Self.init(secret:uri:))
}
