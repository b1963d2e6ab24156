import LaurelHTTPServer
import LaurelDomain
import LaurelMatches
import LaurelWire
import LaurelService

// What players have to do with moderation: they report, and see what is held of theirs.
extension ModerationFeature {
    func report(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let body = try AbuseReportBody(of: request)
        guard (body.thing == .message) == (body.id != nil) else {
            throw Problem(.invalidParameter, "id is required for a message, and not allowed otherwise.", field: "id")
        }
        guard (body.player == nil) != (body.share == nil) else {
            throw Problem(.invalidParameter, "Give either player or share.", field: "player")
        }
        let game = try game(of: body, caller)
        return replies.later(request) { () async throws(Problem) in
            let player = try await reported(body, PlayerIDs.Scope(session.binding))
            do throws(FileReportError) {
                try await FileReport(moderation)(
                    body.thing, id: body.id ?? "", in: game, of: player, reason: body.reason, text: body.text,
                    by: session)
                return answers.noContent()
            } catch {
                throw Problem(from: error)
            }
        }
    }

    /// Where the match is whose message is reported. Nil: it is of none.
    private func game(of body: AbuseReportBody, _ caller: Caller) throws(Problem) -> MatchGame? {
        // What the ID says is all the same in both.
        guard let id = body.id, ReportedWords(id: id, in: .production) != nil else {
            guard body.bundleID == nil, body.environment == nil else {
                throw Problem(
                    .invalidParameter, "bundleID and environment are only allowed for a message of a match.",
                    field: body.bundleID == nil ? "environment" : "bundleID")
            }
            return nil
        }
        guard let bundleID = body.bundleID else {
            throw Problem(.invalidParameter, "bundleID is required for a message of a match.", field: "bundleID")
        }
        let (app, environment) = try catalogue.resolve(bundleID, body.environment, caller)
        return MatchGame(app: app.number, environment: environment)
    }

    /// The reported player: by id, or by a page they share, which doesn't show their id.
    private func reported(_ body: AbuseReportBody, _ scope: PlayerIDs.Scope) async throws(Problem) -> PlayerNumber {
        if let id = body.player {
            guard let player = ids.player(id, in: scope) else {
                throw Problem(.notFound, "No player has this ID.", field: "player")
            }
            return player
        }
        guard let id = body.share.flatMap({ ShareID($0) }) else {
            throw Problem(.notFound, "No shared page has this ID.", field: "share")
        }
        do throws(ShareError) { return try await ReadShare(sharing)(id).share.player } catch {
            throw Problem(from: error)
        }
    }

    func heldScores(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ language: LanguageTag?,
        _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let (app, environment) = try catalogue.resolve(bundleID, environment, caller)
        let leaderboard = try catalogue.find(id, of: app)
        let formatter = ScoreFormatter(leaderboard, of: app, for: request.languages(language))
        return replies.later(request) { () async throws(Problem) in
            let reviews: [Review]
            do throws(ModerationError) {
                reviews = try await ReadReviews(moderation).held(
                    by: session.player, on: leaderboard, of: app, environment)
            } catch {
                throw Problem(from: error)
            }
            let scores = reviews.compactMap { review -> HeldScoreAnswer? in
                guard case .score(_, _, _, let value, let date, _) = review.content.subject else { return nil }
                return HeldScoreAnswer(
                    value: value, formatted: formatter.string(value), date: date, state: review.state)
            }
            return answers.json(scores, as: HeldScoreAnswer.list)
        }
    }
}

extension Problem {
    init(from error: FileReportError) {
        switch error {
        case .unknownPlayer: self.init(.notFound, "No player has this ID.", field: "player")
        case .oneself: self.init(.invalidParameter, "You can't report yourself.", field: "player")
        case .nothingThere: self.init(.notFound, "This player has nothing like that to report.", field: "thing")
        case .text:
            self.init(
                .invalidParameter, "text must have at most \(Report.textLimit) visible characters.",
                field: "text")
        case .tooMany(let limit):
            self.init(.tooManyRequests, "You can send at most \(limit) reports a day.", retryAfterSeconds: 3_600)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
