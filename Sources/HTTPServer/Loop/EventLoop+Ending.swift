import CLaurelLinux
import Glibc

/// Deadlines, and the end of connections and of the loop.
extension EventLoop {
    func schedule(_ connection: Connection) {
        let deadline = handshakeDeadline(connection) ?? connection.deadline(turn.deadlines)
        if deadline == .max || TimerWheel.tick(deadline) >= connection.scheduledTick { return }
        connection.scheduledTick = wheel.insert(connection.key, deadline: deadline)
    }

    func expire() {
        for key in wheel.advance(to: turn.now) {
            // An entry from before a shorter deadline was set is not the one that counts.
            guard let connection = table.find(key), connection.scheduledTick <= turn.now >> TimerWheel.tickBits else {
                continue
            }
            connection.scheduledTick = .max
            if let deadline = handshakeDeadline(connection) {
                if turn.now >= deadline { fail(connection, "timeout") } else { schedule(connection) }
                continue
            }
            if let multiplexed = connection.multiplexed {
                expire(connection, multiplexed)
                continue
            }
            switch connection.machine.expire(&turn) {
            case .nothing: schedule(connection)
            case .close:
                connection.secure?.sayEnd()
                drop(connection)
            case .cutOff: drop(connection)
            case .refuse(let action):
                if case .refuse(let refusal, let id, let sequence) = action {
                    respond(connection, sequence, configuration.problem(refusal, id))
                }
                advance(connection)
                finish(connection)
            }
        }
    }

    func end(_ connection: Connection, _ ending: HTTP1Connection.Ending) {
        switch ending {
        case .close:
            connection.secure?.sayEnd()
            drop(connection)
        case .linger where connection.isLingering: schedule(connection)
        case .linger:
            connection.secure?.sayEnd()
            shutdown(connection.descriptor, Int32(SHUT_WR))
            connection.beginLingering(turn)
            connection.wantsInput = true
            connection.mayHaveInput = true
            schedule(connection)
            comeBack(connection)
        }
    }

    /// Closes the socket and frees everything that belongs to it.
    func drop(_ connection: Connection) {
        guard table.find(connection.key) === connection else { return }
        table.remove(connection.key)
        close(connection.descriptor)
        caps.release(connection.peer)
        for (_, call) in connection.calls { call.abandon() }
        connection.calls = []
        if let writer = connection.writer {
            connection.writer = nil
            counters.add(.streams, -1)
            if let answered = connection.machine.cutStream { record(answered, connection, isStream: true) }
            writer.end()
        }
        if let multiplexed = connection.multiplexed { endWriters(connection, multiplexed) }
        // Last: code that sees it gone finds all that it held told.
        counters.add(.open, -1)
    }

    func beginDrain(_ deadline: UInt64) {
        if drainDeadline != nil { return }
        // Clients that the kernel has greeted already are served: closing the listener would reset them.
        for listener in listeners {
            accept(listener.descriptor)
            close(listener.descriptor)
            if case .unix(let path) = listener.endpoint { unlink(path) }
        }
        listeners = []
        drainDeadline = deadline
        for connection in table.all {
            // A request may have arrived since the last look, or before the first.
            connection.mayHaveInput = true
            // A handshake that is not done by now brings no request any more.
            if !connection.isShakingHands { receive(connection) }
            connection.drain(turn)
            connection.writer?.closeUnlessWhole()
            for writer in connection.writers.values { writer.closeUnlessWhole() }
            mark(connection)
        }
    }

    func finishDrain() {
        guard let drainDeadline else { return }
        if table.count > 0 && turn.now < drainDeadline { return }
        for connection in table.all { drop(connection) }
        isStopped = true
    }

    func stop() {
        isStopped = true
        let left = closeMailbox()
        for message in local + left {
            if case .job(let job) = message { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
        }
        local = []
        onStop()
    }
}
