public import LaurelHTTPServer

/// Passes requests on to another node, and its answers back: method, target, end-to-end header fields, status and body
/// as they are. The peer learns who the client is, and what the request is called here.
public struct Forwarder: Sendable {
    private let client: PeerClient
    private let key: PeerKey

    public init(_ client: PeerClient, key: PeerKey) {
        self.client = client
        self.key = key
    }

    /// Tries once.
    ///
    /// - Parameters:
    ///   - responder: answers the client if the peer does. Otherwise it's still the caller's to use.
    ///   - then: called once, on a thread of the client or on the calling one.
    public func forward(
        _ request: Request, to address: PeerAddress, _ responder: Responder,
        then: @escaping @Sendable (Attempt) -> Void
    ) {
        let outgoing = PeerRequest(request, key: key)
        let transfer = client.makeTransfer(for: outgoing)
        client.start(transfer, outgoing, to: address, AnswerRelay(request.method, responder, transfer, then: then))
    }

    /// Asks a peer whether it's there: any answer on its port for nodes says so.
    ///
    /// - Parameters:
    ///   - milliseconds: how long the whole answer may take.
    ///   - then: called once, on a thread of the client or on the calling one, with whether it answered.
    public func ask(_ address: PeerAddress, within milliseconds: Int, then: @escaping @Sendable (Bool) -> Void) {
        let path = PeerHandler.presencePath.description
        let question = PeerRequest(own: path, key: key, answerMilliseconds: milliseconds)
        client.start(client.makeTransfer(for: question), question, to: address, PresenceReceiver(then))
    }

    /// Passes several reads on together; see ``ask(_:_:_:within:then:)``.
    func ask(
        _ address: PeerAddress, _ message: [UInt8], within milliseconds: Int,
        then: @escaping @Sendable ([UInt8]?) -> Void
    ) { ask(address, JoinedReads.path, message, within: milliseconds, then: then) }

    /// Asks a peer something that a node's port answers.
    ///
    /// - Parameters:
    ///   - path: below `/node/`.
    ///   - milliseconds: how long the whole answer may take.
    ///   - then: called once, on a thread of the client or on the calling one; nil: there's no answer, or it's another
    ///     one than 200, or a longer one than 32 MiB.
    public func ask(
        _ address: PeerAddress, _ path: StaticString, _ message: [UInt8], within milliseconds: Int,
        then: @escaping @Sendable ([UInt8]?) -> Void
    ) {
        let question = PeerRequest(
            own: path.description, key: key, answerMilliseconds: milliseconds, body: message)
        client.start(client.makeTransfer(for: question), question, to: address, MessageReceiver(then))
    }

    /// Breaks off all requests to a peer; see ``PeerClient/abandon(_:)``.
    public func abandon(_ address: PeerAddress) { client.abandon(address) }

    /// Breaks off the requests whose clients have gone; see ``PeerClient/sweep()``.
    func sweep() { client.sweep() }
}
