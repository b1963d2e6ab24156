import LaurelAPI
import LaurelHTTPServer
import LaurelWire

/// The port for those who come by http: it sends browsers to https, and has the files of a certificate authority.
struct RedirectServer: Sendable {
    let server: Server

    /// Nil: none was asked for.
    init?(
        _ settings: ServerSettings, to url: PublicURL, accessLog: (@Sendable (AccessRecord) -> Void)?
    ) throws(Failure) {
        guard let port = settings.tls.redirectPort else { return nil }
        var configuration = Configuration(endpoints: [.tcp(address: settings.address, port: port)])
        // What it answers needs neither bodies nor long lines.
        configuration.loops = 1
        configuration.limits.bodyBytes = 0
        configuration.limits.headBytes = 8_192
        configuration.limits.connections = 1_000
        configuration.limits.connectionsPerAddress = 100
        configuration.limits.idleTime = .seconds(5)
        configuration.trustedProxies = settings.trustedProxies
        configuration.standingHeaders = ["Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"]
        let redirect = HTTPSRedirect(to: url.origin, refusing: Route.pathPrefix)
        server = Server(
            configuration,
            handler: settings.tls.challenges.map { ChallengeHandler($0, before: redirect) } ?? redirect,
            accessLog: accessLog)
        let endpoints: [Configuration.Endpoint]
        do { endpoints = try server.start() } catch {
            throw error.failure(settings.address, "--redirect-port")
        }
        for endpoint in endpoints { Terminal.say("Browsers at http://\(endpoint) are sent to \(url.origin)") }
    }
}

extension ServerSettings {
    /// The files of a certificate authority that the server itself has, since it speaks http.
    var plainChallenges: ChallengeFiles? { tls.files == nil ? tls.challenges : nil }
}
