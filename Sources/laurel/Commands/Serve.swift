import Foundation
import Glibc
import LaurelAPI
import LaurelDomain
import LaurelHTTPServer
import LaurelScores
import LaurelService
import LaurelStorage
import LaurelWebPages
import Synchronization

extension Command {
    static let serve = Command(
        name: ["serve"], summary: "Run the server",
        options: [
            .data, StoreLocation.option,
            CommandOption("--port", "N", "Port to listen on (default: 8080; 0: any free port)"),
            CommandOption("--address", "ADDRESS", "Address to listen on (default: 127.0.0.1; all: 0.0.0.0 or ::)"),
            CommandOption(
                "--public-url", "URL", "URL players use, such as https://games.example (behind a proxy)"),
            CommandOption("--sign-up", "POLICY", "Who can sign up: open, invitation or closed (default: open)"),
            CommandOption(
                "--developer-sign-up", "POLICY",
                "Who can create a team: open, invitation or closed (default: invitation)"),
            CommandOption(
                "--require-two-factor", "WHOM",
                "Who can't work without two-factor authentication: nobody (default), administrators, or owners "
                    + "(administrators and owners of released apps)"),
            CommandOption("--demo", nil, "Create the demo games, with bot players"),
            CommandOption(
                "--log", "PLACE", "Request log in JSON Lines: stderr, none or a file (default: stderr)"),
            CommandOption("--trusted-proxy", "NETWORK", "Proxy whose X-Forwarded-For is trusted, such as 127.0.0.1"),
            CommandOption(
                "--metrics-from", "NETWORKS",
                "Who can read /metrics: networks such as 10.0.0.0/8,::1, or everyone (default: this machine)"),
            CommandOption(
                "--openapi-from", "NETWORKS", "Who can read /openapi.json: networks, or everyone (default: everyone)"),
            CommandOption("--connections-per-address", "N", "Connection limit per address (default: 1024)"),
            CommandOption(
                "--body-memory", "MIB",
                "Memory for request bodies and waiting responses in all; a quarter per address (default: 256)"),
            CommandOption(
                "--budget", "FACTOR",
                "Scale of the request budgets per player, address and app: 1 (default), 10, …, or off"),
            BreachedPasswordOption.option,
            KeyFile.option,
            CommandOption("--accept-clock", nil, "Start even if the clock is far behind the last score"),
            CommandOption("--accept-loss", nil, "Start even if the store has lost its last changes (give it once)"),
            CommandOption(
                "--accept-unsafe-store", nil, "Start even if PostgreSQL's settings can lose acknowledged scores"),
            CommandOption(
                "--push-contact", "URI", "mailto: or https: contact for push services (default: the public URL)"),
            CommandOption(
                "--allow-private-deliveries", nil, "Allow webhooks and pushes to private addresses and over http://"),
            WasmtimeOption.option,
        ],
        examples: [
            "laurel serve --demo",
            "laurel serve --data /var/lib/laurel --public-url https://games.example --trusted-proxy 127.0.0.1",
            "laurel serve --data /var/lib/laurel --store postgres://laurel@db.example/laurel",
        ]
    ) { invocation in
        let settings = try ServerSettings(invocation)
        try await ServerRun(settings).run()
    }
}

/// What `laurel serve` was told.
struct ServerSettings: Sendable {
    let folder: String
    let store: StoreLocation
    let port: UInt16
    let address: String
    let publicURL: String?
    let signUp: SignUpPolicy
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
    /// Nil: uploaded simulators cannot be run.
    let wasmtime: String?
    /// Nil: no list of stolen passwords.
    let breachedPasswords: String?

