public import LaurelDomain
import LaurelScores
import LaurelWire
public import LaurelService

/// Notices as their player may see them, with the names of now: a friend is named as friends see them (rule 1.1).
///
/// From memory, but for the friends of a player of whom memory knows none, and for who blocks whom: that is asked once
/// for all that are encoded together, where somebody says something in one of them.
public struct NoticeEncoding: Sendable {
    let ids: PlayerIDs
    let names: PlayerNames
    let seePlayers: SeePlayers
    let catalogue: Catalogue

    public init(_ accounts: Accounts) {
        ids = accounts.ids
        names = accounts.names
        seePlayers = SeePlayers(accounts)
        catalogue = accounts.catalogue
    }

    /// - Parameters:
    ///   - notices: of one player, who reads them.
    ///   - scope: which ids the reader sees.
    ///   - languages: their languages, best first; none: the game's own.
    func answers(
        _ notices: [Notice], in scope: PlayerIDs.Scope, for languages: [LanguageTag]
    ) async -> [NoticeAnswer] {
        guard let reader = notices.first?.content.player else { return [] }
        let stored = notices.map { Self.members($0.content.details) }
        let writers = zip(notices, stored).compactMap { $1["message"] == nil ? nil : $0.content.about }
        let heard = await seePlayers.heard(Set(writers), by: reader)
        var answers: [NoticeAnswer] = []
        for (notice, var details) in zip(notices, stored) {
            if !(notice.content.about.map { heard.contains($0) } ?? false) { details["message"] = nil }
            answers.append(await answer(notice, details, in: scope, for: languages))
        }
        return answers
    }

    /// - Parameter details: what is stored, as far as the reader gets it.
    private func answer(
        _ notice: Notice, _ details: [String: JSONValue], in scope: PlayerIDs.Scope, for languages: [LanguageTag]
    ) async -> NoticeAnswer {
        let content = notice.content
        let app = content.app.flatMap { catalogue.app($0) }
        return NoticeAnswer(
            id: notice.id, kind: content.kind, created: content.created, isRead: notice.isRead,
            canBeMuted: content.kind.canBeMuted,
            game: app.map { NoticeGameAnswer(bundleID: $0.bundleID, name: $0.localization(for: languages).name) },
            environment: content.environment,
            about: await about(content, in: scope), subject: content.subject,
            details: .object(reworded(details, content, app, languages)))
    }

    /// What is stored, and how the reader says it: an achievement's or leaderboard's title, the scores as texts.
    private func reworded(
        _ stored: [String: JSONValue], _ content: NewNotice, _ app: App?, _ languages: [LanguageTag]
    ) -> [String: JSONValue] {
        guard let app else { return stored }
        var details = stored
        if let achievement = achievement(content, details, app) {
            details["title"] = .string(achievement.localization(for: languages, default: app.defaultLanguage).title)
        } else if let leaderboard = leaderboard(content, details, app) {
            let formatter = ScoreFormatter(leaderboard, of: app, for: languages)
            details["title"] = .string(
                leaderboard.localization(for: languages, default: app.defaultLanguage).name)
            if case .integer(let value) = details["value"] { details["formatted"] = .string(formatter.string(value)) }
            if case .integer(let score) = details["score"] {
                details["formattedScore"] = .string(formatter.string(score))
            }
        }
        if let definition = definition(details, app) {
            details["title"] = .string(definition.localization(for: languages, default: app.defaultLanguage).title)
        }
        return details
    }

    private func achievement(_ content: NewNotice, _ details: [String: JSONValue], _ app: App) -> Achievement? {
        var text = content.kind == .achievementEarned ? content.subject : nil
        if case .string(let challenged) = details["achievement"] { text = challenged }
        do throws(InvalidIdentifier) {
            return try text.flatMap { text throws(InvalidIdentifier) in
                catalogue.achievements.achievement(try AchievementID(text), of: app.number)
            }
        } catch {
            return nil
        }
    }

    private func leaderboard(_ content: NewNotice, _ details: [String: JSONValue], _ app: App) -> Leaderboard? {
        var text = content.kind == .overtaken ? content.subject : nil
        if case .string(let challenged) = details["leaderboard"] { text = challenged }
        do throws(InvalidIdentifier) {
            return try text.flatMap { text throws(InvalidIdentifier) in
                catalogue.leaderboard(try LeaderboardID(text), of: app.number)
            }
        } catch {
            return nil
        }
    }

    private func definition(_ details: [String: JSONValue], _ app: App) -> ChallengeDefinition? {
        guard case .string(let text) = details["definition"] else { return nil }
        do throws(InvalidIdentifier) {
            return catalogue.challengeDefinitions.definition(try ChallengeDefinitionID(text), of: app.number)
        } catch {
            return nil
        }
    }

    /// Whom the notice tells of.
    private func about(_ content: NewNotice, in scope: PlayerIDs.Scope) async -> PlayerAnswer? {
        guard let number = content.about, var answer = player(number, in: scope) else { return nil }
        if let realName = await seePlayers.realName(of: number, by: content.player) { answer.displayName = realName }
        return answer
    }

    private func player(_ number: PlayerNumber, in scope: PlayerIDs.Scope) -> PlayerAnswer? {
        names.displayName(number).map { PlayerAnswer(id: ids.id(of: number, in: scope), displayName: $0) }
    }

    /// What is stored is an object; whatever else it may be, an answer stays JSON.
    static func members(_ details: String) -> [String: JSONValue] {
        guard !details.isEmpty else { return [:] }
        do throws(JSONError) {
            if case .object(let members) = try JSONValue(json: Array(details.utf8)) { return members }
        } catch {
            return [:]
        }
        return [:]
    }
}

extension NoticeEncoding {
    /// What a closed browser is told. The page's service worker makes words of it.
    ///
    /// - Parameters:
    ///   - binding: of the browser's session: which ids it sees.
    ///   - bytesLimit: of a push message. What is too long for it is left out; kind and id are always there.
    public func pushMessage(_ notice: Notice, _ binding: Binding, bytesLimit: Int) async -> [UInt8] {
        guard var answer = await answers([notice], in: PlayerIDs.Scope(binding), for: []).first else { return [] }
        for attempt in 0..<3 {
            if attempt == 1 { answer.details = .object([:]) }
            if attempt == 2 { (answer.subject, answer.about, answer.game) = ("", nil, nil) }
            let bytes = answer.json
            if bytes.count <= bytesLimit { return bytes }
        }
        return []
    }

    /// What a game's own server is told: the ids are those that the game sees, and the names those that everybody
    /// sees. A real name is for friends alone (rule 1.1), and this reader is no player's friend. Nor is it told what
    /// one player says to another.
    public func webhookMessage(_ delivery: WebhookDelivery) async -> [UInt8] {
        let scope = PlayerIDs.Scope.game(delivery.app)
        var told: WebhookMessageAnswer.Notice?
        if case .notice(let id, let notice) = delivery.event {
            told = WebhookMessageAnswer.Notice(
                id: id, player: player(notice.player, in: scope), about: notice.about.flatMap { player($0, in: scope) },
                subject: notice.subject, details: .object(Self.members(notice.details).filter { $0.key != "message" }),
                created: notice.created)
        }
        let data = WebhookMessageAnswer.Data(
            bundleID: catalogue.app(delivery.app)?.bundleID, environment: delivery.environment, notice: told)
        return WebhookMessageAnswer(event: delivery.event.name, timestamp: delivery.created, data: data).json
    }
}
