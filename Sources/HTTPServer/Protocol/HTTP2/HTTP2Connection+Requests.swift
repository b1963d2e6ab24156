/// Requests: heads, and bodies as far as somebody wants them.
extension HTTP2Connection {
    // MARK: - What the session calls

    func beginHead(_ id: Int32) {
        let stream = HTTP2Stream(id, bodyLimit: limits.bodyBytes, now: now)
        streams[id] = stream
        noteRequest()
        arm(now &+ limits.headTime.nanoseconds)
    }

    /// - Returns: whether the stream can go on.
    func takeField(
        _ id: Int32, _ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, isTrailer: Bool
    ) -> Bool {
        guard let stream = streams[id] else { return true }
        // Nobody reads trailers.
        if isTrailer {
            stream.trailerBytes += name.count + value.count + 4
            return stream.trailerBytes <= limits.headBytes
        }
        return stream.fields.take(name, value, limits)
    }

    func endHead(_ id: Int32, ends: Bool) {
        guard let stream = streams[id] else { return }
        stream.hasWholeInput = ends
        // What nobody waits for any more takes time all the same.
        if streams.count + abandoned.count > 2 * limits.concurrentStreams {
            streams[id] = nil
            session.reset(id, .refusedStream)
            if !resetBudget.pay(now) { misuse() }
            return
        }
        stream.phase = .judging
        events.append(.head(id))
    }

    func takeBody(_ id: Int32, _ bytes: UnsafeRawBufferPointer) {
        session.giveBackConnectionWindow(bytes.count)
        guard let stream = streams[id], stream.refusal == nil else { return }
        switch stream.phase {
        case .head, .running, .answered: return
        case .judging, .body: break
        }
        if stream.phase == .body {
            guard bytes.count <= stream.bodyLimit - stream.body.count else {
                refuse(stream, .bodyTooLarge(limit: stream.bodyLimit))
                return
            }
            session.giveBackWindow(id, bytes.count)
        } else {
            // As much as one window holds.
            stream.unclaimed += bytes.count
        }
        if let refusal = makeRoom(stream, bytes.count) {
            if stream.phase == .body {
                refuse(stream, refusal)
            } else {
                // After the judgement, which may have something else to say.
                stream.refusal = refusal
                stream.body = []
                stream.bodyCharge = nil
                poolHeadAlone(of: stream)
            }
            return
        }
        stream.body.append(contentsOf: bytes)
    }

    /// Makes the body's memory large enough for `count` more bytes: it grows with what came, not with what was
    /// announced, and ends at exactly that.
    private func makeRoom(_ stream: HTTP2Stream, _ count: Int) -> Refusal? {
        let needed = stream.body.count + count
        guard needed > stream.body.capacity else { return nil }
        var capacity = max(needed, stream.body.count * 2)
        if case .fixed(let length)? = stream.head?.bodyLength, length >= UInt64(needed) {
            capacity = min(capacity, Int(clamping: length))
        }
        if stream.bodyCharge != nil || capacity >= BodyBytes.freeBytes {
            let charge = stream.bodyCharge ?? bodies.charge(for: stream.request?.peer ?? peer)
            stream.bodyCharge = charge
            if let refusal = charge.set(capacity) { return refusal }
            poolHeadAlone(of: stream)
        } else if let refusal = pool(stream.headBytes + capacity, of: stream) {
            return refusal
        }
        stream.body.reserveCapacity(capacity)
        return nil
    }

    func endInput(_ id: Int32) {
        guard let stream = streams[id] else { return }
        stream.hasWholeInput = true
        if stream.phase == .body { events.append(.body(id)) }
    }

    // MARK: - Going on

    func begin(_ stream: HTTP2Stream, _ turn: inout Turn) -> Action? {
        guard stream.phase == .judging, stream.head == nil else { return nil }
        stream.requestID = turn.makeID()
        stream.startedAt = now
        let parsed = stream.fields.parse(limits)
        stream.fields = HTTP2Fields()
        switch parsed {
        case .failure(let refusal):
            refuse(stream, refusal)
            return nil
        case .success(let head): stream.head = head
        }
        guard let head = stream.head else { return nil }
        let client = HTTP1Connection.client(peer, head, turn)
        let request = Request(
            method: head.method, id: stream.requestID, peer: client, body: [], head: head.storage)
        stream.request = request
        if let refusal = stream.refusal ?? pool(stream.pooledBytes + stream.headBytes, of: stream) {
            stream.refusal = nil
            refuse(stream, refusal)
            return nil
        }
        // Here already: the handler looks at the head first anyway.
        if stream.hasWholeInput && stream.body.count <= limits.bodyBytes { return run(stream) }
        return .judge(request, sequence: stream.sequence)
    }

    private func run(_ stream: HTTP2Stream) -> Action? {
        guard var request = stream.request else { return nil }
        stream.phase = .running
        request.body = stream.body
        request.isAdmitted = stream.isAdmitted
        request.charge = stream.bodyCharge
        stream.body = []
        stream.bodyCharge = nil
        stream.startedAt = now
        return .run(request, sequence: stream.sequence)
    }

    func finishBody(_ stream: HTTP2Stream, _ turn: inout Turn) -> Action? {
        guard stream.phase == .body, stream.refusal == nil else { return nil }
        return run(stream)
    }

    /// The head that was judged is worth its body.
    ///
    /// - Parameters:
    ///   - limit: bytes; nil: as many as any body.
    ///   - isJudged: whether ``Request/isAdmitted`` says so.
    func admit(_ sequence: UInt64, limit: Int?, isJudged: Bool = true, _ turn: Turn) {
        guard let stream = stream(sequence) else {
            abandoned.remove(sequence)
            return
        }
        guard stream.phase == .judging, let head = stream.head else { return }
        now = turn.now
        stream.isAdmitted = isJudged
        stream.bodyLimit = limit ?? limits.bodyBytes
        stream.isLargeBody = stream.bodyLimit > limits.bodyBytes
        stream.phase = .body
        stream.phaseStart = now
        if let refusal = stream.refusal {
            stream.refusal = nil
            refuse(stream, refusal)
            return
        }
        if case .fixed(let length) = head.bodyLength, length > UInt64(clamping: stream.bodyLimit) {
            refuse(stream, .bodyTooLarge(limit: stream.bodyLimit))
            return
        }
        guard stream.body.count <= stream.bodyLimit else {
            refuse(stream, .bodyTooLarge(limit: stream.bodyLimit))
            return
        }
        if head.expectsContinue && stream.body.isEmpty && !stream.hasWholeInput { session.sayContinue(stream.id) }
        session.giveBackWindow(stream.id, stream.unclaimed)
        stream.unclaimed = 0
        if stream.hasWholeInput { events.append(.body(stream.id)) }
        arm(now &+ (stream.isLargeBody ? turn.deadlines.largeBody : turn.deadlines.body))
    }

    /// The request that was judged is answered without its body.
    ///
    /// - Returns: whether somebody waits for the answer.
    func answerWithoutBody(_ sequence: UInt64) -> Bool {
        guard let stream = stream(sequence) else {
            abandoned.remove(sequence)
            return false
        }
        guard stream.phase == .judging else { return false }
        stopReading(stream)
        return true
    }

    private func stopReading(_ stream: HTTP2Stream) {
        stream.phase = .running
        stream.body = []
        stream.bodyCharge = nil
        poolHeadAlone(of: stream)
    }

    /// Has the request answered by the server itself.
    func refuse(_ stream: HTTP2Stream, _ refusal: Refusal) {
        stopReading(stream)
        events.append(.action(.refuse(refusal, stream.requestID, sequence: stream.sequence)))
    }
}
