import LaurelHTTPServer
import Synchronization

/// Takes a peer's answer and gives it to the client of a request.
final class AnswerRelay: AnswerReceiver {
    /// Bodies with a known length up to this are collected and answered as a whole; others are passed on as they come.
    static let collectedBytesLimit = 262_144

    private enum Phase {
        case head
        /// The peer did nothing, and says so.
        case verdict(Attempt)
        case collecting(AnswerHead, [UInt8])
        case streaming(StreamRelay)
        case ended
    }

    private let phase = Mutex(Phase.head)
    private let method: Method
    private let responder: Responder
    private let transfer: PeerTransfer
    private let then: @Sendable (Attempt) -> Void

    init(
        _ method: Method, _ responder: Responder, _ transfer: PeerTransfer,
        then: @escaping @Sendable (Attempt) -> Void
    ) {
        self.method = method
        self.responder = responder
        self.transfer = transfer
        self.then = then
    }

    var isAbandoned: Bool { responder.isAbandoned }

    func begin(_ head: AnswerHead) {
        if let verdict = head.verdict {
            phase.withLock { $0 = .verdict(verdict) }
        } else if let length = head.contentLength, length <= Self.collectedBytesLimit, !head.isEventStream {
            phase.withLock { $0 = .collecting(head, []) }
        } else if method == .head || head.status == 204 || head.status == 304 {
            phase.withLock { $0 = .collecting(head, []) }
        } else {
            let relay = StreamRelay(transfer, isEventStream: head.isEventStream)
            phase.withLock { $0 = .streaming(relay) }
            responder.complete(Response(Status(head.status), headers: head.endToEnd, body: relay.body))
            then(.answered)
        }
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let relay = phase.withLock { phase -> StreamRelay? in
            switch phase {
            case .collecting(let head, var body):
                // Moved out, so that appending copies nothing.
                phase = .ended
                body.append(contentsOf: bytes)
                phase = .collecting(head, body)
                return nil
            case .streaming(let relay): return relay
            case .head, .verdict, .ended: return nil
            }
        }
        return relay?.write(bytes) ?? true
    }

    func end(_ ending: TransferEnding) {
        let last = phase.withLock { phase in
            defer { phase = .ended }
            return phase
        }
        switch last {
        case .streaming(let relay): relay.end(ending)
        case .verdict(let attempt): then(attempt)
        case .collecting(let head, let body) where ending == .complete:
            responder.complete(answer(head, body))
            then(.answered)
        case .head, .collecting:
            // What promises to change nothing has done nothing that counts.
            then(ending == .unsent ? .unsent : .lost(mayHaveBeenDone: !method.isSafe))
        case .ended: break
        }
    }

    private func answer(_ head: AnswerHead, _ bytes: [UInt8]) -> Response {
        let body: Response.Body =
            if method == .head {
                head.contentLength.map { .absent(length: $0) } ?? .stream { $0.close() }
            } else {
                bytes.isEmpty ? .empty : .bytes(bytes)
            }
        return Response(Status(head.status), headers: head.endToEnd, body: body)
    }
}
