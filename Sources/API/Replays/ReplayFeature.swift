import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// Tickets, and the logs that others may see.
struct ReplayFeature: Sendable {
    let issue: IssueTicket
    let shares: ReadShare
    let runs: ReadRuns
    let catalogue: Catalogue
    let accounts: Accounts
    let players: PlayerAnswers
    let watchPage: WatchPage
    let answers: Answers
    let replies: Replies

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: ReplayRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .issueTicket(let id, let environment): try issueTicket(id, environment, caller)
        case .shared(let id): sharedReplay(request, id)
        case .runs(let id, let board, let ids, let reading): try runs(request, id, board, of: ids, reading, caller)
        case .run(let id, let board, let player, let reading): try replay(request, id, board, player, reading, caller)
        }
    }

    private func issueTicket(
        _ bundleID: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let (app, environment) = try catalogue.resolve(bundleID, environment, caller)
        let ticket = issue(for: session.player, in: app, environment)
        let answer = TicketAnswer(
            player: players.id(of: session.player, to: session.binding), ticket: ticket.bytes, seed: ticket.seed,
            issued: ticket.issued, expires: ticket.expires)
        return .now(answers.json(.created, answer))
    }

    /// Anyone who can see the page may watch its run.
    private func sharedReplay(_ request: Request, _ id: ShareID) -> Reply {
        replies.later(request) { () async throws(ShareError) in
            let replay = try await shares.replay(of: id)
            return answers.bytes(replay.bytes, sha256: replay.sha256)
        }
    }
}
