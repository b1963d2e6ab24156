public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Takes a player out for good: everything that is known of them, at once and in one transaction; then their entries,
/// the content of their rows in the journal, snapshots, and what files still hold of it. Ranks close up.
///
/// Again, or after any end of the process, it goes on where it was; see ``FinishErasures``.
public struct ErasePlayer: Sendable {
    private let accounts: Accounts
    private let graph: FriendGraph
    private let finish: FinishErasures

    public init(_ accounts: Accounts, friends graph: FriendGraph, finish: FinishErasures) {
        self.accounts = accounts
        self.graph = graph
        self.finish = finish
    }

    /// - Parameter password: of the one who asks, again; for a guest, their device's secret. Nil: they have none, and
    ///   have just signed in with a linked account.
    public func callAsFunction(password: String?, in session: Session) async throws(EraseError) -> ErasureReceipt {
        try await prove(password, session)
        return try await erase(session.player)
    }

    private func prove(_ password: String?, _ session: Session) async throws(EraseError) {
        guard let password else {
            let hasSecret = try await EraseError.translating { () throws(StoreError) in
                try await accounts.directory.credentials(of: session.player) != nil
            }
            guard !hasSecret, !accounts.profiles.isGuest(session.player) else { throw .wrongPassword }
            guard accounts.hasProof(session) else { throw .proofNeeded }
            return
        }
        if accounts.profiles.isGuest(session.player) {
            let isRight = try await EraseError.translating { () throws(StoreError) in
                try await accounts.isSecret(password, ofGuest: session.player)
            }
            guard isRight else { throw .wrongPassword }
            return
        }
        do throws(OwnSecretsError) {
            _ = try await OwnPassword(accounts)(password, of: session.player)
        } catch {
            switch error {
            case .wrongPassword: throw .wrongPassword
            case .guest, .proofNeeded, .breachedPassword:
                throw .broken(reason: "a password that was given as proof was judged as a new one")
            case .tooManyAttempts(let span): throw .tooManyAttempts(retryAfter: span)
            case .busy: throw .busy
            case .unavailable: throw .unavailable
            case .broken(let reason): throw .broken(reason: reason)
            }
        }
    }

    public func callAsFunction(
        _ alias: Alias, by administrator: Administrator
    ) async throws(EraseError) -> ErasureReceipt {
        let player = try await EraseError.translating { () throws(StoreError) in
            try await accounts.directory.player(aliasKey: alias.key)
        }
        guard let player else { throw .unknownPlayer }
        return try await erase(player.number)
    }

    private func erase(_ player: PlayerNumber) async throws(EraseError) -> ErasureReceipt {
        let receipt = ReadableCode.make(accounts.random)
        // Guests who are becoming part of the account go with it.
        let guests = try await EraseError.translating { () throws(StoreError) in
            try await accounts.directory.unfinishedMerges().filter { $0.account == player }.map(\.guest)
        }
        var friendships: [(PlayerNumber, PlayerNumber)] = []
        for player in [player] + guests {
            let friends = try await EraseError.translating { () throws(StoreError) in
                try await graph.friends(of: player)
            }
            friendships += friends.map { (player, $0) }
        }
        let begun = try await finish.teams.leaving(player) { () throws(EraseError) in
            try await EraseError.translating { () throws(StoreError) in
                try await accounts.directory.beginErasure(of: player, receipt: receipt, at: accounts.clock.now())
            }
        }
        guard let begun else { throw .unknownPlayer }
        for (player, friend) in friendships { graph.ended(player, friend) }
        // What could not be finished now is finished by the next round.
        do throws(StoreError) {
            let others = try await accounts.directory.unfinishedErasures().filter { guests.contains($0.player) }
            return ErasureReceipt(try await finish.finish([begun] + others).first ?? begun)
        } catch {
            return ErasureReceipt(begun)
        }
    }
}

/// What an erased player keeps as proof.
public struct ErasureReceipt: Hashable, Sendable {
    public let id: String
    public let requested: Timestamp
    /// False: what is known of them is gone, but their emptied scores may still be in some file; the server goes on.
    public let isFinished: Bool

    init(_ record: ErasureRecord) {
        id = record.receipt
        requested = record.requested
        isFinished = record.finished != nil
    }
}

public enum EraseError: Error, StoreFailure, Hashable, Sendable {
    case unknownPlayer
    case wrongPassword
    /// Who has no password must have signed in within the last ten minutes.
    case proofNeeded
    /// Nobody else owns these teams: another owner is made there, or the team is deleted, first.
    case soleOwner(of: [String])
    case tooManyAttempts(retryAfter: Timestamp.Span)
    case busy
    case unavailable
    case broken(reason: String)
}
