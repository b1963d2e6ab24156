public import LaurelDomain

extension Shape where Value == WebOrigin {
    public static let webOrigin = Shape<WebOrigin>(
        .string(
            .init(
                length: 9...WebOrigin.lengthLimit, pattern: "^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\]))",
                example: "https://hop.example"))
    ) { (reader) throws(JSONError) in
        guard let origin = WebOrigin(try reader.string(bytesLimit: WebOrigin.lengthLimit)) else {
            throw JSONError(
                .invalid(
                    expected: "an origin such as https://games.example or http://localhost:8080, "
                        + "without a path"))
        }
        return origin
    }
}

extension Shape where Value == WebPlace {
    public static let webPlace = Shape<WebPlace>(
        .string(
            .init(
                length: 9...WebPlace.lengthLimit, pattern: "^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\]))",
                example: "https://hop.example"))
    ) { (reader) throws(JSONError) in
        guard let place = WebPlace(try reader.string(bytesLimit: WebPlace.lengthLimit)) else {
            throw JSONError(
                .invalid(
                    expected: "an origin such as https://games.example or http://localhost:8080, "
                        + "or a page of it such as https://games.example/hop/"))
        }
        return place
    }
}

extension Shape where Value == [UInt8] {
    /// SHA-256 in base64url without padding: 43 characters (RFC 7636, section 4.2).
    static let challenge = Shape<[UInt8]>(
        .string(
            .init(
                length: 43...43, pattern: "^[A-Za-z0-9_-]{43}$", example: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        )
    ) { (reader) throws(JSONError) in
        guard let bytes = Base64.decode(url: try reader.string(bytesLimit: 43)), bytes.count == 32 else {
            throw JSONError(.invalid(expected: "the verifier's SHA-256 in base64url"))
        }
        return bytes
    }
}

/// From where pages may call a game's routes, and to which pages sign-ins return.
public struct WebOriginsBody: RequestBody {
    public var webOrigins: [WebPlace] = []

    public init() {}
    public static let name = "WebOrigins"
    public static let fields: [Field<WebOriginsBody>] = [.required("webOrigins", list) { $0.webOrigins = $1 }]
    static let list = Shape<WebPlace>.webPlace.list(countLimit: WebPlace.countLimit)
}

/// The player allows a game's page to have a session.
public struct AuthorizationBody: RequestBody {
    public var bundleID: BundleID?
    public var environment: Environment?
    public var origin: WebOrigin?
    public var redirect: String?
    public var challenge: [UInt8] = []

    public init() {}
    public static let name = "NewAuthorization"
    /// One that is longer than any that can be registered may still come from an origin that takes any page.
    static let redirectLengthLimit = 2_048
    public static let fields: [Field<AuthorizationBody>] = [
        .required("bundleID", .bundleID) { $0.bundleID = $1 },
        .optional("environment", .environment) { $0.environment = $1 },
        .required("origin", .webOrigin) { $0.origin = $1 },
        .optional("redirect", .text(1...redirectLengthLimit, example: "https://hop.example/")) { $0.redirect = $1 },
        .required("challenge", .challenge) { $0.challenge = $1 },
    ]
}

/// The game's page fetches its session.
public struct RedemptionBody: RequestBody {
    public var code = ""
    public var verifier = ""
    public var device: DeviceName?
    public var waiting: Int?

    public init() {}
    public static let name = "Redemption"
    public static let fields: [Field<RedemptionBody>] = [
        .required("code", .text(1...64, example: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")) { $0.code = $1 },
        .required("verifier", .text(43...128, example: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")) {
            $0.verifier = $1
        },
        .optional("device", .device) { $0.device = $1 },
        .optional("waiting", .integer(0...waitingLimit)) { $0.waiting = $1 },
    ]
}

extension Parameter where Value == WebOrigin {
    static let webOrigin = Parameter(
        name: "origin", schema: Shape<WebOrigin>.webOrigin.schema, parse: { WebOrigin($0) }, print: { $0.text })
}

extension Parameter where Value == String {
    static let redirect = Parameter(
        name: "redirect",
        schema: .string(.init(length: 1...AuthorizationBody.redirectLengthLimit, example: "https://hop.example/")),
        parse: { (1...AuthorizationBody.redirectLengthLimit).contains($0.utf8.count) ? $0 : nil }, print: { $0 })
}
