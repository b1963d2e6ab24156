import Foundation
import LaurelProcess

/// What stands before a server that is reached over https, as docs/operating.md advises: a process of its own, with a
/// certificate for one host from an authority of its own. When the server's side ends, it ends the secure connection as
/// the protocol wants it.
final class TLSFront: Sendable {
    /// The authority's certificate, in PEM.
    let authorities: String
    let port: UInt16
    private let process: ChildProcess

    private init(before upstream: UInt16, host: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        process = try ChildProcess(
            URL(filePath: "/usr/bin/python3"), ["-c", Self.program, folder.path, "\(upstream)", host])
        guard let port = process.nextLine().flatMap({ UInt16($0) }) else { throw POSIXError(.ECHILD) }
        self.port = port
        authorities = folder.appending(path: "authority.pem").path
    }

    /// - Parameter host: a name or an address, whose certificate it has.
    static func started(before upstream: UInt16, host: String = "localhost") async throws -> TLSFront {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try TLSFront(before: upstream, host: host) })
            }
        }
    }

    deinit { process.end(with: SIGKILL) }

    private static let program = """
        import datetime, ipaddress, select, socket, ssl, sys, threading
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec

        folder, upstream, host = sys.argv[1], int(sys.argv[2]), sys.argv[3]

        def certificate(name, issuer, key, signer, *extensions):
            now = datetime.datetime.utcnow()
            called = lambda text: x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)])
            builder = (x509.CertificateBuilder().subject_name(called(name)).issuer_name(called(issuer))
                .public_key(key.public_key()).serial_number(x509.random_serial_number())
                .not_valid_before(now - datetime.timedelta(1)).not_valid_after(now + datetime.timedelta(1)))
            for extension, critical in extensions:
                builder = builder.add_extension(extension, critical)
            return builder.sign(signer, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)

        try:
            named = x509.IPAddress(ipaddress.ip_address(host))
        except ValueError:
            named = x509.DNSName(host)
        root, own = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
        with open(folder + "/authority.pem", "wb") as file:
            file.write(certificate("Authority", "Authority", root, root, (x509.BasicConstraints(True, None), True)))
        with open(folder + "/own.pem", "wb") as file:
            file.write(certificate("Server", "Authority", own, root, (x509.SubjectAlternativeName([named]), False)))
            file.write(own.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption()))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder + "/own.pem")

        def serve(client):
            try:
                with context.wrap_socket(client, server_side=True) as secure, \
                        socket.create_connection(("127.0.0.1", upstream)) as plain:
                    while True:
                        ready = [secure] if secure.pending() else select.select([secure, plain], [], [])[0]
                        if secure in ready:
                            data = secure.recv(65536)
                            if not data:
                                return
                            plain.sendall(data)
                        if plain in ready:
                            data = plain.recv(65536)
                            if not data:
                                secure.unwrap()
                                return
                            secure.sendall(data)
            except OSError:
                client.close()

        listener = socket.create_server(("127.0.0.1", 0))
        print(listener.getsockname()[1], flush=True)
        while True:
            threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
        """
}
