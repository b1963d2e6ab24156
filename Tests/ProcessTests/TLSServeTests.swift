import Foundation
import Glibc
import LaurelProcess
import LaurelTestSupport
import Testing

/// A server that has its own certificate, as browsers and certificate authorities reach it: with curl.
@Suite("Serving with TLS", .serialized, .timeLimit(.minutes(15))) struct TLSServeTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func run(_ words: [String]) throws -> (status: Int32, output: String) {
        let process = try ChildProcess(URL(filePath: "/bin/sh"), ["-c", "exec \"$0\" \"$@\" 2>&1"] + words)
        let output = process.remainingOutput()
        return (process.wait(), output)
    }

    private static func curl(_ words: String...) throws -> String {
        let answer = try run(["curl", "--silent", "--show-error", "--max-time", "100"] + words)
        #expect(answer.status == 0, "\(answer.output)")
        return answer.output
    }

    /// The digits at the end of a line's first URL with this start.
    private static func port(after start: String, in lines: [String]) -> UInt16? {
        lines.compactMap { line in
            line.firstRange(of: start).flatMap { UInt16(line[$0.upperBound...].prefix { $0.isNumber }) }
        }.first
    }

    @Test("https is answered with HSTS, http leads there, and a certificate authority finds its file")
    func serving() throws {
        let folder = try TemporaryFolder().path
        let certificate = try CertificateFiles(in: folder)
        let challenges = URL(filePath: folder).appending(path: "web/.well-known/acme-challenge")
        try FileManager.default.createDirectory(at: challenges, withIntermediateDirectories: true)
        try Data("token.thumbprint".utf8).write(to: challenges.appending(path: "token"))
        let log = folder + "/requests.log"
        let server = try ChildProcess(
            BuiltProducts.executable("laurel"),
            [
                "serve", "--data", folder + "/data", "--log", log, "--port", "0", "--address", "0.0.0.0",
                "--tls-certificate", certificate.certificate.path, "--tls-key", certificate.key.path,
                "--redirect-port", "0", "--acme-webroot", folder + "/web",
            ])
        var lines: [String] = []
        while let line = server.nextLine() {
            lines.append(line)
            if line.hasPrefix("Ready") { break }
        }
        // Nobody can read what is said.
        #expect(!lines.contains { $0.hasPrefix("Warning: ") }, "\(lines)")
        let secure = "https://127.0.0.1:\(try #require(Self.port(after: "at https://127.0.0.1:", in: lines)))"
        let plain = "http://127.0.0.1:\(try #require(Self.port(after: "Browsers at http://0.0.0.0:", in: lines)))"
        let authority = certificate.certificate.path

        let page = try Self.curl("--cacert", authority, "--dump-header", "-", secure + "/healthz").lowercased()
        #expect(page.contains("strict-transport-security: max-age=31536000"), "\(page)")
        #expect(page.hasSuffix("ok") || page.hasSuffix("ok\n"), "\(page)")
        let metrics = try Self.curl("--cacert", authority, secure + "/metrics")
        #expect(metrics.contains("laurel_tls_handshakes_total{version=\"1.3\"} "), "\(metrics)")

        let shown = "%{http_code} %{redirect_url}"
        let written = ["--output", "/dev/null", "--write-out", shown]
        func answer(_ url: String, _ words: String...) throws -> String {
            let answer = try Self.run(["curl", "--silent", "--max-time", "100"] + written + words + [url])
            #expect(answer.status == 0)
            return answer.output
        }
        #expect(try answer(plain + "/play/?x=1") == "301 \(secure)/play/?x=1")
        #expect(try answer(plain + "/play/", "--header", "Host: evil.example") == "301 \(secure)/play/")
        #expect(try answer(plain + "/v1/games") == "403 ")
        #expect(try answer(plain + "/", "--data", "password=secret") == "403 ")
        #expect(try Self.curl(plain + "/.well-known/acme-challenge/token") == "token.thumbprint")
        #expect(try answer(plain + "/.well-known/acme-challenge/none") == "404 ")

        #expect(server.end(with: SIGTERM) == 0)
        let logged = try String(contentsOfFile: log, encoding: .utf8)
        #expect(logged.contains(#""tls":"1.3","http":"2","method":"GET","path":"/healthz""#), "\(logged)")
    }

    /// `h2` from PyPI, which is nobody's relative here, and curl.
    @Test("other people's clients speak HTTP/2 with it, many requests at a time") func foreignClients() throws {
        let folder = try TemporaryFolder().path
        let certificate = try CertificateFiles(in: folder)
        let server = try ChildProcess(
            BuiltProducts.executable("laurel"),
            [
                "serve", "--data", folder + "/data", "--log", "none", "--port", "0",
                "--tls-certificate", certificate.certificate.path, "--tls-key", certificate.key.path,
            ])
        var lines: [String] = []
        while let line = server.nextLine() {
            lines.append(line)
            if line.hasPrefix("Ready") { break }
        }
        let port = try #require(Self.port(after: "at https://127.0.0.1:", in: lines))
        let shown = ["--http2", "--output", "/dev/null", "--write-out", "%{http_version} %{http_code}"]
        let answer = try Self.run(
            ["curl", "--silent", "--max-time", "100", "--cacert", certificate.certificate.path] + shown
                + ["https://127.0.0.1:\(port)/healthz"])
        #expect(answer.output == "2 200")
        let python = Self.root.appending(path: ".build/push-tools/bin/python")
        try #require(FileManager.default.isExecutableFile(atPath: python.path), "Type: scripts/push-tools")
        let client = try Self.run([
            python.path, Self.root.appending(path: "Tests/ForeignTools/http2_client.py").path, "\(port)",
            certificate.certificate.path,
        ])
        #expect(client.status == 0 && client.output.hasSuffix("ok"), "\(client.output)")
        #expect(server.end(with: SIGTERM) == 0)
    }

    @Test("doctor takes the same options, and a port that the server alone may use is no fault")
    func doctor() throws {
        let folder = try TemporaryFolder().path
        let certificate = try CertificateFiles(in: folder)
        let doctor = [
            BuiltProducts.executable("laurel").path, "doctor", "--data", folder + "/data", "--acme-webroot", folder,
        ]
        let files = ["--tls-certificate", certificate.certificate.path, "--tls-key", certificate.key.path]
        let free = try Self.run(doctor + ["--port", "0", "--redirect-port", "0"] + files)
        #expect(free.output.components(separatedBy: "✓ port: each start chooses").count == 3, "\(free.output)")
        #expect(free.output.contains(" certificate: \(certificate.certificate.path)"), "\(free.output)")
        let lone = try Self.run(doctor + ["--redirect-port", "0"])
        #expect(lone.status == 1 && lone.output.contains("✗ TLS: --redirect-port needs"), "\(lone.output)")

        // As the unit's user, whose right the unit alone has.
        let unprivileged = geteuid() == 0 ? ["setpriv", "--bounding-set=-net_bind_service"] : []
        let first = try String(contentsOfFile: "/proc/sys/net/ipv4/ip_unprivileged_port_start", encoding: .utf8)
        let port = try Self.run(unprivileged + doctor + ["--port", "2"])
        let isFree = Int(first.trimmingCharacters(in: .whitespacesAndNewlines)).map { $0 <= 2 } ?? false
        #expect(port.output.contains(isFree ? "✓ port 2: free" : "! port 2: needs a right"), "\(port.output)")
        #expect(isFree || port.output.contains("CapabilityBoundingSet=CAP_NET_BIND_SERVICE"), "\(port.output)")
    }

    @Test("options that don't belong together are refused, each with what is missing")
    func refused() throws {
        let folder = try TemporaryFolder().path
        let certificate = try CertificateFiles(in: folder)
        let open = try CertificateFiles(in: folder, "open")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: open.key.path)
        let files = ["--tls-certificate", certificate.certificate.path, "--tls-key", certificate.key.path]
        let cases: [([String], String)] = [
            (["--tls-certificate", certificate.certificate.path], "needs --tls-key"),
            (["--tls-key", certificate.key.path], "needs --tls-certificate"),
            (["--redirect-port", "80"], "needs --tls-certificate"),
            (files + ["--acme-webroot", folder], "needs --redirect-port"),
            (["--acme-webroot", folder + "/none"], "isn't a folder"),
            (files + ["--public-url", "http://games.example"], "must be https://"),
            (["--tls-certificate", open.certificate.path, "--tls-key", open.key.path], "chmod o= \(open.key.path)"),
        ]
        for (options, reason) in cases {
            let program = BuiltProducts.executable("laurel").path
            let answer = try Self.run(
                [program, "serve", "--data", folder + "/data", "--log", "none", "--port", "0"] + options)
            #expect(answer.status != 0 && answer.output.contains(reason), "\(options): \(answer.output)")
        }
    }
}
