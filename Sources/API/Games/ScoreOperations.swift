import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Submitting scores: the writer answers, and no task is made for it.
extension GameFeature {
    func submitScore(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let (app, environment) = try catalogue.resolve(bundleID, environment, caller)
        let body = try ScoreBody(of: request).identified(by: request.repeatKey)
        let attachments = challenges.attachments(
            eligible: try challengeIDs.eligible(body.challengeIDs), replays: body.replay.map { [0: $0] } ?? [:]
        )
        let languages = request.languages(nil)
        return .deferred { [self] answer in
            submitScores.submit(
                [(id, body.score)], waiting: body.waiting, attachments: attachments, app: app,
                environment: environment, as: session
            ) { [self] result in
                answer { [self] in reply(to: result, request.id, app, session, languages, isOne: true) }
            }
        }
    }

    func submitScores(
        _ request: Request, _ bundleID: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let (app, environment) = try catalogue.resolve(bundleID, environment, caller)
        let body = try ScoresBody(of: request).identified(by: request.repeatKey)
        let items = body.scores.map { ($0.leaderboard, $0.score) }
        var replays: [Int: [UInt8]] = [:]
        for index in body.scores.indices {
            if let replay = body.scores[index].replay { replays[index] = replay }
        }
        let attachments = challenges.attachments(
            eligible: try challengeIDs.eligible(body.challengeIDs), replays: replays)
        let reports = try AchievementReport.list(body.achievements ?? [])
        let languages = request.languages(nil)
        return .deferred { [self] answer in
            submitScores.submit(
                items, waiting: body.waiting, attachments: attachments, reports: reports, app: app,
                environment: environment, as: session
            ) { [self] result in
                answer { [self] in reply(to: result, request.id, app, session, languages, isOne: false) }
            }
        }
    }

    private func reply(
        to result: Result<SubmittedScores, SubmitScoresError>, _ id: RequestID, _ app: App, _ session: Session,
        _ languages: [LanguageTag], isOne: Bool
    ) -> Response {
        switch result {
        case .success(let submitted): return answer(submitted, app, session, languages, isOne: isOne)
        case .failure(let error):
            var response = answers.problem(replies.named(Problem(from: error, isOne: isOne), isWrite: true), id)
            response.isForAnother = error == .stopped
            return response
        }
    }

    private func answer(
        _ submitted: SubmittedScores, _ app: App, _ session: Session, _ languages: [LanguageTag], isOne: Bool
    ) -> Response {
        let identity = PlayerIdentity(session.player, PlayerIDs.Scope(session.binding), accounts)
        return answers.json(capacity: 640 * max(1, submitted.results.count)) { writer in
            let reported = submitted.reported.map {
                ReportedAchievementsAnswer($0, of: app, for: languages, challengeIDs)
            }
            writer.value(submitted, reported, identity, challengeIDs, isOne: isOne) {
                ScoreFormatter($0, of: app, for: languages)
            }
        }
    }
}

extension Problem {
    /// - Parameter isOne: whether the body was one score, or a list.
    init(from error: SubmitScoresError, isOne: Bool) {
        func field(_ item: Int, _ name: String) -> String { isOne ? name : "scores[\(item)].\(name)" }
        switch error {
        case .noScores: self.init(.invalidParameter, "scores must have at least one score.", field: "scores")
        case .tooManyScores(let limit):
            self.init(.invalidParameter, "scores must have at most \(limit) scores.", field: "scores")
        case .gameCenterDisabled: self.init(.gameCenterDisabled)
        case .notReleased: self.init(.notReleased)
        case .unknownLeaderboard(let item): self.init(.unknownLeaderboard, field: field(item, "leaderboard"))
        case .noDefaultLeaderboard(let item): self.init(.noDefaultLeaderboard, field: field(item, "leaderboard"))
        case .archived(let item): self.init(.leaderboardArchived, field: field(item, "leaderboard"))
        case .prereleased(let item):
            self.init(
                .prereleased, "This leaderboard will be in Production after the game's next release.",
                field: field(item, "leaderboard"))
        case .outOfRange(let item, let range):
            self.init(
                .scoreOutOfRange, "value must be between \(range.lowest) and \(range.highest).",
                field: field(item, "value"))
        case .combined(let item): self.init(.combinedLeaderboard, field: field(item, "leaderboard"))
        case .betweenOccurrences(let item, let next):
            self.init(
                .betweenOccurrences, next.map { "The next occurrence starts at \($0.rfc3339)." },
                field: field(item, "date"))
        case .occurrenceOver(let item): self.init(.occurrenceOver, field: field(item, "date"))
        case .scoreIDReused(let item): self.init(.scoreIDReused, field: field(item, "id"))
        case .banned: self.init(.banned)
        case .tooManyHeld(let item, let limit):
            self.init(
                .tooManyRequests, "This player has \(limit) scores waiting for review.",
                field: field(item, "leaderboard"), retryAfterSeconds: 3_600)
        case .judged(let item):
            self.init(
                .forbidden, "The server enters this leaderboard's scores when a match is over.",
                field: field(item, "leaderboard"))
        // Replays
        case .replayRequired(let item):
            self.init(
                .replayRequired, "Send the run's log in replay, encoded in base64.", field: field(item, "replay"))
        case .replay(let item, let refusal): self.init(from: refusal, field: field(item, "replay"))
        case .replayScoreDiffers(let item, let played):
            self.init(
                .replayScoreDiffers, "The replay gives \(played).", field: field(item, "value"))
        case .replayReused(let item):
            self.init(
                .replayReused, "Each run counts once. To resend a score, use its original ID.",
                field: field(item, "replay"))
        case .simulatorBroken(let reason):
            self.init(
                .unavailable, "This leaderboard's simulator can't be run right now.", retryAfterSeconds: 60,
                cause: reason)
        case .tooManyReplays(let limit):
            self.init(
                .tooManyRequests, "This player has \(limit) replays waiting to be checked.", retryAfterSeconds: 2)
        case .ticketRequired(let item, isLate: true):
            self.init(
                .ticketRequired, "The run was submitted too long after it was played.",
                field: field(item, "replay"))
        case .ticketRequired(let item, isLate: false):
            self.init(
                .ticketRequired, "Request a ticket before the run, and put it in the log's header.",
                field: field(item, "replay"))
        case .ticketInvalid(let item):
            self.init(
                .ticketInvalid, "Request one as this player, in this game and environment.",
                field: field(item, "replay"))
        case .ticketSeedDiffers(let item):
            self.init(
                .ticketSeedDiffers, "Start the run with the ticket's seed.",
                field: field(item, "replay"))
        case .ticketUsed(let item):
            self.init(.ticketUsed, "Request a new ticket before each run.", field: field(item, "replay"))
        case .runTooFast(let item, let length, let passed):
            self.init(
                .runTooFast,
                "The run lasts \(length.milliseconds / 1_000) s, but only \(passed.milliseconds / 1_000) s "
                    + "have passed.",
                field: field(item, "replay"))
        case .achievement(let error): self.init(from: error)
        case .unavailable, .stopped: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
