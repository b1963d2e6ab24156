import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

/// Tells the operator how what concerns a way in ends.
struct AuthenticationLog: Sendable {
    let accounts: Accounts
    /// Nil: nobody wants to know.
    let report: AuthenticationReport?
    let replies: Replies

    /// For operations about a way in: the log hears how they end.
    func later(
        _ request: Request, as act: AuthenticationEvent.Act, of account: AccountOfEvent,
        _ work: @escaping @Sendable () async throws(Problem) -> Response
    ) -> Reply {
        replies.later(request) { () async throws(Problem) in
            do throws(Problem) {
                let response = try await work()
                await tell(act, of: account, request)
                return response
            } catch {
                await tell(act, error, of: account, request)
                throw error
            }
        }
    }

    /// - Parameter problem: nil: it went well.
    func tell(
        _ act: AuthenticationEvent.Act, _ problem: Problem? = nil, of account: AccountOfEvent, _ request: Request
    ) async {
        guard let report else { return }
        var player: PlayerNumber?
        switch account {
        case .nobody: break
        case .player(let number): player = number
        case .alias(let text):
            // Looked up whether there is such a player or not: the time it takes says nothing.
            do { player = try await LoadPlayers(accounts)(alias: try Alias(text))?.number } catch { player = nil }
        }
        report(
            AuthenticationEvent(
                act: act, outcome: problem?.kind.rawValue ?? "ok",
                account: player.map { accounts.ids.id(of: $0, in: .player) },
                address: request.peer.description, requestID: request.id.description))
    }
}
