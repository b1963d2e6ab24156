import CLaurelLinux
import Glibc

/// Bytes out: answers and streams.
extension EventLoop {
    func mark(_ connection: Connection) {
        if connection.isDirty { return }
        connection.isDirty = true
        dirty.append(connection)
    }

    func flushDirty() {
        if dirty.isEmpty { return }
        let connections = dirty
        dirty = []
        for connection in connections {
            connection.isDirty = false
            if table.find(connection.key) === connection { finish(connection) }
        }
    }

    /// Sends now, or at the end of the turn when more may be coming.
    func settle(_ connection: Connection) {
        if local.isEmpty { finish(connection) } else { mark(connection) }
    }

    func finish(_ connection: Connection) {
        if let multiplexed = connection.multiplexed {
            finish(connection, multiplexed)
            return
        }
        guard table.find(connection.key) === connection, flush(connection) else { return }
        // Answers that left may have made room for requests, again and again.
        while !connection.wantsInput && connection.machine.output.isEmpty && connection.machine.ending == nil {
            let before = connection.machine.firstUnanswered
            advance(connection)
            guard flush(connection) else { return }
            if connection.wantsInput && connection.mayHaveInput { comeBack(connection) }
            if connection.machine.firstUnanswered == before { break }
        }
        if drainDeadline != nil { connection.machine.drain() }
        if connection.machine.output.isEmpty, let ending = connection.machine.ending {
            end(connection, ending)
        } else {
            schedule(connection)
        }
    }

    /// - Returns: whether the connection is still there.
    func flush(_ connection: Connection) -> Bool {
        guard !connection.isBlocked, !connection.machine.output.isEmpty else { return true }
        var failure: Int32 = 0
        let descriptor = connection.descriptor
        let count: Int
        if let secure = connection.secure {
            count = connection.machine.output.flush { one, two, three in
                let sent = secure.write([one, two, three], recordRoom)
                if sent < 0 { failure = errno }
                return sent
            }
            countTraffic(secure)
        } else {
            count = connection.machine.output.flush { one, two, three in
                let sent = Self.send(descriptor, one, two, three)
                if sent < 0 { failure = errno }
                return sent
            }
            counters.add(.sent, count)
        }
        connection.machine.sent(count, turn)
        if connection.machine.output.isEmpty {
            connection.machine.output.giveBack(&spareOutput)
        } else if failure != 0 && failure != EAGAIN && failure != EINTR {
            drop(connection)
            return false
        } else if failure == EINTR {
            mark(connection)
        } else {
            connection.isBlocked = true
        }
        guard connection.machine.chargeOutput(turn) else {
            counters.add(.cutOff)
            drop(connection)
            return false
        }
        connection.writer?.setUnsent(connection.machine.output.count)
        return true
    }

    static func send(
        _ descriptor: Int32, _ one: UnsafeRawBufferPointer, _ two: UnsafeRawBufferPointer,
        _ three: UnsafeRawBufferPointer
    ) -> Int {
        if two.isEmpty { return Glibc.send(descriptor, one.baseAddress, one.count, Int32(MSG_NOSIGNAL)) }
        func piece(_ bytes: UnsafeRawBufferPointer) -> iovec {
            iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
        }
        var pieces = (piece(one), piece(two), piece(three))
        return withUnsafeMutableBytes(of: &pieces) { bytes in
            var message = msghdr()
            message.msg_iov = bytes.baseAddress?.assumingMemoryBound(to: iovec.self)
            message.msg_iovlen = three.isEmpty ? 2 : 3
            return sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
        }
    }

    func begin(_ start: @Sendable (StreamWriter) -> Void, _ connection: Connection) {
        let writer = StreamWriter(
            loop: self, key: connection.key, sequence: 0, limit: turn.limits.streamBytes)
        connection.writer = writer
        counters.add(.streams)
        start(writer)
        if connection.peerHasFinished || drainDeadline != nil { writer.closeUnlessWhole() }
    }

    func write(_ writer: StreamWriter) {
        let batch = writer.takePending()
        guard let connection = table.find(writer.key) else { return }
        if let multiplexed = connection.multiplexed {
            write(batch, of: writer, connection, multiplexed)
            return
        }
        guard connection.writer === writer else { return }
        if batch.isCut {
            counters.add(.cutOff)
            drop(connection)
            return
        }
        connection.machine.output.borrow(&spareOutput)
        connection.machine.appendStream(batch.bytes, turn)
        if batch.isEnd { endStream(connection) }
        mark(connection)
    }

    func endStream(_ connection: Connection) {
        guard let writer = connection.writer else { return }
        connection.writer = nil
        counters.add(.streams, -1)
        if let answered = connection.machine.endStream(turn) { record(answered, connection, isStream: true) }
        writer.end()
        advance(connection)
        if connection.wantsInput && connection.mayHaveInput { comeBack(connection) }
    }
}
