import LaurelCryptography
import LaurelDomain
import LaurelService
import Synchronization
import Testing

@testable import LaurelProviders

@Suite("ID tokens", .timeLimit(.minutes(5))) struct IDTokenTests {
    @Test("rule 1.14: a token that its issuer signed for us says who it is, and which nonce it has")
    func right() async throws {
        let provider = TestProvider()
        let judged = try await provider.judge(TestToken().text(provider.key), provider.providers())
        #expect(judged == .accepted("somebody", nonce: "n"))
        var many = TestToken()
        (many.audience, many.more) = (#"["laurel"]"#, #","azp":"laurel","nbf":1800000000"#)
        #expect(try await provider.judge(many.text(provider.key), provider.providers()) == judged)
    }

    /// Each is wrong in one way, and told apart from the others.
    private static let flaws: [(String, @Sendable (inout TestToken) -> Void)] = [
        ("issuer", { $0.issuer = "https://id.example.evil" }),
        ("issuer", { $0.issuer = "https://id.example/" }),
        ("audience", { $0.audience = #""others""# }),
        ("audience", { $0.audience = #"["laurel","others"]"# }),
        ("audience", { $0.audience = "[]" }),
        ("audience", { $0.audience = "7" }),
        ("authorizedParty", { $0.more = #","azp":"others""# }),
        ("authorizedParty", { $0.more = #","azp":7"# }),
        ("expired", { $0.expires = TestProvider.now - 61 }),
        ("early", { $0.more = #","nbf":\#(TestProvider.now + 61)"# }),
        ("early", { $0.issued = TestProvider.now + 61 }),
        ("noNonce", { $0.nonce = nil }),
        ("malformed", { $0.subject = "" }),
        ("malformed", { $0.subject = String(repeating: "s", count: 256) }),
        ("malformed", { $0.more = #","nbf":"soon""# }),
        ("malformed", { $0.more = #","sub":"twice""# }),
        ("malformed", { $0.header = #"{"alg":"ES256","kid":"one","crit":["exp"]}"# }),
        ("malformed", { $0.more = #","long":"\#(String(repeating: "a", count: 16_384))""# }),
        ("unknownKey", { $0.header = #"{"alg":"ES256","kid":"two"}"# }),
        ("unknownKey", { $0.header = #"{"alg":"RS256","kid":"one"}"# }),
        ("algorithm", { $0.header = #"{"alg":"ES384","kid":"one"}"# }),
        ("algorithm", { $0.header = #"{"alg":"es256","kid":"one"}"# }),
        ("algorithm", { $0.header = #"{"kid":"one"}"# }),
    ]

    @Test("rule 1.14: a token that is wrong in one thing is refused for it", arguments: flaws.indices)
    func wrong(index: Int) async throws {
        let provider = TestProvider()
        var token = TestToken()
        Self.flaws[index].1(&token)
        let judged = try await provider.judge(token.text(provider.key), provider.providers())
        guard case .refused(let reason) = judged else {
            Issue.record("\(judged)")
            return
        }
        #expect(reason.contains(Self.flaws[index].0), "\(reason)")
    }

    @Test("rule 1.14: no signature, a changed one, another's, and one by the public key as a secret are refused")
    func signatures() async throws {
        let provider = TestProvider()
        let providers = try provider.providers()
        func refusal(_ token: String) async throws -> String {
            guard case .refused(let reason) = try await provider.judge(token, providers) else { return "" }
            return reason
        }
        for name in ["none", "None", "NONE", ""] {
            var token = TestToken()
            token.header = #"{"alg":"\#(name)","kid":"one"}"#
            #expect(try await refusal(token.signed + ".").contains("algorithm"))
            #expect(try await refusal(token.text(provider.key)).contains("algorithm"))
        }
        // The public key is known to everybody: as a secret it would let everybody sign.
        let point = provider.key.publicBytes
        let known = [point, Array(TestProvider.jwk(provider.key, id: "one").utf8), Array(point.dropFirst())]
        for secret in known {
            var token = TestToken()
            token.header = #"{"alg":"HS256","kid":"one"}"#
            #expect(try await refusal(token.text { HMAC256.code(of: $0, key: secret) }).contains("algorithm"))
            token.header = #"{"alg":"ES256","kid":"one"}"#
            #expect(try await refusal(token.text { HMAC256.code(of: $0, key: secret) }).contains("signature"))
        }
        #expect(try await refusal(TestToken().text(P256Key())).contains("signature"))
        let right = TestToken().text(provider.key)
        var other = TestToken()
        other.subject = "somebody else"
        let signature = right.split(separator: ".")[2]
        #expect(try await refusal(other.signed + "." + signature).contains("signature"))
        // A key, or where to find one, in the token itself is nobody's word but its maker's (RFC 8725, section 3.10).
        let attacker = P256Key()
        let bytes = attacker.publicBytes
        let (x, y) = (Base64URL.text(Array(bytes[1..<33])), Base64URL.text(Array(bytes[33...])))
        for more in [
            #""jwk":{"kty":"EC","crv":"P-256","kid":"one","x":"\#(x)","y":"\#(y)"}"#,
            #""jku":"https://id.example.evil/keys""#, #""x5u":"https://id.example.evil/chain""#,
        ] {
            var token = TestToken()
            token.header = #"{"alg":"ES256","kid":"one",\#(more)}"#
            #expect(try await refusal(token.text(attacker)).contains("signature"))
        }
        // Each value has one spelling, and a token three parts.
        #expect(try await refusal(right + "=").contains("malformed"))
        #expect(try await refusal(right + ".").contains("malformed"))
        #expect(try await refusal("").contains("malformed"))
    }

    @Test("rule 1.14: a key for encryption, of another algorithm or of no curve's point signs nothing")
    func keys() async throws {
        let provider = TestProvider()
        let zeros = Base64URL.text([UInt8](repeating: 0, count: 32))
        for key in [
            TestProvider.jwk(provider.key, id: "one", more: #","use":"enc""#),
            TestProvider.jwk(provider.key, id: "one", more: #","alg":"ES512""#),
            TestProvider.jwk(provider.key, id: "one", more: #","key_ops":["sign"]"#),
            #"{"kty":"EC","crv":"P-256","kid":"one","x":"\#(zeros)","y":"\#(zeros)"}"#,
            #"{"kty":"oct","kid":"one","k":"\#(zeros)"}"#, #"{"kty":"RSA","kid":"one","n":"AQAB","e":"AQAB"}"#, "7",
        ] {
            provider.state.withLock { $0.keys = [key] }
            let judged = try await provider.judge(TestToken().text(provider.key), provider.providers())
            #expect(judged == .refused("the ID token: unknownKey"), "\(key)")
        }
    }

    @Test("RS256 and EdDSA are checked by their own keys", arguments: [true, false])
    func algorithms(isRSA: Bool) throws {
        var token = TestToken()
        // RFC 8037, appendix A, and RFC 7515, appendix A.3: signatures of somebody else's making.
        let point = try #require(Base64URL.bytes("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"))
        let edwards = try #require(VerificationKey.ed25519(point))
        let signature = try #require(
            Base64URL.bytes("hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"))
        let message = Array("eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc".utf8)
        #expect(edwards.verifies(signature, of: message) && !edwards.verifies(signature, of: message + [0]))
        guard isRSA else { return }
        let made = try #require(SigningKey.make(name: "test", serial: 1, notBefore: 0, notAfter: 4_000_000_000))
        let signer = try #require(RSASigner(privateKey: made.privateKey))
        let key = try #require(
            VerificationKey.rsa(certificate: made.certificate, authorities: [made.certificate], at: 1_800_000_000))
        token.header = #"{"alg":"RS256"}"#
        let signed = Array(token.signed.utf8)
        let own = try #require(signer.sign(signed))
        #expect(key.algorithm == .rs256 && key.verifies(own, of: signed) && !key.verifies(own, of: signed + [0]))
        #expect(!key.verifies(signature, of: message))
    }
}
