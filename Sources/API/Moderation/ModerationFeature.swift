import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelService
import LaurelWire

/// What moderators do, and what players have to do with it: they report, and see what is held of theirs.
struct ModerationFeature: Sendable {
    let moderation: Moderation
    let keeper: ScoreKeeper
    let readEntries: ReadEntries
    let sharing: Sharing
    let catalogue: Catalogue
    let ids: PlayerIDs
    let names: PlayerNames
    let words: WordFilter
    let answers: Answers
    let replies: Replies

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: ModerationRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .inspectPlayers(let id, let search): try inspectPlayers(request, id, search, caller)
        case .inspectEntries(let id, let board, let window, let environment):
            try inspectEntries(request, id, board, window, environment, caller)
        case .inspectScores(let id, let board, let player, let before, let environment):
            try inspectScores(request, id, board, player, before, environment, caller)
        case .moderateScore(let id, let board, let score, let environment):
            try moderateScore(request, id, board, score, environment, caller)
        case .bans(let id): try bans(request, id, caller)
        case .ban(let id, let player): try banPlayer(request, id, player, caller)
        case .unban(let id, let player): try unbanPlayer(request, id, player, caller)
        case .reviews(let id, let state, let after): try reviews(request, id, state, after, caller)
        case .review(let id, let review): try self.review(request, id, review, caller)
        case .decideReview(let id, let review): try decideReview(request, id, review, caller)
        case .reviewPhoto(let review, let id): try reviewPhoto(request, review, id, caller)
        case .policy(let id): try moderationPolicy(request, id, nil, caller)
        case .setPolicy(let id): try setModerationPolicy(request, id, nil, caller)
        case .leaderboardPolicy(let id, let board): try moderationPolicy(request, id, board, caller)
        case .setLeaderboardPolicy(let id, let board): try setModerationPolicy(request, id, board, caller)
        case .dropLeaderboardPolicy(let id, let board): try dropModerationPolicy(request, id, board, caller)
        case .words: try changedWords(request, caller)
        case .changeWord: try changeWord(request, caller)
        case .report: try report(request, caller)
        case .heldScores(let id, let board, let language, let environment):
            try heldScores(request, id, board, language, environment, caller)
        }
    }
}
