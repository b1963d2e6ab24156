import LaurelHTTPServer

/// A client's read on its way to the owner beside others, in one question: ``ReadBatches`` asks, ``JoinedReads``
/// answers.
///
/// The question is the number of the owner that the asker knows, then reads, one after the other. The answer is the
/// owner's own number, then what became of each read, in the same order.
struct JoinedRead {
    let request: Request
    /// What the asker has of its last answer, by the owner's name for it; 0: nothing.
    let known: UInt64

    /// - Parameter request: without a body.
    init(_ request: Request, known: UInt64) {
        self.request = request
        self.known = known
    }

    func write(to message: inout NodeMessageWriter) {
        message.put(known)
        message.put(request.id.value)
        message.put(Array(request.peer.description.utf8))
        message.put(request.headBytes)
    }

    /// - Throws: also for a head that isn't one here.
    init(from message: inout NodeMessageReader) throws(NodeMessageReader.Malformed) {
        known = try message.number()
        let id = RequestID(value: try message.number())
        let sender = String(decoding: try message.part(), as: UTF8.self)
        let head = try message.part()
        guard let peer = Peer(passedOn: sender), let request = Request(head: head, from: peer, id: id) else {
            throw NodeMessageReader.Malformed()
        }
        self.request = request
    }

    /// What became of a read.
    enum Outcome: UInt8 {
        /// It takes a wait, or its answer is a stream: nothing was begun nor paid, and it's to be passed on by itself.
        case alone
        /// The peer doesn't own the store, or isn't ready.
        case elsewhere
        /// The status, header fields and body follow.
        case answered
    }

    /// How an answer's body is told.
    enum Body: UInt8 {
        case empty
        case whole
        /// Around bytes that the asker has: by ``known``, or from a read before this one in the same message.
        case aroundKnown
        /// Around bytes that the asker gets with it, and their name.
        case aroundNew
    }
}

extension Peer {
    /// - Parameter text: ``description``.
    init?(passedOn text: String) {
        if text == NodeFields.local {
            self = .local
        } else if let address = IPAddress(text) {
            self = .inet(address)
        } else {
            return nil
        }
    }
}
