public import LaurelDomain
import LaurelScores
import LaurelStorage

/// Makes a code for a guest whose device opens a page in a browser: what stands in an address is seen in lists of
/// processes and stays in histories, and the secret must not (rule 1.11).
public struct HandGuestOver: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    public func callAsFunction(
        _ secret: GuestSecret
    ) async throws(SignInGuestError) -> (code: String, expires: Timestamp) {
        let digest = accounts.digest(secret.text)
        let (guest, merge) = try await SignInGuestError.translating { () throws(StoreError) in
            (try await accounts.directory.guest(digest), try await accounts.directory.guestMerge(digest))
        }
        guard merge == nil else { throw .merged }
        guard let guest else { throw .unknown }
        guard guest.upgraded == nil else { throw .upgraded }
        guard !accounts.catalogue.bans.isBannedEverywhere(guest.player) else { throw .banned }
        let now = accounts.clock.now()
        let code = Token.make(accounts.random)
        guard accounts.guestCodes.add(accounts.digest(code), of: digest, at: now) else { throw .unavailable }
        return (code, now.advanced(by: GuestCodes.lifetime))
    }
}

/// Signs the guest in whose code it is.
public struct RedeemGuestCode: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    public func callAsFunction(_ code: String, arrival: Arrival) async throws(SignInGuestError) -> SignedIn {
        let binding: Binding
        do { binding = try accounts.catalogue.binding(arrival.game) } catch { throw .game(error) }
        guard Token.isWellFormed(code),
            let secret = accounts.guestCodes.take(accounts.digest(code), at: accounts.clock.now())
        else { throw .wrongCode }
        guard let guest = try await SignInGuest(accounts).signIn(secret, binding, arrival) else { throw .wrongCode }
        return guest
    }
}
