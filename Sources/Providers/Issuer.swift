import LaurelDomain
import LaurelWire

/// What an issuer publishes of itself: its addresses and its keys. Fetched when they are needed, and kept.
actor Issuer {
    /// For which the document and the keys are kept.
    static let lifetime = Timestamp.Span.hours(12)
    /// Between two questions for the keys because of an unknown one.
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
    private let clock: Clock
    private var knownDocument: (value: Document, fetched: Timestamp)?
    private var knownKeys: (value: KeySet, fetched: Timestamp)?
    /// When an unknown key was last a reason to ask.
    private var asked: Timestamp?
    /// Of either, when it had failed, which can be long after it was asked; the next one waits.
    private var failed: (reason: String, at: Timestamp)?
    private var isAsking = false
    /// Those who want to ask while another does. Once they may, they find what it has found.
    private var line: [CheckedContinuation<Void, Never>] = []

    init(_ issuer: String, _ http: ProviderHTTP, _ clock: Clock) {
        self.issuer = issuer
        self.http = http
        self.clock = clock
    }

    func document(at now: Timestamp) async throws(Unavailable) -> Document {
        if let known = knownDocument, Self.isWithin(Self.lifetime, known.fetched, now) { return known.value }
        await takeTurn()
        defer { passTurn() }
        return try await askForDocument(now)
    }

    /// To be called by who has the turn.
    private func askForDocument(_ now: Timestamp) async throws(Unavailable) -> Document {
        if let known = knownDocument, Self.isWithin(Self.lifetime, known.fetched, now) { return known.value }
        do throws(Unavailable) {
            try pauseAfterFailure()
            let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
            let bytes = try await fetch(base + "/.well-known/openid-configuration")
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
        if let keys = keysAtHand(now, isUnknown) { return keys }
        await takeTurn()
        defer { passTurn() }
        if let keys = keysAtHand(now, isUnknown) { return keys }
        do throws(Unavailable) {
            try pauseAfterFailure()
            if isUnknown { asked = now }
            let address = try await askForDocument(now).keys
            let bytes = try await fetch(address)
            guard let value = KeySet(json: bytes) else { throw Unavailable("\(address) is no key set") }
            knownKeys = (value, now)
            return value
        } catch {
            if let knownKeys { return knownKeys.value }
            throw error
        }
    }

    /// - Returns: nil: it is time to ask.
    private func keysAtHand(_ now: Timestamp, _ isUnknown: Bool) -> KeySet? {
        guard let knownKeys else { return nil }
        guard isUnknown else {
            return Self.isWithin(Self.lifetime, knownKeys.fetched, now) ? knownKeys.value : nil
        }
        // What was fetched since then knows no more now.
        if knownKeys.fetched >= now { return knownKeys.value }
        guard let asked, Self.isWithin(Self.pause, asked, max(asked, now)) else { return nil }
        return knownKeys.value
    }

    // MARK: Asking

    /// One asks at a time, so that a provider that keeps everybody waiting keeps one connection.
    private func takeTurn() async {
        guard isAsking else {
            isAsking = true
            return
        }
        await withCheckedContinuation { line.append($0) }
    }

    private func passTurn() {
        if line.isEmpty { isAsking = false } else { line.removeFirst().resume() }
    }

    private static func isWithin(_ span: Timestamp.Span, _ moment: Timestamp, _ now: Timestamp) -> Bool {
        moment <= now && now < moment.advanced(by: span)
    }

    private func pauseAfterFailure() throws(Unavailable) {
        guard let failed, Self.isWithin(.seconds(5), failed.at, clock.now()) else { return }
        throw Unavailable(failed.reason)
    }

    private func fetch(_ url: String) async throws(Unavailable) -> [UInt8] {
        switch await http.send(ProviderHTTP.Request(url)) {
        case .answered(200, let bytes):
            failed = nil
            return bytes
        case .answered(let status, _): throw note("\(url) answered \(status)")
        case .failed(let reason): throw note("\(url): \(reason)")
        }
    }

    private func note(_ reason: String) -> Unavailable {
        failed = (reason, clock.now())
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
