public import LaurelDomain
import LaurelScores
import LaurelStorage

/// What somebody has who has proved who they are at a provider, until they say what for.
public struct ProviderTicket: Sendable {
    /// Good for ``ProviderSignIns/lifetime``, and once.
    public let text: String
    public let expires: Timestamp
    /// Whether it signs a player in; otherwise a first sign-in makes one.
    public let isLinked: Bool
}

/// Takes a native game's proof: an ID token with a nonce of ours, a ticket of Steam, a proof of Apple's Game Center.
public struct ProveToProvider: Sendable {
    private let signIns: ProviderSignIns
    private var accounts: Accounts { signIns.accounts }
    public init(_ signIns: ProviderSignIns) { self.signIns = signIns }

    /// A nonce for the ID token that the game is about to ask for.
    public func nonce(
        for id: ProviderID, address: ClientAddress
    ) async throws(ProviderError) -> (text: String, expires: Timestamp) {
        guard try signIns.checkKnown(id).kind == .openID else { throw .unknownProvider }
        try signIns.reserve(from: address)
        let text = Token.make(accounts.random)
        let step = ProviderStep(.nonce, accounts.digest(text), provider: id, expires: signIns.expiry)
        _ = try await ProviderError.translating { () throws(StoreError) in try await accounts.directory.addStep(step) }
        return (text, step.expires)
    }

    public func callAsFunction(
        _ id: ProviderID, _ proof: ForeignProof, address: ClientAddress
    ) async throws(ProviderError) -> ProviderTicket {
        _ = try signIns.checkKnown(id)
        try signIns.reserve(from: address)
        let now = accounts.clock.now()
        let proven = try await judged(id, proof, at: now)
        try await spend(proven.once, id, at: now)
        return try await ticket(id, proven.identity)
    }

    private func spend(_ once: ProvenIdentity.Once, _ id: ProviderID, at now: Timestamp) async throws(ProviderError) {
        switch once {
        case .nonce(let nonce):
            guard Token.isWellFormed(nonce) else { throw .refused(reason: "the nonce is none of ours") }
            let step = try await ProviderError.translating { () throws(StoreError) in
                try await accounts.directory.takeStep(.nonce, accounts.digest(nonce), at: now)
            }
            guard step?.provider == id else { throw .refused(reason: "the nonce is unknown, used or too old") }
        case .proof(let bytes, let until):
            let digest = accounts.digest("proof \(id.text) " + Base64URL.text(bytes))
            let isNew = try await ProviderError.translating { () throws(StoreError) in
                try await accounts.directory.addStep(
                    ProviderStep(.used, digest, provider: id, expires: until))
            }
            guard isNew else { throw .refused(reason: "the proof was used before") }
        }
    }

    func judged(
        _ id: ProviderID, _ proof: ForeignProof, at now: Timestamp
    ) async throws(ProviderError) -> ProvenIdentity {
        switch await signIns.providers.judge(id, proof, now) {
        case .accepted(let proven): return proven
        case .refused(let reason): throw .refused(reason: reason)
        case .unavailable(let reason): throw .providerUnavailable(reason: reason)
        }
    }

    func ticket(_ id: ProviderID, _ identity: ForeignIdentity) async throws(ProviderError) -> ProviderTicket {
        let text = Token.make(accounts.random)
        let step = ProviderStep(
            .ticket, accounts.digest(text), provider: id, identity: identity, expires: signIns.expiry)
        let link = try await ProviderError.translating { () throws(StoreError) in
            _ = try await accounts.directory.addStep(step)
            return try await accounts.directory.link(of: identity)
        }
        return ProviderTicket(text: text, expires: step.expires, isLinked: link != nil)
    }
}
