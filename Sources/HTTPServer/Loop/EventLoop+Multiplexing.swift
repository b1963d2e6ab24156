import Glibc

/// Connections of HTTP/2, which have many requests and streams at a time.
extension EventLoop {
    /// Obeys the machine until it needs something from outside.
    func advance(_ connection: Connection, _ machine: HTTP2Connection, _ input: inout UnsafeRawBufferPointer) {
        while true {
            switch machine.step(&input, &turn) {
            case .read:
                connection.wantsInput = true
                return
            case .wait:
                connection.wantsInput = false
                return
            case .run(let request, let sequence): run(request, sequence, connection)
            case .judge(let request, let sequence): take(handler.judge(request), request, sequence, connection)
            case .refuse(let refusal, let id, let sequence):
                respond(connection, sequence, configuration.problem(refusal, id))
            case .answered(let answered): record(answered, connection, isStream: false)
            case .stream(let start, let sequence): begin(start, sequence, connection, machine)
            case .gone(let sequence, let answered, let wasSlow): leave(sequence, answered, wasSlow, connection)
            }
            if table.find(connection.key) !== connection { return }
        }
    }

    /// Nobody waits for this request any more, or for the rest of its stream.
    private func leave(
        _ sequence: UInt64, _ answered: HTTP1Connection.Answered?, _ wasSlow: Bool, _ connection: Connection
    ) {
        for (number, call) in connection.calls where number == sequence { call.abandon() }
        if wasSlow { counters.add(.cutOff) }
        endWriter(sequence, answered, connection)
    }

    /// An answer came to a request that nobody waits for.
    func forget(_ sequence: UInt64, _ connection: Connection) {
        connection.calls.removeAll { $0.sequence == sequence }
        connection.multiplexed?.abandoned.remove(sequence)
    }

    /// Gives the machine an answer, or a refusal where there is no room for it. A stream counts as a connection, which
    /// it would be in HTTP/1.1.
    func respond(
        _ connection: Connection, _ machine: HTTP2Connection, _ sequence: UInt64, _ response: Response
    ) {
        var response = response
        if let id = machine.needsRoom(for: response, sequence) {
            if let refusal = caps.admit(connection.peer) {
                response = configuration.problem(refusal, id)
            } else {
                connection.countedStreams += 1
            }
        }
        if let (refusal, id) = machine.respond(sequence, response, turn) {
            machine.respond(sequence, configuration.problem(refusal, id), turn)
        }
    }

    func finish(_ connection: Connection, _ machine: HTTP2Connection) {
        guard table.find(connection.key) === connection else { return }
        if drainDeadline != nil { machine.drain(turn) }
        guard flush(connection, machine) else { return }
        // What has left may have made room, and ended streams.
        if machine.hasEvents || !connection.wantsInput && machine.output.isEmpty && machine.ending == nil {
            advance(connection)
            guard flush(connection, machine) else { return }
            if connection.wantsInput && connection.mayHaveInput { comeBack(connection) }
            if machine.hasEvents { mark(connection) }
        }
        if machine.output.isEmpty, let ending = machine.ending {
            end(connection, ending)
        } else {
            schedule(connection)
        }
    }

    /// - Returns: whether the connection is still there.
    private func flush(_ connection: Connection, _ machine: HTTP2Connection) -> Bool {
        guard !connection.isBlocked, let secure = connection.secure else { return true }
        machine.output.borrow(&spareOutput)
        var failure: Int32 = 0
        repeat {
            machine.fill(turn)
            if machine.output.isEmpty { break }
            let count = machine.output.flush { one, two, three in
                let sent = secure.write([one, two, three], recordRoom)
                if sent < 0 { failure = errno }
                return sent
            }
            machine.sent(count, turn)
        } while machine.output.isEmpty
        countTraffic(secure)
        if machine.output.isEmpty {
            machine.output.giveBack(&spareOutput)
        } else if failure != 0 && failure != EAGAIN && failure != EINTR {
            drop(connection)
            return false
        } else if failure == EINTR {
            mark(connection)
        } else {
            connection.isBlocked = true
        }
        guard machine.chargeOutput() else {
            counters.add(.cutOff)
            drop(connection)
            return false
        }
        if !connection.writers.isEmpty {
            for (sequence, waiting) in machine.takeProgress() { connection.writers[sequence]?.setUnsent(waiting) }
        }
        return true
    }

    func expire(_ connection: Connection, _ machine: HTTP2Connection) {
        switch machine.expire(turn) {
        case .nothing: schedule(connection)
        case .close:
            connection.secure?.sayEnd()
            drop(connection)
        case .cutOff: drop(connection)
        case .goOn:
            advance(connection)
            finish(connection)
        }
    }

    // MARK: - Streams

    private func begin(
        _ start: @Sendable (StreamWriter) -> Void, _ sequence: UInt64, _ connection: Connection,
        _ machine: HTTP2Connection
    ) {
        let writer = StreamWriter(
            loop: self, key: connection.key, sequence: sequence, limit: turn.limits.streamBytes)
        connection.writers[sequence] = writer
        counters.add(.streams)
        start(writer)
        if connection.peerHasFinished || drainDeadline != nil { writer.closeUnlessWhole() }
    }

    func write(
        _ batch: StreamWriter.Batch, of writer: StreamWriter, _ connection: Connection, _ machine: HTTP2Connection
    ) {
        let sequence = writer.sequence
        guard connection.writers[sequence] === writer else { return }
        if batch.isCut {
            counters.add(.cutOff)
            endWriter(sequence, machine.breakOff(sequence), connection)
        } else {
            machine.append(batch.bytes, to: sequence, turn)
            if batch.isEnd { endWriter(sequence, machine.endStream(sequence), connection) }
        }
        mark(connection)
    }

    private func endWriter(_ sequence: UInt64, _ answered: HTTP1Connection.Answered?, _ connection: Connection) {
        guard let writer = connection.writers.removeValue(forKey: sequence) else { return }
        counters.add(.streams, -1)
        connection.countedStreams -= 1
        caps.release(connection.peer)
        if let answered { record(answered, connection, isStream: true) }
        writer.end()
    }

    /// The connection is gone, and all its streams with it.
    func endWriters(_ connection: Connection, _ machine: HTTP2Connection) {
        let running = Dictionary(machine.runningStreams.map { ($0.sequence, $0.answered) }) { one, _ in one }
        for sequence in Array(connection.writers.keys) { endWriter(sequence, running[sequence], connection) }
        // Those that never began.
        for _ in 0..<connection.countedStreams { caps.release(connection.peer) }
        connection.countedStreams = 0
        if machine.wasMisused { counters.add(.misused) }
    }
}
