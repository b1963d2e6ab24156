import CLaurelLinux
import Glibc

/// Bytes in, and what the machine makes of them.
extension EventLoop {
    /// Reads while the machine wants input and the socket has some. Edge-triggered: whoever stops before the socket
    /// is empty must come back by itself.
    func receive(_ connection: Connection) {
        var rounds = 0
        while connection.wantsInput && connection.mayHaveInput && table.find(connection.key) === connection {
            if rounds == 4 {
                // The others have a turn too.
                unread.append(connection)
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
                if connection.machine.inputEnded() { drop(connection) }
            } else if errno != EINTR {
                connection.mayHaveInput = false
                if errno != EAGAIN { drop(connection) }
            }
        }
    }

    func readOn() {
        if unread.isEmpty { return }
        let connections = unread
        unread = []
        for connection in connections where table.find(connection.key) === connection {
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
            case .refuse(let refusal, let id, let sequence):
                connection.machine.respond(sequence, configuration.problem(refusal, id))
            case .answered(let answered): record(answered, connection.peer, isStream: false)
            case .stream(let start): begin(start, connection)
            }
            if table.find(connection.key) !== connection { return }
        }
    }

    func run(_ request: Request, _ sequence: UInt64, _ connection: Connection) {
        let key = connection.key
        switch handler.handle(request) {
        case .now(let response): connection.machine.respond(sequence, response)
        case .later(let work):
            let task = Task(executorPreference: self) { [self] in
                let response = await work()
                post(.answer(key, sequence, response))
            }
            connection.calls.append((sequence, .task(task)))
        case .deferred(let work):
            let responder = Responder(loop: self, key: key, sequence: sequence, id: request.id)
            connection.calls.append((sequence, .deferred(responder.call)))
            work(responder)
        }
    }

    func record(_ answered: HTTP1Connection.Answered, _ peer: Peer, isStream: Bool) {
        counters.addAnswer(answered.status)
        let now = configuration.clock.monotonicNanoseconds()
        let duration = now > answered.startedAt ? now - answered.startedAt : 0
        if !isStream { counters.addLatency(nanoseconds: duration) }
        accessLog?(
            AccessRecord(
                request: answered.request, id: answered.id, peer: answered.request?.peer ?? peer,
                status: answered.status, bodyBytes: answered.bodyBytes,
                duration: .nanoseconds(Int64(clamping: duration))))
    }
}
