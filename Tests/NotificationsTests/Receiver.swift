import LaurelHTTPServer
import Synchronization

@testable import LaurelNotifications

/// A push service, or a game's server: notes what comes and answers as it was told.
final class Receiver: Handler {
    struct Message: Sendable {
        let path: String
        let headers: [String: String]
        let body: [UInt8]
        var id: String { headers["webhook-id"] ?? "" }
    }

    private struct State {
        var messages: [Message] = []
        var answers: [Response] = []
        var silent: String?
        var held: [Responder] = []
    }

    private let state = Mutex(State())
    private let names: [StaticString] = [
        "content-type", "content-encoding", "ttl", "urgency", "topic", "authorization", "webhook-id",
        "webhook-timestamp", "webhook-signature", "user-agent",
    ]

    var messages: [Message] { state.withLock { $0.messages } }

    /// What is answered next, in order; 201 after that.
    func answer(_ answers: Response...) { state.withLock { $0.answers = answers } }

    /// Does not answer what comes to this path…
    func fallSilent(_ path: String) { state.withLock { $0.silent = path } }

    /// …until now.
    func speak() {
        let held = state.withLock { state in
            state.silent = nil
            defer { state.held = [] }
            return state.held
        }
        Responder.completeAll(held.map { ($0, Response(.created)) })
    }

    func handle(_ request: Request) -> Outcome {
        var headers: [String: String] = [:]
        for name in names { headers["\(name)"] = request.headers[name] }
        let message = Message(path: request.rawPath, headers: headers, body: request.body)
        if state.withLock({ $0.silent == message.path }) { return .deferred { [self] in hold($0) } }
        let answer = state.withLock { state in
            state.messages.append(message)
            return state.answers.isEmpty ? nil : state.answers.removeFirst()
        }
        return .now(answer ?? Response(.created))
    }

    private func hold(_ responder: Responder) {
        let isHeld = state.withLock { state in
            guard state.silent != nil else { return false }
            state.held.append(responder)
            return true
        }
        if !isHeld { Responder.completeAll([(responder, Response(.created))]) }
    }

    /// Listens while `body` runs.
    static func run(_ body: (Receiver, _ port: UInt16) async throws -> Void) async throws {
        let receiver = Receiver()
        var configuration = Configuration(endpoints: [.tcp(address: "127.0.0.1", port: 0)])
        configuration.loops = 1
        let server = Server(configuration, handler: receiver)
        guard case .tcp(_, let port)? = try server.start().first else { return }
        do { try await body(receiver, port) } catch {
            await server.drain()
            throw error
        }
        await server.drain()
    }
}

extension Response {
    static func status(_ code: Int, retryAfter: Int? = nil) -> Response {
        var response = Response(Status(code))
        if let retryAfter { response.headers.append("Retry-After", String(retryAfter)) }
        return response
    }
}
