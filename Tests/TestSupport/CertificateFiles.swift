public import Foundation
import Glibc

/// A certificate for this machine and its key, made by OpenSSL's program in a folder of the test.
public struct CertificateFiles: Sendable {
    /// What the keys are for.
    public enum Kind: Sendable {
        case ellipticCurve
        case rsa
        /// RSA with a length that nobody should use.
        case shortRSA

        fileprivate var options: [String] {
            switch self {
            case .ellipticCurve: ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
            case .rsa: ["-newkey", "rsa:2048"]
            case .shortRSA: ["-newkey", "rsa:1024"]
            }
        }
    }

    public enum Trouble: Error { case failed(status: Int32) }

    public let certificate: URL
    public let key: URL

    /// - Parameter password: that the key is sealed with.
    public init(in folder: String, _ name: String = "server", _ kind: Kind = .ellipticCurve, password: String? = nil)
        throws
    {
        certificate = URL(filePath: "\(folder)/\(name).pem")
        key = URL(filePath: "\(folder)/\(name).key")
        let program = Process()
        program.executableURL = URL(filePath: "/usr/bin/env")
        program.arguments =
            ["openssl", "req", "-x509"] + kind.options + (password.map { ["-passout", "pass:\($0)"] } ?? ["-nodes"]) + [
                "-days", "30", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
                "-keyout", key.path, "-out", certificate.path,
            ]
        program.standardError = FileHandle.nullDevice
        try program.run()
        program.waitUntilExit()
        guard program.terminationStatus == 0 else { throw Trouble.failed(status: program.terminationStatus) }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key.path)
    }

    /// SHA-256 of the public key in base 64, as browsers name keys (RFC 7469, section 2.4).
    public func publicKeyDigest() throws -> String {
        let script = """
            openssl x509 -in "$0" -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary |
                openssl base64
            """
        let program = Process()
        program.executableURL = URL(filePath: "/bin/sh")
        program.arguments = ["-c", script, certificate.path]
        let output = Pipe()
        program.standardOutput = output
        try program.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        program.waitUntilExit()
        guard program.terminationStatus == 0 else { throw Trouble.failed(status: program.terminationStatus) }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Takes the contents of others, as a renewal does: each file is replaced at once.
    public func replace(with other: CertificateFiles) throws {
        try Self.replace(certificate, with: Data(contentsOf: other.certificate))
        try replaceKey(with: Data(contentsOf: other.key))
    }

    public func replaceKey(with bytes: Data) throws { try Self.replace(key, with: bytes) }

    private static func replace(_ file: URL, with bytes: Data) throws {
        let draft = file.appendingPathExtension("draft")
        try bytes.write(to: draft)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: draft.path)
        // The folder holds one file of this name at any moment.
        guard rename(draft.path, file.path) == 0 else { throw Trouble.failed(status: errno) }
    }
}
