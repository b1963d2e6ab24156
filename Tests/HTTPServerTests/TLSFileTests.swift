import Foundation
import LaurelTestSockets
import LaurelTestSupport
import Testing

@testable import LaurelHTTPServer

@Suite("Files of a certificate") struct TLSFileTests {
    /// What a server does with these files at its start.
    private static func start(_ files: TLSFiles) async -> StartError? {
        var configuration = Configuration(endpoints: [.tcp(address: "127.0.0.1", port: 0)])
        configuration.tls = files
        configuration.loops = 1
        let server = Server(configuration, handler: ClosureHandler { _ in .now(.text("ok")) })
        do throws(StartError) {
            _ = try server.start()
        } catch {
            return error
        }
        await server.drain()
        return nil
    }

    @Test("a pair that belongs together is taken", arguments: [CertificateFiles.Kind.ellipticCurve, .rsa])
    func taken(_ kind: CertificateFiles.Kind) async throws {
        #expect(await Self.start(try CertificateFiles(in: TemporaryFolder().path, "server", kind).files) == nil)
    }

    @Test("a key that every user can read is refused; one that a group can read isn't")
    func openKey() async throws {
        let pair = try CertificateFiles(in: TemporaryFolder().path)
        for mode in [0o604, 0o644, 0o602, 0o601] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: pair.key.path)
            #expect(await Self.start(pair.files) == .unusableTLS(.openToAll(path: pair.key.path)))
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: pair.key.path)
        #expect(await Self.start(pair.files) == nil)
    }

    @Test("files that are missing, of another kind, too large or cut short are refused, each with its reason")
    func unusable() async throws {
        let folder = try TemporaryFolder().path
        let pair = try CertificateFiles(in: folder)
        let other = try CertificateFiles(in: folder, "other")
        let rsa = try CertificateFiles(in: folder, "rsa", .rsa)
        let sealed = try CertificateFiles(in: folder, "sealed", password: "secret")
        let (certificate, key) = (pair.certificate.path, pair.key.path)
        func expect(_ one: String, _ two: String, _ error: TLSFileError) async {
            let found = await Self.start(TLSFiles(certificate: one, key: two))
            #expect(found == .unusableTLS(error))
            #expect(found?.description == error.description)
        }
        await expect("\(folder)/none", key, .unreadable(path: "\(folder)/none", errno: ENOENT))
        await expect(certificate, "\(folder)/none", .unreadable(path: "\(folder)/none", errno: ENOENT))
        await expect(folder, key, .unusableFile(path: folder))
        await expect(key, key, .noCertificate(path: key))
        await expect(certificate, certificate, .openToAll(path: certificate))
        await expect(certificate, other.key.path, .mismatch(certificate: certificate, key: other.key.path))
        await expect(certificate, rsa.key.path, .mismatch(certificate: certificate, key: rsa.key.path))
        await expect(
            sealed.certificate.path, sealed.key.path, .encryptedKey(path: sealed.key.path))

        let large = "\(folder)/large"
        try Data(count: TLSPair.byteLimit + 1).write(to: URL(filePath: large))
        await expect(large, key, .unusableFile(path: large))
        let cut = "\(folder)/cut"
        let text = try Data(contentsOf: pair.certificate)
        try (text + text.prefix(text.count / 2)).write(to: URL(filePath: cut))
        guard case .unusableTLS(.refused(let path, _)) = await Self.start(TLSFiles(certificate: cut, key: key)) else {
            Issue.record("a chain that is cut short was taken")
            return
        }
        #expect(path == cut)
    }

    @Test("a key that is too short is refused")
    func shortKey() async throws {
        let pair = try CertificateFiles(in: TemporaryFolder().path, "short", .shortRSA)
        #expect(
            await Self.start(pair.files)
                == .unusableTLS(.refused(path: pair.certificate.path, reason: "ee key too small")))
    }

    @Test("a chain behind the certificate is taken up to its limit", arguments: [(10, true), (11, false)])
    func chain(_ count: Int, _ isTaken: Bool) async throws {
        let pair = try CertificateFiles(in: TemporaryFolder().path)
        let one = try Data(contentsOf: pair.certificate)
        try Data((0...count).flatMap { _ in one }).write(to: pair.certificate)
        #expect((await Self.start(pair.files) == nil) == isTaken)
    }
}
