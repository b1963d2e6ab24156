import LaurelDomain
@testable import LaurelScores
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import Testing

@testable import LaurelService

/// A score path whose players are known and can be kept out, over one store.
struct ModeratedScores {
    let scores: ScoresFixture
    private let directory: any Directory
    static let scope = Ban.Scope.team(ScoresFixture.team)

    /// Players 1 to 12.
    init(
        snapshots: MemorySnapshots, plan: BackgroundPlan, log: @escaping @Sendable (ScoreEvent) -> Void = { _ in }
    ) async throws {
        let store = try TestStores.make()
        directory = SQLiteDirectory(store)
        scores = try await ScoresFixture(store, snapshots: snapshots, plan: plan, log: log)
        for number in 1...12 {
            let alias = try Alias("player \(number)")
            _ = try await directory.register(
                NewPlayer(
                    alias: alias, displayName: alias.text, passwordHash: "", recoveryCodes: [],
                    created: scores.time.moment, entrance: .open, session: nil))
        }
    }

    private init(scores: ScoresFixture, directory: any Directory) {
        self.scores = scores
        self.directory = directory
    }

    func restarted(warm: WarmBoards? = nil) async throws -> ModeratedScores {
        ModeratedScores(scores: try await scores.restarted(warm: warm), directory: directory)
    }

    func ban(_ player: UInt32) async throws {
        _ = try await banning(PlayerNumber(player), Self.scope, reason: "", by: .operator)
    }

    func lift(_ player: UInt32) async throws {
        try await banning.lift(PlayerNumber(player), Self.scope, by: .operator)
    }

    private var banning: BanPlayer {
        var accounts = AccountsWorld(directory: directory, catalogue: scores.catalogue).accounts
        accounts.clock = scores.time.clock
        return BanPlayer(Moderation(directory: directory, keeper: scores.keeper, accounts: accounts))
    }
}
