import CLaurelTLS
import Glibc

@testable public import LaurelHTTPServer

/// A client's end of TLS over a ``PlainSocket``. It trusts everyone, and shows what it was shown.
public final class TLSSocket {
    /// Source: RFC 8446, section 4.2.1.
    public enum Version: Int32, Sendable {
        case v10 = 0x0301
        case v11 = 0x0302
        case v12 = 0x0303
        case v13 = 0x0304
    }

    /// What the client offers.
    public struct Offer {
        public var versions: [Version]
        /// Of TLS 1.2 and before; nil: what OpenSSL has.
        public var ciphers: String?
        public var protocols: [String] = []
        /// To go on with.
        public var session: Session?

        public init(_ versions: [Version] = [.v12, .v13]) { self.versions = versions }
    }

    /// What a later connection can go on with.
    public final class Session {
        fileprivate let pointer: OpaquePointer
        fileprivate init(_ pointer: OpaquePointer) { self.pointer = pointer }
        deinit { SSL_SESSION_free(pointer) }
    }

    public enum Failure: Error, Equatable {
        /// OpenSSL's words.
        case refused(String)
        /// The connection ended, and nobody said that it would.
        case truncated
    }

    public let socket: PlainSocket
    private let context: OpaquePointer
    private let session: OpaquePointer
    private let input: OpaquePointer
    private let output: OpaquePointer
    private var rest: [UInt8] = []

    public init(
        _ endpoint: Configuration.Endpoint, _ offer: Offer = Offer(), receiveBuffer: Int32? = nil
    ) throws {
        socket = try PlainSocket(endpoint, receiveBuffer: receiveBuffer)
        guard let context = SSL_CTX_new(TLS_client_method()), let session = SSL_new(context),
            let input = BIO_new(BIO_s_mem()), let output = BIO_new(BIO_s_mem())
        else { throw Failure.refused("no memory") }
        self.context = context
        self.session = session
        self.input = input
        self.output = output
        SSL_set_bio(session, input, output)
        SSL_set_connect_state(session)
        // So that old versions are the server's to refuse.
        SSL_set_security_level(session, 0)
        let versions = offer.versions.map(\.rawValue)
        laurel_tls_limit_versions(session, versions.min() ?? 0, versions.max() ?? 0)
        if let ciphers = offer.ciphers { SSL_set_cipher_list(session, ciphers) }
        let names = offer.protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        if !names.isEmpty { SSL_set_alpn_protos(session, names, UInt32(names.count)) }
        if let earlier = offer.session { SSL_set_session(session, earlier.pointer) }
    }

    deinit {
        SSL_free(session)
        SSL_CTX_free(context)
    }

    // MARK: - What was agreed on

    public var version: String { String(cString: SSL_get_version(session)) }
    public var cipher: String { String(cString: SSL_CIPHER_get_name(SSL_get_current_cipher(session))) }
    public var wasResumed: Bool { SSL_session_reused(session) == 1 }

    /// Nil: none.
    public var agreedProtocol: String? {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(session, &name, &count)
        return count == 0
            ? nil : String(decoding: UnsafeBufferPointer(start: name, count: Int(count)), as: UTF8.self)
    }

