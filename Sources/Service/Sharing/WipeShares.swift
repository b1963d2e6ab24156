import LaurelDomain
public import LaurelStorage

extension WipeSection {
    /// Pages that show test data: of a leaderboard, of a player, or all.
    public static func shares(_ directory: any ShareDirectory) -> WipeSection {
        WipeSection(
            name: "shares",
            count: { (scope, app) throws(StoreError) in try await directory.countShares(scope.shares(of: app)) },
            wipe: { (scope, app, _) throws(StoreError) in try await directory.removeShares(scope.shares(of: app)) })
    }
}

extension WipeScope {
    fileprivate func shares(of app: App) -> ShareSelection {
        var selection = ShareSelection(app: app.number, environment: .sandbox)
        switch self {
        case .everything: break
        case .leaderboard(let leaderboard): selection.leaderboard = leaderboard
        case .player(let player): selection.player = player
        }
        return selection
    }
}
