#if os(Linux)
    import Foundation

    /// Whom secure connections trust: the system's authorities (`SSL_CERT_FILE` and `SSL_CERT_DIR` name others), or
    /// those of one file.
    // SAFETY: the context is not changed after `init`, and OpenSSL lets several threads make connections of one.
    final class SecureContext: @unchecked Sendable {
        /// Nil: this system has no OpenSSL 3.
        static let system = SecureContext(authorities: nil)

        fileprivate let library: OpenSSL
        fileprivate let context: OpenSSL.Object

        /// - Parameter authorities: a file of certificates in PEM; nil: the system's.
        init?(authorities: String?) {
            guard let library = OpenSSL.shared, let context = library.newContext(library.method()) else { return nil }
            (self.library, self.context) = (library, context)
            library.setVerify(context, OpenSSL.verifyPeer, nil)
            let isTrusting =
                authorities.map { library.trustFile(context, $0, nil) } ?? library.trustSystem(context)
            guard isTrusting == 1,
                library.controlContext(context, OpenSSL.setMinimumVersion, OpenSSL.version1_2, nil) == 1
            else { return nil }
        }

        deinit { library.freeContext(context) }
    }

    /// TLS over a socket. Made and used on one thread, which ends with it: ``SocketConnection`` has one of its own.
    final class SecureLink: Link {
        private let secure: SecureContext
        private let connection: OpenSSL.Object
        private var library: OpenSSL { secure.library }

        /// - Parameter host: whose certificate it must be: a name or an address.
        init(_ socket: Int32, to host: String, trusting secure: SecureContext) throws(TransportError) {
            Self.ignoreBrokenPipes()
            guard let connection = secure.library.new(secure.context) else { throw .other("OpenSSL is out of memory.") }
            (self.secure, self.connection) = (secure, connection)
            guard library.setHost(connection, host) == 1, library.setSocket(connection, socket) == 1 else {
                throw .insecure
            }
            // Addresses are not sent as names (RFC 6066, section 3).
            if !Self.isAddress(host) {
                _ = host.withCString {
                    library.control(
                        connection, OpenSSL.setServerName, OpenSSL.hostName, UnsafeMutableRawPointer(mutating: $0))
                }
            }
            try shakeHands()
        }

        deinit { library.free(connection) }

        private func shakeHands() throws(TransportError) {
            while true {
                library.clearErrors()
                let result = library.connect(connection)
                if result == 1 { return }
                switch try failure(result) {
                case .again: continue
                case .ended: throw library.verifyResult(connection) == 0 ? .lost : .insecure
                }
            }
        }

        func send(_ bytes: [UInt8]) throws(TransportError) {
            var sent = 0
            while sent < bytes.count {
                library.clearErrors()
                let count = bytes.withUnsafeBytes { buffer in
                    library.write(
                        connection, buffer.baseAddress?.advanced(by: sent), CInt(min(buffer.count - sent, 1 << 20)))
                }
                if count > 0 {
                    sent += Int(count)
                    continue
                }
                if case .ended = try failure(count) { throw .lost }
            }
        }

        func receive(into buffer: inout [UInt8]) throws(TransportError) -> Int {
            while true {
                library.clearErrors()
                let count = library.read(connection, &buffer, CInt(buffer.count))
                if count > 0 { return Int(count) }
                if case .ended = try failure(count) { return 0 }
            }
        }

        private enum Step {
            /// A signal came between.
            case again
            /// The other side said that this was all.
            case ended
        }

        /// What a call that did not succeed means. A connection that ends without saying so was cut.
        private func failure(_ result: CInt) throws(TransportError) -> Step {
            let reason = errno
            switch library.error(connection, result) {
            case OpenSSL.ended: return .ended
            case OpenSSL.wantRead, OpenSSL.wantWrite:
                if reason == EINTR { return .again }
                throw .timedOut
            case OpenSSL.systemCall: throw .lost
            // The handshake's: a certificate that is not trusted, or another protocol.
            default: throw library.verifyResult(connection) == 0 ? .lost : .insecure
            }
        }

        /// OpenSSL writes without saying that it wants no signal: on this thread it comes to nobody.
        private static func ignoreBrokenPipes() {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
        }

        private static func isAddress(_ host: String) -> Bool {
            var bytes = in6_addr()
            return inet_pton(AF_INET, host, &bytes) == 1 || inet_pton(AF_INET6, host, &bytes) == 1
        }
    }
#endif
