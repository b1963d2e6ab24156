import Foundation
import LaurelTestSockets
import LaurelTestSupport
import Testing

@testable import LaurelHTTPServer

@Suite("Renewal of certificates", .timeLimit(.minutes(15))) struct TLSRenewalTests {
    private let folder: String
    private let certificate: CertificateFiles
    private let events = Event<TLSEvent>()

    init() throws {
        folder = try TemporaryFolder().path
        certificate = try CertificateFiles(in: folder)
    }

    private func withTLS(_ body: (Server, Configuration.Endpoint) async throws -> Void) async throws {
        var files = certificate.files
        files.lookInterval = .milliseconds(20)
        files.report = { [events] in events.happen($0) }
        try await withServer({ [files] in $0.tls = files }) { server, endpoint in try await body(server, endpoint) }
    }

    /// On a busy machine the server may have looked twice between the one file and the other.
    private func waitForRenewal() async { while await events.next() != .renewed {} }

    private func shown(by endpoint: Configuration.Endpoint) throws -> [UInt8] {
        let client = try TLSSocket(endpoint)
        try client.handshake()
        return client.certificate
    }

    @Test("a new certificate is shown to new connections; open ones go on, and sessions can be resumed")
    func renewal() async throws {
        let other = try CertificateFiles(in: folder, "other", .rsa)
        try await withTLS { server, endpoint in
            let open = try TLSSocket(endpoint)
            try open.handshake()
            try open.send(SocketTests.get)
            #expect(try open.receiveAnswer().body == "ok")
            let before = open.certificate
            try certificate.replace(with: other)
            await waitForRenewal()
            #expect(try shown(by: endpoint) != before)
            try open.send(SocketTests.get)
            #expect(try open.receiveAnswer().body == "ok")
            #expect(server.metrics.tls?.renewals == 1)
            var offer = TLSSocket.Offer()
            offer.session = open.earned()
            let resumed = try TLSSocket(endpoint, offer)
            try resumed.handshake()
            #expect(resumed.wasResumed)
        }
    }

    @Test("files that can't be used are reported, and the old certificate stays until they can be")
    func broken() async throws {
        let other = try CertificateFiles(in: folder, "other")
        try await withTLS { server, endpoint in
            let before = try shown(by: endpoint)
            try certificate.replaceKey(with: Data(contentsOf: other.key))
            let paths = (certificate.certificate.path, certificate.key.path)
            #expect(await events.next() == .notRenewed(.mismatch(certificate: paths.0, key: paths.1)))
            #expect(try shown(by: endpoint) == before)
            try certificate.replaceKey(with: Data("none".utf8))
            #expect(await events.next() == .notRenewed(.noKey(path: paths.1)))
            try FileManager.default.removeItem(at: certificate.key)
            #expect(await events.next() == .notRenewed(.unreadable(path: paths.1, errno: ENOENT)))
            #expect(try shown(by: endpoint) == before)
            #expect(server.metrics.tls?.renewalFailures == 3)
            try certificate.replace(with: other)
            await waitForRenewal()
            #expect(try shown(by: endpoint) != before)
        }
    }

    @Test("failed handshakes are reported, at most one a second for each loop")
    func reports() async throws {
        try await withTLS { server, endpoint in
            for _ in 0..<20 {
                let client = try PlainSocket(endpoint)
                try client.send(SocketTests.get)
                _ = client.receiveToEnd()
            }
            #expect(server.metrics.tls?.failures == 20)
            guard case .handshakeFailed(let peer, let reason) = await events.next() else {
                Issue.record("something else was reported")
                return
            }
            #expect(peer.description == "127.0.0.1" && reason == "http request")
        }
    }
}
