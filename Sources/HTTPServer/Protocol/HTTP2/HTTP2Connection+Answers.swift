/// Answers, and the streams of handlers.
extension HTTP2Connection {
    /// Above this an answer is counted before it is tried to send.
    private static let largeAnswerBytes = 65_536

    /// - Returns: what the request is called, if this answer to it is a stream that will begin.
    func needsRoom(for response: Response, _ sequence: UInt64) -> RequestID? {
        guard case .stream = response.body, let stream = stream(sequence), stream.phase == .running,
            stream.request?.method != .head, !response.status.forbidsBody
        else { return nil }
        return stream.requestID
    }

    /// Takes the answer to a request. A second answer, or one to a request that is gone, changes nothing.
    ///
    /// - Returns: why there is no memory for the answer, if its request changed nothing; then the request still waits
    ///   for one.
    @discardableResult
    func respond(_ sequence: UInt64, _ response: Response, _ turn: Turn) -> (Refusal, RequestID)? {
        guard let stream = stream(sequence) else {
            abandoned.remove(sequence)
            return nil
        }
        guard stream.phase == .running else { return nil }
        now = turn.now
        let method = stream.request?.method
        let held = response.body.heldCount
        if held >= Self.largeAnswerBytes,
            let refusal = setCharge(heldBytes + output.count + held, isForced: method?.isSafe != true)
        {
            return (refusal, stream.requestID)
        }
        stream.phase = .answered
        frameBudget.giveBack(4)
        let isHead = method == .head
        let hasNoBody = isHead || response.status.forbidsBody
        var answered = HTTP1Connection.Answered(
            request: stream.request, id: stream.requestID, status: response.status, bodyBytes: 0,
            startedAt: stream.startedAt)
        switch response.body {
        case .bytes, .shared, .spliced:
            if !hasNoBody {
                let bytes = response.body.wholeBytes ?? []
                answered.bodyBytes = bytes.count
                stream.queue = HTTP2Queue(bytes, isShared: held == 0)
                heldBytes += stream.queue.heldCount
                expectWriting(stream, turn)
            }
        case .empty, .absent: break
        case .stream(let start):
            if !hasNoBody {
                stream.isWhole = false
                stream.answered = answered
                events.append(.action(.stream(start, sequence: sequence)))
            }
        }
        session.respond(
            stream.id, status: response.status.code, date: turn.date, lines: lines(response, turn),
            length: Self.length(response, isHead: isHead), hasBody: !stream.queue.isEmpty || !stream.isWhole)
        if stream.isWhole { events.append(.action(.answered(answered))) }
        // A stream of the handler's keeps its head, and counts as a connection.
        stream.request = nil
        stream.head = nil
        _ = pool(0, of: stream)
        return nil
    }

    private func lines(_ response: Response, _ turn: Turn) -> [UInt8] {
        var lines = response.headers.encoded
        turn.standing.append(missingIn: response.headers.encoded, to: &lines)
        return lines
    }

    /// As HTTP/1.1 says it; what it says with chunks needs no word here.
    private static func length(_ response: Response, isHead: Bool) -> Int? {
        if response.status.forbidsBody { return response.status.code == 205 ? 0 : nil }
        return switch response.body {
        case .empty: 0
        case .bytes, .shared, .spliced: response.body.byteCount
        case .stream: nil
        case .absent(let length): isHead ? max(0, length) : 0
        }
    }

    private func expectWriting(_ stream: HTTP2Stream, _ turn: Turn) {
        guard !stream.queue.isEmpty else { return }
        (stream.writeMark, stream.writtenSinceMark) = (turn.now, 0)
        arm(turn.now &+ turn.deadlines.write)
    }

    /// Queues bytes of a running stream.
    func append(_ bytes: [UInt8], to sequence: UInt64, _ turn: Turn) {
        guard !bytes.isEmpty, let stream = stream(sequence), stream.answered != nil else { return }
        let wasEmpty = stream.queue.isEmpty
        stream.answered?.bodyBytes += bytes.count
        stream.queue.append(bytes)
        heldBytes += bytes.count
        if wasEmpty { expectWriting(stream, turn) }
        resume(stream)
    }

    /// Ends a running stream in order.
    func endStream(_ sequence: UInt64) -> HTTP1Connection.Answered? {
        guard let stream = stream(sequence), let answered = stream.answered else { return nil }
        stream.answered = nil
        stream.isWhole = true
        resume(stream)
        return answered
    }

    /// Breaks a running stream off: the client sees that it is not complete.
    func breakOff(_ sequence: UInt64) -> HTTP1Connection.Answered? {
        guard let stream = stream(sequence), let answered = stream.answered else { return nil }
        // So that the session's word about its end finds nothing more to tell.
        stream.answered = nil
        session.reset(stream.id, .internalError)
        return answered
    }

    private func resume(_ stream: HTTP2Stream) {
        guard stream.isDeferred else { return }
        stream.isDeferred = false
        session.resume(stream.id)
    }

    /// What the log says of streams that were cut off with the connection.
    var runningStreams: [(sequence: UInt64, answered: HTTP1Connection.Answered)] {
        streams.values.compactMap { stream in stream.answered.map { (stream.sequence, $0) } }
    }
}
