public import LaurelDomain
public import LaurelScores
public import LaurelStorage
import Synchronization

/// The keys by which the server vouches for players, in memory: the one in use, and every certificate there was.
public final class IdentityKeys: Sendable {
    /// How long a certificate holds. Rotate before.
    public static let lifetime = Timestamp.Span.days(3_650)
    /// Of clocks that are behind.
    static let clockAllowance = Timestamp.Span.days(1)

    struct Current {
        let id: CertificateID
        let number: Int64
        let sign: IdentitySigning.Sign
    }

    private struct State {
        var current: Current?
        var certificates: [CertificateID: [UInt8]] = [:]
    }

    let directory: any IdentityDirectory
    let signing: IdentitySigning
    let clock: Clock
    let digest: ContentDigest
    let random: Random
    private let state = Mutex(State())

    public init(
        directory: any IdentityDirectory, signing: IdentitySigning, clock: Clock, digest: ContentDigest, random: Random
    ) {
        self.directory = directory
        self.signing = signing
        self.clock = clock
        self.digest = digest
        self.random = random
    }

    /// The certificate of the key in use; nil before the first start has made one.
    public var currentID: CertificateID? { state.withLock { $0.current?.id } }
    var current: Current? { state.withLock { $0.current } }

    /// A certificate in DER, of this key or of an older one.
    public func certificate(_ id: CertificateID) -> [UInt8]? { state.withLock { $0.certificates[id] } }

    /// Takes what the store says.
    func publish(_ keys: [IdentityKey]) throws(IdentityError) {
        var certificates: [CertificateID: [UInt8]] = [:]
        for key in keys { certificates[try id(of: key.certificate)] = key.certificate }
        guard let last = keys.last, let privateKey = last.privateKey, let sign = signing.read(privateKey) else {
            throw .broken(reason: "can't read the identity key")
        }
        let current = Current(id: try id(of: last.certificate), number: last.number, sign: sign)
        state.withLock { state in
            // Of two rotations at once the later one stands.
            if let known = state.current, known.number > current.number { return }
            state = State(current: current, certificates: certificates)
        }
    }

    private func id(of certificate: [UInt8]) throws(IdentityError) -> CertificateID {
        let digits = digest.digest(certificate).prefix(CertificateID.length / 2).map { byte in
            let text = String(byte, radix: 16)
            return byte < 16 ? "0" + text : text
        }
        guard let id = CertificateID(digits.joined()) else { throw .broken(reason: "the digest is too short") }
        return id
    }
}

public enum IdentityError: Error, StoreFailure, Hashable, Sendable {
    case busy
    case unavailable
    case broken(reason: String)
}
