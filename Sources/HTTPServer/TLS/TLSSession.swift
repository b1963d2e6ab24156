import CLaurelLinux
import CLaurelTLS
import Glibc

/// The encryption of one connection, between its socket and its protocol: OpenSSL's state, which reads and writes the
/// socket through ``TLSTransport``. Lives on its loop's thread.
final class TLSSession {
    enum Result {
        /// Of the client, decrypted.
        case bytes(Int)
        /// The handshake is done.
        case established
        /// Nothing more until the socket has input.
        case needsInput
        /// Nothing more until the socket takes output.
        case needsRoom
        /// There is more to do, and the others have a turn first.
        case unfinished
        /// The client sends nothing more.
        case ended
        case failed(reason: String)
    }

    /// Of one record (RFC 8446, section 5.1).
    static let recordBytes = 16_384
    /// Reads of the socket in one call. What is no data, such as new keys, OpenSSL reads on and on.
    private static let receivesPerCall = 8

    /// When the handshake must be done.
    let deadline: UInt64
    /// Known once it is.
    private(set) var version: TLSVersion?
    private(set) var wasResumed = false
    /// Something of OpenSSL's own waits for room in the socket.
    private(set) var awaitsRoom = false
    /// Nothing more can be sent or read.
    private(set) var hasFailed = false
    private(set) var hasReachedEnd = false
    /// Whether the client said anything at all.
    private(set) var hasBegun = false

    private let context: TLSContext
    private let descriptor: Int32
    private let session: OpaquePointer
    private var receivesLeft = 0
    private var isSocketEmpty = false
    private var received = 0
    private var sent = 0
    private var hasSaidEnd = false

    var isEstablished: Bool { version != nil }

    /// Nil: there is no memory.
    init?(_ context: TLSContext, descriptor: Int32, deadline: UInt64) {
        ERR_clear_error()
        guard let session = SSL_new(context.pointer) else { return nil }
        guard let transport = BIO_new(context.transport) else {
            SSL_free(session)
            return nil
        }
        self.context = context
        self.descriptor = descriptor
        self.deadline = deadline
        self.session = session
        BIO_set_data(transport, Unmanaged.passUnretained(self).toOpaque())
        // The session frees it.
        SSL_set_bio(session, transport, transport)
        SSL_set_accept_state(session)
    }

    deinit { SSL_free(session) }

    /// What is spoken inside; HTTP/1.1 with a client that offered nothing.
    var agreed: ApplicationProtocol {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(session, &name, &count)
        let bytes = UnsafeBufferPointer(start: name, count: Int(count))
        return ApplicationProtocol.allCases.first { bytes.elementsEqual($0.rawValue.utf8) } ?? .http11
    }

