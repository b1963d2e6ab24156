public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Makes a guest part of the account that their device signed in to (rule 1.13): scores, progress, saved games, friends
/// and challenges. Then the guest is erased.
///
/// It is decided by one row; ``FinishMerges`` does what follows, and goes on with it after any end of the process.
public struct MergeGuest: Sendable {
    private let accounts: Accounts
    private let finish: FinishMerges

    public init(_ accounts: Accounts, finish: FinishMerges) {
        self.accounts = accounts
        self.finish = finish
    }

    /// - Parameters:
    ///   - secret: the guest's, which the device has.
    ///   - session: the account's. One that is bound to a game takes no friends and no blocks along: a game could make
    ///     a guest with whatever friends, who see a real name.
    /// - Returns: the receipt of the guest's erasure. Asked again within ``FinishMerges/secretLimit``, it's the same
    ///   one: scores that wait under the guest's secret are the account's.
    public func callAsFunction(
        _ secret: GuestSecret, in session: Session
    ) async throws(MergeGuestError) -> MergeReceipt {
        let digest = accounts.digest(secret.text)
        try await check(digest, session)
        let receipt = ReadableCode.make(accounts.random)
        let merging = try await MergeGuestError.translating { () throws(StoreError) in
            try await accounts.directory.beginMerge(
                ofGuest: digest, into: session.player, takesFriends: session.binding == .firstParty, receipt: receipt,
                at: accounts.clock.now())
        }
        switch merging {
        case .mergedElsewhere: throw .merged
        case .upgraded: throw .upgraded
        case .unknownGuest: throw .unknownGuest
        case .noAccount: throw .guest
        case .begun(let merge):
            accounts.sessions.end(of: merge.guest)
            accounts.contacts.rewind(session.device, to: merge.emptyQueue)
            guard merge.finished == nil else { return MergeReceipt(merge, isFinished: true) }
            // What could not be finished now is finished by the next round.
            do throws(MergeGuestError) {
                try await finish(merge.guest)
                return MergeReceipt(merge, isFinished: true)
            } catch {
                return MergeReceipt(merge, isFinished: false)
            }
        }
    }

    private func check(_ secret: SecretDigest, _ session: Session) async throws(MergeGuestError) {
        guard !accounts.profiles.isGuest(session.player) else { throw .guest }
        guard !accounts.isBannedAnywhere(session.player) else { throw .banned }
        let guest = try await MergeGuestError.translating { () throws(StoreError) in
            try await accounts.directory.guest(secret)
        }
        if let guest, accounts.isBannedAnywhere(guest.player) { throw .banned }
    }
}

extension Accounts {
    /// By a team is enough: a merge would take scores past the ban.
    func isBannedAnywhere(_ player: PlayerNumber) -> Bool {
        catalogue.bans.isBannedEverywhere(player)
            || catalogue.apps().contains { catalogue.bans.isBanned(player, in: $0.team) }
    }
}

/// Proof that a guest became part of an account, and is gone.
public struct MergeReceipt: Hashable, Sendable {
    /// Of the erasure.
    public let id: String
    public let requested: Timestamp
    /// False: some of it is still the guest's; the server goes on.
    public let isFinished: Bool

    init(_ merge: GuestMerge, isFinished: Bool) {
        id = merge.receipt
        requested = merge.requested
        self.isFinished = isFinished
    }
}

public enum MergeGuestError: Error, StoreFailure, Hashable, Sendable {
    /// Who asks is a guest: only an account takes one in.
    case guest
    /// Nobody has the secret; or the merge was so long ago that it leads nowhere any more.
    case unknownGuest
    /// The guest has an alias and a password now, and is an account themselves.
    case upgraded
    /// They are part of another account.
    case merged
    /// Either of the two, on the server or by a team.
    case banned
    case unavailable
    case broken(reason: String)
}
