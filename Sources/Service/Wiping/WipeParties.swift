import LaurelDomain
public import LaurelStorage

extension WipeSection {
    /// Codes in the sandbox: of everybody, or a player's places behind them. A leaderboard has none.
    public static func parties(_ directory: any PartyDirectory) -> WipeSection {
        WipeSection(
            name: "parties",
            count: { (scope, app) throws(StoreError) in
                guard let selection = scope.parties(of: app) else { return 0 }
                return try await directory.countParties(selection)
            },
            wipe: { (scope, app, _) throws(StoreError) in
                guard let selection = scope.parties(of: app) else { return 0 }
                return try await directory.removeParties(selection)
            })
    }
}

extension WipeScope {
    fileprivate func parties(of app: App) -> PartySelection? {
        switch self {
        case .leaderboard: nil
        case .player(let player): PartySelection(app: app.number, environment: .sandbox, player: player)
        case .everything: PartySelection(app: app.number, environment: .sandbox)
        }
    }
}
