import Foundation
import LaurelAPI
import LaurelHTTPServer
import LaurelService

/// What `laurel serve` was told.
struct ServerSettings: Sendable {
    let folder: String
    let store: StoreLocation
    /// Where other nodes reach this one; nil: it is alone with its store.
    let node: NodeAddress?
    /// What it announces, as one of several, and writes.
    let nodeLevel: StoreLevel
    let port: UInt16
    let address: String
    let publicURL: String?
    let tls: TLSOptions
    let signUp: SignUpPolicy
    /// Unless it was said: where everybody may sign up.
    let allowsGuests: Bool
    let developers: DeveloperSignUpPolicy
    let requiredTwoFactor: RequiredTwoFactor
    let isDemo: Bool
    let log: String
    let trustedProxies: [IPNetwork]
    let metricsAudience: Audience
    let documentAudience: Audience
    let connectionsPerAddress: Int
    /// Bytes.
    let bodyMemory: Int
    /// Nil: the usual place.
    let keyFile: String?
    let acceptsClock: Bool
    let acceptsLoss: Bool
    let acceptsUnsafeStore: Bool
    /// Nil: none.
    let budgets: BudgetPlan?
    /// Sign-ups are scaled as the other budgets.
    let attempts: AttemptLimits
    let outgoing: OutgoingSettings
    /// Nil: players sign in here alone.
    let providers: ProviderFile?
    /// Nil: the server makes none by itself.
    let backups: BackupPlan?
    /// Nil: uploaded simulators cannot be run.
    let wasmtime: String?
    /// Nil: no list of stolen passwords.
    let breachedPasswords: String?

    static func signUp(_ invocation: Invocation) throws(Failure) -> SignUpPolicy {
        let policy = try invocation.choice("--sign-up", of: SignUpPolicy.allCases.map(\.rawValue), default: "open")
        return SignUpPolicy(rawValue: policy) ?? .open
    }

    static func allowsGuests(_ invocation: Invocation) throws(Failure) -> Bool {
        guard let guests = invocation["--guests"] else { return try signUp(invocation) == .open }
        // GameKit has a variable of the same name, with words of its own.
        let words = ["on": true, "off": false, "allowed": true, "refused": false]
        guard let allows = words[guests] else { throw Failure("--guests must be on or off, not “\(guests)”") }
        return allows
    }

    init(_ invocation: Invocation) throws(Failure) {
        folder = DataFolder.path(invocation)
        store = try StoreLocation(invocation)
        node = try NodeAddress(invocation, store)
        let levels = StoreLevel.allCases.map { Int($0.rawValue) }
        let level = try invocation.number(
            "--node-level", in: (levels.min() ?? 1)...(levels.max() ?? 1), default: Int(StoreLevel.current.rawValue))
        nodeLevel = StoreLevel(clamping: Int64(level))
        port = UInt16(try invocation.number("--port", in: 0...65_535, default: 8080))
        address = invocation["--address"] ?? "127.0.0.1"
        publicURL = invocation["--public-url"]
        tls = try TLSOptions(invocation)
        signUp = try Self.signUp(invocation)
        allowsGuests = try Self.allowsGuests(invocation)
        let founders = try invocation.choice(
            "--developer-sign-up", of: DeveloperSignUpPolicy.allCases.map(\.rawValue), default: "invitation")
        developers = DeveloperSignUpPolicy(rawValue: founders) ?? .invitation
        let required = try invocation.choice(
            "--require-two-factor", of: RequiredTwoFactor.allCases.map(\.rawValue), default: "nobody")
        requiredTwoFactor = RequiredTwoFactor(rawValue: required) ?? .nobody
        isDemo = invocation.has("--demo")
        log = invocation["--log"] ?? "stderr"
        connectionsPerAddress = try invocation.number("--connections-per-address", in: 1...1_000_000, default: 1_024)
        // A quarter of the least is one whole saved game.
        bodyMemory = try invocation.number("--body-memory", in: 16...1_048_576, default: 256) << 20
        keyFile = invocation["--key-file"]
        acceptsClock = invocation.has("--accept-clock")
        acceptsLoss = invocation.has("--accept-loss")
        acceptsUnsafeStore = invocation.has("--accept-unsafe-store")
        if invocation["--budget"] == "off" {
            budgets = nil
            attempts = AttemptLimits().signUps(multipliedBy: nil)
        } else {
            guard let factor = Int(invocation["--budget"] ?? "1"), (1...1_000_000).contains(factor) else {
                throw Failure("--budget must be off, or an integer from 1 to 1000000")
            }
            budgets = BudgetPlan().multiplied(by: Int64(factor))
            attempts = AttemptLimits().signUps(multipliedBy: Int64(factor))
        }
        backups = try BackupPlan(invocation, store)
        outgoing = try OutgoingSettings(invocation)
        providers = try ProviderFile.find(invocation)
        breachedPasswords = invocation["--breached-passwords"]
        wasmtime = WasmtimeOption.find(invocation["--wasmtime"])
        if let named = invocation["--wasmtime"], let reason = InputFile.trouble(named) {
            throw Failure("--wasmtime: can't read \(named): \(reason)")
        }
        metricsAudience = try Self.audience("--metrics-from", invocation) ?? .thisMachine
        documentAudience = try Self.audience("--openapi-from", invocation) ?? .everyone
        if let text = invocation["--trusted-proxy"] {
            guard let network = IPNetwork(text) else {
                throw Failure("--trusted-proxy must be an address or a network such as 10.0.0.0/8, not “\(text)”")
            }
            trustedProxies = [network]
        } else {
            trustedProxies = []
        }
    }

    /// Whether other machines can reach it unencrypted, and nothing says that a proxy with TLS stands before it.
    var isInTheClear: Bool {
        let own = ["127.0.0.0/8", "::1"].compactMap { IPNetwork($0) }
        let isOwn = IPAddress(address).map { address in own.contains { $0.contains(address) } } ?? false
        return tls.files == nil && !isOwn && publicURL?.hasPrefix("https://") != true
    }

    private static func audience(_ option: String, _ invocation: Invocation) throws(Failure) -> Audience? {
        guard let text = invocation[option] else { return nil }
        guard let audience = Audience(text) else {
            throw Failure("\(option) must be everyone, or networks such as 10.0.0.0/8,::1, not “\(text)”")
        }
        return audience
    }
}
