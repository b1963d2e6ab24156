/// Encrypted connections.
extension EventLoop {
    /// Handshakes that go on in one turn. One of them costs up to a millisecond (RSA), and everybody else waits.
    static let handshakesPerTurn = 8
    /// Between two reports of failed handshakes: anybody can make one fail.
    private static let reportInterval: UInt64 = 1_000_000_000

    func handshakeDeadline(_ connection: Connection) -> UInt64? {
        guard let secure = connection.secure, !secure.isEstablished else { return nil }
        return secure.deadline
    }

    /// ``receive(_:)`` through OpenSSL, which may keep bytes that the socket has no more.
    func receive(_ connection: Connection, _ secure: TLSSession) {
        var rounds = 0
        while connection.wantsInput && connection.mayHaveInput && table.find(connection.key) === connection {
            if secure.awaitsRoom && connection.isBlocked { return }
            if rounds == Self.readsPerTurn {
                comeBack(connection)
                return
            }
            rounds += 1
            let result = secure.read(into: buffer)
            countTraffic(secure)
            switch result {
            case .bytes(let count):
                if secure.isDrained && !connection.peerHasFinished { connection.mayHaveInput = false }
                advance(connection, UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            case .established: establish(connection, secure)
            case .needsInput: connection.mayHaveInput = false
            case .needsRoom: connection.isBlocked = true
            case .unfinished:
                comeBack(connection)
                return
            case .ended:
                connection.mayHaveInput = false
                connection.wantsInput = false
                if !connection.peerHasFinished { notePeerFinished(connection) }
                if connection.inputEnded() {
                    secure.sayEnd()
                    drop(connection)
                }
            case .failed(let reason): fail(connection, reason)
            }
        }
    }

    private func establish(_ connection: Connection, _ secure: TLSSession) {
        counters.add(secure.version == .v13 ? .handshakes13 : .handshakes12)
        if secure.wasResumed { counters.add(.resumed) }
        // The first request has its time from here.
        switch secure.agreed {
        case .http11: connection.machine = HTTP1Connection(peer: connection.peer, now: turn.now)
        case .h2:
            guard let multiplexed = HTTP2Connection(peer: connection.peer, turn) else {
                drop(connection)
                return
            }
            counters.add(.multiplexed)
            connection.multiplexed = multiplexed
        }
        schedule(connection)
    }

    /// The encryption came to nothing, or broke.
    func fail(_ connection: Connection, _ reason: String) {
        // Those who only look whether the port is open are no failure.
        if let secure = connection.secure, !secure.isEstablished, secure.hasBegun {
            counters.add(.handshakesFailed)
            if turn.now >= lastHandshakeReport.map({ $0 &+ Self.reportInterval }) ?? 0 {
                lastHandshakeReport = turn.now
                tls?.files.report(.handshakeFailed(connection.peer, reason: reason))
            }
        }
        drop(connection)
    }

    func countTraffic(_ secure: TLSSession) {
        let (received, sent) = secure.takeTraffic()
        if received > 0 { counters.add(.received, received) }
        if sent > 0 { counters.add(.sent, sent) }
    }

    func lookForCertificate() {
        guard let tls else { return }
        nextLook = turn.now &+ max(1, tls.files.lookInterval.nanoseconds)
        tls.look(now: turn.now)
    }
}
