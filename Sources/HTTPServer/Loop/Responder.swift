import Synchronization

/// The right to answer one request, once, from any thread. Answers that come together wake the loop together.
///
/// When the last reference goes without an answer, the client gets 500, so a forgotten request cannot hang.
public final class Responder: Sendable {
    /// What the connection keeps of it.
    final class Call: Sendable {
        fileprivate let isAbandoned = Atomic<Bool>(false)
        func abandon() { isAbandoned.store(true, ordering: .relaxed) }
    }

    let call: Call
    private let isAnswered = Atomic<Bool>(false)
    private let loop: EventLoop
    private let key: ConnectionKey
    private let sequence: UInt64
    /// Names the request.
    public let id: RequestID
    /// Takes the request where an answer is for another handler.
    private let another: (@Sendable () -> Outcome)?

    convenience init(loop: EventLoop, key: ConnectionKey, sequence: UInt64, id: RequestID) {
        self.init(Call(), loop, key, sequence, id, another: nil)
    }

    private init(
        _ call: Call, _ loop: EventLoop, _ key: ConnectionKey, _ sequence: UInt64, _ id: RequestID,
        another: (@Sendable () -> Outcome)?
    ) {
        self.call = call
        self.loop = loop
        self.key = key
        self.sequence = sequence
        self.id = id
        self.another = another
    }

    /// The right goes on to a responder that hands the request over to `take` where an answer is for another handler.
    func orElse(_ take: @escaping @Sendable () -> Outcome) -> Responder {
        isAnswered.store(true, ordering: .relaxed)
        return Responder(call, loop, key, sequence, id, another: take)
    }

    private func message(_ response: Response) -> EventLoop.Message {
        if response.isForAnother, let another { return .handedOver(key, sequence, id, another) }
        return .answer(key, sequence, response)
    }

    deinit {
        if !isAnswered.load(ordering: .relaxed) {
            loop.post(.failed(key, sequence, id))
        }
    }

    /// Answers. Only the first call counts; an answer for a client that has gone is dropped.
    ///
    /// - Returns: whether this was the first call.
    @discardableResult
    public func complete(_ response: Response) -> Bool {
        if isAnswered.exchange(true, ordering: .relaxed) { return false }
        loop.post(message(response))
        return true
    }

    /// Answers with what `make` returns, which the connection's loop calls: for callers that it must not hold up, such
    /// as a writer whom others wait for. For a client that has gone it is not called.
    ///
    /// - Returns: whether this was the first call.
    @discardableResult
    public func complete(making make: @escaping @Sendable () -> Response) -> Bool {
        if isAnswered.exchange(true, ordering: .relaxed) { return false }
        guard let another else {
            loop.post(.made(key, sequence, make))
            return true
        }
        loop.post(
            .handedOver(key, sequence, id) {
                let response = make()
                return response.isForAnother ? another() : .now(response)
            })
        return true
    }

    /// Answers many requests at once, each as ``complete(_:)`` would: every loop is woken once, after the last answer
    /// for it is in. For a writer that commits in groups.
    ///
    /// - Complexity: O(answers × loops), with one lock and at most one system call a loop.
    public static func completeAll(_ answers: [(responder: Responder, response: Response)]) {
        var shares: [(loop: EventLoop, messages: [EventLoop.Message])] = []
        for (responder, response) in answers where !responder.isAnswered.exchange(true, ordering: .relaxed) {
            let message = responder.message(response)
            if let index = shares.firstIndex(where: { $0.loop === responder.loop }) {
                shares[index].messages.append(message)
            } else {
                shares.append((responder.loop, [message]))
            }
        }
        for (loop, messages) in shares { loop.post(messages) }
    }

    /// Has the connection's loop answer with this outcome, as if the request had just come: for a handler that kept a
    /// request until another one could take it. For a client that has gone `make` is not called.
    ///
    /// - Returns: whether this was the first call.
    @discardableResult
    public func handOver(_ make: @escaping @Sendable () -> Outcome) -> Bool {
        if isAnswered.exchange(true, ordering: .relaxed) { return false }
        loop.post(.handedOver(key, sequence, id, make))
        return true
    }

    /// Whether the client has gone, so that work for it may stop.
    public var isAbandoned: Bool { call.isAbandoned.load(ordering: .relaxed) }
}
