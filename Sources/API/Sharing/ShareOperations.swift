import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// What a player shows to everybody, and open challenges; the pages themselves are ``SharedPages``.
struct SharingFeature: Sendable {
    let sharing: Sharing
    let catalogue: Catalogue
    let players: PlayerAnswers
    let words: WordChecks
    let challenges: ChallengeAnswers
    let watchPage: WatchPage
    /// Of this server's pages.
    let origin: String
    let answers: Answers
    let replies: Replies

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: SharingRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .list: try shares(request, caller)
        case .make: try makeShare(request, caller)
        case .withdraw(let id): try withdrawShare(request, id, caller)
        case .page(let id): sharedPage(request, id)
        case .linkChallenge: try linkChallenge(request, caller)
        case .acceptChallengeLink: try acceptChallengeLink(request, caller)
        }
    }

    func shares(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let languages = request.languages()
        return answering(request) { () async throws(ShareError) in
            let shares = try await ListShares(sharing)(of: session.player)
            return answers.json(.ok, shares.compactMap { answer($0, languages) }, as: ShareAnswer.listShape)
        }
    }

    func makeShare(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        // A game shows of its own what its leaderboards show anyway. The rest is for the player's own pages.
        let session = try caller.signedIn()
        let wanted = try shareRequest(try ShareBody(of: request), caller)
        let languages = request.languages()
        return answering(request) { () async throws(ShareError) in
            let share = try await MakeShare(sharing)(wanted, by: session.player)
            guard let answer = answer(share, languages) else { throw ShareError.unknownShare }
            return answers.json(.created, answer)
        }
    }

    func withdrawShare(_ request: Request, _ id: ShareID, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return answering(request) { () async throws(ShareError) in
            try await WithdrawShare(sharing)(id, by: session.player)
            return answers.noContent()
        }
    }

    func linkChallenge(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let body = try ChallengeLinkBody(of: request)
        let wanted = try shareRequest(body.share, caller)
        try words.check(body.message, field: "message")
        let languages = request.languages()
        return answering(request) { () async throws(ShareError) in
            let (share, code) = try await LinkChallenge(sharing)(
                wanted, message: body.message ?? "", uses: body.uses ?? FriendLimits.invitationUsesDefault,
                days: body.days ?? FriendLimits.invitationDaysDefault, by: session.player)
            guard var answer = answer(share, languages) else { throw ShareError.unknownShare }
            // After the #, so that the code reaches no server's log.
            answer.url += "#" + code
            return answers.json(.created, ChallengeLinkAnswer(share: answer, code: code))
        }
    }

    func acceptChallengeLink(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let body = try ChallengeLinkCodeBody(of: request)
        let languages = request.languages()
        return replies.later(request) { () async throws(Problem) in
            let issued: IssueChallenges.Issued
            do throws(AcceptChallengeLinkError) {
                issued = try await AcceptChallengeLink(sharing)(body.code, by: session.player)
            } catch {
                throw Problem(from: error)
            }
            let names = try await players.friendNames(of: session.player)
            let challenge = challenges.answer(
                issued.details, to: session.binding, friendNames: names, for: languages)
            return answers.json(.created, AcceptedChallengeLinkAnswer(challenge: challenge, isNew: issued.isNew))
        }
    }

    /// What a shared page shows, for programs, and for the page that shows its run.
    func sharedPage(_ request: Request, _ id: ShareID) -> Reply {
        let languages = request.languages()
        return answering(request) { () async throws(ShareError) in
            let read = ReadShare(sharing)
            let page = try await read(id)
            let run = try await read.run(behind: page)
            guard let share = answer(page.share, languages) else { throw ShareError.unknownShare }
            let game = ChallengeGameAnswer(
                bundleID: page.app.bundleID.text, name: page.app.localization(for: languages).name, link: page.app.link)
            return answers.json(
                .ok,
                SharedPageAnswer(
                    share, game: game, alias: page.alias, verification: run?.verification,
                    replay: run.map { ReplayAnswer(sha256: $0.sha256) }, watch: watchPage.address(of: page, run)))
        }
    }

    // MARK: Parts

    private func shareRequest(_ body: ShareBody, _ caller: Caller) throws(Problem) -> ShareRequest {
        guard let bundleID = body.bundleID else { throw Problem(.invalidParameter, field: "bundleID") }
        let (app, environment) = try catalogue.resolve(bundleID, body.environment, caller)
        switch (body.leaderboard, body.achievement) {
        case (let id?, nil): return ShareRequest(app: app, environment: environment, subject: .score(id))
        case (nil, let id?): return ShareRequest(app: app, environment: environment, subject: .achievement(id))
        default: throw Problem(.invalidParameter, "Give either leaderboard or achievement.", field: "leaderboard")
        }
    }

    /// - Returns: nil when its game is gone.
    private func answer(_ share: Share, _ languages: [LanguageTag]) -> ShareAnswer? {
        guard let app = catalogue.app(share.app) else { return nil }
        let folder = share.challenge == nil ? "/share/" : "/challenge/"
        return ShareAnswer(
            id: share.id, bundleID: app.bundleID, environment: share.environment,
            subject: subject(share.subject, app, languages), created: share.created,
            isChallenge: share.challenge != nil,
            message: share.challenge.flatMap { $0.message.isEmpty ? nil : $0.message },
            expires: share.challenge?.expires, usesLeft: share.challenge.map { Int($0.usesLeft) },
            url: origin + folder + share.id.text, image: origin + "/share/" + share.id.text + ".png")
    }

    private func subject(_ subject: ShareSubject, _ app: App, _ languages: [LanguageTag]) -> ShareSubjectAnswer {
        switch subject {
        case .score(let number, let value, let rank):
            var answer = ShareSubjectAnswer(kind: .score, value: value, rank: rank)
            guard let leaderboard = catalogue.target(of: number) else { return answer }
            answer.leaderboard = leaderboard.id
            answer.title = leaderboard.localization(for: languages, default: app.defaultLanguage).name
            answer.formatted = ScoreFormatter(leaderboard, of: app, for: languages).string(value)
            return answer
        case .achievement(let number):
            guard let achievement = catalogue.achievements.achievement(number) else {
                return ShareSubjectAnswer(kind: .achievement)
            }
            return ShareSubjectAnswer(
                kind: .achievement, achievement: achievement.id,
                title: achievement.localization(for: languages, default: app.defaultLanguage).title)
        }
    }

    private func answering(
        _ request: Request, _ work: @escaping @Sendable () async throws(ShareError) -> Response
    ) -> Reply {
        replies.later(request) { () async throws(Problem) in
            do throws(ShareError) { return try await work() } catch { throw Problem(from: error) }
        }
    }
}

