import LaurelDomain
import LaurelScores
import LaurelService
import LaurelWire

/// An export under way.
struct Exporting {
    let data: PlayerData
    let player: PlayerNumber
    let document: ExportDocument

    var records: ReadOwnRecords {
        ReadOwnRecords(
            data.accounts, data.friends, data.challenges, data.savedGames, data.inboxes, data.deliveries,
            data.moderation)
    }

    /// One value, which is held in memory whole.
    func write<Value>(_ value: Value, as shape: Shape<Value>) async throws(ExportFailure) {
        do throws(ExportDocument.BrokenOff) {
            try await document.value { $0.value(value, as: shape) }
        } catch {
            throw .brokenOff
        }
    }

    /// A field before the sections.
    func write<Value>(
        _ value: Value, as field: StreamedField<PlayerExportAnswer, Value, Value>
    ) async throws(ExportFailure) {
        document.key(field.name)
        try await write(value, as: field.piece)
    }

    func reading<Value>(
        _ body: () async throws(ExportPlayerError) -> Value
    ) async throws(ExportFailure) -> Value {
        do throws(ExportPlayerError) { return try await body() } catch { throw .failed(Problem(from: error)) }
    }

    func id(_ player: PlayerNumber) -> String { data.accounts.ids.id(of: player, in: .player) }
    func bundleID(_ app: AppNumber?) -> BundleID? { app.flatMap { data.accounts.catalogue.app($0)?.bundleID } }
    func leaderboardID(_ number: LeaderboardNumber) -> LeaderboardID? {
        data.accounts.catalogue.leaderboard(number)?.id
    }
    func achievementID(_ number: AchievementNumber) -> AchievementID? {
        data.accounts.catalogue.achievements.achievement(number)?.id
    }
    func teamID(_ number: TeamNumber) -> TeamID? { data.teams.roster.team(number)?.id }

    /// Every game in both of its environments.
    var environments: [(App, Environment)] {
        data.accounts.catalogue.apps().flatMap { app in Environment.allCases.map { (app, $0) } }
    }
}
