@testable import LaurelHTTPServer

/// A handler made of a closure.
struct ClosureHandler: Handler {
    let body: @Sendable (Request) -> Outcome
    func handle(_ request: Request) -> Outcome { body(request) }
}

/// Runs each piece of a test on a thread of its own. These tests block in system calls, and the few threads that
/// Swift has for tasks must stay free for those who unblock them.
final class ThreadExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        Thread { job.runSynchronously(on: executor) }.detach()
    }
}

/// Runs a server at a port of its own for the time of a test.
func withServer<Result>(
    _ change: (inout Configuration) -> Void = { _ in },
    accessLog: (@Sendable (AccessRecord) -> Void)? = nil,
    handler: @escaping @Sendable (Request) -> Outcome = { _ in .now(.text("ok")) },
    _ body: (Server, Configuration.Endpoint) async throws -> Result
) async throws -> Result {
    try await withServer(change, accessLog: accessLog, handler: ClosureHandler(body: handler), body)
}

func withServer<Result>(
    _ change: (inout Configuration) -> Void = { _ in },
    accessLog: (@Sendable (AccessRecord) -> Void)? = nil, handler: any Handler,
    _ body: (Server, Configuration.Endpoint) async throws -> Result
) async throws -> Result {
    var configuration = Configuration(endpoints: [.tcp(address: "127.0.0.1", port: 0)])
    configuration.loops = 2
    configuration.limits.drainTime = .milliseconds(500)
    change(&configuration)
    let server = Server(configuration, handler: handler, accessLog: accessLog)
    let endpoints = try server.start()
    return try await withTaskExecutorPreference(ThreadExecutor()) {
        do {
            let result = try await body(server, endpoints[0])
            await server.drain()
            return result
        } catch {
            await server.drain()
            throw error
        }
    }
}

/// A request that waits for its answer.
final class Held: Sendable {
    let request: Request
    let responder: Responder
    init(_ request: Request, _ responder: Responder) {
        self.request = request
        self.responder = responder
    }
}
