public import LaurelDomain
public import LaurelMatches
public import LaurelScores
import LaurelStorage

/// A player reports another's name, photo, status line or message. It joins what others reported of the same thing in
/// the queue.
public struct FileReport: Sendable {
    private let moderation: Moderation
    public init(_ moderation: Moderation) { self.moderation = moderation }

    /// - Parameters:
    ///   - id: of the message; ignored for names and photos.
    ///   - game: whose match the message is of; nil: it is of none.
    ///   - text: in their own words, at most ``Report/textLimit`` characters; may be empty. A guest's is left out
    ///     (rule 1.11).
    public func callAsFunction(
        _ thing: ReportedThing, id: String, in game: MatchGame? = nil, of player: PlayerNumber, reason: ReportReason,
        text: String, by session: Session
    ) async throws(FileReportError) {
        guard player != session.player else { throw .oneself }
        guard PlainText.holds(text.replacing("\n", with: " "), limit: Report.textLimit) else { throw .text }
        let known = try await FileReportError.translating { () throws(StoreError) in
            try await moderation.directory.player(player)
        }
        guard let known else { throw .unknownPlayer }
        let evidence: String
        var app: AppNumber?
        var subject = ""
        if thing == .message {
            let message = try await message(id, game, known, session)
            (evidence, app, subject) = (message.text, message.app, message.subject)
        } else {
            evidence = try await self.evidence(thing, known, session)
            // Whose moderators see it first.
            if case .game(let number, _) = session.binding { app = number }
        }
        let now = moderation.keeper.now()
        let isGuest = moderation.accounts.profiles.isGuest(session.player)
        let report = Report(
            by: session.player, of: thing, id: subject, player: player, app: app, reason: reason,
            text: isGuest ? "" : text, evidence: evidence, created: now)
        let outcome = try await FileReportError.translating { () throws(StoreError) in
            try await moderation.directory.file(
                report, since: now.advanced(by: -.days(1)), limit: ModerationLimits.reportsPerDay)
        }
        switch outcome {
        case .filed, .again: return
        case .tooMany: throw .tooMany(limit: ModerationLimits.reportsPerDay)
        case .nothingThere: throw .nothingThere
        }
    }

    /// It goes to those in whose game it was written, whichever game the report came from.
    private func message(
        _ id: String, _ game: MatchGame?, _ player: Player, _ session: Session
    ) async throws(FileReportError) -> ReportedMessage {
        let message = try await FileReportError.translating { () throws(StoreError) in
            try await moderation.evidence.message?(id, game, player.number, session.player)
        }
        guard let message else { throw .nothingThere }
        return message
    }

    /// As the server shows it to this player now.
    private func evidence(
        _ thing: ReportedThing, _ player: Player, _ session: Session
    ) async throws(FileReportError) -> String {
        let seen: SeenPlayer?
        do throws(LoadPlayersError) {
            seen = try await SeePlayers(moderation.accounts)([player], by: session.player).first
        } catch {
            switch error {
            case .broken(let reason): throw .broken(reason: reason)
            case .unavailable, .tooMany: throw .unavailable
            }
        }
        let found: String? =
            switch thing {
            case .name:
                seen.map { ReportedName.evidence(alias: player.alias.text, shown: $0.displayName) }
            case .photo: seen?.photo?.normal
            case .status: seen?.status
            case .message: nil
            }
        guard let found else { throw .nothingThere }
        return found
    }
}

public enum FileReportError: Error, StoreFailure, Hashable, Sendable {
    case unknownPlayer
    case oneself
    /// The player has no photo, or there is no such message between the two.
    case nothingThere
    /// Too long, or with characters that cannot be seen.
    case text
    case tooMany(limit: Int)
    case unavailable
    case broken(reason: String)
}
