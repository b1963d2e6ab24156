import CLaurelTLS
import Glibc

/// Reads a certificate with its chain, and its key, into a context of OpenSSL.
enum TLSPair {
    /// Of each file.
    static let byteLimit = 1 << 20
    /// Certificates between the server's and an authority's.
    static let chainLimit = 10

    /// - Returns: when the certificate ends, in seconds since 1970.
    static func load(_ files: TLSFiles, into context: OpaquePointer) throws(TLSFileError) -> Int64 {
        let key = try bytes(of: files.key, isSecret: true)
        let end = try useCertificates(try bytes(of: files.certificate, isSecret: false), files.certificate, context)
        try useKey(key, files, context)
        return end
    }

    private static func useCertificates(
        _ bytes: [UInt8], _ path: String, _ context: OpaquePointer
    ) throws(TLSFileError) -> Int64 {
        guard let source = source(bytes) else { throw .unavailable(reason: TLSReason.taken()) }
        defer { BIO_free(source) }
        guard let first = PEM_read_bio_X509(source, nil, nil, nil) else { throw .noCertificate(path: path) }
        defer { X509_free(first) }
        guard SSL_CTX_use_certificate(context, first) == 1 else {
            throw .refused(path: path, reason: TLSReason.taken())
        }
        var count = 0
        while let next = PEM_read_bio_X509(source, nil, nil, nil) {
            count += 1
            guard count <= chainLimit, laurel_tls_add_chain_certificate(context, next) == 1 else {
                X509_free(next)
                throw .refused(path: path, reason: count > chainLimit ? "chain too long" : TLSReason.taken())
            }
        }
        // The end of the file is what ends it; anything else is a certificate cut short.
        let error = ERR_peek_last_error()
        guard laurel_tls_reason(error) == PEM_R_NO_START_LINE else {
            throw .refused(path: path, reason: TLSReason.taken())
        }
        ERR_clear_error()
        var time = tm()
        return ASN1_TIME_to_tm(X509_get0_notAfter(first), &time) == 1 ? Int64(timegm(&time)) : 0
    }

    private static func useKey(
        _ bytes: [UInt8], _ files: TLSFiles, _ context: OpaquePointer
    ) throws(TLSFileError) {
        guard let source = source(bytes) else { throw .unavailable(reason: TLSReason.taken()) }
        defer { BIO_free(source) }
        // Without a callback OpenSSL would ask for a password at the terminal.
        var wasAsked = false
        let key = withUnsafeMutablePointer(to: &wasAsked) { flag in
            PEM_read_bio_PrivateKey(
                source, nil,
                { _, _, _, flag in
                    flag?.assumingMemoryBound(to: Bool.self).pointee = true
                    return -1
                }, flag)
        }
        defer { ERR_clear_error() }
        guard let key else { throw wasAsked ? .encryptedKey(path: files.key) : .noKey(path: files.key) }
        defer { EVP_PKEY_free(key) }
        guard SSL_CTX_use_PrivateKey(context, key) == 1, SSL_CTX_check_private_key(context) == 1 else {
            let reason = laurel_tls_reason(ERR_peek_last_error())
            // The last one: a key of another kind finds no certificate of its kind.
            let mismatches = [X509_R_KEY_VALUES_MISMATCH, X509_R_KEY_TYPE_MISMATCH, SSL_R_NO_CERTIFICATE_ASSIGNED]
            if mismatches.contains(reason) {
                throw .mismatch(certificate: files.certificate, key: files.key)
            }
            throw .refused(path: files.key, reason: TLSReason.taken())
        }
    }

    /// A source of OpenSSL's with a copy of the bytes.
    private static func source(_ bytes: [UInt8]) -> OpaquePointer? {
        guard let source = BIO_new(BIO_s_mem()) else { return nil }
        // At most ``byteLimit``.
        guard BIO_write(source, bytes, Int32(bytes.count)) == Int32(bytes.count) else {
            BIO_free(source)
            return nil
        }
        return source
    }

    private static func bytes(of path: String, isSecret: Bool) throws(TLSFileError) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw .unreadable(path: path, errno: errno) }
        defer { close(file) }
        var information = stat()
        guard fstat(file, &information) == 0 else { throw .unreadable(path: path, errno: errno) }
        guard information.st_mode & S_IFMT == S_IFREG, information.st_size <= byteLimit else {
            throw .unusableFile(path: path)
        }
        if isSecret && information.st_mode & 0o007 != 0 { throw .openToAll(path: path) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(file, &block, block.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw .unreadable(path: path, errno: errno)
            }
            bytes.append(contentsOf: block[..<count])
            if bytes.count > byteLimit { throw .unusableFile(path: path) }
        }
    }
}

/// Why OpenSSL failed, in its words.
enum TLSReason {
    /// The first error that it noted on this thread; all of them are forgotten.
    static func taken() -> String {
        let error = ERR_get_error()
        ERR_clear_error()
        return ERR_reason_error_string(error).map { String(cString: $0) } ?? "no reason given"
    }
}
