import CLaurelTLS
import Glibc

/// How the server encrypts: versions, ciphers, certificate. Never changed once it is made; what was renewed is another
/// one, and connections keep the one that they began with.
///
// SAFETY: nothing changes a context after `init`, and OpenSSL counts references to one atomically.
final class TLSContext: @unchecked Sendable {
    /// Mozilla's "intermediate" without the finite-field key exchanges (DHE): clients that know nothing better are
    /// gone, and anybody could make a server calculate those (CVE-2002-20001).
    ///
    /// - Source: Mozilla, Server Side TLS, guideline 5.7.
    static let ciphers12 = [
        "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES256-GCM-SHA384",
        "ECDHE-RSA-AES256-GCM-SHA384", "ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-RSA-CHACHA20-POLY1305",
    ].joined(separator: ":")
    static let ciphers13 = "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256"
    static let groups = "X25519:prime256v1:secp384r1"

    let pointer: OpaquePointer
    /// What carries bytes between OpenSSL and the sockets.
    let transport: OpaquePointer
    /// When the certificate ends, in seconds since 1970.
    let certificateEnd: Int64
    /// The context points to it.
    private let tickets: TicketKeys

    init(_ files: TLSFiles, tickets: TicketKeys) throws(TLSFileError) {
        ERR_clear_error()
        guard let context = SSL_CTX_new(TLS_server_method()) else { throw .unavailable(reason: TLSReason.taken()) }
        guard let transport = TLSTransport.make() else {
            SSL_CTX_free(context)
            throw .unavailable(reason: TLSReason.taken())
        }
        do throws(TLSFileError) {
            try Self.setProfile(context)
            Self.setTickets(context, tickets)
            Self.setProtocols(context)
            certificateEnd = try TLSPair.load(files, into: context)
        } catch {
            SSL_CTX_free(context)
            BIO_meth_free(transport)
            throw error
        }
        pointer = context
        self.transport = transport
        self.tickets = tickets
    }

    deinit {
        SSL_CTX_free(pointer)
        BIO_meth_free(transport)
    }

    private static func setProfile(_ context: OpaquePointer) throws(TLSFileError) {
        laurel_tls_set_options(context)
        laurel_tls_set_modes(context)
        guard laurel_tls_set_versions(context, TLS1_2_VERSION, TLS1_3_VERSION) == 1,
            SSL_CTX_set_cipher_list(context, ciphers12) == 1, SSL_CTX_set_ciphersuites(context, ciphers13) == 1,
            laurel_tls_set_groups(context, groups) == 1
        else { throw .unavailable(reason: TLSReason.taken()) }
    }

    /// A client can go on with a session as long as the keys of its ticket are kept; the server keeps no session.
    private static func setTickets(_ context: OpaquePointer, _ tickets: TicketKeys) {
        laurel_tls_set_owner(context, Unmanaged.passUnretained(tickets).toOpaque())
        SSL_CTX_set_timeout(context, Int(TicketKeys.lifetime.components.seconds))
        SSL_CTX_set_tlsext_ticket_key_evp_cb(context) { session, name, vector, cipher, digest, isNew in
            guard let session, let name, let vector, let cipher, let digest,
                let owner = laurel_tls_owner(session)
            else { return -1 }
            let tickets = Unmanaged<TicketKeys>.fromOpaque(owner).takeUnretainedValue()
            return isNew != 0
                ? tickets.seal(name, vector, cipher, digest) : tickets.open(name, vector, cipher, digest)
        }
    }

    /// A client that offers protocols, none of which the server speaks, is told so (RFC 7301, section 3.2).
    private static func setProtocols(_ context: OpaquePointer) {
        SSL_CTX_set_alpn_select_cb(
            context,
            { _, chosen, length, offers, count, _ in
                let all = UnsafeRawBufferPointer(start: offers, count: Int(count))
                guard let offers, let (_, name) = ApplicationProtocol.choose(from: all) else {
                    return SSL_TLSEXT_ERR_ALERT_FATAL
                }
                chosen?.pointee = offers + name.lowerBound
                length?.pointee = UInt8(name.count)
                return SSL_TLSEXT_ERR_OK
            }, nil)
    }
}
