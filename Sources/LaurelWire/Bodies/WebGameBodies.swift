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
    } write: {
        $1.value($0.text)
    }
}

extension Shape where Value == WebAddress {
    public static let webAddress = Shape<WebAddress>(
        .string(
            .init(
                length: 9...WebAddress.lengthLimit, pattern: "^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\]))",
                example: "https://hop.example"))
    ) { (reader) throws(JSONError) in
        guard let address = WebAddress(try reader.string(bytesLimit: WebAddress.lengthLimit)) else {
            throw JSONError(
                .invalid(
                    expected: "an origin such as https://games.example or http://localhost:8080, "
                        + "or a page of it such as https://games.example/hop/"))
        }
        return address
    } write: {
        $1.value($0.text)
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
    } write: {
        $1.value(Base64.encode(url: $0))
    }
}

/// From where pages may call a game's routes, and to which pages sign-ins return. It's answered as it was set.
public struct WebOriginsBody: RequestBody {
    public var webOrigins: [WebAddress] = []

    public init() {}
    public init(_ webOrigins: [WebAddress]) { self.webOrigins = webOrigins }
    public static let name = "WebOrigins"
    public static let fields: [Field<WebOriginsBody>] = [.required("webOrigins", list, \.webOrigins)]
    static let list = Shape<WebAddress>.webAddress.list(countLimit: WebAddress.countLimit)
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
        .required("bundleID", .bundleID, \.bundleID),
        .optional("environment", .environment, \.environment),
        .required("origin", .webOrigin, \.origin),
        .optional("redirect", .text(1...redirectLengthLimit, example: "https://hop.example/"), \.redirect),
        .required("challenge", .challenge, \.challenge),
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
        .required("code", .text(1...64, example: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"), \.code),
        .required("verifier", .text(43...128, example: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"), \.verifier),
        .optional("device", .device, \.device),
        .optional("waiting", .integer(0...waitingLimit), \.waiting),
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
