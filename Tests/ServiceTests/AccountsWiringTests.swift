import LaurelCryptography
import Glibc
import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import LaurelStorageSQLite
import Testing

@Suite("Accounts, wired as the program does it", .timeLimit(.minutes(15))) struct AccountsWiringTests {
    @Test("sign-up, sign-in, restart and recovery through the real hasher, cipher and store")
    func wired() async throws {
        var template = Array("/tmp/laurel-accounts-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        let pool = PasswordPool(.lightest, threadCount: 2)
        defer { pool.stop() }
        let id: String
        let token: String
        let codes: [String]
        do {
            let accounts = try await Self.accounts(in: folder, pool)
            let ada = try await SignUp(accounts)(
                alias: try Alias("Zoë Ada"), password: try Password("analytical engine", alias: "Zoë Ada"),
                arrival: Arrival(address: .local))
            (token, codes) = (ada.token, ada.recoveryCodes)
            id = accounts.ids.id(of: ada.player.number, in: .player)
        }
        let accounts = try await Self.accounts(in: folder, pool)
        try await LoadNames(accounts)()
        let session = try await Authenticate(accounts)(token)
        #expect(accounts.names.displayName(session.player) == "Zoë Ada")
        #expect(accounts.ids.player(id, in: .player) == session.player)
        let signIn = SignIn(accounts, decoyHash: try #require(await SignIn.decoyHash(accounts)))
        await #expect(throws: SignInError.wrongCredentials) {
            _ = try await signIn(alias: "zoë ada", password: "wrong", arrival: Arrival(address: .local))
        }
        await #expect(throws: SignInError.wrongCredentials) {
            _ = try await signIn(alias: "nobody", password: "wrong", arrival: Arrival(address: .local))
        }
        let second = try await signIn(
            alias: "ZOË ADA", password: "analytical engine", arrival: Arrival(address: .local))
        try await Recover(accounts)(
            alias: "Zoe\u{308} Ada", code: codes[7], newPassword: try Password("difference engine", alias: "Zoë Ada"),
            address: .local)
        for token in [token, second.token] {
            await #expect(throws: AuthenticateError.unauthenticated) { _ = try await Authenticate(accounts)(token) }
        }
        _ = try await signIn(alias: "Zoë Ada", password: "difference engine", arrival: Arrival(address: .local))
    }

    /// As the composition root does it.
    private static func accounts(in folder: String, _ pool: PasswordPool) async throws -> Accounts {
        let directory = SQLiteDirectory(try SQLiteStore(dataFolder: folder))
        let secret = try await directory.settle(.secret, SecureRandom.bytes(32))
        return Accounts(
            directory: directory, catalogue: Catalogue(apps: try await directory.apps()), names: PlayerNames(),
            ids: PlayerIDs(makeCipher: { purpose in
                let cipher = AESNumberCipher(secret: secret, purpose: purpose)
                return NumberCipher(encrypt: { cipher.encrypt($0) }, decrypt: { cipher.decrypt($0) })
            }),
            clock: ManualTime().clock, random: Random(bytes: { SecureRandom.bytes($0) }),
            digest: TokenDigest(digest: { SecretDigest(words: Digest.blake2b256($0)) }),
            passwords: PasswordHashing(
                hash: { await pool.hash($0) },
                verify: { password, hash in
                    switch await pool.verify(password, hash) {
                    case .right: .right
                    case .rightButOutdated: .rightButOutdated
                    case .wrong: .wrong
                    case nil: .busy
                    }
                }))
    }
}