    init(_ invocation: Invocation) throws(Failure) {
        folder = DataFolder.path(invocation)
        store = try StoreLocation(invocation)
        port = UInt16(try invocation.number("--port", in: 0...65_535, default: 8080))
        address = invocation["--address"] ?? "127.0.0.1"
        publicURL = invocation["--public-url"]
        let policy = try invocation.choice("--sign-up", of: SignUpPolicy.allCases.map(\.rawValue), default: "open")
        signUp = SignUpPolicy(rawValue: policy) ?? .open
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
            let factor = try invocation.number("--budget", in: 1...1_000_000, default: 1)
            budgets = BudgetPlan().multiplied(by: Int64(factor))
            attempts = AttemptLimits().signUps(multipliedBy: Int64(factor))
        }
        outgoing = try OutgoingSettings(invocation)
        breachedPasswords = invocation["--breached-passwords"]
        wasmtime = WasmtimeOption.find(invocation["--wasmtime"])
        if let named = invocation["--wasmtime"], !FileManager.default.isReadableFile(atPath: named) {
            throw Failure("--wasmtime: can't read \(named)")
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

    /// Whether other machines can reach it, and nothing says that a proxy with TLS stands before it.
    var isInTheClear: Bool {
        let own = ["127.0.0.0/8", "::1"].compactMap { IPNetwork($0) }
        let isOwn = IPAddress(address).map { address in own.contains { $0.contains(address) } } ?? false
        return !isOwn && publicURL?.hasPrefix("https://") != true
    }

    private static func audience(_ option: String, _ invocation: Invocation) throws(Failure) -> Audience? {
        guard let text = invocation[option] else { return nil }
        guard let audience = Audience(text) else {
            throw Failure("\(option) must be everyone, or networks such as 10.0.0.0/8,::1, not “\(text)”")
        }
        return audience
    }
}

/// What a signal does. While the store is being opened (a large one is read, an older one upgraded), it ends the
/// program at once, because that can be interrupted anywhere.
private final class Ending: Sendable {
    let isOrderly = Atomic(false)
    private let asked: AsyncStream<Never>

    init() {
        let signal = EndingSignal()
        let (asked, tell) = AsyncStream.makeStream(of: Never.self)
        self.asked = asked
        // A thread of its own: opening a store keeps one of those that tasks run on.
        BlockingThread.start { [self] in
            signal.wait()
            if !isOrderly.load(ordering: .relaxed) {
                Terminal.say("Stopped before the store was open.")
                exit(0)
            }
            tell.finish()
        }
    }

    func wait() async { for await _ in asked {} }
}

/// One life of the server.
struct ServerRun {
    let settings: ServerSettings
    init(_ settings: ServerSettings) { self.settings = settings }

    func run() async throws {
        // A reader that went away is an error of one write, not the end of the program.
        signal(SIGPIPE, SIG_IGN)
        // So is a file that has reached its limit: the log drops lines, the store answers 503.
        signal(SIGXFSZ, SIG_IGN)
        let ending = Ending()
        Server.releaseLargeBlocksAtOnce()
        raiseDescriptorLimit()
        // The log may lie in the data folder.
        try DataFolder.make(settings.folder)
        let log = settings.log == "none" ? nil : try RequestLog(settings.log)
        var outgoing = settings.outgoing
        outgoing.log = { event, detail in log?.add(event: event, detail) }
        // Taking over a store ends another server: not before this one can answer instead.
        if !settings.store.isFolder { try FreePort.require(settings.port, settings.address) }
        let composition = try await Composition(
            folder: settings.folder, store: settings.store, signUpPolicy: settings.signUp,
            developers: settings.developers,
            outgoing: outgoing, attempts: settings.attempts, wasmtime: settings.wasmtime,
            breachedPasswords: settings.breachedPasswords, keyFile: settings.keyFile,
            acceptsLoss: settings.acceptsLoss, acceptsUnsafeStore: settings.acceptsUnsafeStore
        ) { event in
            log?.add(event: "scores", "\(event)")
        }
        ending.isOrderly.store(true, ordering: .relaxed)
        let (server, api, url) = try listen(composition, log)
        let chores = Task { await ServerChores(composition: composition, server: server, log: log).run() }
        let events = Task { await api.runEvents() }
        let overtaken = Task { [friends = composition.services.friends, keeper = composition.keeper] in
            await TellOvertaken(friends, keeper: keeper).run()
        }
        Terminal.say("Laurel \(Laurel.version) at \(url)")
        if settings.isInTheClear {
            Terminal.say(
                "Warning: other machines reach this server without encryption, so passwords can be read on the way. "
                    + "Put a proxy with TLS before it and name it with --public-url https://… (docs/operating.md).")
        }
        try await offerAdministration(composition, url)
        var deliveries: Task<Void, Never>?
        var failure: (any Error)?
        var canWrite = true
        for await happening in happenings(composition, ending) {
            switch happening {
            case .ready:
                // Not before: what leaves carries names, which are loaded by now.
                deliveries = Task { await composition.deliveries.run() }
                Terminal.say("Ready. Open \(url) in a browser. Press Ctrl-C to stop.")
                continue
            case .ended(.damaged(let reason)):
                log?.add(event: "store-damaged", reason)
                failure = composition.store.damaged(reason)
            case .ended(.takenOver):
                log?.add(event: "store-taken-over", "by another server")
                (failure, canWrite) = (composition.store.takenOver(), false)
            case .ended(.unsettled):
                log?.add(event: "store-unsettled", "a change may have been written")
                (failure, canWrite) = (composition.store.unsettled(), false)
            case .failed where composition.store.isTakenOver:
                (failure, canWrite) = (composition.store.takenOver(), false)
            case .failed(let error): failure = error
            case .asked: break
            }
            break
        }
        Terminal.say("Stopping: finishing requests in progress.")
        await server.drain()
        chores.cancel()
        events.cancel()
        overtaken.cancel()
        // While the folder is still ours: the next server in it makes a socket of the same name.
        unlink(DataFolder.socket(in: settings.folder))
        // A server that never was ready has nothing to write, and may never come to an end of what it has begun.
        if let deliveries {
            deliveries.cancel()
            await composition.stop(canWrite: canWrite)
        }
        log?.close()
        if let failure { throw failure }
    }

