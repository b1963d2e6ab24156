import CLaurelLinux
import Glibc

/// Taking connections, and saying no to those beyond the caps.
extension EventLoop {
    func accept(_ listener: Int32) {
        // The listener is level-triggered, so the rest comes in the next turn.
        for _ in 0..<64 {
            var storage = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let socket = withUnsafeMutablePointer(to: &storage) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { laurel_accept4(listener, $0, &length) }
            }
            guard socket >= 0 else {
                switch errno {
                case EINTR, ECONNABORTED: continue
                case EMFILE, ENFILE:
                    shed(listener)
                    return
                default: return
                }
            }
            take(socket, length == 0 ? .local : SocketAddress.peer(storage))
        }
    }

    func take(_ socket: Int32, _ peer: Peer) {
        // The operator's own socket stays as it is.
        let keeper = peer == .local ? nil : tls
        if let refusal = caps.admit(peer) {
            if keeper == nil { refuse(socket, peer, refusal) } else { refuseInSilence(socket) }
            return
        }
        var secure: TLSSession?
        if let keeper {
            let deadline = turn.now &+ turn.deadlines.handshake
            secure = TLSSession(keeper.current, descriptor: socket, deadline: deadline)
            guard secure != nil else {
                caps.release(peer)
                refuseInSilence(socket)
                return
            }
        }
        let connection = table.add { key in
            Connection(key: key, descriptor: socket, peer: peer, secure: secure, now: turn.now)
        }
        var event = epoll_event(
            events: EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue,
            data: epoll_data_t(u64: connection.key.epollData))
        counters.add(.accepted)
        counters.add(.open)
        if epoll_ctl(poll, EPOLL_CTL_ADD, socket, &event) != 0 {
            drop(connection)
            return
        }
        schedule(connection)
    }

    /// Tells a client that there is no room, as far as one call can.
    func refuse(_ socket: Int32, _ peer: Peer, _ refusal: Refusal) {
        counters.add(.refused)
        let id = turn.makeID()
        let response = configuration.problem(refusal, id)
        counters.addAnswer(response.status)
        accessLog?(
            AccessRecord(
                request: nil, id: id, peer: peer, tls: nil, status: response.status, bodyBytes: response.body.byteCount,
                duration: .zero))
        var bytes: [UInt8] = []
        ResponseEncoder.appendHead(
            of: response, framing: .length(response.body.byteCount),
            connection: .init(isVersion10: false, closes: true), date: turn.date,
            standing: turn.standing, to: &bytes)
        bytes.append(contentsOf: response.body.wholeBytes ?? [])
        _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        shutdown(socket, Int32(SHUT_WR))
        // What has arrived is taken, since closing with unread input would send a reset.
        _ = recv(socket, buffer.baseAddress, buffer.count, 0)
        close(socket)
    }

    /// To say why would take a handshake, the dearest thing that there is no room for.
    private func refuseInSilence(_ socket: Int32) {
        counters.add(.refused)
        close(socket)
    }

    /// There is no descriptor for another connection. It would wake the loop again and again, so it is taken with the
    /// spare descriptor and closed.
    func shed(_ listener: Int32) {
        if spareDescriptor >= 0 { close(spareDescriptor) }
        let socket = laurel_accept4(listener, nil, nil)
        if socket >= 0 {
            counters.add(.refused)
            close(socket)
        }
        spareDescriptor = Self.openSpare()
    }
}
