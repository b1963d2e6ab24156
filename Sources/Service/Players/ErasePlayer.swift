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

    /// - Parameter password: of the one who asks, again.
    public func callAsFunction(password: String, in session: Session) async throws(EraseError) -> ErasureReceipt {
        do throws(OwnSecretsError) {
            _ = try await OwnPassword(accounts)(password, of: session.player)
        } catch {
            switch error {
            case .wrongPassword: throw .wrongPassword
            case .breachedPassword: throw .broken(reason: "a password that was given as proof was judged as a new one")
            case .tooManyAttempts(let span): throw .tooManyAttempts(retryAfter: span)
            case .busy: throw .busy
            case .unavailable: throw .unavailable
            case .broken(let reason): throw .broken(reason: reason)
            }
        }
        return try await erase(session.player)
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
        let friends = try await EraseError.translating { () throws(StoreError) in
            try await graph.friends(of: player)
        }
        let begun = try await finish.teams.leaving(player) { () throws(EraseError) in
            try await EraseError.translating { () throws(StoreError) in
                try await accounts.directory.beginErasure(of: player, receipt: receipt, at: accounts.clock.now())
            }
        }
        guard let begun else { throw .unknownPlayer }
        for friend in friends { graph.ended(player, friend) }
        // What could not be finished now is finished by the next round.
        do throws(StoreError) {
            return ErasureReceipt(try await finish.finish(begun))
        } catch {
            return ErasureReceipt(begun)
        }
    }
}

/// Finishes erasures that were begun: at a start, and once a minute.
public struct FinishErasures: Sendable {
    private let accounts: Accounts
    private let challenges: Challenges
    let teams: Teams

    public init(_ accounts: Accounts, _ challenges: Challenges, _ teams: Teams) {
        self.accounts = accounts
        self.challenges = challenges
        self.teams = teams
    }

    public func callAsFunction() async throws(EraseError) {
        try await EraseError.translating { () throws(StoreError) in
            for record in try await accounts.directory.unfinishedErasures() { _ = try await finish(record) }
        }
    }

    func finish(_ record: ErasureRecord) async throws(StoreError) -> ErasureRecord {
        accounts.sessions.end(of: record.player)
        accounts.names.remove(record.player)
        accounts.profiles.remove(record.player)
        accounts.catalogue.defaults.forget(record.player)
        guard record.finished == nil else { return record }
        // Teams know their members in memory.
        do throws(TeamError) { try await EraseDeveloper(teams)(record.player) } catch { throw .unavailable }
        do throws(ChallengeError) { try await EndChallenges(challenges).playerErased(record.player) } catch {
            throw .unavailable
        }
        try await challenges.keeper.erase(record.player)
        // A reader that holds an old state is in the way of the log's end.
        guard try await accounts.directory.scrub() else { return record }
        var finished = record
        finished.finished = accounts.clock.now()
        try await accounts.directory.finishErasure(of: record.player, at: accounts.clock.now())
        return finished
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
    /// Nobody else owns these teams: another owner is made there, or the team is deleted, first.
    case soleOwner(of: [String])
    case tooManyAttempts(retryAfter: Timestamp.Span)
    case busy
    case unavailable
    case broken(reason: String)
}