    /// What makes a start a run, and what ends either.
    private enum Happening {
        case ready
        case failed(any Error)
        /// The store is damaged, or another server's.
        case ended(OpenedStore.End)
        /// By a signal.
        case asked
    }

    /// Starts, and tells of what happens: a signal counts however long the start takes.
    private func happenings(_ composition: Composition, _ ending: Ending) -> AsyncStream<Happening> {
        let (happenings, tell) = AsyncStream.makeStream(of: Happening.self)
        Task {
            await ending.wait()
            tell.yield(.asked)
        }
        composition.store.onEnd { tell.yield(.ended($0)) }
        Task { [settings] in
            do {
                try await composition.start(acceptsClock: settings.acceptsClock, acceptsLoss: settings.acceptsLoss)
                if settings.isDemo { try await Demo(composition).prepare() }
                tell.yield(.ready)
                composition.store.readWhole()
                if let reason = await composition.keeper.ended() {
                    tell.yield(.ended(reason == .lostOwnership ? .takenOver : .damaged("\(reason)")))
                }
            } catch {
                tell.yield(.failed(error))
            }
        }
        return happenings
    }

    /// With `--port 0` a port that was free a moment ago may be taken by now; then another is tried.
    private func listen(
        _ composition: Composition, _ log: RequestLog?
    ) throws -> (Server, APIHandler, String) {
        var attempts = settings.port == 0 ? 16 : 1
        while true {
            attempts -= 1
            do { return try listenOnce(composition, log) } catch LaurelHTTPServer.StartError.inUse(let endpoint) {
                guard attempts == 0 else { continue }
                let reason = LaurelHTTPServer.StartError.inUse(endpoint).description
                throw Failure(reason + "; choose another with --port, or stop what's using it", status: 1)
            } catch let error as LaurelHTTPServer.StartError {
                throw Failure(error.description, status: 1)
            }
        }
    }

    private func listenOnce(
        _ composition: Composition, _ log: RequestLog?
    ) throws -> (Server, APIHandler, String) {
        let chosen = settings.publicURL
        // Before the port is known the address is; a port of 0 is filled in by the kernel.
        let local = settings.address.contains(":") ? "[\(settings.address)]" : settings.address
        let shown = ["0.0.0.0", "[::]"].contains(local) ? "127.0.0.1" : local
        let port = try settings.port == 0 ? FreePort.find(settings.address) : settings.port
        let text = chosen ?? "http://\(shown):\(port)"
        guard let publicURL = PublicURL(text) else {
            throw Failure(
                "--public-url must be http:// or https:// and a host, such as https://games.example, not “\(text)”")
        }
        var interface = APIConfiguration(publicURL: publicURL, pages: try pages())
        interface.metricsAudience = settings.metricsAudience
        interface.documentAudience = settings.documentAudience
        interface.budgets = settings.budgets.map { ($0, .steady) }
        interface.report = { id, kind, cause in log?.add(event: kind, cause, requestID: id) }
        if let log { interface.authentication = { log.add($0) } }
        interface.requiredTwoFactor = { [required = settings.requiredTwoFactor] in required }
        let api = APIHandler(composition.services, configuration: interface)
        var configuration = Configuration(endpoints: [
            .tcp(address: settings.address, port: port), .unix(path: DataFolder.socket(in: settings.folder)),
        ])
        configuration.limits.connectionsPerAddress = settings.connectionsPerAddress
        configuration.trustedProxies = settings.trustedProxies
        configuration.limits.heldBodyBytes = settings.bodyMemory
        configuration.standingHeaders = SecurityHeaders.standing(for: publicURL)
        let server = Server(configuration, handler: api, accessLog: accessLog(log))
        _ = try server.start()
        api.attach { server.metrics }
        return (server, api, publicURL.origin)
    }

