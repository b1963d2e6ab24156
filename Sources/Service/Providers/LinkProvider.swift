public import LaurelDomain
public import LaurelScores
public import LaurelStorage

/// Links a provider's account to the player who is signed in (rule 1.14). It makes an account of a guest (rule 1.12):
/// the same player with the same IDs, scores and sessions; the device's secret signs nobody in any more.
public struct LinkProvider: Sendable {
    private let signIns: ProviderSignIns
    private var accounts: Accounts { signIns.accounts }
    public init(_ signIns: ProviderSignIns) { self.signIns = signIns }

    /// - Parameters:
    ///   - alias: a guest's new one; nil: they keep theirs. Others must leave it out.
    ///   - invitation: as typed; looked at only for a guest, where the policy for sign-ups asks for one.
    ///   - device: what a guest's device calls itself; nil: it doesn't say. A name that it has stays.
    public func callAsFunction(
        _ ticket: String, alias: Alias?, invitation: String?, device: DeviceName? = nil, in session: Session
    ) async throws(LinkProviderError) -> Player {
        let isGuest = accounts.profiles.isGuest(session.player)
        guard isGuest || alias == nil else { throw .noGuest }
        let entrance: Entrance
        do throws(SignUpError) { entrance = try isGuest ? accounts.entrance(invitation) : .open } catch {
            throw .signUp(error)
        }
        if let alias {
            if alias.isReserved { throw .signUp(.aliasReserved) }
            guard accounts.words.allows(alias.text) else { throw .signUp(.wordRefused) }
        }
        let now = accounts.clock.now()
        let step = try await LinkProviderError.translating { () throws(StoreError) in
            try await signIns.ticket(ticket, at: now)
        }
        guard let step, let identity = step.identity else { throw .expired }
        let link = NewProviderLink(
            player: session.player, identity: identity, provider: step.provider, alias: alias, entrance: entrance,
            device: device.map { (number: session.device, name: $0) }, time: now)
        let linking = try await LinkProviderError.translating { () throws(StoreError) in
            let linking = try await accounts.directory.addLink(link)
            if case .linked = linking { _ = try await accounts.directory.takeStep(.ticket, step.digest, at: now) }
            return linking
        }
        switch linking {
        case .linked(let player):
            accounts.profiles.setGuest(false, player.number)
            accounts.names.put(player.displayName, of: player.number)
            accounts.noteProof(session)
            accounts.outbox?.signal()
            return player
        case .ofAnother: throw .linkTaken
        case .noPlayer: throw .unavailable
        case .tooMany: throw .tooMany(limit: ProviderLink.countLimit)
        case .aliasTaken: throw .signUp(.aliasTaken)
        case .entranceRefused: throw .signUp(.invitationRefused)
        }
    }
}

/// What signs a player in, as they see it.
public struct ListProviderLinks: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Returns: the links, in the order that they were made in, and whether there is a password, too.
    public func callAsFunction(
        of player: PlayerNumber
    ) async throws(UnlinkProviderError) -> (links: [ProviderLink], hasPassword: Bool) {
        try await UnlinkProviderError.translating { () throws(StoreError) in
            (
                try await accounts.directory.links(of: player),
                try await accounts.directory.credentials(of: player) != nil
            )
        }
    }
}

/// Takes a link away: the provider's account signs the player in no more. Sessions stay.
public struct UnlinkProvider: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    public func callAsFunction(_ id: ProviderLinkID, of player: PlayerNumber) async throws(UnlinkProviderError) {
        let unlinking = try await UnlinkProviderError.translating { () throws(StoreError) in
            try await accounts.directory.removeLink(id, of: player, at: accounts.clock.now())
        }
        switch unlinking {
        case .unlinked: accounts.outbox?.signal()
        case .unknown: throw .unknownLink
        case .lastSignIn: throw .lastSignIn
        }
    }
}

/// Lets go of states, nonces, tickets and used proofs that are good no more. To be run about once a minute.
public struct TidyProviders: Sendable {
    static let batchLimit = 10_000
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    public func callAsFunction() async throws(StoreError) {
        try await accounts.directory.tidySteps(at: accounts.clock.now(), limit: Self.batchLimit)
    }
}

public enum LinkProviderError: Error, StoreFailure, Hashable, Sendable {
    /// The ticket is unknown, used or too old.
    case expired
    /// An alias is for guests.
    case noGuest
    /// The provider's account signs another player in.
    case linkTaken
    case tooMany(limit: Int)
    /// For what a new player could not sign up, either.
    case signUp(SignUpError)
    case unavailable
    case broken(reason: String)
}

public enum UnlinkProviderError: Error, StoreFailure, Hashable, Sendable {
    case unknownLink
    case lastSignIn
    case unavailable
    case broken(reason: String)
}