    /// Goes on with the handshake, or reads what came.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Result {
        if hasFailed { return .failed(reason: "failed before") }
        receivesLeft = Self.receivesPerCall
        awaitsRoom = false
        ERR_clear_error()
        guard isEstablished else {
            let result = SSL_do_handshake(session)
            guard result == 1 else { return outcome(result) }
            version = SSL_version(session) == TLS1_3_VERSION ? .v13 : .v12
            wasResumed = SSL_session_reused(session) == 1
            return .established
        }
        let count = SSL_read(session, buffer.baseAddress, Int32(clamping: buffer.count))
        return count > 0 ? .bytes(Int(count)) : outcome(count)
    }

    private func outcome(_ result: Int32) -> Result {
        switch SSL_get_error(session, result) {
        case SSL_ERROR_WANT_READ: return receivesLeft == 0 ? .unfinished : .needsInput
        case SSL_ERROR_WANT_WRITE:
            awaitsRoom = true
            return .needsRoom
        case SSL_ERROR_ZERO_RETURN where isEstablished: return .ended
        default:
            hasFailed = true
            return .failed(reason: hasReachedEnd ? "the client went away" : TLSReason.taken())
        }
    }

    /// The socket has something again. A read may be served by what OpenSSL holds already, without a look at the
    /// socket: what was known of it before would then hide what has come.
    func noteInput() { isSocketEmpty = false }

    /// Whether all that the socket had is read, and decrypted.
    var isDrained: Bool { isSocketEmpty && SSL_has_pending(session) == 0 }

    /// Encrypts and sends, a record at a time; a small head shares the first one with its body.
    ///
    /// What did not fit must be offered again, and may be followed by more: OpenSSL has encrypted it already.
    ///
    /// - Parameter room: at least ``recordBytes``, for a record that lies in several pieces.
    /// - Returns: the bytes that were taken; -1: none, as `errno` says.
    func write(_ pieces: InlineArray<3, UnsafeRawBufferPointer>, _ room: UnsafeMutableRawBufferPointer) -> Int {
        guard isEstablished, !hasFailed else {
            errno = EPIPE
            return -1
        }
        let all = pieces[0].count + pieces[1].count + pieces[2].count
        var taken = 0
        while taken < all {
            let piece = Self.piece(of: pieces, from: taken, room)
            ERR_clear_error()
            let count = SSL_write(session, piece.baseAddress, Int32(clamping: piece.count))
            if count > 0 {
                taken += Int(count)
                continue
            }
            switch SSL_get_error(session, count) {
            case SSL_ERROR_WANT_WRITE, SSL_ERROR_WANT_READ: break
            default:
                hasFailed = true
                errno = EPIPE
                return -1
            }
            if taken == 0 {
                errno = EAGAIN
                return -1
            }
            break
        }
        return taken
    }

    /// The next bytes in one piece, as many as a record holds. What lies in several pieces is copied.
    private static func piece(
        of pieces: InlineArray<3, UnsafeRawBufferPointer>, from start: Int, _ room: UnsafeMutableRawBufferPointer
    ) -> UnsafeRawBufferPointer {
        var skipped = start
        var copied = 0
        for index in pieces.indices {
            let piece = pieces[index]
            guard skipped < piece.count else {
                skipped -= piece.count
                continue
            }
            let part = piece[skipped...].prefix(recordBytes - copied)
            skipped = 0
            let isLast = pieces.indices.allSatisfy { $0 <= index || pieces[$0].isEmpty }
            if copied == 0 && (part.count == recordBytes || isLast) { return UnsafeRawBufferPointer(rebasing: part) }
            UnsafeMutableRawBufferPointer(rebasing: room[copied...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
            copied += part.count
            if copied == recordBytes { break }
        }
        return UnsafeRawBufferPointer(rebasing: room[..<copied])
    }

    /// Says that nothing more follows, so that nobody can cut the connection short unnoticed. Once, as far as the
    /// socket has room for it.
    func sayEnd() {
        guard isEstablished, !hasFailed, !hasSaidEnd else { return }
        hasSaidEnd = true
        ERR_clear_error()
        _ = SSL_shutdown(session)
    }

    /// Bytes that went through the socket since the last call.
    func takeTraffic() -> (received: Int, sent: Int) {
        defer { (received, sent) = (0, 0) }
        return (received, sent)
    }

    // MARK: - What the transport calls

    /// - Returns: as recv(2) does. EAGAIN too when this call has read enough.
    func receive(_ room: UnsafeMutableRawBufferPointer) -> Int {
        guard receivesLeft > 0 else {
            errno = EAGAIN
            return -1
        }
        receivesLeft -= 1
        while true {
            let count = recv(descriptor, room.baseAddress, room.count, 0)
            if count < 0 && errno == EINTR { continue }
            isSocketEmpty = count < room.count
            if count > 0 {
                received += count
                hasBegun = true
            }
            if count == 0 { hasReachedEnd = true }
            // EAGAIN is an empty socket, not the end of this turn.
            if count < 0 { receivesLeft += 1 }
            return count
        }
    }

    /// - Returns: as send(2) does.
    func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        if count > 0 { sent += count }
        return count
    }
}
