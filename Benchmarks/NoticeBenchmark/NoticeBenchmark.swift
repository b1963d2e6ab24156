import LaurelAPI
import LaurelComposition
import LaurelCryptography
import Foundation
import Glibc
import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import LaurelStorageSQLite

/// How soon a notice is on an open stream, how quick a full inbox is read, and what an idle stream of a signed-in
/// player costs: over SQLite on the disk and real sockets. Prints a line each, tab-separated.
///
/// usage: NoticeBenchmark [STREAMS]
@main struct NoticeBenchmark {
    static func main() async throws {
        var streams = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        // A stream takes two descriptors here: its client's and the server's.
        let possible = Int(clamping: limit.rlim_max) / 2 - 100
        if streams > possible {
            print("this machine allows \(limit.rlim_max) descriptors a process: \(possible) streams")
            streams = possible
        }
        let world = try await BenchWorld(players: streams)
        try await world.latency(rounds: 2_000)
        try await world.inbox(notices: 10_000, rounds: 1_000)
        try await world.idle(streams: streams)
        world.end()
    }
}

/// A server in this process.
struct BenchWorld {
    let store: SQLiteStore
    let outbox: Outbox
    let server: Server
    let port: UInt16
    let tokens: [String]
    let events: Task<Void, Never>
    let folder: String

    init(players: Int) async throws {
        folder = NSTemporaryDirectory() + "/notice-benchmark-\(getpid())"
        store = try SQLiteStore(dataFolder: folder)
        let directory = SQLiteDirectory(store)
        let clock = Clock { Timestamp(clamping: Int64(Date().timeIntervalSince1970 * 1_000)) }
        var ports = ServerPorts(
            directory: directory, journal: store, secret: SecureRandom.bytes(32), clock: clock,
            passwords: PasswordHashing(hash: { $0 }, verify: { $0 == $1 ? .right : .wrong }), decoyHash: "")
        ports.areFriends = { [store] (player, other) throws(StoreError) in try store.areFriends(player, other) }
        var policies = ServerPolicies()
        policies.attempts = AttemptLimits().signUps(multipliedBy: nil)
        let parts = try await ComposedServer(ports, try await Catalogue(from: directory), policies)
        outbox = parts.outbox
        let accounts = parts.accounts
        try await parts.start()
        let services = parts.services(
            deliveries: Deliveries(
                directory: directory, catalogue: accounts.catalogue, clock: clock, random: accounts.random,
                addresses: DeliveryAddresses(
                    check: { _, _ in nil }, checkAtOnce: { _, _ in nil }, isReceiver: { _, _ in true }, wake: {}),
                pushKey: []))
        guard let url = PublicURL("http://127.0.0.1") else { fatalError("the address") }
        let api = APIHandler(services, configuration: APIConfiguration(publicURL: url))
        var configuration = Configuration(endpoints: [.tcp(address: "127.0.0.1", port: 0)])
        configuration.limits.connectionsPerAddress = 20_000
        server = Server(configuration, handler: api)
        guard case .tcp(_, let port)? = try server.start().first else { fatalError("no port") }
        self.port = port
        events = Task { await api.runEvents() }
        var tokens: [String] = []
        for number in 0..<max(players, 2) {
            let alias = try Alias("player\(number)")
            tokens.append(
                try await SignUp(accounts)(
                    alias: alias, password: try Password("correct horse \(number)", alias: alias.text),
                    arrival: Arrival(address: .local)
                ).token)
        }
        self.tokens = tokens
    }

    func end() {
        events.cancel()
        do { try FileManager.default.removeItem(atPath: folder) } catch { print("left behind: \(folder)") }
    }

    private func tell(_ player: UInt32, _ count: Int = 1) throws {
        let notice = NewNotice(
            to: PlayerNumber(player), .challengeReceived, about: PlayerNumber(2), subject: "c",
            created: Timestamp(clamping: 1_800_000_000_000))
        try store.commit(Change(facts: Array(repeating: .notice(notice), count: count)))
        outbox.signal()
    }

    // MARK: What is measured

    /// From before the commit, and from after it, to the last byte of the event in the client's hands.
    func latency(rounds: Int) async throws {
        let socket = try Client(port, "/v1/events", tokens[0])
        _ = socket.read { $0.contains("event: inbox") }
        var all: [Double] = []
        var delivery: [Double] = []
        for _ in 0..<rounds {
            let start = Self.now()
            try tell(1)
            let committed = Self.now()
            _ = socket.read { $0.contains("event: notice") && $0.hasSuffix("\n\n\r\n") }
            let end = Self.now()
            all.append(Double(end - start) / 1e6)
            delivery.append(Double(end &- committed) / 1e6)
        }
        socket.close()
        report("issue to event, commit included", all)
        report("commit to event", delivery)
    }

    func inbox(notices: Int, rounds: Int) async throws {
        for _ in 0..<(notices / 1_000) { try tell(2, 1_000) }
        for (title, target) in [
            ("newest 50 of \(notices)", "/v1/notices?count=50"),
            ("100 in the middle", "/v1/notices?before=7000&count=100"),
        ] {
            var times: [Double] = []
            for _ in 0..<rounds {
                let start = Self.now()
                let socket = try Client(port, target, tokens[1], isLast: true)
                let text = socket.read { _ in false }
                socket.close()
                precondition(text.contains("\"unread\":\(notices)"), "\(text.prefix(300))")
                times.append(Double(Self.now() - start) / 1e6)
            }
            report(title, times)
        }
    }

    func idle(streams: Int) async throws {
        let before = Self.privateBytes
        var sockets: [Client] = []
        for token in tokens.prefix(streams) { sockets.append(try Client(port, "/v1/events", token)) }
        for socket in sockets { _ = socket.read { $0.contains("event: inbox") } }
        print("bytes an idle stream with a session\t\((Self.privateBytes - before) / sockets.count)")
        let start = Self.now()
        for player in 1...UInt32(min(1_000, sockets.count)) { try tell(player) }
        for socket in sockets.prefix(1_000) { _ = socket.read { $0.contains("event: notice") } }
        let seconds = Double(Self.now() - start) / 1e9
        print("1,000 notices to 1,000 of \(sockets.count) streams, s\t\(seconds)")
        for socket in sockets { socket.close() }
    }

    private func report(_ title: String, _ times: [Double]) {
        let sorted = times.sorted()
        func percentile(_ part: Double) -> String {
            String(format: "%.3f", sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))])
        }
        print("\(title), ms\tp50 \(percentile(0.5))\tp99 \(percentile(0.99))")
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Anonymous pages in use.
    private static var privateBytes: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") } ?? ""
        return (Int(line.filter(\.isNumber)) ?? 0) * 1_024
    }
}

/// One request on a blocking socket.
struct Client {
    private let descriptor: Int32

    init(_ port: UInt16, _ target: String, _ token: String, isLast: Bool = false) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { fatalError("cannot connect: \(errno)") }
        let head =
            "GET \(target) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
            + (isLast ? "Connection: close\r\n" : "") + "\r\n"
        _ = head.withCString { send(descriptor, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
    }

    func read(until isEnough: (String) -> Bool) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isEnough(String(decoding: bytes, as: UTF8.self)) {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            bytes.append(contentsOf: buffer[..<count])
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func close() { Glibc.close(descriptor) }
}
