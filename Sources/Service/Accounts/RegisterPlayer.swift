import LaurelDomain
import LaurelScores
import LaurelStorage

/// What signing up and claiming the administration have in common.
struct RegisterPlayer {
    static let recoveryCodeCount = 8
    let accounts: Accounts
    init(_ accounts: Accounts) { self.accounts = accounts }

    func callAsFunction(
        _ alias: Alias, _ password: Password, _ entrance: Entrance, _ arrival: Arrival, _ requestID: String = ""
    ) async throws(SignUpError) -> SignedUp {
        let binding = try bind(arrival)
        if alias.isReserved, !entrance.makesAdministrator { throw .aliasReserved }
        try await check(alias, arrival)
        let hash: String
        do { hash = try await accounts.hash(new: password) } catch { throw SignUpError(error) }
        let now = accounts.clock.now()
        let token = Token.make(accounts.random)
        let codes = (0..<Self.recoveryCodeCount).map { _ in ReadableCode.makeSecret(accounts.random) }
        let session = NewSession(
            digest: accounts.digest(token), binding: binding, device: arrival.device, created: now,
            hasEmptyQueue: arrival.waiting == 0)
        let endings = accounts.sessions.endings
        let player = NewPlayer(
            alias: alias, displayName: alias.text, passwordHash: hash, recoveryCodes: codes.map(accounts.digest),
            created: now, entrance: entrance, session: session, requestID: requestID)
        let registration = try await SignUpError.translating { () throws(StoreError) in
            try await accounts.directory.register(player)
        }
        switch registration {
        case .aliasTaken: throw .aliasTaken
        case .entranceRefused: throw .invitationRefused
        case .registered(let player, let record):
            accounts.names.put(player.displayName, of: player.number)
            accounts.knownAddresses.note(alias.key, arrival.address)
            guard let record else { throw .broken(reason: "the store registered a player without a session") }
            _ = accounts.sessions.insert(record, session.digest, ifStill: endings)
            let opened = Session(record)
            accounts.noteProof(opened)
            return SignedUp(player: player, token: token, recoveryCodes: codes, session: opened)
        }
    }

    private func bind(_ arrival: Arrival) throws(SignUpError) -> Binding {
        do { return try accounts.catalogue.binding(arrival.game) } catch { throw .game(error) }
    }

    /// What is cheap to find out before a password is hashed.
    private func check(_ alias: Alias, _ arrival: Arrival) async throws(SignUpError) {
        guard accounts.words.allows(alias.text) else { throw .wordRefused }
        do throws(TooManyAttempts) {
            try accounts.signUps.reserve(accounts.limits.signUp(from: arrival.address), at: accounts.elapsed)
        } catch {
            throw .tooManyAttempts(retryAfter: error.retryAfter)
        }
        let holder = try await SignUpError.translating { () throws(StoreError) in
            try await accounts.directory.player(aliasKey: alias.key)
        }
        guard holder == nil else { throw .aliasTaken }
        let twin = try await SignUpError.translating { () throws(StoreError) in
            try await accounts.directory.player(aliasSkeleton: alias.skeleton)
        }
        guard twin == nil else { throw .aliasTaken }
    }
}

extension Entrance {
    fileprivate var makesAdministrator: Bool {
        if case .administratorLink = self { true } else { false }
    }
}
