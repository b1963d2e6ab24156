import LaurelDomain
public import LaurelStorage

/// Lets go of mails that are not counted any more, dead links, and addresses that nobody confirmed. To be run about
/// once a minute.
public struct TidyMail: Sendable {
    static let batchLimit = 1_000
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    public func callAsFunction() async throws(StoreError) {
        try await accounts.mailing?.directory.tidyMail(at: accounts.clock.now(), limit: Self.batchLimit)
    }
}
