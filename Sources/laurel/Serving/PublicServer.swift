import Foundation
import Glibc
import LaurelAPI
import LaurelHTTPServer
import LaurelService
import LaurelWebPages

/// The server that players reach, listening.
struct PublicServer<Answering: Handler>: Sendable {
    let server: Server
    /// What answers.
    let handler: Answering
    let url: PublicURL
    /// Sends browsers that come by http to https; nil: nobody does.
    private let redirect: RedirectServer?

    /// - Parameter make: what answers, once it's known what the pages are reached by.
    init(_ settings: ServerSettings, _ log: RequestLog?, _ make: (PublicURL) throws -> Answering) throws {
        // With `--port 0` a port that was free a moment ago may be taken by now; then another is tried.
        var attempts = settings.port == 0 ? 16 : 1
        while true {
            attempts -= 1
            do {
                let url = try Self.url(settings)
                let handler = try make(url.value)
                let server = Server(
                    Self.configuration(settings, url.value, url.port, log),
                    handler: settings.plainChallenges.map { ChallengeHandler($0, before: handler) } ?? handler,
                    accessLog: log?.access)
                _ = try server.start()
                do {
                    redirect = try RedirectServer(settings, to: url.value, accessLog: log?.access)
                } catch {
                    unlink(DataFolder.socket(in: settings.folder))
                    throw error
                }
                (self.server, self.handler, self.url) = (server, handler, url.value)
                return
            } catch LaurelHTTPServer.StartError.inUse(let endpoint) {
                guard attempts == 0 else { continue }
                throw LaurelHTTPServer.StartError.inUse(endpoint).failure(settings.address)
            } catch let error as LaurelHTTPServer.StartError {
                throw error.failure(settings.address)
            }
        }
    }

    /// ``Server/drain()``, of both.
    func drain() async {
        await redirect?.server.drain()
        await server.drain()
    }

    /// The pages must know it before the server starts, so a port of 0 is chosen here.
    private static func url(_ settings: ServerSettings) throws -> (value: PublicURL, port: UInt16) {
        let local = settings.address.contains(":") ? "[\(settings.address)]" : settings.address
        let shown = ["0.0.0.0", "[::]"].contains(local) ? "127.0.0.1" : local
        let port = try settings.port == 0 ? FreePort.find(settings.address) : settings.port
        let scheme = settings.tls.files == nil ? "http" : "https"
        let text = settings.publicURL ?? "\(scheme)://\(shown):\(port)"
        guard let value = PublicURL(text) else {
            throw Failure(
                "--public-url must be http:// or https:// and a host, such as https://games.example, not “\(text)”")
        }
        guard settings.tls.files == nil || value.isSecure else {
            throw Failure("--public-url must be https:// with --tls-certificate, not “\(text)”")
        }
        return (value, port)
    }

    private static func configuration(
        _ settings: ServerSettings, _ url: PublicURL, _ port: UInt16, _ log: RequestLog?
    ) -> Configuration {
        var configuration = Configuration(endpoints: [
            .tcp(address: settings.address, port: port), .unix(path: DataFolder.socket(in: settings.folder)),
        ])
        configuration.limits.connectionsPerAddress = settings.connectionsPerAddress
        configuration.trustedProxies = settings.trustedProxies
        configuration.limits.heldBodyBytes = settings.bodyMemory
        configuration.standingHeaders = SecurityHeaders.standing(for: url)
        configuration.tls = settings.tls.files
        configuration.tls?.report = { log?.add($0) }
        return configuration
    }
}

extension ServerSettings {
    /// The operations over these services, as the operator wants them.
    func api(
        _ services: Services, _ url: PublicURL, _ pages: Pages, _ log: RequestLog?,
        node: @escaping @Sendable () -> NodeFacts? = { nil },
        level: @escaping @Sendable () -> StoreLevel = { .current }
    ) -> APIHandler {
        var interface = APIConfiguration(publicURL: url, pages: pages)
        interface.metricsAudience = metricsAudience
        interface.documentAudience = documentAudience
        interface.node = node
        interface.storeLevel = level
        interface.budgets = budgets.map { ($0, .steady) }
        interface.report = { id, kind, cause in log?.add(event: kind, cause, requestID: id) }
        if let log { interface.authentication = { log.add($0) } }
        interface.requiredTwoFactor = { [required = requiredTwoFactor] in required }
        return APIHandler(services, configuration: interface)
    }
}

extension RequestLog {
    /// What a server tells of its answers.
    fileprivate var access: @Sendable (AccessRecord) -> Void { { self.add($0) } }

    fileprivate func add(_ event: TLSEvent) {
        switch event {
        case .renewed: add(event: "tls-certificate-renewed", "new connections have the new one")
        case .notRenewed(let error): add(event: "tls-certificate-not-renewed", error.description)
        case .handshakeFailed(let peer, let reason): add(event: "tls-handshake-failed", "\(peer): \(reason)")
        }
    }
}

extension Pages {
    /// Those that this program comes with.
    static func ofThisProgram() throws -> Pages {
        let web: WebPages
        do { web = try WebPages.find() } catch { throw Failure(error.description, status: 1) }
        var modules: [String: String] = [:]
        for (path, file) in web.modules { modules[String(path.dropFirst())] = file.path }
        do {
            var files = try WebFiles.served(web.site)
            for (path, file) in modules { files[path] = try WebFiles.bytes(URL(filePath: file)) }
            // The types that web games see are those of this very server.
            files["sdk/wire.d.ts"] = Array(TypeScriptDeclarations.text.utf8)
            return Pages(files)
        } catch {
            throw Failure("can't read the pages: \(error)", status: 1)
        }
    }
}