    /// The server's certificate in DER.
    public var certificate: [UInt8] {
        guard let certificate = SSL_get0_peer_certificate(session) else { return [] }
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509(certificate, &bytes)
        guard count > 0, let bytes else { return [] }
        defer { laurel_tls_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    /// What the server gave so far. With TLS 1.3 it comes with the first answer.
    public func earned() -> Session? { SSL_get1_session(session).map { Session($0) } }

    // MARK: - Going on

    /// - Parameter pieceBytes: how many bytes go out at a time.
    public func handshake(pieceBytes: Int = .max) throws {
        while true {
            ERR_clear_error()
            let result = SSL_do_handshake(session)
            let flight = takeFlight()
            for start in stride(from: 0, to: flight.count, by: min(pieceBytes, max(1, flight.count))) {
                try socket.send(Array(flight[start...].prefix(pieceBytes)))
            }
            if result == 1 { return }
            guard SSL_get_error(session, result) == SSL_ERROR_WANT_READ else { throw Self.failure() }
            try feed()
        }
    }

    /// The client's first words, not sent.
    public func hello() -> [UInt8] {
        ERR_clear_error()
        _ = SSL_do_handshake(session)
        return takeFlight()
    }

    /// Asks to begin anew, as TLS 1.2 could.
    public func renegotiate() throws {
        ERR_clear_error()
        guard SSL_renegotiate(session) == 1 else { throw Self.failure() }
        try handshake()
        _ = try receive()
    }

    /// Changes the key, and asks the server to change its own.
    public func updateKey() throws {
        ERR_clear_error()
        guard SSL_key_update(session, SSL_KEY_UPDATE_REQUESTED) == 1 else { throw Self.failure() }
        _ = SSL_do_handshake(session)
        try socket.send(takeFlight())
    }

    public func send(_ text: String) throws { try send(Array(text.utf8)) }

    public func send(_ bytes: [UInt8]) throws { try socket.send(encrypt(bytes)) }

    /// What would go out, for tests that cut it.
    public func encrypt(_ bytes: [UInt8]) throws -> [UInt8] {
        ERR_clear_error()
        guard SSL_write(session, bytes, Int32(bytes.count)) == Int32(bytes.count) else { throw Self.failure() }
        return takeFlight()
    }

    /// Some bytes; empty when the server has said that it is done.
    public func receive() throws -> [UInt8] {
        if !rest.isEmpty {
            defer { rest = [] }
            return rest
        }
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            ERR_clear_error()
            let count = SSL_read(session, &buffer, Int32(buffer.count))
            let flight = takeFlight()
            if !flight.isEmpty { try socket.send(flight) }
            if count > 0 { return Array(buffer[..<Int(count)]) }
            switch SSL_get_error(session, count) {
            case SSL_ERROR_WANT_READ: try feed()
            case SSL_ERROR_ZERO_RETURN: return []
            default: throw Self.failure()
            }
        }
    }

    public func receive(through end: String) throws -> String {
        let wanted = Array(end.utf8)
        var all: [UInt8] = []
        while true {
            if let range = all.firstRange(of: wanted) {
                rest = Array(all[range.upperBound...])
                return String(decoding: all[..<range.upperBound], as: UTF8.self)
            }
            let bytes = try receive()
            if bytes.isEmpty { throw Failure.truncated }
            all += bytes
        }
    }

    public func receive(count: Int) throws -> [UInt8] {
        var all: [UInt8] = []
        while all.count < count {
            let bytes = try receive()
            if bytes.isEmpty { throw Failure.truncated }
            all += bytes
        }
        rest = Array(all[count...])
        return Array(all[..<count])
    }

    /// Everything until the server says that it is done.
    public func receiveAll() throws -> String {
        var all: [UInt8] = []
        while case let bytes = try receive(), !bytes.isEmpty { all += bytes }
        return String(decoding: all, as: UTF8.self)
    }

    /// Says that nothing more comes; the connection stays.
    public func finishSending() throws {
        ERR_clear_error()
        _ = SSL_shutdown(session)
        try socket.send(takeFlight())
    }

    private func takeFlight() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(clamping: BIO_ctrl_pending(output)))
        guard !bytes.isEmpty else { return [] }
        let count = BIO_read(output, &bytes, Int32(bytes.count))
        return Array(bytes.prefix(max(0, Int(count))))
    }

    private func feed() throws {
        let bytes = try socket.receive()
        if bytes.isEmpty { throw Failure.truncated }
        BIO_write(input, bytes, Int32(bytes.count))
    }

    private static func failure() -> Failure { .refused(TLSReason.taken()) }
}
