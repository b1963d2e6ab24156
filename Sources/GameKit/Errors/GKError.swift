/// The domain of every GameKit error.
public let GKErrorDomain = "GKErrorDomain"

/// What went wrong, with Apple's codes. `localizedDescription` says what to do.
///
/// If the server rejected a request, `userInfo` has its problem under ``problemTypeKey``, ``problemDetailKey`` and
/// ``requestIDKey``.
public struct GKError: CustomNSError, Hashable, Error {
    public static var errorDomain: String { GKErrorDomain }

    /// The last part of the problem's `type`, such as `score-out-of-range`.
    public static let problemTypeKey = "LaurelProblemType"
    /// The server's own explanation, in English, for the developer.
    public static let problemDetailKey = "LaurelProblemDetail"
    /// The request ID to look up in the server's log.
    public static let requestIDKey = "LaurelRequestID"

    public let code: Code
    /// What `userInfo` is made of: texts alone, so that an error may go anywhere.
    let texts: [String: String]

    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        texts = userInfo.compactMapValues { $0 as? String }
    }

    init(_ code: Code, texts: [String: String]) {
        self.code = code
        self.texts = texts
    }

    func adding(_ more: [String: String]) -> GKError { GKError(code, texts: texts.merging(more) { $1 }) }

    public var errorCode: Int { code.rawValue }
    public var userInfo: [String: Any] { errorUserInfo }

    public var errorUserInfo: [String: Any] {
        texts.merging([NSLocalizedDescriptionKey: localizedDescription]) { $1 }
    }

    public var localizedDescription: String {
        let languages = Locale.preferredLanguages
        let text = texts[NSLocalizedDescriptionKey] ?? ErrorTexts.text(for: code, languages: languages)
        return texts[Self.keptKey] == nil ? text : text + ErrorTexts.kept(languages: languages)
    }
}

// An `NSError` that a game made or kept is a `GKError` again by `as? GKError`, as with Apple's module.
extension GKError: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSError {
        NSError(domain: Self.errorDomain, code: errorCode, userInfo: errorUserInfo)
    }

    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout GKError?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout GKError?) -> Bool {
        result = GKError(bridging: source)
        return result != nil
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> GKError {
        source.flatMap { GKError(bridging: $0) } ?? GKError(.unknown)
    }

    private init?(bridging error: NSError) {
        guard error.domain == Self.errorDomain, let code = Code(rawValue: error.code) else { return nil }
        self.init(code, userInfo: error.userInfo)
    }
}

// `catch GKError.notAuthenticated`, as Foundation's own errors can be caught.
extension GKError.Code {
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? GKError)?.code == code }
}
