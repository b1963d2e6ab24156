import LaurelTestSockets
import LaurelTestSupport
import Glibc
import Synchronization

@testable import LaurelForwarding
@testable import LaurelHTTPServer

/// A handler made of closures.
struct ClosureHandler: Handler {
    let body: @Sendable (Request) -> Outcome
    var judging: @Sendable (Request) -> Judgement = { _ in .read(limit: nil) }
    func handle(_ request: Request) -> Outcome { body(request) }
    func judge(_ head: Request) -> Judgement { judging(head) }
}

/// Two nodes in one process: `front`, whom clients ask, and `owner`, who answers on its port for nodes.
struct Cluster {
    let key: PeerKey
    /// Milliseconds of the front's clock. It goes on when a test says so.
    let clock: Counter
    let client: PeerClient
    let front: NodeHandler
    let frontServer: Server
    let endpoint: Configuration.Endpoint
    let owner: NodeHandler
    let ownerServer: Server
    let ownerEndpoint: Configuration.Endpoint
    let ownerAddress: PeerAddress

    /// A value that any thread may read and set.
    final class Atomically: Sendable {
        private let state: Atomic<Bool>
        init(_ value: Bool) { state = Atomic(value) }
        var value: Bool {
            get { state.load(ordering: .acquiring) }
            set { state.store(newValue, ordering: .releasing) }
        }
    }

    func connect(receiveBuffer: Int32? = nil) throws -> PlainSocket {
        try PlainSocket(endpoint, receiveBuffer: receiveBuffer)
    }

    /// Sends a request over a connection of its own.
    func ask(_ method: String, _ target: String, fields: String = "", body: [UInt8]? = nil) throws -> PlainAnswer {
        let connection = try connect()
        let length = body.map { "Content-Length: \($0.count)\r\n" } ?? ""
        try connection.send("\(method) \(target) HTTP/1.1\r\nHost: game.example\r\n\(fields)\(length)\r\n")
        try connection.send(body ?? [])
        return try connection.receiveAnswer(toHead: method == "HEAD")
    }
}

extension Cluster {
    /// Sends a request from a thread of its own, so that the test can go on before it's answered.
    func asking(
        _ method: String = "GET", _ target: String = "/", body: [UInt8]? = nil
    ) -> Task<PlainAnswer, any Error> {
        Task(executorPreference: ThreadExecutor()) { try ask(method, target, body: body) }
    }
}

/// Ways in which a test's cluster may differ.
struct ClusterOptions {
    var policy: (inout NodePolicy) -> Void = { _ in }
    var configuration: (inout Configuration) -> Void = { _ in }
    var ownerConfiguration: (inout Configuration) -> Void = { _ in }
    /// Nil: the owner of the two.
    var state: NodeRole?
    var transferLimit = PeerClient.transferLimit
    var own: @Sendable (Request) -> Outcome? = { _ in nil }
}

enum ClusterError: Error { case noClient, noKey, noAddress }

/// Runs both nodes for the time of a test. Pieces of the test run on threads of their own, since they block.
func withCluster<Result>(
    _ options: ClusterOptions = ClusterOptions(), handler: any Handler, _ body: (Cluster) async throws -> Result
) async throws -> Result {
    guard let key = PeerKey(Array(0..<32)) else { throw ClusterError.noKey }
    guard let client = PeerClient(limit: options.transferLimit) else { throw ClusterError.noClient }
    let clock = Counter()
    var policy = NodePolicy(
        problem: { problem, _ in Response(503, type: "text/plain", body: problem.text) },
        clock: { UInt64(clock.value) })
    options.policy(&policy)
    let owner = NodeHandler(
        Forwarder(client, key: key), NodePolicy(problem: policy.problem, clock: policy.clock))
    owner.set(.trusted(handler))
    var configuration = Configuration(endpoints: [.tcp(address: "127.0.0.1", port: 0)])
    configuration.loops = 2
    configuration.limits.connectionsPerAddress = 20_000
    configuration.limits.drainTime = .milliseconds(500)
    var ownerConfiguration = configuration
    options.configuration(&configuration)
    options.ownerConfiguration(&ownerConfiguration)
    ownerConfiguration.limits = PeerHandler.limits(ownerConfiguration.limits)
    let ownerServer = Server(
        ownerConfiguration, handler: PeerHandler(key: key, node: owner, process: 1, own: options.own))
    let front = NodeHandler(Forwarder(client, key: key), policy)
    let frontServer = Server(configuration, handler: front)
    let ownerEndpoint = try ownerServer.start()[0]
    let endpoint = try frontServer.start()[0]
    guard let address = PeerAddress(ownerEndpoint.description) else { throw ClusterError.noAddress }
    front.set(options.state ?? .peer(address))
    let cluster = Cluster(
        key: key, clock: clock, client: client, front: front, frontServer: frontServer, endpoint: endpoint,
        owner: owner, ownerServer: ownerServer, ownerEndpoint: ownerEndpoint, ownerAddress: address)
    return try await withTaskExecutorPreference(ThreadExecutor()) {
        let result: Swift.Result<Result, any Error>
        do { result = .success(try await body(cluster)) } catch { result = .failure(error) }
        client.stop()
        await frontServer.drain()
        await ownerServer.drain()
        return try result.get()
    }
}

func withCluster<Result>(
    _ options: ClusterOptions = ClusterOptions(), handle: @escaping @Sendable (Request) -> Outcome,
    _ body: (Cluster) async throws -> Result
) async throws -> Result {
    try await withCluster(options, handler: ClosureHandler(body: handle), body)
}

extension NodeRole {
    /// A handler that is trusted whatever happens.
    static func trusted(_ handler: any Handler) -> NodeRole { .here(handler, isTrusted: { true }) }
}

extension NodeProblem {
    /// What the answer says in these tests.
    var text: [UInt8] { Array("\(self)".utf8) }
}

extension Response {
    static func text(_ text: String) -> Response { Response(.ok, type: "text/plain", body: Array(text.utf8)) }
}

/// Runs each piece of a test on a thread of its own. These tests block in system calls, and the few threads that
/// Swift has for tasks must stay free for those who unblock them.
final class ThreadExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        PeerThread.start { job.runSynchronously(on: executor) }
    }
}
