import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// Who the caller is, who others are, and what a player says of themselves.
struct PlayerFeature: Sendable {
    let accounts: Accounts
    let data: PlayerData
    let opened: OpenedSessions
    let players: PlayerAnswers
    let log: AuthenticationLog
    let answers: Answers
    let replies: Replies

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: PlayerRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .current(let environment): try currentPlayer(request, environment, caller)
        case .list(let ids, let environment): try players(request, ids, environment, caller)
        case .profile: try profile(request, caller)
        case .update: try updateProfile(request, caller)
        case .restrict: try restrict(request, caller)
        case .setPhoto: try setPhoto(request, caller)
        case .removePhoto: try removePhoto(request, caller)
        case .photo(let id): photo(request, id)
        case .export: try exportPlayer(request, caller)
        case .erase: try eraseSelf(request, caller)
        case .previewMerge: try previewMerge(request, caller)
        case .mergeGuest: try mergeGuest(request, caller)
        }
    }

    // MARK: Who

    func currentPlayer(_ request: Request, _ environment: Environment?, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let own = try session.environment(environment)
        return replies.later(request) { () async throws(Problem) in
            guard let player = try await see(session.player) else { throw Problem(.unauthenticated) }
            return answers.json(
                .ok,
                CurrentPlayerAnswer(
                    player: players.answer(player, to: session.binding),
                    bundleID: accounts.catalogue.bundleID(of: session.binding), environment: own,
                    isAdministrator: Administrator(session) != nil,
                    isGuest: accounts.profiles.isGuest(session.player), limits: players.limits(of: session.player)))
        }
    }

    func players(
        _ request: Request, _ ids: [String], _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        _ = try session.environment(environment)
        return replies.later(request) { () async throws(LoadPlayersError) in
            let scope = PlayerIDs.Scope(session.binding)
            let found = try await LoadPlayers(accounts)(ids: ids, in: scope)
            let seen = try await SeePlayers(accounts)(found.map(\.player), by: session.player)
            return answers.json(
                .ok, seen.map { players.answer($0, to: session.binding) }, as: PlayersAnswer.shape)
        }
    }

    /// A player as they see themselves.
    private func see(_ number: PlayerNumber) async throws(Problem) -> SeenPlayer? {
        do throws(LoadPlayersError) {
            let players = try await LoadPlayers(accounts)([number])
            return try await SeePlayers(accounts)(players, by: number).first
        } catch {
            throw Problem(from: error)
        }
    }
}
