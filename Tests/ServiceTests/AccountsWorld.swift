import LaurelCryptography
import LaurelDomain
@testable import LaurelScores
import LaurelStorage
import LaurelTestStores
import Synchronization
import Testing

@testable import LaurelService

/// Accounts over a store, with time and chance in the test's hand.
struct AccountsWorld {
    let directory: any AccountDirectory
    let time = ManualTime()
    let hasher = CountingHasher()
    var accounts: Accounts
    let catalogue: Catalogue

    /// Over a store of its own.
    init(
        catalogue: Catalogue = Catalogue(), policy: SignUpPolicy = .open, limits: AttemptLimits = AttemptLimits()
    ) throws {
        self.init(directory: try TestStores.directory(), catalogue: catalogue, policy: policy, limits: limits)
    }

    init(
        directory: any AccountDirectory, catalogue: Catalogue = Catalogue(),
        policy: SignUpPolicy = .open, limits: AttemptLimits = AttemptLimits()
    ) {
        self.directory = directory
        self.catalogue = catalogue
        let secret = [UInt8](repeating: 7, count: 32)
        let hasher = hasher
        accounts = Accounts(
            directory: directory, catalogue: catalogue, names: PlayerNames(),
            ids: PlayerIDs(makeCipher: { purpose in
                let cipher = AESNumberCipher(secret: secret, purpose: purpose)
                return NumberCipher(encrypt: { cipher.encrypt($0) }, decrypt: { cipher.decrypt($0) })
            }),
            clock: time.clock, random: Random(bytes: { SecureRandom.bytes($0) }),
            digest: TokenDigest(digest: { SecretDigest(words: Digest.blake2b256($0)) }),
            passwords: PasswordHashing(hash: { hasher.hash($0) }, verify: { hasher.verify($0, $1) }),
            signUpPolicy: policy, limits: limits)
        accounts.imports = ImportKeys { HMAC256.code(of: $0, key: secret) }
        accounts.guessKeys = GuessKeys { HMAC256.code(of: $0, key: secret) }
    }

    /// The same store after a restart: everything in memory is gone.
    func restarted() -> AccountsWorld {
        let world = AccountsWorld(
            directory: directory, catalogue: catalogue, policy: accounts.signUpPolicy, limits: accounts.limits)
        world.time.set(time.moment)
        return world
    }

    static let address = ClientAddress("192.0.2.1")

    func arrival(
        _ game: (bundleID: BundleID, environment: Environment)? = nil, device: String? = nil, waiting: Int? = nil,
        address: ClientAddress = Self.address
    ) throws -> Arrival {
        Arrival(game: game, device: try device.map { try DeviceName($0) }, waiting: waiting, address: address)
    }

    /// A game that anybody can sign in for.
    func releasedGame() throws -> (bundleID: BundleID, environment: Environment) {
        let app = App(
            number: AppNumber(1), team: TeamNumber(1), bundleID: try BundleID("com.example.game"), name: "Game",
            sku: "", isGameCenterEnabled: true, isReleased: true)
        catalogue.put(app)
        return (app.bundleID, .production)
    }

    @discardableResult
    func signUp(
        _ alias: String = "Ada Lovelace", _ password: String = "analytical engine", invitation: String? = nil,
        arrival: Arrival? = nil
    ) async throws -> SignedUp {
        try await SignUp(accounts)(
            alias: try Alias(alias), password: try Password(password, alias: alias), invitation: invitation,
            arrival: try arrival ?? self.arrival())
    }

    @discardableResult
    func signIn(
        _ alias: String = "Ada Lovelace", _ password: String = "analytical engine", arrival: Arrival? = nil
    ) async throws -> SignedIn {
        try await SignIn(accounts, decoyHash: CountingHasher.decoy)(
            alias: alias, password: password, arrival: try arrival ?? self.arrival())
    }
}

/// Counts the slow work instead of doing it.
final class CountingHasher: Sendable {
    static let decoy = "hash 1 of \u{0}nobody's"

    private struct State {
        var hashes = 0
        var verifications = 0
        var isBusy = false
        var version = 1
    }

    private let state = Mutex(State())
    var hashes: Int { state.withLock { $0.hashes } }
    var verifications: Int { state.withLock { $0.verifications } }
    func setBusy(_ isBusy: Bool) { state.withLock { $0.isBusy = isBusy } }
    func raiseParameters() { state.withLock { $0.version += 1 } }

    func hash(_ password: String) -> String? {
        state.withLock { state in
            guard !state.isBusy else { return nil }
            state.hashes += 1
            return "hash \(state.version) of \(password)"
        }
    }

    func verify(_ password: String, _ hash: String) -> PasswordVerdict {
        state.withLock { state in
            guard !state.isBusy else { return .busy }
            state.verifications += 1
            if hash == "hash \(state.version) of \(password)" { return .right }
            return hash.hasSuffix(" of \(password)") ? .rightButOutdated : .wrong
        }
    }
}
