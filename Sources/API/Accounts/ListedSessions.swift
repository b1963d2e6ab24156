import LaurelDomain
import LaurelWire
import LaurelService

/// A player's sessions, as they see them.
struct ListedSessions: Sendable {
    private let accounts: Accounts
    init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Parameter current: the session that asks; nil: none of them.
    func answers(
        of player: PlayerNumber, current: SessionID?
    ) async throws(Problem) -> [ListedSessionAnswer] {
        do throws(EndSessionsError) {
            return try await ListSessions(accounts)(of: player).map { listed in
                var environment: Environment?
                if case .game(_, let own) = listed.binding { environment = own }
                return ListedSessionAnswer(
                    id: listed.id, isCurrent: listed.id == current, device: listed.device,
                    bundleID: accounts.catalogue.bundleID(of: listed.binding), environment: environment,
                    created: listed.created,
                    lastUsed: listed.lastUsed)
            }
        } catch {
            throw Problem(from: error)
        }
    }
}
