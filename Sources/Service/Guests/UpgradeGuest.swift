public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Gives a guest an alias and a password (rule 1.12): the same player with the same IDs, scores and sessions. The
/// device's secret signs nobody in any more, and what guests may not do ends.
public struct UpgradeGuest: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Parameters:
    ///   - alias: a new one, or the guest's own.
    ///   - invitation: as typed; looked at only where the policy for sign-ups asks for one.
    ///   - device: what the session's device calls itself; nil: it doesn't say. A name that it has stays.
    /// - Returns: the recovery codes, too, which nobody sees again (rule 1.9).
    public func callAsFunction(
        alias: Alias, password: Password, invitation: String? = nil, device: DeviceName? = nil, in session: Session,
        address: ClientAddress
    ) async throws(UpgradeGuestError) -> (player: Player, recoveryCodes: [String]) {
        guard accounts.profiles.isGuest(session.player) else { throw .noGuest }
        let entrance: Entrance
        do throws(SignUpError) { entrance = try accounts.entrance(invitation) } catch { throw .signUp(error) }
        try await check(alias, session.player, address)
        let hash: String
        do { hash = try await accounts.hash(new: password) } catch { throw .signUp(SignUpError(error)) }
        let codes = (0..<RegisterPlayer.recoveryCodeCount).map { _ in ReadableCode.makeSecret(accounts.random) }
        let credentials = NewCredentials(
            alias: alias, passwordHash: hash, recoveryCodes: codes.map(accounts.digest), entrance: entrance,
            device: device.map { (number: session.device, name: $0) }, time: accounts.clock.now())
        let upgrade = try await UpgradeGuestError.translating { () throws(StoreError) in
            try await accounts.directory.upgradeGuest(session.player, to: credentials)
        }
        switch upgrade {
        case .noGuest: throw .noGuest
        case .aliasTaken: throw .signUp(.aliasTaken)
        case .entranceRefused: throw .signUp(.invitationRefused)
        case .upgraded(let player):
            accounts.profiles.setGuest(false, player.number)
            accounts.names.put(player.displayName, of: player.number)
            accounts.knownAddresses.note(alias.key, address)
            accounts.noteProof(session)
            return (player, codes)
        }
    }

    /// What is cheap to find out before a password is hashed.
    private func check(
        _ alias: Alias, _ player: PlayerNumber, _ address: ClientAddress
    ) async throws(UpgradeGuestError) {
        if alias.isReserved { throw .signUp(.aliasReserved) }
        guard accounts.words.allows(alias.text) else { throw .signUp(.wordRefused) }
        do throws(TooManyAttempts) {
            try accounts.signUps.reserve(accounts.limits.signUp(from: address), at: accounts.elapsed)
        } catch {
            throw .signUp(.tooManyAttempts(retryAfter: error.retryAfter))
        }
        let holders = try await UpgradeGuestError.translating { () throws(StoreError) in
            [
                try await accounts.directory.player(aliasKey: alias.key)?.number,
                try await accounts.directory.player(aliasSkeleton: alias.skeleton),
            ]
        }
        guard holders.allSatisfy({ $0 == nil || $0 == player }) else { throw .signUp(.aliasTaken) }
    }
}

public enum UpgradeGuestError: Error, StoreFailure, Hashable, Sendable {
    /// The player has a password already.
    case noGuest
    /// For what a new player could not sign up, either.
    case signUp(SignUpError)
    case unavailable
    case broken(reason: String)
}
