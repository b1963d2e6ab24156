import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Proof of identity for a game's own server (rule 1.10).
struct IdentityFeature: Sendable {
    let keys: IdentityKeys
    let ids: PlayerIDs
    let catalogue: Catalogue
    /// Of this server, where certificates are.
    let origin: String
    let answers: Answers
    let replies: Replies

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: IdentityRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .sign(let id, let environment): try identity(request, id, environment, caller)
        case .certificate(let id): try identityCertificate(id)
        case .rotateKey: try rotateIdentityKey(request, caller)
        }
    }

    func identity(
        _ request: Request, _ bundleID: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let (app, _) = try catalogue.resolve(bundleID, environment, caller)
        return replies.later(request) { () async throws(IdentityError) in
            let prove = ProveIdentity(keys, ids: ids)
            let proof = try await prove(session.player, in: app)
            return answers.json(
                .ok,
                IdentityAnswer(
                    publicKeyURL: address(of: proof.certificate), signature: proof.signature, salt: proof.salt,
                    timestamp: proof.timestamp.milliseconds, teamPlayerID: proof.teamPlayerID,
                    bundleID: proof.bundleID))
        }
    }

    func identityCertificate(_ id: CertificateID) throws(Problem) -> Reply {
        guard let bytes = keys.certificate(id) else { throw Problem(.notFound) }
        return .now(answers.certificate(bytes))
    }

    func rotateIdentityKey(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        try caller.operating()
        let administrator = Administrator.operator.asking(request.id.description)
        _ = try IdentityKeyBody(of: request)
        return replies.later(request) { () async throws(IdentityError) in
            let id = try await RotateIdentity(keys)(by: administrator)
            return answers.json(.created, IdentityKeyAnswer(publicKeyURL: address(of: id)))
        }
    }

    private func address(of id: CertificateID) -> String {
        origin + Route.identity(.certificate(id)).target
    }
}

extension Answers {
    /// A certificate never changes: its address is made from its bytes.
    fileprivate func certificate(_ bytes: [UInt8]) -> Response {
        Response(
            .ok,
            headers: [
                "Content-Type": "application/pkix-cert", "Cache-Control": "public, max-age=31536000, immutable",
                "Cross-Origin-Resource-Policy": "cross-origin",
            ], body: .bytes(bytes))
    }
}

extension Problem {
    init(from error: IdentityError) {
        switch error {
        case .busy:
            self.init(
                .unavailable, "Too many signatures are being requested.", retryAfterSeconds: 1,
                cause: "the queue of signatures is full")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
