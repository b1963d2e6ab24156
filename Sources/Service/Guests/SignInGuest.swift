public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Signs a device's guest in by its secret; a device that shows one for the first time gets a player (rule 1.11).
///
/// Guests that exist come in wherever they were made, even where no new ones are taken any more: their scores are not
/// lost, and they can be upgraded.
public struct SignInGuest: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Parameter names: what a new guest's alias is drawn from.
    public func callAsFunction(
        _ secret: GuestSecret, names: GuestNames, arrival: Arrival
    ) async throws(SignInGuestError) -> (signedIn: SignedIn, isNew: Bool) {
        let binding: Binding
        do { binding = try accounts.catalogue.binding(arrival.game) } catch { throw .game(error) }
        let digest = accounts.digest(secret.text)
        if let known = try await signIn(digest, binding, arrival) { return (known, false) }
        try checkPolicy(arrival)
        if let made = try await register(digest, names, binding, arrival) { return (made, true) }
        // Another call with this secret was quicker.
        guard let known = try await signIn(digest, binding, arrival) else { throw .unavailable }
        return (known, false)
    }

    /// - Returns: nil when nobody has the secret.
    func signIn(
        _ secret: SecretDigest, _ binding: Binding, _ arrival: Arrival
    ) async throws(SignInGuestError) -> SignedIn? {
        let (guest, merge) = try await SignInGuestError.translating { () throws(StoreError) in
            (try await accounts.directory.guest(secret), try await accounts.directory.guestMerge(secret))
        }
        guard merge == nil else { throw .merged }
        guard let guest else { return nil }
        guard guest.upgraded == nil else { throw .upgraded }
        guard !accounts.catalogue.bans.isBannedEverywhere(guest.player) else { throw .banned }
        if case .game(let app, _) = binding, guest.app != app { try checkApp(arrival) }
        let opened = try await SignInGuestError.translating { () throws(StoreError) in
            try await OpenSession(accounts)(binding, ofGuest: secret, arrival)
        }
        // Upgraded or erased between the look at it and now; the next call says which.
        guard let opened else { throw .unavailable }
        accounts.noteProof(opened.session)
        return opened
    }

    private func checkPolicy(_ arrival: Arrival) throws(SignInGuestError) {
        guard accounts.allowsGuests else { throw .notAllowed }
        try checkApp(arrival)
        do throws(TooManyAttempts) {
            try accounts.newGuests.reserve(accounts.limits.guest(from: arrival.address), at: accounts.elapsed)
        } catch {
            throw .tooManyGuests(burst: accounts.limits.guestAddress?.burst, retryAfter: error.retryAfter)
        }
    }

    private func checkApp(_ arrival: Arrival) throws(SignInGuestError) {
        guard let game = arrival.game else { return }
        guard accounts.catalogue.app(game.bundleID)?.allowsGuests ?? false else {
            throw .notAllowedByGame(game.bundleID)
        }
    }

    /// - Returns: nil when the secret is somebody's by now.
    private func register(
        _ secret: SecretDigest, _ names: GuestNames, _ binding: Binding, _ arrival: Arrival
    ) async throws(SignInGuestError) -> SignedIn? {
        let token = Token.make(accounts.random)
        let session = NewSession(
            digest: accounts.digest(token), binding: binding, device: arrival.device, created: accounts.clock.now(),
            hasEmptyQueue: arrival.waiting == 0, countLimit: ActiveSessions.countLimitPerPlayer)
        var app: AppNumber?
        if case .game(let number, _) = binding { app = number }
        for draw in 0..<AliasDraw.limit {
            guard let alias = AliasDraw(accounts).alias(names, draw) else { continue }
            let guest = NewGuest(alias: alias, secret: secret, app: app, session: session)
            let endings = accounts.sessions.endings
            let made = try await SignInGuestError.translating { () throws(StoreError) in
                try await accounts.directory.register(guest)
            }
            switch made {
            case .aliasTaken: continue
            case .secretTaken: return nil
            case .registered(let player, let record):
                accounts.profiles.setGuest(true, player.number)
                accounts.names.put(player.displayName, of: player.number)
                _ = accounts.sessions.insert(record, session.digest, ifStill: endings)
                let opened = Session(record)
                accounts.noteProof(opened)
                return SignedIn(player: player, token: token, session: opened)
            }
        }
        throw .unavailable
    }
}

extension Accounts {
    /// Whether somebody who is signed in as a guest has the device's secret, too. It is too long to be guessed.
    func isSecret(_ typed: String, ofGuest player: PlayerNumber) async throws(StoreError) -> Bool {
        guard Token.isWellFormed(typed), let guest = try await directory.guest(digest(typed)) else { return false }
        return guest.player == player && guest.upgraded == nil
    }
}

public enum SignInGuestError: Error, StoreFailure, Hashable, Sendable {
    /// The secret's guest has an alias and a password now, and signs in with those.
    case upgraded
    /// The secret's guest is part of an account now (rule 1.13).
    case merged
    /// This server takes no new guests.
    case notAllowed
    /// The game takes none, or none from elsewhere.
    case notAllowedByGame(BundleID)
    case banned
    /// Nobody has the secret.
    case unknown
    /// The code is unknown, used or too old.
    case wrongCode
    case game(GameRefusal)
    /// - burst: how many an address may make at once; nil: as many as it likes.
    case tooManyGuests(burst: Int64?, retryAfter: Timestamp.Span)
    case unavailable
    case broken(reason: String)
}
