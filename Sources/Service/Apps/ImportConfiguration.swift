import LaurelDomain

/// Makes an app what a file says (rule 3.7). Twice is the same as once: the second plan is empty.
///
/// What cannot be done is found before anything is done. A fault in the middle leaves the steps before it done;
/// the same import again does the rest.
public struct ImportConfiguration: Sendable {
    private let apps: Apps
    public init(_ apps: Apps) { self.apps = apps }

    /// What an import would do now.
    public func plan(
        _ wanted: AppConfiguration, by administrator: Administrator
    ) throws(ImportConfigurationError) -> ConfigurationPlan {
        let app = apps.catalogue.app(wanted.bundleID)
        let leaderboards = app.map { apps.catalogue.leaderboards(of: $0.number) } ?? []
        do { return try ConfigurationPlan(wanted, app: app, leaderboards: leaderboards) } catch {
            throw .refused(error)
        }
    }

    /// - Returns: what was done.
    public func callAsFunction(
        _ wanted: AppConfiguration, by administrator: Administrator
    ) async throws(ImportConfigurationError) -> ConfigurationPlan {
        try await apps.importGate.run { () throws(ImportConfigurationError) in
            let plan = try plan(wanted, by: administrator)
            for change in plan.changes { try await apply(change, wanted.bundleID, administrator) }
            return plan
        }
    }

    private func apply(
        _ change: ConfigurationChange, _ bundleID: BundleID, _ administrator: Administrator
    ) async throws(ImportConfigurationError) {
        do throws(AppError) {
            switch change {
            case .createApp(let bundleID, let description):
                _ = try await CreateApp(apps)(bundleID, description, by: administrator)
            case .changeApp(let change):
                _ = try await UpdateApp(apps)(bundleID, change, by: administrator)
            case .createLeaderboard(let leaderboard), .changeLeaderboard(_, let leaderboard):
                guard let app = apps.catalogue.app(bundleID) else { throw .unknownApp(bundleID) }
                do throws(LeaderboardChangeError) { try await apps.leaderboards.configure(app, leaderboard) } catch {
                    throw AppError(error)
                }
            }
        } catch {
            throw .app(error)
        }
    }
}

public enum ImportConfigurationError: Error, Hashable, Sendable {
    case refused(ConfigurationRefusal)
    case app(AppError)
}
