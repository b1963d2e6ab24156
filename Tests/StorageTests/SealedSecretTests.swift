import CLaurelSQLite
import LaurelDomain
import LaurelStorage
import LaurelTestSupport
import Testing

@testable import LaurelStorageSQL
@testable import LaurelStorageSQLite

@Suite("Sealed secrets", .timeLimit(.minutes(15))) struct SealedSecretTests {
    /// Marks each byte of what it seals, and names key and place in the clear: enough to see what is sealed for what.
    private static func sealing(_ keys: UInt8...) -> SecretSealing {
        let marks = keys
        return SecretSealing(
            seal: { secret, rowName in
                [0x53, marks[marks.count - 1], UInt8(rowName.utf8.count)] + Array(rowName.utf8)
                    + secret.map { $0 ^ 0xFF }
            },
            open: { stored, rowName in
                guard stored.first == 0x53, stored.count >= 3, marks.contains(stored[1]) else { return nil }
                let end = 3 + Int(stored[2])
                guard end <= stored.count, Array(stored[3..<end]) == Array(rowName.utf8) else { return nil }
                return stored[end...].map { $0 ^ 0xFF }
            }, keyID: { $0.first == 0x53 ? String($0[1]) : nil }, currentKeyID: String(marks[marks.count - 1]))
    }

    private static let moment = Timestamp(clamping: 1_800_000_000_000)
    /// No byte of it is the mark of something sealed.
    private static func secret(_ name: Character) -> [UInt8] {
        Array(String(repeating: name, count: 20).utf8)
    }

    /// One secret of each kind.
    private static func fill(_ directory: SQLiteDirectory) async throws {
        #expect(try await directory.offerTwoFactor(secret("t"), to: PlayerNumber(7)))
        var webhook = Webhook(
            app: AppNumber(1), environment: .production, url: "https://hooks.example", secret: secret("w"), kinds: [],
            isEnabled: true)
        webhook.oldSecrets = [Webhook.OldSecret(bytes: secret("o"), until: moment)]
        try await directory.setWebhook(webhook, nil)
        _ = try await directory.addIdentityKey(
            certificate: [1], privateKey: secret("i"), created: moment, after: nil, nil)
        _ = try await directory.settle(.pushKey, secret("p"))
    }

    private static func check(_ directory: SQLiteDirectory) async throws {
        #expect(try await directory.twoFactor(of: PlayerNumber(7))?.secret == secret("t"))
        let webhook = try #require(try await directory.webhooks().first)
        #expect(webhook.secret == secret("w") && webhook.oldSecrets.map(\.bytes) == [secret("o")])
        #expect(try await directory.identityKeys().last?.privateKey == secret("i"))
        #expect(try await directory.setting(.pushKey) == secret("p"))
        #expect(try await directory.settle(.pushKey, [1]) == secret("p"))
    }

    private static func stored(_ store: SQLiteStore) throws -> [[UInt8]] {
        let connection = try SQLiteConnection(path: store.path, flags: SQLITE_OPEN_READONLY)
        return try SealedColumn.all.flatMap { try $0.rows(on: connection).map(\.stored) }
    }

    @Test("stand in the store sealed, each for its row, and are read as they were written")
    func life() async throws {
        let store = try SQLiteStore(dataFolder: TemporaryFolder(on: .memory).path)
        let directory = SQLiteDirectory(store, sealing: Self.sealing(1))
        try await Self.fill(directory)
        try await Self.check(directory)
        let stored = try Self.stored(store)
        #expect(stored.count == 5 && stored.allSatisfy { $0.first == 0x53 })
        #expect(try await directory.sealingKeys() == ["1": 5])
        #expect(try await directory.sealSecrets() == 0)
        // Confirmed by comparing the secret, not what is stored of it.
        let session = SessionID(1)
        #expect(
            try await !directory.confirmTwoFactor(
                Self.secret("x"), of: PlayerNumber(7), step: 1, recoveryCodes: [], keeping: session,
                at: Timestamp(clamping: 1)))
        #expect(
            try await directory.confirmTwoFactor(
                Self.secret("t"), of: PlayerNumber(7), step: 1, recoveryCodes: [], keeping: session,
                at: Timestamp(clamping: 1)))
        #expect(try await directory.twoFactor(of: PlayerNumber(7))?.isConfirmed == true)
    }

    @Test("of an earlier release are sealed at the start, and anew after a rotation")
    func migration() async throws {
        let store = try SQLiteStore(dataFolder: TemporaryFolder(on: .memory).path)
        let plain = SQLiteDirectory(store)
        try await Self.fill(plain)
        try await Self.check(plain)
        let first = SQLiteDirectory(store, sealing: Self.sealing(1))
        #expect(try await first.sealingKeys() == [nil: 5])
        #expect(try await first.sealSecrets() == 5)
        try await Self.check(first)
        let second = SQLiteDirectory(store, sealing: Self.sealing(1, 2))
        try await Self.check(second)
        #expect(try await second.sealSecrets() == 5)
        #expect(try await second.sealingKeys() == ["2": 5])
        let third = SQLiteDirectory(store, sealing: Self.sealing(2))
        try await Self.check(third)
    }

    @Test("that were moved to another row are not opened there")
    func moved() async throws {
        let store = try SQLiteStore(dataFolder: TemporaryFolder(on: .memory).path)
        let directory = SQLiteDirectory(store, sealing: Self.sealing(1))
        for number: UInt32 in [7, 8] {
            #expect(try await directory.offerTwoFactor(Self.secret("t"), to: PlayerNumber(number)))
        }
        _ = try await directory.write { connection throws(StoreError) in
            try connection.run(
                "UPDATE two_factor SET secret = (SELECT secret FROM two_factor WHERE player = 7) WHERE player = 8")
        }
        #expect(try await directory.twoFactor(of: PlayerNumber(7)) != nil)
        await #expect(throws: StoreError.self) { try await directory.twoFactor(of: PlayerNumber(8)) }
    }

    @Test("whose key is lost are let go of when that is asked for, the others stay")
    func forgotten() async throws {
        let store = try SQLiteStore(dataFolder: TemporaryFolder(on: .memory).path)
        let lost = SQLiteDirectory(store, sealing: Self.sealing(1))
        try await Self.fill(lost)
        let directory = SQLiteDirectory(store, sealing: Self.sealing(2))
        #expect(try await directory.offerTwoFactor(Self.secret("n"), to: PlayerNumber(9)))
        await #expect(throws: StoreError.self) { try await directory.sealSecrets() }
        var expected = ForgottenSecrets()
        expected.twoFactor = 1
        expected.webhooks = 1
        expected.identityKeys = 1
        expected.pushKeys = 1
        #expect(try await directory.forgetSealedSecrets { [UInt8](repeating: 5, count: $0) } == expected)
        #expect(try await directory.twoFactor(of: PlayerNumber(7)) == nil)
        #expect(try await directory.twoFactor(of: PlayerNumber(9))?.secret == Self.secret("n"))
        let webhook = try #require(try await directory.webhooks().first)
        #expect(webhook.secret == [UInt8](repeating: 5, count: 32) && !webhook.isEnabled && webhook.oldSecrets.isEmpty)
        #expect(try await directory.identityKeys().map(\.privateKey) == [nil])
        #expect(try await directory.setting(.pushKey) == nil)
        #expect(try await directory.forgetSealedSecrets { _ in [] } == ForgottenSecrets())
    }
}
