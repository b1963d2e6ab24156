import LaurelDomain
import LaurelHTTPServer
import LaurelService

/// What a request brings to prove who sent it.
enum Credential: Hashable, Sendable {
    case none
    case bearer(String)
    case cookie(String)
    /// An `Authorization` field of another kind.
    case unusable

    init(_ request: Request, _ cookie: SessionCookie) {
        let headers = request.headers
        var found = Credential.none
        switch headers.readOnlyValue("authorization", { found = Self.bearer($0) }) {
        case 0:
            if headers.contains("cookie"), let token = cookie.token(in: headers.all("cookie")) {
                found = .cookie(token)
            }
        case 1: break
        default: found = .unusable
        }
        self = found
    }

    private static func bearer(_ value: UnsafeRawBufferPointer) -> Credential {
        let scheme: StaticString = "bearer "
        guard value.count > 7, value.count <= 256 else { return .unusable }
        // RFC 9110, section 11.1: the scheme's name is the same in capitals.
        for index in 0..<7 where value[index] | 0x20 != scheme.utf8Start[index] { return .unusable }
        return .bearer(String(decoding: value[7...], as: UTF8.self))
    }
}

/// The cookie of our own pages.
struct SessionCookie {
    /// A year, the age at which a session ends however much it is used. That one which isn't used ends sooner, the
    /// server sees to.
    static let seconds = ActiveSessions.lifetime.milliseconds / 1_000
    let isSecure: Bool

    /// With the prefix a browser takes it over https alone, and from this very host, so neither a subdomain nor a
    /// page over http can put another one in its place (RFC 6265bis, section 4.1.3.2).
    var name: String { isSecure ? "__Host-laurel_session" : "laurel_session" }

    func token(in fields: [String]) -> String? { Cookies.value(of: name, in: fields) }

    func set(_ token: String) -> String { "\(name)=\(token); Max-Age=\(Self.seconds)" + attributes }
    var clear: String { "\(name)=; Max-Age=0" + attributes }

    private var attributes: String { "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "") }
}

/// Whether a request comes from a page of ours. Other sites' pages can make a browser send the cookie along, but not
/// these fields.
struct OriginCheck: Sendable {
    let publicURL: PublicURL

    /// - Source: OWASP Cross-Site Request Forgery Prevention Cheat Sheet, "Fetch Metadata" and "Verifying Origin".
    func passes(_ request: Request) -> Bool {
        let headers = request.headers
        if let origin = headers["origin"] {
            if origin == publicURL.origin { return true }
            // The browser writes Host itself; a page of another site cannot make the two agree.
            guard let host = headers["host"]?.lowercased() else { return false }
            return origin == "http://" + host || origin == "https://" + host
        }
        return headers["sec-fetch-site"] == "same-origin"
    }
}
