import Foundation
import LaurelHTTPServer

/// How a server encrypts without a proxy, and what it has for those who come unencrypted.
struct TLSOptions: Sendable {
    static let certificate = CommandOption(
        "--tls-certificate", "FILE", "Certificate with its chain, in PEM: the port speaks https (needs --tls-key)")
    static let key = CommandOption("--tls-key", "FILE", "Private key of the certificate, in PEM")
    static let redirectPort = CommandOption(
        "--redirect-port", "N", "Port that sends browsers from http to https, such as 80 (needs --tls-certificate)")
    static let webroot = CommandOption(
        "--acme-webroot", "DIR", "Folder whose .well-known/acme-challenge/ is served by http, for certbot --webroot")

    /// Nil: the port speaks http.
    let files: TLSFiles?
    /// Nil: no such port. 0: any.
    let redirectPort: UInt16?
    /// Nil: none.
    let challenges: ChallengeFiles?

    init(_ invocation: Invocation) throws(Failure) {
        switch (invocation["--tls-certificate"], invocation["--tls-key"]) {
        case (nil, nil): files = nil
        case (let certificate?, let key?): files = TLSFiles(certificate: certificate, key: key)
        case (_?, nil): throw Failure("--tls-certificate needs --tls-key with the file of its private key")
        case (nil, _?): throw Failure("--tls-key needs --tls-certificate with the file of its certificate")
        }
        redirectPort =
            invocation["--redirect-port"] == nil
            ? nil : UInt16(try invocation.number("--redirect-port", in: 0...65_535, default: 80))
        if redirectPort != nil && files == nil {
            throw Failure("--redirect-port needs --tls-certificate: without it there is no https to send browsers to")
        }
        guard let webroot = invocation["--acme-webroot"] else {
            challenges = nil
            return
        }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: webroot, isDirectory: &isFolder), isFolder.boolValue else {
            throw Failure("--acme-webroot: \(webroot) isn't a folder")
        }
        if files != nil && redirectPort == nil {
            throw Failure("--acme-webroot needs --redirect-port 80 beside TLS: authorities ask for its files by http")
        }
        challenges = ChallengeFiles(folder: webroot)
    }
}