    private func accessLog(_ log: RequestLog?) -> (@Sendable (AccessRecord) -> Void)? {
        guard let log else { return nil }
        return { log.add($0) }
    }

    private func pages() throws -> Pages {
        let web: WebPages
        do { web = try WebPages.find() } catch { throw Failure(error.description, status: 1) }
        var modules: [String: String] = [:]
        for (path, file) in web.modules { modules[String(path.dropFirst())] = file.path }
        do {
            var files = try WebFiles.read(web.site)
            for (path, file) in modules { files[path] = try WebFiles.bytes(URL(filePath: file)) }
            // The types that web games see are those of this very server.
            files["sdk/wire.d.ts"] = Array(TypeScriptDeclarations.text.utf8)
            return Pages(files)
        } catch {
            throw Failure("can't read the pages: \(error)", status: 1)
        }
    }

    /// Prints the one-time link while there is no administrator: a new one at each start, for the last may be lost.
    private func offerAdministration(_ composition: Composition, _ url: String) async throws {
        guard let token = try await PrepareAdministration(composition.accounts)(renewing: true) else { return }
        Terminal.say("Become an administrator (one-time link): \(url)/setup/#\(token)")
    }

    /// Each event stream is a descriptor; the kernel's limit is the one that counts.
    private func raiseDescriptorLimit() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}

/// What is done once a minute.
struct ServerChores {
    static let interval = Duration.seconds(60)
    let composition: Composition
    let server: Server
    let log: RequestLog?

    func run() async {
        while !Task.isCancelled {
            do {
                try await Task.sleep(for: Self.interval)
            } catch {
                return
            }
            do { try await TidySessions(composition.accounts)() } catch {
                log?.add(event: "sessions-not-saved", "\(error)")
            }
            server.releaseMemoryAfterBurst()
            await composition.finishErasures()
            do { try await TidyInboxes(composition.inboxes)() } catch {
                log?.add(event: "inboxes-not-tidied", "\(error)")
            }
            do { try await TidyChallenges(composition.challenges)() } catch {
                log?.add(event: "challenges-not-tidied", "\(error)")
            }
            do { try await composition.deliveries.tidy() } catch {
                log?.add(event: "deliveries-not-tidied", "\(error)")
            }
        }
    }
}

/// The files of the pages, read once.
enum WebFiles {
    static func read(_ folder: URL) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            let url = folder.appending(path: path)
            let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
            guard !isHidden, try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
                continue
            }
            files[path] = try bytes(url)
        }
        return files
    }

    static func bytes(_ url: URL) throws -> [UInt8] { Array(try Data(contentsOf: url)) }
}

/// A port that nobody listens on, for `--port 0`: the pages must know it before the server starts.
enum FreePort {
    static func find(_ address: String) throws(Failure) -> UInt16 {
        guard let port = try bound(0, address.contains(":") ? "::" : "0.0.0.0"), port != 0 else {
            throw Failure("can't find a free port", status: 1)
        }
        return port
    }

    /// - Throws: when somebody listens on a port that was chosen.
    static func require(_ port: UInt16, _ address: String) throws(Failure) {
        guard port != 0, try bound(port, address) == nil, errno == EADDRINUSE else { return }
        throw Failure("port \(port) is in use; choose another with --port, or stop what's using it", status: 1)
    }

    /// Takes a port for a moment.
    /// - Returns: its number; nil: it can't be had, as `errno` says.
    private static func bound(_ port: UInt16, _ address: String) throws(Failure) -> UInt16? {
        let family = address.contains(":") ? AF_INET6 : AF_INET
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure("can't create a socket", status: 1) }
        defer {
            let reason = errno
            close(descriptor)
            errno = reason
        }
        // Connections of a server that has just ended are no obstacle.
        var yes: Int32 = port == 0 ? 0 : 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var storage = sockaddr_storage()
        var length = socklen_t(family == AF_INET6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            // The port stands at the same place in both families (ip(7), ipv6(7)).
            pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                $0.pointee.sin_family = sa_family_t(family)
                $0.pointee.sin_port = port.bigEndian
                inet_pton(AF_INET, address, &$0.pointee.sin_addr)
            }
            if family == AF_INET6 {
                pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                    _ = inet_pton(AF_INET6, address, &$0.pointee.sin6_addr)
                }
            }
            return pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard bind(descriptor, address, length) == 0, getsockname(descriptor, address, &length) == 0 else {
                    return nil
                }
                return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    UInt16(bigEndian: $0.pointee.sin_port)
                }
            }
        }
    }
}
