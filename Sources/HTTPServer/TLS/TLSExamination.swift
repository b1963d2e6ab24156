import CLaurelTLS
import Glibc

/// What an operator should know of a certificate and its key before a server starts with them.
public struct TLSExamination: Sendable, Equatable {
    public enum Chain: Sendable, Equatable {
        /// Each certificate of the file is signed by the next.
        case ordered
        /// Its own authority: clients trust it only if they were told to.
        case selfSigned
        /// The certificates that lead to an authority are missing, so many clients trust none of it.
        case missing
        /// A certificate isn't signed by the one behind it.
        case disordered
    }

    /// When the certificate begins and ends to be valid, in seconds since 1970.
    public let begins: Int64
    public let ends: Int64
    public let chain: Chain

    /// Reads the files as a server would.
    ///
    /// - Throws: why a server would not start with them.
    public init(_ files: TLSFiles) throws(TLSFileError) {
        let context = try TLSContext(files, tickets: TicketKeys(now: 0))
        guard let first = SSL_CTX_get0_certificate(context.pointer) else {
            throw .noCertificate(path: files.certificate)
        }
        begins = Self.seconds(X509_get0_notBefore(first))
        ends = context.certificateEnd
        let count = laurel_tls_chain_count(context.pointer)
        if count == 0 {
            chain = X509_check_issued(first, first) == X509_V_OK ? .selfSigned : .missing
            return
        }
        var last = first
        for index in 0..<count {
            guard let next = laurel_tls_chain_certificate(context.pointer, index),
                X509_check_issued(next, last) == X509_V_OK
            else {
                chain = .disordered
                return
            }
            last = next
        }
        chain = .ordered
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64 {
        var parts = tm()
        return ASN1_TIME_to_tm(time, &parts) == 1 ? Int64(timegm(&parts)) : 0
    }
}
