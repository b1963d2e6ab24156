import LaurelClient
import Synchronization

/// A network in which something else than the server may answer, and where a request may be held up.
final class AnsweringTransport: Transport {
    /// Nil: the server is asked.
    typealias Answer = @Sendable (TransportRequest) async -> TransportResponse?

    private let inner = SystemTransport()
    private let current = Mutex<Answer>({ _ in nil })
    /// The end of an address.
    private let lost = Mutex<String?>(nil)

    func answer(_ answer: @escaping Answer) { current.withLock { $0 = answer } }

    /// The server gets the next request to an address with this end, and its answer gets lost.
    func loseAnswer(of path: String) { lost.withLock { $0 = path } }

    /// The server is asked, and its answers to these requests come once the gate lets them.
    func holdAnswers(at gate: Pauses, to isHeld: @escaping @Sendable (TransportRequest) -> Bool) {
        answer { [inner] request in
            guard isHeld(request) else { return nil }
            do {
                let answer = try await inner.send(request)
                try await gate.sleep(.zero)
                return answer
            } catch {
                return ForeignAnswer.missing.response
            }
        }
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let answer = current.withLock(\.self)
        if let made = await answer(request) { return made }
        let response = try await inner.send(request)
        let isLost = lost.withLock { lost in
            guard let path = lost, request.url.hasSuffix(path) else { return false }
            lost = nil
            return true
        }
        if isLost { throw .lost }
        return response
    }

    func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream {
        try await inner.stream(request)
    }
}

extension TransportRequest {
    var sendsScores: Bool { method == "POST" && url.hasSuffix("/scores") }
}

/// What no Laurel server says.
enum ForeignAnswer: CaseIterable {
    case redirect, missing, forbidden, gateway, page

    var response: TransportResponse {
        let page = Array("<!doctype html><title>Welcome to Hotel Palm</title>".utf8)
        let html = ["content-type": "text/html; charset=utf-8"]
        switch self {
        case .redirect:
            return TransportResponse(status: 302, headers: ["location": "http://hotel.example/"], body: [])
        case .missing: return TransportResponse(status: 404, headers: html, body: page)
        case .forbidden: return TransportResponse(status: 403, headers: html, body: page)
        case .gateway:
            return TransportResponse(
                status: 403, headers: ["content-type": "application/problem+json"],
                body: Array(#"{"type":"about:blank","title":"Forbidden","status":403}"#.utf8))
        case .page: return TransportResponse(status: 200, headers: html, body: page)
        }
    }
}
