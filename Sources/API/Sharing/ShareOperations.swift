import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// What a player shows to everybody, and open challenges; the pages themselves are in SharedPages.swift.
extension APIHandler {
    func shares(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let wishes = languages(nil, request)
        return sharing(request) { [self] () async throws(ShareError) in
            let shares = try await ListShares(services.sharing)(of: session.player)
            return answers.json(capacity: 1_024 * max(1, shares.count)) { writer in
                writer.beginObject()
                writer.key("shares")
                writer.beginArray()
                for share in shares { if let answer = answer(share, wishes) { writer.value(answer) } }
                writer.endArray()
                writer.endObject()
            }
        }
    }

    func makeShare(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        // A game shows of its own what its leaderboards show anyway. The rest is for the player's own pages.
        let session = try caller.signedIn()
        let wish = try shareWish(try ShareBody(of: request), caller)
        let wishes = languages(nil, request)
        return sharing(request) { [self] () async throws(ShareError) in
            let share = try await MakeShare(services.sharing)(wish, by: session.player)
            guard let answer = answer(share, wishes) else { throw ShareError.unknownShare }
            return answers.json(.created) { $0.value(answer) }
        }
    }

    func withdrawShare(_ request: Request, _ id: ShareID, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return sharing(request) { [self] () async throws(ShareError) in
            try await WithdrawShare(services.sharing)(id, by: session.player)
            return answers.noContent()
        }
    }

    func linkChallenge(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let body = try ChallengeLinkBody(of: request)
        let wish = try shareWish(body.share, caller)
        try checkWords(body.message, field: "message")
        let wishes = languages(nil, request)
        return sharing(request) { [self] () async throws(ShareError) in
            let (share, code) = try await LinkChallenge(services.sharing)(
                wish, message: body.message ?? "", uses: body.uses ?? FriendLimits.invitationUsesDefault,
                days: body.days ?? FriendLimits.invitationDaysDefault, by: session.player)
            guard var answer = answer(share, wishes) else { throw ShareError.unknownShare }
            // After the #, so that the code reaches no server's log.
            answer.url += "#" + code
            answer.code = code
            return answers.json(.created) { [answer] in $0.value(answer) }
        }
    }

    func acceptChallengeLink(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let body = try ChallengeLinkCodeBody(of: request)
        let wishes = languages(nil, request)
        return later(request) { [self] () async throws(Problem) in
            let issued: IssueChallenges.Issued
            do throws(AcceptChallengeLinkError) {
                issued = try await AcceptChallengeLink(services.sharing)(body.code, by: session.player)
            } catch {
                throw Problem(from: error)
            }
            let names = try await friendNames(session)
            return answers.json(.created, capacity: 1_024) { writer in
                writer.beginObject()
                writer.key("challenge")
                writer.beginObject()
                challengeFields(issued.details, session, names, wishes, &writer)
                writer.endObject()
                writer.field("isNew", issued.isNew)
                writer.endObject()
            }
        }
    }

    // MARK: Parts

    private func shareWish(_ body: ShareBody, _ caller: Caller) throws(Problem) -> ShareWish {
        guard let bundleID = body.bundleID else { throw Problem(.invalidParameter, field: "bundleID") }
        let (app, environment) = try place(bundleID, body.environment, caller)
        switch (body.leaderboard, body.achievement) {
        case (let id?, nil): return ShareWish(app: app, environment: environment, subject: .score(id))
        case (nil, let id?): return ShareWish(app: app, environment: environment, subject: .achievement(id))
        default: throw Problem(.invalidParameter, "Give either leaderboard or achievement.", field: "leaderboard")
        }
    }

    /// - Returns: nil when its game is gone.
    func answer(_ share: Share, _ wishes: [LanguageTag]) -> ShareAnswer? {
        guard let app = services.catalogue.app(share.app) else { return nil }
        let folder = share.challenge == nil ? "/share/" : "/challenge/"
        let origin = configuration.publicURL.origin
        var answer = ShareAnswer(
            share, bundleID: app.bundleID, url: origin + folder + share.id.text,
            image: origin + "/share/" + share.id.text + ".png")
        switch share.subject {
        case .score(let number, let value, _):
            guard let leaderboard = services.catalogue.target(of: number) else { break }
            answer.leaderboard = leaderboard.id
            answer.title = leaderboard.localization(for: wishes, default: app.defaultLanguage).name
            answer.formatted = formatter(leaderboard, app, wishes).string(value)
        case .achievement(let number):
            guard let achievement = services.catalogue.achievements.achievement(number) else { break }
            answer.achievement = achievement.id
            answer.title = achievement.localization(for: wishes, default: app.defaultLanguage).title
        }
        return answer
    }

    private func sharing(
        _ request: Request, _ work: @escaping @Sendable () async throws(ShareError) -> Response
    ) -> Reply {
        later(request) { () async throws(Problem) in
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
        case .unknownShare: self.init(.notFound)
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
        case .notIssued(.banned), .notIssued(.noSuchScore), .notIssued(.notFriend):
            self.init(.friendInvitationRefused, field: "code")
        case .notIssued(let error): self.init(from: error)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
