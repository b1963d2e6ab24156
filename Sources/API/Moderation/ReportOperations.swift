import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

// What players have to do with moderation: they report, and see what is held of theirs.
extension APIHandler {
    func report(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let body = try AbuseReportBody(of: request)
        guard (body.thing == .message) == (body.id != nil) else {
            throw Problem(.invalidParameter, "id is required for a message, and not allowed otherwise.", field: "id")
        }
        guard (body.player == nil) != (body.share == nil) else {
            throw Problem(.invalidParameter, "Give either player or share.", field: "player")
        }
        return later(request) { [self] () async throws(Problem) in
            let player = try await reported(body, PlayerIDs.Scope(session.binding))
            do throws(FileReportError) {
                try await FileReport(services.moderation)(
                    body.thing, id: body.id ?? "", of: player, reason: body.reason, text: body.text, by: session)
                return answers.noContent()
            } catch {
                throw Problem(from: error)
            }
        }
    }

    /// The reported player: by id, or by a page they share, which doesn't show their id.
    private func reported(_ body: AbuseReportBody, _ scope: PlayerIDs.Scope) async throws(Problem) -> PlayerNumber {
        if let id = body.player {
            guard let player = services.accounts.ids.player(id, in: scope) else {
                throw Problem(.notFound, "No player has this ID.", field: "player")
            }
            return player
        }
        guard let id = body.share.flatMap({ ShareID($0) }) else {
            throw Problem(.notFound, "No shared page has this ID.", field: "share")
        }
        do throws(ShareError) { return try await ReadShare(services.sharing)(id).share.player } catch {
            throw Problem(from: error)
        }
    }

    /// For texts that another player reads.
    func checkWords(_ text: String?, field: String) throws(Problem) {
        if let text, !services.accounts.words.allows(text) { throw Problem(.textRefused, field: field) }
    }

    /// Of an app, as players see it.
    func checkWords(of name: String?, _ localizations: [AppLocalization]?) throws(Problem) {
        try checkWords(name, field: "name")
        for (place, localization) in (localizations ?? []).enumerated() {
            try checkWords(localization.name, field: "localizations[\(place)].name")
            try checkWords(localization.subtitle, field: "localizations[\(place)].subtitle")
            try checkWords(localization.description, field: "localizations[\(place)].description")
        }
    }

    func heldScores(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ language: LanguageTag?,
        _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let (app, environment) = try place(bundleID, environment, caller)
        let leaderboard = try find(id, of: app)
        let formatter = formatter(leaderboard, app, languages(language, request))
        return later(request) { [self] () async throws(Problem) in
            let reviews: [Review]
            do throws(ModerationError) {
                reviews = try await ReadReviews(services.moderation).held(
                    by: session.player, on: leaderboard, of: app, environment)
            } catch {
                throw Problem(from: error)
            }
            return answers.json { writer in
                writer.beginObject()
                writer.key("scores")
                writer.beginArray()
                for review in reviews {
                    guard case .score(_, _, _, let value, let date, _) = review.content.subject else { continue }
                    writer.beginObject()
                    writer.field("value", value)
                    writer.field("formatted", formatter.string(value))
                    writer.field("date", date)
                    writer.field("state", review.state.name)
                    writer.endObject()
                }
                writer.endArray()
                writer.endObject()
            }
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
