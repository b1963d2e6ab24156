import LaurelCryptography
import LaurelDomain
import LaurelService
import LaurelWire

/// A provider of OpenID Connect: sends browsers there, redeems their codes, judges ID tokens.
struct OpenIDProvider: Sendable {
    let settings: OpenIDSettings
    let issuer: Issuer
    let http: ProviderHTTP
    let clock: Clock

    init(_ settings: OpenIDSettings, _ http: ProviderHTTP, _ clock: Clock) {
        self.settings = settings
        self.http = http
        self.clock = clock
        issuer = Issuer(settings.issuer, http, clock)
    }

    func begin(_ question: AuthorizationQuestion) async -> ProviderVerdict<String> {
        do throws(Issuer.Unavailable) {
            let endpoint = try await issuer.document(at: clock.now()).authorization
            var query = FormText()
            query.add("response_type", "code")
            query.add("client_id", settings.clientID)
            query.add("redirect_uri", question.redirect)
            query.add("scope", settings.scope)
            query.add("state", question.state)
            query.add("nonce", question.nonce)
            query.add("code_challenge", Base64URL.text(Digest.sha256(Array(question.verifier.utf8))))
            query.add("code_challenge_method", "S256")
            if settings.answersByForm { query.add("response_mode", "form_post") }
            return .accepted(endpoint + (endpoint.contains("?") ? "&" : "?") + query.text)
        } catch {
            return .unavailable(error.reason)
        }
    }

    /// The ID token of a code comes from the issuer itself, and is judged as any other.
    func judge(code: String, _ question: AuthorizationQuestion) async -> ProviderVerdict<ProvenIdentity> {
        let token: String
        switch await redeem(code, question) {
        case .accepted(let found): token = found
        case .refused(let reason): return .refused(reason)
        case .unavailable(let reason): return .unavailable(reason)
        }
        return await judge(token, for: [settings.clientID])
    }

    func judge(idToken: String) async -> ProviderVerdict<ProvenIdentity> {
        await judge(idToken, for: Set([settings.clientID] + settings.nativeClientIDs))
    }

    private func judge(_ text: String, for audiences: Set<String>) async -> ProviderVerdict<ProvenIdentity> {
        let expected = IDToken.Expectation(issuer: settings.issuer, audiences: audiences)
        let now = clock.now()
        let token: IDToken
        do throws(IDToken.Flaw) { token = try IDToken(text) } catch { return .refused("the ID token: \(error)") }
        var keys: KeySet
        do throws(Issuer.Unavailable) {
            keys = try await issuer.keys(at: now)
            // Perhaps it is new there.
            if !token.isSigned(byOneOf: keys) { keys = try await issuer.keys(at: now, isUnknown: true) }
        } catch {
            return .unavailable(error.reason)
        }
        do throws(IDToken.Flaw) {
            let (identity, nonce) = try token.judged(by: keys, expected, at: now)
            return .accepted(ProvenIdentity(identity, once: .nonce(nonce)))
        } catch {
            return .refused("the ID token: \(error)")
        }
    }

    // MARK: Codes

    /// - Source: RFC 6749, section 4.1.3; RFC 7636, section 4.5.
    private func redeem(_ code: String, _ question: AuthorizationQuestion) async -> ProviderVerdict<String> {
        let document: Issuer.Document
        do throws(Issuer.Unavailable) { document = try await issuer.document(at: clock.now()) } catch {
            return .unavailable(error.reason)
        }
        var form = FormText()
        form.add("grant_type", "authorization_code")
        form.add("code", code)
        form.add("redirect_uri", question.redirect)
        form.add("code_verifier", question.verifier)
        var request = ProviderHTTP.Request(document.token)
        request.headers["Accept"] = "application/json"
        request.headers["Content-Type"] = "application/x-www-form-urlencoded"
        switch settings.secret {
        case .none: form.add("client_id", settings.clientID)
        case .text(let secret) where !document.takesSecretInForm:
            // Both encoded as in a form first (RFC 6749, section 2.3.1).
            let pair = PercentEncoding.text(settings.clientID) + ":" + PercentEncoding.text(secret)
            request.headers["Authorization"] = "Basic " + LaurelWire.Base64.encode(Array(pair.utf8))
        case .text(let secret):
            form.add("client_id", settings.clientID)
            form.add("client_secret", secret)
        case .apple(let team, let keyID, let key):
            let secret = AppleClientSecret(team: team, keyID: keyID, key: key)
            form.add("client_id", settings.clientID)
            form.add("client_secret", secret.text(for: settings.clientID, issuer: settings.issuer, at: clock.now()))
        }
        request.form = Array(form.text.utf8)
        switch await http.send(request) {
        case .failed(let reason): return .unavailable("\(document.token): \(reason)")
        case .answered(200, let bytes):
            do throws(JSONError) {
                if let token = try JSONValue(json: bytes)["id_token"]?.text { return .accepted(token) }
            } catch {}
            return .refused("the token endpoint gave no ID token")
        case .answered(let status, let bytes):
            return status >= 500
                ? .unavailable("\(document.token) answered \(status)")
                : .refused("the token endpoint answered \(status): \(Self.reason(bytes))")
        }
    }

    private static func reason(_ bytes: [UInt8]) -> String {
        do throws(JSONError) { return String((try JSONValue(json: bytes)["error"]?.text ?? "").prefix(64)) } catch {
            return ""
        }
    }
}

/// What Apple takes for a client's secret: a token of five minutes, signed by a key that Apple gave.
///
/// - Source: Apple, "Creating a client secret" (Sign in with Apple).
struct AppleClientSecret: Sendable {
    static let lifetime = Timestamp.Span.minutes(5)
    let team: String
    let keyID: String
    let key: P256Key

    func text(for clientID: String, issuer: String, at now: Timestamp) -> String {
        var header = JSONWriter()
        header.beginObject()
        header.field("alg", "ES256")
        header.field("kid", keyID)
        header.endObject()
        var claims = JSONWriter()
        claims.beginObject()
        claims.field("iss", team)
        claims.field("iat", now.milliseconds / 1_000)
        claims.field("exp", now.advanced(by: Self.lifetime).milliseconds / 1_000)
        claims.field("aud", issuer)
        claims.field("sub", clientID)
        claims.endObject()
        let signed = Base64URL.text(header.finish()) + "." + Base64URL.text(claims.finish())
        return signed + "." + Base64URL.text(key.signature(of: Array(signed.utf8)))
    }
}
