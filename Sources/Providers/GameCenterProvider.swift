import LaurelCryptography
import LaurelDomain
import LaurelService

/// Judges proofs of Apple's Game Center (rule 1.15), which have the form of ours (rule 1.10).
///
/// - Source: Apple, `GKLocalPlayer.fetchItems(forIdentityVerificationSignature:)`.
actor GameCenterProvider {
    /// How old a proof may be.
    static let age = Timestamp.Span.minutes(10)
    /// For which a certificate is kept, and how many.
    static let lifetime = Timestamp.Span.hours(12)
    static let certificatesLimit = 16
    private let settings: GameCenterSettings
    private let http: ProviderHTTP
    private var certificates: [String: (bytes: [UInt8], fetched: Timestamp)] = [:]

    init(_ settings: GameCenterSettings, _ http: ProviderHTTP) {
        self.settings = settings
        self.http = http
    }

    func judge(_ proof: GameCenterProof, at now: Timestamp) async -> ProviderVerdict<ProvenIdentity> {
        guard settings.bundleIDs.contains(proof.bundleID.text) else { return .refused("the bundle ID isn't ours") }
        // Before anything is multiplied or added.
        guard proof.timestamp >= 0, proof.timestamp <= now.milliseconds else {
            return .refused("the proof is of the future")
        }
        let made = Timestamp(clamping: proof.timestamp)
        guard now < made.advanced(by: Self.age) else { return .refused("the proof is too old") }
        guard let host = Self.host(of: proof.publicKeyURL), settings.keyHosts.contains(host) else {
            return .refused("the key's host isn't on the list")
        }
        guard let identity = ForeignIdentity(issuer: GameCenterSettings.issuer, subject: proof.teamPlayerID) else {
            return .refused("the player ID is out of range")
        }
        let certificate: [UInt8]
        switch await self.certificate(proof.publicKeyURL, now) {
        case .accepted(let bytes): certificate = bytes
        case .refused(let reason): return .refused(reason)
        case .unavailable(let reason): return .unavailable(reason)
        }
        let seconds = Int(now.milliseconds / 1_000)
        guard
            let key = VerificationKey.rsa(certificate: certificate, authorities: settings.authorities, at: seconds)
        else { return .refused("the certificate isn't believed") }
        guard key.verifies(proof.signature, of: proof.payload) else { return .refused("the signature") }
        return .accepted(
            ProvenIdentity(identity, once: .proof(proof.signature, until: made.advanced(by: Self.age))))
    }

    private func certificate(_ url: String, _ now: Timestamp) async -> ProviderVerdict<[UInt8]> {
        if let known = certificates[url], known.fetched <= now, now < known.fetched.advanced(by: Self.lifetime) {
            return .accepted(known.bytes)
        }
        switch await http.send(ProviderHTTP.Request(url)) {
        case .answered(200, let bytes):
            if certificates.count >= Self.certificatesLimit { certificates = [:] }
            certificates[url] = (bytes, now)
            return .accepted(bytes)
        case .answered(let status, _):
            return status >= 500
                ? .unavailable("the key's host answered \(status)") : .refused("the key's host answered \(status)")
        case .failed(let reason): return .unavailable("the key's host: \(reason)")
        }
    }

    /// - Returns: nil unless it is https, to a host without a user or a port, in characters that two readers take for
    ///   the same.
    static func host(of url: String) -> String? {
        let scheme = "https://"
        guard url.utf8.count <= 2_048, url.hasPrefix(scheme) else { return nil }
        let rest = url.dropFirst(scheme.count)
        let host = rest.prefix { $0 != "/" }
        guard host.count < rest.count, !host.isEmpty,
            rest.utf8.allSatisfy({ byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F: true
                default: false
                }
            })
        else { return nil }
        return String(host)
    }
}

extension GameCenterProof {
    /// What is signed: nothing stands in between.
    var payload: [UInt8] {
        let time = UInt64(clamping: timestamp)
        let bytes = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: time >> UInt64($0)) }
        return Array(teamPlayerID.utf8) + Array(bundleID.text.utf8) + bytes + salt
    }
}
