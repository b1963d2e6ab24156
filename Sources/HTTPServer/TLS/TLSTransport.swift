import CLaurelTLS
import Glibc

/// Carries bytes between OpenSSL and a socket, so that OpenSSL's own buffers are the only ones. Its own sockets would
/// send without MSG_NOSIGNAL, and would not tell when one is empty.
enum TLSTransport {
    /// A kind of BIO whose data is the ``TLSSession`` that has it.
    static func make() -> OpaquePointer? {
        guard let method = BIO_meth_new(BIO_TYPE_SOURCE_SINK, "laurel socket") else {
            return nil
        }
        BIO_meth_set_read(method) { bio, bytes, count in
            guard let bio, let session = TLSTransport.session(bio), let bytes, count > 0 else { return -1 }
            laurel_bio_clear_retry(bio)
            let result = session.receive(UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)))
            if result < 0 && errno == EAGAIN { laurel_bio_retry_read(bio) }
            return Int32(result)
        }
        BIO_meth_set_write(method) { bio, bytes, count in
            guard let bio, let session = TLSTransport.session(bio), let bytes, count > 0 else { return -1 }
            laurel_bio_clear_retry(bio)
            let result = session.send(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
            if result < 0 && (errno == EAGAIN || errno == EINTR) { laurel_bio_retry_write(bio) }
            return Int32(result)
        }
        BIO_meth_set_ctrl(method) { bio, command, _, _ in
            switch command {
            case BIO_CTRL_FLUSH: 1
            case BIO_CTRL_EOF: bio.flatMap { TLSTransport.session($0) }?.hasReachedEnd == true ? 1 : 0
            default: 0
            }
        }
        BIO_meth_set_create(method) { bio in
            BIO_set_init(bio, 1)
            return 1
        }
        return method
    }

    private static func session(_ bio: OpaquePointer) -> TLSSession? {
        BIO_get_data(bio).map { Unmanaged<TLSSession>.fromOpaque($0).takeUnretainedValue() }
    }
}
