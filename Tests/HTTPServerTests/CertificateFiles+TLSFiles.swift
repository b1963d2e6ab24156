import Foundation
import LaurelHTTPServer
import LaurelTestSupport

extension CertificateFiles {
    var files: TLSFiles { TLSFiles(certificate: certificate.path, key: key.path) }
}
