public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// The secrets by which players from elsewhere claim what was imported of theirs. A page of ours takes one in a link.
public struct ClaimLinks: Sendable {
    /// Claims in one answer.
    public static let pageLimit = 1_000
    private let accounts: Accounts
    private let keeper: ScoreKeeper

    public init(_ accounts: Accounts, _ keeper: ScoreKeeper) {
        self.accounts = accounts
        self.keeper = keeper
    }

    /// Those of an app that nobody has claimed and who have scores in an environment, in an order that stays. A player
    /// is known in both environments, and so is the link: a trial in the Sandbox that was wiped leaves players without
    /// anything to claim. Record it first: nobody gets links of which the audit log doesn't know.
    ///
    /// - Parameter last: of the page before; nil: from the beginning.
    /// - Returns: with `next`, there may be more after it, whether or not the page has any.
    public func callAsFunction(
        of app: App, _ environment: Environment, after last: ForeignPlayerID?
    ) async throws(ClaimLinksError) -> (claims: [Claim], next: ForeignPlayerID?) {
        // Who plays is known from the start's reading.
        guard keeper.isReady else { throw .unavailable }
        let game = AchievementTally.Game(app: app.number, environment: environment)
        let after = last.flatMap { accounts.imports.digest($0, of: app.number) }
        let page = try await ClaimLinksError.translating { () throws(StoreError) in
            try await accounts.directory.unclaimedPlayers(of: app.number, after: after, limit: Self.pageLimit)
        }
        var claims: [Claim] = []
        for player in page where player.player.map({ keeper.tally.plays($0, game) }) ?? false {
            if let claim = try claim(player, app) { claims.append(claim) }
        }
        return (claims, page.count == Self.pageLimit ? page.last?.id : nil)
    }

    /// A new link in place of a player's old one, which leads nowhere from now on. It is the same in both environments.
    public func renew(
        _ id: ForeignPlayerID, of app: App, by administrator: Administrator
    ) async throws(ClaimLinksError) -> Claim {
        guard let digest = accounts.imports.digest(id, of: app.number) else { throw .broken(reason: "no keys") }
        let known = try await ClaimLinksError.translating { () throws(StoreError) in
            try await accounts.directory.foreignPlayers([digest], of: app.number).first
        }
        guard let known, known.id != nil else { throw .unknownPlayer }
        guard known.isUnclaimed else { throw .claimed }
        let next = ForeignPlayer(
            app: known.app, digest: known.digest, id: known.id, player: known.player,
            generation: known.generation + 1, isUnclaimed: true)
        guard let claim = try claim(next, app) else { throw .unknownPlayer }
        let entry = administrator.entry(
            .claimRenew, team: app.team, app: app.number, player: known.player, at: accounts.clock.now())
        let isRenewed = try await ClaimLinksError.translating { () throws(StoreError) in
            try await accounts.directory.renewClaim(of: known, accounts.digest(claim.secret.text), entry)
        }
        guard isRenewed else { throw .claimed }
        // Who came in by the old one leaves.
        if let player = known.player {
            try await ClaimLinksError.translating { () throws(StoreError) in
                try await accounts.directory.endSessions(of: player)
            }
            accounts.sessions.end(of: player)
        }
        return claim
    }

    private func claim(_ player: ForeignPlayer, _ app: App) throws(ClaimLinksError) -> Claim? {
        guard let id = player.id, let number = player.player else { return nil }
        guard let secret = accounts.imports.claim(player.digest, player.generation, of: app.number) else {
            throw .broken(reason: "no keys for imports")
        }
        return Claim(player: id, displayName: accounts.names.displayName(number) ?? "", secret: secret)
    }
}

/// What one player from elsewhere is sent.
public struct Claim: Sendable {
    public let player: ForeignPlayerID
    /// Of the guest who waits for them.
    public let displayName: String
    public let secret: GuestSecret
}

public enum ClaimLinksError: Error, StoreFailure, Hashable, Sendable {
    /// No import has brought them, or they were erased.
    case unknownPlayer
    /// They are an account's.
    case claimed
    case unavailable
    case broken(reason: String)
}
