import CLaurelSQLite
import LaurelDomain
import LaurelStorage
import LaurelTestSupport
import Testing

@testable import LaurelStorageSQLite

/// What becomes of a store whose aliases are older than the rules about how they look.
@Suite("Looks of older aliases", .timeLimit(.minutes(15))) struct LooksMigrationTests {
    /// As the release before wrote it. `pⲁypal` and `paypal` did not look alike then, and `Bobby` had its look alone.
    private static let aliases = ["paypal", "pⲁypal", "Bobby", "8obby", "Zoe", "Ze\u{301}\u{302}\u{303}\u{304}d"]

    private func older(in folder: String) throws {
        let connection = try SQLiteConnection(
            path: folder + "/laurel.db", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        connection.addSkeletonFunction()
        let steps = Migration.all.prefix { $0.sql != Migration.looks }
        #expect(!steps.isEmpty && steps.count < Migration.all.count)
        for step in steps { try connection.execute(step.sql) }
        for (index, alias) in Self.aliases.enumerated() {
            let key = try Alias(known: alias).key
            try connection.execute(
                """
                INSERT INTO players VALUES (\(index + 1), '\(alias)', '\(key)', '\(alias)', 0, 0);
                INSERT INTO credentials VALUES (\(index + 1), 'hash \(index + 1)');
                INSERT INTO alias_skeletons VALUES ('\(key)', \(index + 1));
                """)
        }
        try connection.execute(
            "PRAGMA application_id = \(Migration.applicationID); PRAGMA user_version = \(steps.count)")
    }

    private func registration(_ alias: String) throws -> NewPlayer {
        NewPlayer(
            alias: try Alias(alias), displayName: alias, passwordHash: "x", recoveryCodes: [],
            created: Timestamp(clamping: 1_800_000_000_000), entrance: .open, session: nil)
    }

    @Test("everybody keeps their alias, also those that look alike, and nobody gets another one like them")
    func kept() async throws {
        let folder = try TemporaryFolder(on: .memory).path
        try older(in: folder)
        let directory = SQLiteDirectory(try SQLiteStore(dataFolder: folder))
        for (index, alias) in Self.aliases.enumerated() {
            let found = try await directory.credentials(aliasKey: try Alias(known: alias).key)
            #expect(found?.player == PlayerNumber(UInt32(index + 1)), "\(alias)")
            #expect(try await directory.player(PlayerNumber(UInt32(index + 1)))?.alias.text == alias)
        }
        for twin in ["ꓑꓮꓬꓑꓮꓡ", "PayPa1", "BOB8Y", "Ζoe"] {
            #expect(try await directory.register(try registration(twin)) == .aliasTaken, "\(twin)")
        }
        guard case .registered = try await directory.register(try registration("Somebody")) else {
            Issue.record("a new name was refused")
            return
        }
    }

    @Test("when the first of two that look alike goes, the look of the other one is still taken")
    func second() async throws {
        let folder = try TemporaryFolder(on: .memory).path
        try older(in: folder)
        let directory = SQLiteDirectory(try SQLiteStore(dataFolder: folder))
        let look = try Alias("paypal").skeleton
        #expect(try await directory.player(aliasSkeleton: look) == PlayerNumber(1))
        let renamed = try await directory.updateProfile(of: PlayerNumber(1), alias: try Alias("Else")) { _ in true }
        guard case .updated = renamed else {
            Issue.record("\(renamed)")
            return
        }
        #expect(try await directory.player(aliasSkeleton: look) == PlayerNumber(2))
        #expect(try await directory.register(try registration("ꓑꓮꓬꓑꓮꓡ")) == .aliasTaken)
    }
}