extension Problem {
    init(from error: ShareError) {
        switch error {
        case .unknownLeaderboard: self.init(.unknownLeaderboard, field: "leaderboard")
        case .unknownAchievement: self.init(.unknownAchievement, field: "achievement")
        case .noScore: self.init(.conflict, "You have no score on this leaderboard.", field: "leaderboard")
        case .notEarned: self.init(.conflict, "You haven't earned this achievement.", field: "achievement")
        case .hidden: self.init(.conflict, "Hidden achievements and leaderboards can't be shared.")
        case .combinedLeaderboard: self = .challengeOnCombined
        case .restricted:
            self.init(.playerRestricted, "This account can't interact with strangers, so it can't share publicly.")
        case .banned: self.init(.banned)
        case .message(let limit):
            self.init(
                .invalidParameter, "message must be one line of plain text of at most \(limit) characters.",
                field: "message")
        case .tooMany(let shares, let invitations):
            self.init(
                .conflict,
                "You can have at most \(shares) shared pages and \(invitations) links. Remove one first.")
        case .sentEnough(let span): self = .tryAgain(span)
        case .unknownShare: self.init(.notFound, "You have no shared page with this ID.")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: AcceptChallengeLinkError) {
        switch error {
        case .refused: self.init(.friendInvitationRefused, field: "code")
        case .own: self.init(.challengeInvalid, "You can't challenge yourself.", field: "code")
        case .notFriends(.invitationRefused): self.init(.friendInvitationRefused, field: "code")
        case .notFriends(let error): self.init(from: error)
        case .notIssued(.banned), .notIssued(.noSuchScore), .notIssued(.notFriend), .notIssued(.combinedLeaderboard):
            self.init(.friendInvitationRefused, field: "code")
        case .notIssued(let error): self.init(from: error)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
