import LaurelDomain
import LaurelWire
import Service
import Synchronization

/// One part of a player's export: what one area of the service knows of him.
///
/// Whoever keeps something about players adds a section to ``all``, and deletes the same at an erasure
/// (`StorageSQLite.ErasureSection`). The names are those of the document's members: never renamed.
struct ExportSection: Sendable {
    let name: String
    /// Writes one JSON value.
    let write: @Sendable (APIHandler, PlayerNumber, inout JSONWriter) async throws(Problem) -> Void

    static let all: [ExportSection] = [
        profile,
        sessions,
        scores,
        notices,
    ]

    private static let profile = ExportSection(name: "profile") { handler, player, writer throws(Problem) in
        let own: OwnProfile
        do throws(ProfileError) { own = try await ReadProfile(handler.services.accounts)(of: player) } catch {
            throw Problem(from: error)
        }
        let profile = own.record.profile
        writer.beginObject()
        writer.field("id", handler.services.accounts.ids.id(of: player, in: .player))
        writer.field("alias", own.player.alias.text)
        writer.field("signedUp", own.player.created)
        writer.field("realName", profile.realName)
        writer.field("status", profile.status)
        writer.field("photo", own.record.photo.map { Route.photo($0.normal).target })
        writer.field("audience", profile.privacy.audience.name)
        writer.field("isFindable", profile.privacy.isFindable)
        writer.field("takesRequests", profile.privacy.takesRequests)
        writer.field("birthYear", profile.restrictions.birthYear.map { String($0) })
        writer.field("forbidsStrangers", profile.restrictions.forbidsStrangers)
        writer.field("forbidsMessages", profile.restrictions.forbidsMessages)
        writer.endObject()
    }

    private static let sessions = ExportSection(name: "sessions") { handler, player, writer throws(Problem) in
        let list = try await handler.listedSessions(of: player, current: nil)
        writer.beginArray()
        for session in list { writer.value(session) }
        writer.endArray()
    }

    private static let scores = ExportSection(name: "scores") { handler, player, writer throws(Problem) in
        let scores: [PlayerScore]
        do throws(ExportPlayerError) {
            scores = try await ExportPlayerScores(handler.services.keeper)(of: player)
        } catch {
            throw Problem(from: error)
        }
        writer.beginArray()
        for score in scores {
            writer.beginObject()
            writer.field("bundleID", score.bundleID?.text)
            writer.field("environment", score.environment.name)
            writer.field("leaderboard", score.leaderboard?.text)
            writer.field("value", score.value)
            writer.field("context", score.context)
            writer.field("date", score.date)
            writer.field("submitted", score.submitted)
            writer.field("id", score.id?.text)
            writer.endObject()
        }
        writer.endArray()
    }

    private static let notices = ExportSection(name: "notices") { handler, player, writer throws(Problem) in
        let notices: [Notice]
        do throws(ExportPlayerError) { notices = try await ExportNotices(handler.services.accounts)(of: player) } catch
        {
            throw Problem(from: error)
        }
        writer.beginArray()
        for notice in notices {
            let content = notice.content
            writer.beginObject()
            writer.field("kind", content.kind.name)
            writer.field("created", content.created)
            writer.field("bundleID", content.app.flatMap { handler.services.catalogue.app($0)?.bundleID.text })
            writer.field("about", content.about.map { handler.services.accounts.ids.id(of: $0, in: .player) })
            writer.field("subject", content.subject)
            writer.field("isRead", notice.isRead)
            writer.endObject()
        }
        writer.endArray()
    }
}

/// One export at a time of a player, a few in all: each holds its document in memory.
final class RunningExports: Sendable {
    static let countLimit = 4
    private let players = Mutex<Set<PlayerNumber>>([])

    func begin(_ player: PlayerNumber) -> Bool {
        players.withLock { $0.count < Self.countLimit && $0.insert(player).inserted }
    }

    func end(_ player: PlayerNumber) { _ = players.withLock { $0.remove(player) } }
}

extension Problem {
    init(from error: ExportPlayerError) {
        switch error {
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
