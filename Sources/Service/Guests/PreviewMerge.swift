public import LaurelDomain
import LaurelRanking
public import LaurelScores
import LaurelStorage

/// What a device asks before it merges its guest (rule 1.13): the best scores of both, on each leaderboard that the
/// guest has one on.
public struct PreviewMerge: Sendable {
    /// Leaderboards in one answer: a question that somebody reads.
    public static let rowsLimit = 100
    private let accounts: Accounts
    private let keeper: ScoreKeeper

    public init(_ accounts: Accounts, _ keeper: ScoreKeeper) {
        self.accounts = accounts
        self.keeper = keeper
    }

    /// - Parameter session: the account's. One that is bound to a game is told of that game alone.
    public func callAsFunction(
        _ secret: GuestSecret, in session: Session
    ) async throws(MergeGuestError) -> (guest: Player, rows: [MergePreview]) {
        guard !accounts.profiles.isGuest(session.player) else { throw .guest }
        let guest = try await guest(accounts.digest(secret.text))
        guard !accounts.isBannedAnywhere(session.player), !accounts.isBannedAnywhere(guest.number) else {
            throw .banned
        }
        return (guest, try await rows(guest.number, session))
    }

    /// What a secret stands for, for somebody who opens a link with it and hasn't signed in yet.
    public func callAsFunction(
        _ secret: GuestSecret
    ) async throws(MergeGuestError) -> (guest: Player, rows: [MergePreview]) {
        let guest = try await guest(accounts.digest(secret.text))
        guard !accounts.isBannedAnywhere(guest.number) else { throw .banned }
        return (guest, try await rows(guest.number, nil))
    }

    private func guest(_ digest: SecretDigest) async throws(MergeGuestError) -> Player {
        let (merge, record) = try await MergeGuestError.translating { () throws(StoreError) in
            (try await accounts.directory.guestMerge(digest), try await accounts.directory.guest(digest))
        }
        guard merge == nil else { throw .merged }
        guard let record else { throw .unknownGuest }
        guard record.upgraded == nil else { throw .upgraded }
        let guest = try await MergeGuestError.translating { () throws(StoreError) in
            try await accounts.directory.player(record.player)
        }
        guard let guest else { throw .unknownGuest }
        return guest
    }

    /// - Parameter session: nil: nobody's.
    private func rows(_ guest: PlayerNumber, _ session: Session?) async throws(MergeGuestError) -> [MergePreview] {
        var rows: [MergePreview] = []
        for app in accounts.catalogue.apps() where app.isGameCenterEnabled {
            for environment in Environment.allCases where session?.shows(app, environment) ?? true {
                let game = AchievementTally.Game(app: app.number, environment: environment)
                guard keeper.tally.plays(guest, game) else { continue }
                for leaderboard in accounts.catalogue.leaderboards(of: app.number)
                where leaderboard.kind.parts.isEmpty && !leaderboard.isHidden {
                    guard rows.count < Self.rowsLimit else { return rows }
                    if let row = try await row(guest, session?.player, leaderboard, app, environment) {
                        rows.append(row)
                    }
                }
            }
        }
        return rows
    }

    /// - Returns: nil when the guest has no entry.
    private func row(
        _ guest: PlayerNumber, _ account: PlayerNumber?, _ leaderboard: Leaderboard, _ app: App,
        _ environment: Environment
    ) async throws(MergeGuestError) -> MergePreview? {
        let query = EntriesQuery(
            leaderboard: leaderboard.id, environment: environment, selection: .players([guest]), viewer: account)
        do throws(ReadEntriesError) {
            let page = try await ReadEntries(keeper)(query, app: app)
            guard let entry = page.entries?.first(where: { $0.player == guest }) else { return nil }
            return MergePreview(
                app: app, environment: environment, leaderboard: leaderboard, guest: entry.value,
                account: page.local?.value)
        } catch {
            switch error {
            case .unavailable: throw .unavailable
            case .broken(let reason): throw .broken(reason: reason)
            // Gone, or unreleased, meanwhile.
            default: return nil
            }
        }
    }
}

/// The best scores of a guest and an account on one leaderboard.
public struct MergePreview: Sendable {
    public let app: App
    public let environment: Environment
    public let leaderboard: Leaderboard
    public let guest: Int64
    /// Nil: none.
    public let account: Int64?
}

extension Session {
    fileprivate func shows(_ app: App, _ environment: Environment) -> Bool {
        switch binding {
        case .firstParty: true
        case .game(let number, let own): number == app.number && own == environment
        }
    }
}
