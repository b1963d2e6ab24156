import LaurelDomain
import LaurelScores
public import LaurelStorage

// What a player allows somebody else: a device without a keyboard, or a game's page of another origin. The session is
// made when it is fetched, and whatever ends the player's sessions until then ends the grant. One rule for both:
//
// - The session that it was given in still stands, and nothing has ended all of the player's others. That is the
//   store's part, since sessions end there; see `Grant`.
// - The password is the one that it was then, the player isn't kept out of the server, and the game can be played.
//   That is `honors`, asked inside the transaction that uses the grant up.

extension Accounts {
    /// What a player allows in this session, now.
    func grant(in session: Session) async throws(StoreError) -> Grant {
        let credentials = try await directory.credentials(of: session.player)
        return Grant(player: session.player, session: session.id, password: credentials.map(passwordMark))
    }

    /// - Parameter credentials: those that the player has now.
    func honors(_ grant: Grant, for binding: Binding, _ credentials: Credentials?) -> Bool {
        guard !catalogue.bans.isBannedEverywhere(grant.player), catalogue.admits(binding) else { return false }
        // Who had none has set their first one since, which ends nothing.
        guard let password = grant.password else { return true }
        return credentials.map(passwordMark) == password
    }

    /// Tells one hash of a password from another, and is none.
    private func passwordMark(_ credentials: Credentials) -> SecretDigest { digest(credentials.passwordHash) }
}

extension Catalogue {
    /// Whether a session can be made for this still: Game Center may have been turned off for its game.
    fileprivate func admits(_ binding: Binding) -> Bool {
        guard case .game(let number, let environment) = binding else { return true }
        guard let app = app(number) else { return false }
        do throws(GameRefusal) {
            return try self.binding((bundleID: app.bundleID, environment: environment)) == binding
        } catch {
            return false
        }
    }
}

/// Deletes what players allowed and nobody fetched in time, devices that nobody allowed, and used codes that need not
/// be remembered any more. To be run about once a minute.
public struct TidyGrants: Sendable {
    /// Of each of them in one go, so that no other write waits long.
    static let batchLimit = 10_000
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    public func callAsFunction() async throws(StoreError) {
        try await accounts.directory.tidyGrants(at: accounts.storeNow, limit: Self.batchLimit)
    }
}
