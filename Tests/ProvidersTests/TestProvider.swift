import LaurelCryptography
import LaurelDomain
import LaurelService
import LaurelWire
import Synchronization

@testable import LaurelProviders

/// A provider of OpenID Connect, as small as one can be, that says whatever a test wants.
final class TestProvider: Sendable {
    static let issuer = "https://id.example"
    static let clientID = "laurel"
    static let now: Int64 = 1_800_000_000

    struct State {
        var documentIssuer = TestProvider.issuer
        /// What is published.
        var keys: [String] = []
        /// What the token endpoint gives.
        var idToken = ""
        var asked: [ProviderHTTP.Request] = []
        var isAway = false
        /// What it takes to find that out.
        var secondsToFail: Int64 = 0
        /// Whether others have a turn before an answer.
        var isSlow = false
        var seconds = TestProvider.now
    }

    let state: Mutex<State>
    let key = P256Key()

    init() {
        state = Mutex(State())
        state.withLock { $0.keys = [Self.jwk(key, id: "one")] }
    }

    var clock: Clock { Clock { Timestamp(clamping: self.state.withLock(\.seconds) * 1_000) } }
    func advance(_ seconds: Int64) { state.withLock { $0.seconds += seconds } }
    func count(_ end: String) -> Int { state.withLock { $0.asked.count { $0.url.hasSuffix(end) } } }

    var http: ProviderHTTP {
        ProviderHTTP { request in
            if self.state.withLock(\.isSlow) { for _ in 0..<200 { await Task.yield() } }
            return self.answer(request)
        }
    }

    private func answer(_ request: ProviderHTTP.Request) -> ProviderHTTP.Answer {
        state.withLock { state in
            state.asked.append(request)
            if state.isAway {
                state.seconds += state.secondsToFail
                return .failed("nobody is there")
            }
            switch request.url {
            case Self.issuer + "/.well-known/openid-configuration":
                return Self.json(
                    #"{"issuer":"\#(state.documentIssuer)","authorization_endpoint":"\#(Self.issuer)/authorize","#
                        + #""token_endpoint":"\#(Self.issuer)/token","jwks_uri":"\#(Self.issuer)/keys"}"#)
            case Self.issuer + "/keys": return Self.json(#"{"keys":[\#(state.keys.joined(separator: ","))]}"#)
            case Self.issuer + "/token": return Self.json(#"{"id_token":"\#(state.idToken)"}"#)
            default: return .answered(404, [])
            }
        }
    }

    static func json(_ text: String) -> ProviderHTTP.Answer { .answered(200, Array(text.utf8)) }

    static func jwk(_ key: P256Key, id: String, more: String = "") -> String {
        let (x, y) = (Base64URL.text(Array(key.publicBytes[1..<33])), Base64URL.text(Array(key.publicBytes[33..<65])))
        return #"{"kty":"EC","crv":"P-256","kid":"\#(id)","x":"\#(x)","y":"\#(y)"\#(more)}"#
    }

    func providers(_ settings: OpenIDSettings? = nil) throws -> IdentityProviders {
        let settings = settings ?? OpenIDSettings(issuer: Self.issuer, clientID: Self.clientID)
        let configuration = ProviderConfiguration(
            id: try ProviderID("example"), name: "Example", kind: .openID(settings))
        return IdentityProviders([configuration], http, clock: clock)
    }

    func judge(_ token: String, _ providers: IdentityProviders) async throws -> Judged {
        Judged(await providers.judge(try ProviderID("example"), .idToken(token), clock.now()))
    }
}

/// A verdict that can be compared.
enum Judged: Equatable {
    case accepted(String, nonce: String)
    case refused(String)
    case unavailable

    init(_ verdict: ProviderVerdict<ProvenIdentity>) {
        switch verdict {
        case .accepted(let proven):
            var nonce = ""
            if case .nonce(let text) = proven.once { nonce = text }
            self = .accepted(proven.identity.subject, nonce: nonce)
        case .refused(let reason): self = .refused(reason)
        case .unavailable: self = .unavailable
        }
    }
}

/// What stands in an ID token, to be changed.
struct TestToken {
    var header = #"{"alg":"ES256","kid":"one"}"#
    var issuer = TestProvider.issuer
    var audience = #""\#(TestProvider.clientID)""#
    var expires = TestProvider.now + 300
    var issued = TestProvider.now
    var subject = "somebody"
    var nonce: String? = "n"
    /// More claims, each with a comma before it.
    var more = ""

    var claims: String {
        let nonce = nonce.map { #","nonce":"\#($0)""# } ?? ""
        return #"{"iss":"\#(issuer)","aud":\#(audience),"exp":\#(expires),"iat":\#(issued),"#
            + #""sub":"\#(subject)"\#(nonce)\#(more)}"#
    }

    var signed: String {
        Base64URL.text(Array(header.utf8)) + "." + Base64URL.text(Array(claims.utf8))
    }

    func text(_ sign: ([UInt8]) -> [UInt8]) -> String { signed + "." + Base64URL.text(sign(Array(signed.utf8))) }
    func text(_ key: P256Key) -> String { text { key.signature(of: $0) } }
}
