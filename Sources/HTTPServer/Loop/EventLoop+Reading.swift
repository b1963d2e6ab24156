import CLaurelLinux
import Glibc

/// Bytes in, and what the machine makes of them.
extension EventLoop {
    /// What one connection may bring in a turn, in buffers, and how many may come back for more in one: a turn takes
    /// milliseconds however many clients upload at a time, so a read by another one waits no longer than that.
    static let readsPerTurn = 2
    private static let returnsPerTurn = 64

    /// Reads while the machine wants input and the socket has some. Edge-triggered: a reader that stops before the
    /// socket is empty must come back by itself.
    func receive(_ connection: Connection) {
        if let secure = connection.secure {
            receive(connection, secure)
            return
        }
        var rounds = 0
        while connection.wantsInput && connection.mayHaveInput && table.find(connection.key) === connection {
            if rounds == Self.readsPerTurn {
                // The others have a turn too.
                comeBack(connection)
                return
            }
            rounds += 1
            let count = recv(connection.descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 {
                counters.add(.received, count)
                // A short read has emptied the socket, unless the end stands behind it.
                if count < buffer.count && !connection.peerHasFinished { connection.mayHaveInput = false }
                advance(connection, UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            } else if count == 0 {
                connection.mayHaveInput = false
                connection.wantsInput = false
                if !connection.peerHasFinished { notePeerFinished(connection) }
                if connection.inputEnded() { drop(connection) }
            } else if errno != EINTR {
                connection.mayHaveInput = false
                if errno != EAGAIN { drop(connection) }
            }
        }
    }

    /// Has the loop read from this connection again, in the same turn or the next.
    func comeBack(_ connection: Connection) {
        if connection.isUnread { return }
        connection.isUnread = true
        unread.append(connection)
    }

    func readOn() {
        if unread.isEmpty { return }
        let connections = unread.prefix(Self.returnsPerTurn)
        unread.removeFirst(connections.count)
        var handshakes = 0
        for connection in connections {
            connection.isUnread = false
            guard table.find(connection.key) === connection else { continue }
            if connection.isShakingHands {
                handshakes += 1
                if handshakes > Self.handshakesPerTurn {
                    comeBack(connection)
                    continue
                }
            }
            receive(connection)
            settle(connection)
        }
    }

    /// Obeys the machine until it needs something from outside.
    func advance(
        _ connection: Connection, _ bytes: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
    ) {
        // A handler may answer from within; the steps of the outer call see it.
        if connection.isAdvancing { return }
        connection.isAdvancing = true
        defer { connection.isAdvancing = false }
        var input = bytes
        if let multiplexed = connection.multiplexed {
            advance(connection, multiplexed, &input)
            return
        }
        connection.machine.output.borrow(&spareOutput)
        while true {
            switch connection.machine.step(&input, &turn) {
            case .read:
                connection.wantsInput = true
                return
            case .wait:
                connection.wantsInput = false
                return
            case .run(let request, let sequence): run(request, sequence, connection)
            case .judge(let request): take(handler.judge(request), request, Connection.judging, connection)
            case .refuse(let refusal, let id, let sequence):
                respond(connection, sequence, configuration.problem(refusal, id))
            case .answered(let answered): record(answered, connection, isStream: false)
            case .stream(let start): begin(start, connection)
            }
            if table.find(connection.key) !== connection { return }
        }
    }

    func run(_ request: Request, _ sequence: UInt64, _ connection: Connection) {
        start(handler.handle(request), request.id, sequence, connection)
    }

    func start(_ outcome: Outcome, _ id: RequestID, _ sequence: UInt64, _ connection: Connection) {
        let key = connection.key
        switch outcome {
        case .now(let response): respond(connection, sequence, response)
        case .later(let work):
            let task = Task(executorPreference: self) { [self] in
                let response = await work()
                post(.answer(key, sequence, response))
            }
            connection.calls.append((sequence, .task(task)))
        case .deferred(let work):
            let responder = Responder(loop: self, key: key, sequence: sequence, id: id)
            connection.calls.append((sequence, .deferred(responder.call)))
            work(responder)
        }
    }

    /// Obeys a judgement, or waits for it.
    func take(_ judgement: Judgement, _ request: Request, _ sequence: UInt64, _ connection: Connection) {
        switch judgement {
        case .read(let limit): connection.admit(sequence, limit: limit, isJudged: true, turn)
        case .readUnjudged(let limit): connection.admit(sequence, limit: limit, isJudged: false, turn)
        case .answer(let outcome):
            guard let sequence = connection.answerWithoutBody(sequence, turn) else { return }
            start(outcome, request.id, sequence, connection)
        case .later(let work):
            let key = connection.key
            let task = Task(executorPreference: self) { [self] in
                let judgement = await work()
                post(.judged(key, sequence, request, judgement))
            }
            connection.calls.append((sequence, .task(task)))
        }
    }

    func judged(_ key: ConnectionKey, _ sequence: UInt64, _ request: Request, _ judgement: Judgement) {
        guard let connection = table.find(key) else { return }
        connection.calls.removeAll { $0.sequence == sequence }
        take(judgement, request, sequence, connection)
        goOn(connection)
    }

    func record(_ answered: HTTP1Connection.Answered, _ connection: Connection, isStream: Bool) {
        counters.addAnswer(answered.status)
        let now = configuration.clock.monotonicNanoseconds()
        let duration = now > answered.startedAt ? now - answered.startedAt : 0
        if !isStream { counters.addLatency(nanoseconds: duration) }
        accessLog?(
            AccessRecord(
                request: answered.request, id: answered.id, peer: answered.request?.peer ?? connection.peer,
                tls: connection.secure?.version, isHTTP2: connection.multiplexed != nil, status: answered.status,
                bodyBytes: answered.bodyBytes,
                duration: .nanoseconds(Int64(clamping: duration))))
    }
}
