import LaurelHTTPServer
import Synchronization

/// Passes reads on to a peer together: one question speaks for all that came since the one before it left, so that the
/// more there are, the less each costs. The peer answers each as if it had come by itself, and leaves out what this
/// node has of the answer.
///
/// Whatever goes wrong with a question, its reads are passed on one by one.
final class ReadBatches: Sendable {
    struct Read: Sendable {
        let request: Request
        let responder: Responder
        /// Called once.
        let then: @Sendable (Attempt) -> Void
    }

    /// Questions under way at a time. Further reads wait and go together.
    static let questionsLimit = 1
    /// Reads in a question: the peer's loop does nothing else meanwhile.
    static let readsLimit = 64
    /// Bytes of heads in a question, beyond the first one's.
    static let headBytesLimit = 262_144
    /// Reads that wait for a question; further ones are not sent.
    static let waitingLimit = PeerClient.transferLimit
    private struct Asked: Sendable {
        let read: Read
        let key: String
        let known: KeptPages.Page?
    }

    private struct Question: Sendable {
        let owner: UInt64
        let reads: [Asked]
    }

    private struct State {
        var waiting: [Read] = []
        var asking = 0
        var pages = KeptPages()
    }

    private let state = Mutex(State())
    private let forwarder: Forwarder
    private let address: PeerAddress
    private let answerMilliseconds: Int

    /// - Parameter milliseconds: how long a question may be under way.
    init(_ forwarder: Forwarder, to address: PeerAddress, within milliseconds: Int) {
        self.forwarder = forwarder
        self.address = address
        answerMilliseconds = milliseconds
    }

    func pass(_ read: Read) {
        let (isTaken, question) = state.withLock { state -> (Bool, Question?) in
            guard state.waiting.count < Self.waitingLimit else { return (false, nil) }
            state.waiting.append(read)
            return (true, Self.next(&state))
        }
        if !isTaken { read.then(.unsent) }
        if let question { ask(question) }
    }

    /// What can be asked now.
    private static func next(_ state: inout State) -> Question? {
        guard state.asking < questionsLimit, !state.waiting.isEmpty else { return nil }
        state.asking += 1
        var bytes = 0
        let reads = state.waiting.prefix(readsLimit).prefix { read in
            defer { bytes += read.request.headBytes.count }
            return bytes <= headBytesLimit
        }
        state.waiting.removeFirst(reads.count)
        let asked = reads.map { read in
            let key = KeptPages.key(of: read.request)
            return Asked(read: read, key: key, known: state.pages.page(key))
        }
        return Question(owner: state.pages.owner, reads: asked)
    }

    private func ask(_ question: Question) {
        var message = NodeMessageWriter()
        message.put(question.owner)
        for asked in question.reads {
            JoinedRead(asked.read.request, known: asked.known?.name ?? 0).write(to: &message)
        }
        forwarder.ask(address, message.bytes, within: answerMilliseconds) { [self] answer in
            // First of all, so that the peer has something to do.
            let next = state.withLock { state in
                state.asking -= 1
                return Self.next(&state)
            }
            if let next { ask(next) }
            settle(question, answer)
        }
    }

    private func settle(_ question: Question, _ bytes: [UInt8]?) {
        var answers: [(responder: Responder, response: Response)] = []
        var kept: [(page: KeptPages.Page, key: String)] = []
        var settled: [(read: Read, attempt: Attempt?)] = []
        do throws(NodeMessageReader.Malformed) {
            guard let bytes else { throw NodeMessageReader.Malformed() }
            var joined = try JoinedAnswers(bytes)
            let isSame = joined.owner == question.owner
            for asked in question.reads {
                switch try joined.next(isSame ? asked.known : nil) {
                case .alone: settled.append((asked.read, nil))
                case .elsewhere: settled.append((asked.read, .elsewhere))
                case .answered(let response, let page):
                    answers.append((asked.read.responder, response))
                    settled.append((asked.read, .answered))
                    if let page, page.name != asked.known?.name { kept.append((page, asked.key)) }
                }
            }
            let owner = joined.owner
            if !kept.isEmpty {
                state.withLock { state in for (page, key) in kept { state.pages.keep(page, key, of: owner) } }
            }
        } catch {
            settled += question.reads[settled.count...].map { ($0.read, nil) }
        }
        Responder.completeAll(answers)
        for (read, attempt) in settled {
            if let attempt {
                read.then(attempt)
            } else {
                forwarder.forward(read.request, to: address, read.responder, then: read.then)
            }
        }
    }
}
