import LaurelDomain
import LaurelWire

/// What an issuer publishes of itself: its addresses and its keys. Fetched when they are needed, and kept.
actor Issuer {
    /// For which the document and the keys are kept.
    static let lifetime = Timestamp.Span.hours(12)
    /// Between two questions for the keys because of an unknown one, and after one that failed.
    static let pause = Timestamp.Span.minutes(1)

    struct Document: Sendable {
        let authorization: String
        let token: String
        let keys: String
        /// Whether the secret goes into the form; otherwise into `Authorization`.
        let takesSecretInForm: Bool
    }

    struct Unavailable: Error, Sendable {
        let reason: String
        init(_ reason: String) { self.reason = reason }
    }

    private let issuer: String
    private let http: ProviderHTTP
    private var knownDocument: (value: Document, fetched: Timestamp)?
    private var knownKeys: (value: KeySet, fetched: Timestamp)?
    /// When the keys were last asked for.
    private var asked: Timestamp?
    /// Of either; the next one waits.
    private var failed: (reason: String, at: Timestamp)?

    init(_ issuer: String, _ http: ProviderHTTP) {
        self.issuer = issuer
        self.http = http
    }

    func document(at now: Timestamp) async throws(Unavailable) -> Document {
        if let known = knownDocument, Self.isWithin(Self.lifetime, known.fetched, now) { return known.value }
        do throws(Unavailable) {
            try pauseAfterFailure(now)
            let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
            let bytes = try await fetch(base + "/.well-known/openid-configuration", now)
            let value = try parsed(bytes)
            knownDocument = (value, now)
            return value
        } catch {
            // An old one is better than none.
            if let knownDocument { return knownDocument.value }
            throw error
        }
    }

    /// - Parameter isUnknown: the keys that are here don't have what a token names.
    func keys(at now: Timestamp, isUnknown: Bool = false) async throws(Unavailable) -> KeySet {
        if let knownKeys {
            if !isUnknown, Self.isWithin(Self.lifetime, knownKeys.fetched, now) { return knownKeys.value }
            if isUnknown, let asked, Self.isWithin(Self.pause, asked, now) { return knownKeys.value }
        }
        do throws(Unavailable) {
            try pauseAfterFailure(now)
            // Before the wait: of many who come with the same key, one asks.
            asked = now
            let address = try await document(at: now).keys
            let bytes = try await fetch(address, now)
            guard let value = KeySet(json: bytes) else { throw Unavailable("\(address) is no key set") }
            knownKeys = (value, now)
            return value
        } catch {
            if let knownKeys { return knownKeys.value }
            throw error
        }
    }

    private static func isWithin(_ span: Timestamp.Span, _ moment: Timestamp, _ now: Timestamp) -> Bool {
        moment <= now && now < moment.advanced(by: span)
    }

    private func pauseAfterFailure(_ now: Timestamp) throws(Unavailable) {
        guard let failed, Self.isWithin(.seconds(5), failed.at, now) else { return }
        throw Unavailable(failed.reason)
    }

    private func fetch(_ url: String, _ now: Timestamp) async throws(Unavailable) -> [UInt8] {
        switch await http.send(ProviderHTTP.Request(url)) {
        case .answered(200, let bytes):
            failed = nil
            return bytes
        case .answered(let status, _): throw note("\(url) answered \(status)", now)
        case .failed(let reason): throw note("\(url): \(reason)", now)
        }
    }

    private func note(_ reason: String, _ now: Timestamp) -> Unavailable {
        failed = (reason, now)
        return Unavailable(reason)
    }

    /// - Source: OpenID Connect Discovery 1.0, sections 3 and 4.3.
    private func parsed(_ bytes: [UInt8]) throws(Unavailable) -> Document {
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(json: bytes) } catch {
            throw Unavailable("the discovery document is no JSON")
        }
        guard value["issuer"]?.text == issuer else {
            throw Unavailable("the discovery document is of another issuer than \(issuer)")
        }
        func address(_ name: String) throws(Unavailable) -> String {
            guard let text = value[name]?.text, text.utf8.count <= 2_048,
                text.hasPrefix("https://") || (text.hasPrefix("http://") && issuer.hasPrefix("http://"))
            else { throw Unavailable("the discovery document has no usable \(name)") }
            return text
        }
        var takesForm = false
        if case .array(let methods)? = value["token_endpoint_auth_methods_supported"] {
            takesForm = !methods.contains(.string("client_secret_basic"))
        }
        return Document(
            authorization: try address("authorization_endpoint"), token: try address("token_endpoint"),
            keys: try address("jwks_uri"), takesSecretInForm: takesForm)
    }
}
