import LaurelCryptography
import LaurelDomain
import LaurelService
import LaurelWire
import Synchronization
import Testing

@testable import LaurelProviders

@Suite("Providers of OpenID Connect", .timeLimit(.minutes(5))) struct OpenIDProviderTests {
    private let question = AuthorizationQuestion(
        state: "s", nonce: "n", verifier: "v", redirect: "https://games.example/sign-in/callback/example")

    private func url(_ verdict: ProviderVerdict<String>) throws -> String {
        guard case .accepted(let url) = verdict else { throw Unexpected(what: "\(verdict)") }
        return url
    }

    private struct Unexpected: Error { let what: String }

    @Test("rule 1.14: a browser goes with state, nonce and the digest of the verifier, never with the verifier")
    func begin() async throws {
        let provider = TestProvider()
        let id = try ProviderID("example")
        let found = try url(await provider.providers().begin(id, question))
        #expect(found.hasPrefix(TestProvider.issuer + "/authorize?response_type=code&client_id=laurel&"))
        let digest = Base64URL.text(Digest.sha256(Array("v".utf8)))
        for part in ["state=s", "nonce=n", "code_challenge=\(digest)", "code_challenge_method=S256", "scope=openid"] {
            #expect(found.split(separator: "&").contains(Substring(part)), "\(part) in \(found)")
        }
        #expect(!found.contains("code_verifier") && !found.contains("response_mode"))
        var settings = OpenIDSettings(issuer: TestProvider.issuer, clientID: "laurel")
        settings.answersByForm = true
        #expect(try url(await provider.providers(settings).begin(id, question)).hasSuffix("&response_mode=form_post"))
    }

    @Test("rule 1.14: a code is redeemed with the verifier and the secret, and its ID token is judged as any other")
    func redeem() async throws {
        let provider = TestProvider()
        let id = try ProviderID("example")
        let settings = OpenIDSettings(issuer: TestProvider.issuer, clientID: "lau:rel", secret: .text("pass word"))
        let providers = try provider.providers(settings)
        func judge() async -> Judged { Judged(await providers.judge(id, .code("c d", question), provider.clock.now())) }
        var token = TestToken()
        token.audience = #""lau:rel""#
        provider.state.withLock { [token] in $0.idToken = token.text(provider.key) }
        #expect(await judge() == .accepted("somebody", nonce: "n"))
        let request = try #require(provider.state.withLock { $0.asked.first { $0.form != nil } })
        // RFC 6749, section 2.3.1: both are encoded before they are put together.
        let encoded = LaurelWire.Base64.encode(Array("lau%3Arel:pass%20word".utf8))
        #expect(request.headers["Authorization"] == "Basic " + encoded)
        let form = String(decoding: request.form ?? [], as: UTF8.self)
        #expect(form.contains("grant_type=authorization_code&code=c%20d&") && form.hasSuffix("&code_verifier=v"))
        provider.state.withLock { [token] in $0.idToken = token.text(P256Key()) }
        guard case .refused = await judge() else {
            Issue.record("a token that nobody signed")
            return
        }
        provider.state.withLock { $0.isAway = true }
        #expect(await judge() == .unavailable)
    }

    @Test("rule 1.14: Apple's secret is a token of minutes, signed by the key of the .p8 file")
    func apple() async throws {
        let provider = TestProvider()
        let key = try #require(P256Key(pem: Self.p8))
        let settings = OpenIDSettings(
            issuer: TestProvider.issuer, clientID: "com.example.web",
            secret: .apple(team: "TEAM", keyID: "KEY", key: key), answersByForm: true)
        _ = try await provider.providers(settings).judge(
            try ProviderID("example"), .code("c", question), provider.clock.now())
        let request = try #require(provider.state.withLock { $0.asked.first { $0.form != nil } })
        let form = String(decoding: request.form ?? [], as: UTF8.self)
        let secret = try #require(form.split(separator: "&").first { $0.hasPrefix("client_secret=") })
        let parts = secret.dropFirst("client_secret=".count).split(separator: ".")
        try #require(parts.count == 3)
        let header = try JSONValue(json: Base64URL.bytes(String(parts[0])) ?? [])
        let claims = try JSONValue(json: Base64URL.bytes(String(parts[1])) ?? [])
        #expect(header == .object(["alg": .string("ES256"), "kid": .string("KEY")]))
        #expect(claims["iss"] == .string("TEAM") && claims["sub"] == .string("com.example.web"))
        #expect(claims["aud"] == .string(TestProvider.issuer))
        #expect(claims["exp"] == .integer(TestProvider.now + 300) && claims["iat"] == .integer(TestProvider.now))
        let (x, y) = (Array(key.publicBytes[1..<33]), Array(key.publicBytes[33...]))
        let check = try #require(VerificationKey.p256(x: x, y: y))
        let signature = try #require(Base64URL.bytes(String(parts[2])))
        #expect(check.verifies(signature, of: Array((parts[0] + "." + parts[1]).utf8)))
        #expect(P256Key(pem: "no key") == nil)
    }

    @Test("rule 1.14: keys are kept, and asked for again at an unknown key's ID, at once and then once a minute")
    func rotation() async throws {
        let provider = TestProvider()
        let providers = try provider.providers()
        let accepted = Judged.accepted("somebody", nonce: "n")
        for _ in 0..<3 { #expect(try await provider.judge(TestToken().text(provider.key), providers) == accepted) }
        #expect(provider.count("/keys") == 1 && provider.count("/openid-configuration") == 1)
        let next = P256Key()
        var token = TestToken()
        token.header = #"{"alg":"ES256","kid":"two"}"#
        // Asked at this very moment: what is unknown stays so.
        let unknown = Judged.refused("the ID token: unknownKey")
        for _ in 0..<3 { #expect(try await provider.judge(token.text(next), providers) == unknown) }
        #expect(provider.count("/keys") == 1)
        // A second later it may be new there.
        provider.advance(1)
        for _ in 0..<3 { #expect(try await provider.judge(token.text(next), providers) == unknown) }
        #expect(provider.count("/keys") == 2)
        provider.state.withLock { $0.keys = [TestProvider.jwk(next, id: "two")] }
        provider.advance(59)
        #expect(try await provider.judge(token.text(next), providers) == unknown)
        provider.advance(1)
        #expect(try await provider.judge(token.text(next), providers) == accepted)
        #expect(provider.count("/keys") == 3)
        // The old one is gone there, so it is gone here.
        provider.advance(60)
        #expect(try await provider.judge(TestToken().text(provider.key), providers) == unknown)
    }

    @Test("of many who come at once one asks, and after a wait in vain nobody does for five seconds")
    func crowd() async throws {
        let provider = TestProvider()
        let providers = try provider.providers()
        provider.state.withLock { $0.isSlow = true }
        let token = TestToken().text(provider.key)
        let judged = try await withThrowingTaskGroup(of: Judged.self, returning: [Judged].self) { group in
            for _ in 0..<20 { group.addTask { try await provider.judge(token, providers) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(judged == Array(repeating: .accepted("somebody", nonce: "n"), count: 20))
        #expect(provider.count("/keys") == 1 && provider.count("/openid-configuration") == 1)

        let lost = TestProvider()
        let others = try lost.providers()
        lost.state.withLock { ($0.isAway, $0.secondsToFail) = (true, 10) }
        for _ in 0..<3 { #expect(try await lost.judge(token, others) == .unavailable) }
        #expect(lost.count("/openid-configuration") == 1)
        lost.advance(5)
        #expect(try await lost.judge(token, others) == .unavailable)
        #expect(lost.count("/openid-configuration") == 2)
    }

    @Test("rule 1.14: native games' client IDs are taken of ID tokens, and of no browser's")
    func native() async throws {
        let provider = TestProvider()
        let settings = OpenIDSettings(issuer: TestProvider.issuer, clientID: "laurel", nativeClientIDs: ["android"])
        let providers = try provider.providers(settings)
        var token = TestToken()
        token.audience = #""android""#
        #expect(try await provider.judge(token.text(provider.key), providers) == .accepted("somebody", nonce: "n"))
        provider.state.withLock { [token] in $0.idToken = token.text(provider.key) }
        let judged = Judged(
            await providers.judge(try ProviderID("example"), .code("c", question), provider.clock.now()))
        #expect(judged == .refused("the ID token: audience"))
    }

    @Test("a document of another issuer is not believed, and one that is away is not asked again at once")
    func discovery() async throws {
        let provider = TestProvider()
        let providers = try provider.providers()
        provider.state.withLock { $0.documentIssuer = "https://id.example.evil" }
        #expect(try await provider.judge(TestToken().text(provider.key), providers) == .unavailable)
        provider.state.withLock { $0.isAway = true }
        for _ in 0..<3 { #expect(try await provider.judge(TestToken().text(provider.key), providers) == .unavailable) }
        #expect(provider.count("/openid-configuration") == 2)
        provider.state.withLock { ($0.isAway, $0.documentIssuer) = (false, TestProvider.issuer) }
        provider.advance(5)
        #expect(
            try await provider.judge(TestToken().text(provider.key), providers) == .accepted("somebody", nonce: "n"))
    }

    /// Made for this test by OpenSSL, and used nowhere.
    private static let p8 = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgHxg+A28rntn8bRSG
        xBMjj0R8PC1TpVCLsWfH/EO08HOhRANCAAThWeg72XnTgL/mQ6rAelN+VxRZ8eyt
        mhQyLjnRUnleDilRAF8GNnIBksuboT7DG6ZTuKpABH+D7s26uKc9Wkzo
        -----END PRIVATE KEY-----
        """
}
