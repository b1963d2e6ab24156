import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

extension APIHandler {
    /// The names a reader of challenges sees instead of their friends' aliases (rule 1.1).
    func friendNames(_ session: Session) async throws(Problem) -> [PlayerNumber: String] {
        let seePlayers = SeePlayers(services.accounts)
        if let names = seePlayers.friendNamesImmediately(of: session.player) { return names }
        do throws(LoadPlayersError) { return try await seePlayers.friendNames(of: session.player) } catch {
            throw Problem(from: error)
        }
    }

    /// A challenge's fields, without the braces. Names are those of now.
    func challengeFields(
        _ details: ChallengeDetails, _ session: Session, _ friendNames: [PlayerNumber: String],
        _ wishes: [LanguageTag], _ writer: inout JSONWriter
    ) {
        let challenge = details.challenge
        let app = services.catalogue.app(challenge.app)
        writer.field("id", services.challengeIDs.id(of: challenge.number))
        switch challenge.goal {
        case .score: writer.field("kind", "score")
        case .achievement: writer.field("kind", "achievement")
        }
        writer.field("state", challenge.state.name)
        writer.key("game")
        writer.beginObject()
        writer.field("bundleID", app?.bundleID.text ?? "")
        writer.field("name", app?.name ?? "")
        writer.field("link", app?.link)
        writer.endObject()
        writer.field("environment", challenge.environment.name)
        writer.key("sender")
        player(challenge.sender, session, friendNames, &writer)
        writer.key("receiver")
        player(challenge.receiver, session, friendNames, &writer)
        goal(challenge.goal, app, wishes, &writer)
        writer.field("message", details.message)
        writer.field("issued", challenge.issued)
        writer.field("expires", challenge.expires)
        writer.field("settled", challenge.settled)
        writer.key("replay")
        if let replay = details.replay {
            writer.beginObject()
            writer.field("sha256", replay)
            writer.endObject()
        } else {
            writer.null()
        }
        writer.field("watch", watch(details))
    }

    /// Where the challenger's run can be watched; nil without a replay, or if the game has no page for it.
    private func watch(_ details: ChallengeDetails) -> String? {
        guard details.replay != nil, case .score(let number, _, _) = details.challenge.goal,
            let leaderboard = services.catalogue.target(of: number)
        else { return nil }
        return watchAddress(leaderboard, "challenge=" + services.challengeIDs.id(of: details.challenge.number))
    }

    private func player(
        _ player: PlayerNumber, _ session: Session, _ friendNames: [PlayerNumber: String], _ writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.field("id", services.accounts.ids.id(of: player, in: PlayerIDs.Scope(session.binding)))
        writer.field("displayName", friendNames[player] ?? services.accounts.names.displayName(player) ?? "")
        writer.endObject()
    }

    private func goal(_ goal: ChallengeGoal, _ app: App?, _ wishes: [LanguageTag], _ writer: inout JSONWriter) {
        switch goal {
        case .score(let number, let value, let context):
            let leaderboard = services.catalogue.leaderboard(number)
            writer.field("leaderboard", leaderboard?.id.text)
            writer.field("achievement", nil as String?)
            let localization = leaderboard.map {
                $0.localization(for: wishes, default: app?.defaultLanguage ?? .english)
            }
            writer.field("title", localization?.name)
            writer.field("value", value)
            if let leaderboard, let app {
                var text: [UInt8] = []
                formatter(leaderboard, app, wishes).append(value, to: &text)
                writer.field("formatted", String(decoding: text, as: UTF8.self))
            } else {
                writer.field("formatted", nil as String?)
            }
            writer.field("context", context)
        case .achievement(let number):
            let achievement = services.catalogue.achievements.achievement(number)
            writer.field("leaderboard", nil as String?)
            writer.field("achievement", achievement?.id.text)
            writer.field(
                "title",
                achievement.map { $0.localization(for: wishes, default: app?.defaultLanguage ?? .english).title })
            for key in ["value", "formatted", "context"] as [StaticString] { writer.field(key, nil as String?) }
        }
    }
}

extension Problem {
    init(from error: ChallengeError) {
        switch error {
        case .unknownChallenge: self.init(.unknownChallenge)
        case .notReceiver: self.init(.forbidden, "Only the receiver can decline a challenge.")
        case .settled(let state): self.init(.challengeSettled, "The challenge is \(state.name).")
        case .noReplay: self.init(.notFound, "This challenge has no replay, or its replay was deleted.")
        case .tooManyMutes(let limit): self.init(.conflict, "At most \(limit) mutes are allowed.")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: IssueChallengesError) {
        func place(_ item: Int) -> String { "players[\(item)]" }
        switch error {
        case .noReceivers: self.init(.invalidParameter, "players must have at least one player.", field: "players")
        case .tooManyReceivers(let limit):
            self.init(.invalidParameter, "players must have at most \(limit) players.", field: "players")
        case .receiverTwice(let item):
            self.init(.invalidParameter, "This player appears more than once.", field: place(item))
        case .oneself(let item): self.init(.challengeInvalid, "You can't challenge yourself.", field: place(item))
        case .notFriend(let item):
            self.init(.challengeInvalid, "This player isn't one of your friends.", field: place(item))
        case .message(let limit):
            self.init(
                .invalidParameter, "message must be one line of plain text of at most \(limit) characters.",
                field: "message")
        case .replayTooLarge(let limit):
            self.init(.invalidParameter, "replay must have at most \(limit) bytes.", field: "replay")
        case .replayOfAchievement:
            self.init(.invalidParameter, "Only score challenges can have a replay.", field: "replay")
        case .gameCenterDisabled: self.init(.gameCenterDisabled)
        case .notReleased: self.init(.notReleased)
        case .unknownLeaderboard: self.init(.unknownLeaderboard, field: "leaderboard")
        case .leaderboardArchived:
            self.init(.challengeInvalid, "The leaderboard is archived.", field: "leaderboard")
        case .noSuchScore:
            self.init(.challengeInvalid, "You have no score there that's at least this good.", field: "value")
        case .unknownAchievement: self.init(.unknownAchievement, field: "achievement")
        case .achievementArchived:
            self.init(.challengeInvalid, "The achievement is archived.", field: "achievement")
        case .achievementHidden: self.init(.challengeInvalid, "The achievement is hidden.", field: "achievement")
        case .achievementNotEarned:
            self.init(.challengeInvalid, "You haven't earned this achievement.", field: "achievement")
        case .achievementEarned(let item):
            self.init(.challengeInvalid, "This player has already earned this achievement.", field: place(item))
        case .tooManyPending(let item, let limit):
            self.init(.tooManyChallenges, "At most \(limit) challenges can be pending.", field: place(item))
        case .tooManyToday(let item, let limit):
            self.init(
                .tooManyChallenges, "You can send at most \(limit) challenges a day.", field: place(item),
                retryAfterSeconds: 86_400)
        case .sentEnough(let span):
            let wait = Problem.tryAgain(span)
            self.init(
                .tooManyChallenges, "You've reached today's limit.",
                retryAfterSeconds: wait.retryAfterSeconds)
        case .banned: self.init(.banned)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
