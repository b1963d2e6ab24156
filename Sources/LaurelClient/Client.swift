public import LaurelDomain
import LaurelWire

/// A typed client of one server. What it can ask stands in extensions, one an area.
///
/// A value: give it another token, and it speaks for another player.
public struct Client: Sendable {
    public let server: ServerAddress
    /// Nil: nobody is signed in.
    public var token: String?
    /// In which the server's texts are wanted.
    public var language: LanguageTag?
    let transport: any Transport

    public init(
        server: ServerAddress, transport: any Transport, token: String? = nil, language: LanguageTag? = nil
    ) {
        self.server = server
        self.transport = transport
        self.token = token
        self.language = language
    }

    // MARK: Asking

    /// - Returns: the answer, read.
    func ask<Value: AnswerValue>(_ route: Route, _ body: [UInt8]? = nil) async throws(ClientError) -> Value {
        let response = try await exchange(route, body)
        do throws(UnreadableAnswer) {
            return try Value(AnswerReader(json: response.body))
        } catch {
            throw .unreadable(UnreadableAnswer(reason: error.reason, status: response.status))
        }
    }

    /// Something that answers with nothing that counts. A page that a network shows instead is no success.
    func tell(_ route: Route, _ body: [UInt8]? = nil) async throws(ClientError) {
        let response = try await exchange(route, body)
        guard response.status == 204 || response.mediaType == "application/json" else {
            throw .unreadable(.foreign(response))
        }
    }

    /// - Returns: an answer with a status from 200 to 299.
    func exchange(
        _ route: Route, _ body: [UInt8]? = nil, contentType: String = "application/json",
        bytesLimit: Int = ClientLimits.answerBytes
    ) async throws(ClientError) -> TransportResponse {
        var made = request(route, bytesLimit: bytesLimit)
        if let body {
            made.body = body
            made.headers["Content-Type"] = contentType
        }
        return try await exchange(made)
    }

    /// Fetches what an answer named by its path.
    func exchange(path: String, bytesLimit: Int) async throws(ClientError) -> TransportResponse {
        try await exchange(request(method: "GET", target: path, bytesLimit: bytesLimit))
    }

    private func exchange(_ made: TransportRequest) async throws(ClientError) -> TransportResponse {
        let response: TransportResponse
        do throws(TransportError) { response = try await transport.send(made) } catch { throw .network(error) }
        guard (200...299).contains(response.status) else { throw ClientError(refusal: response) }
        return response
    }

    func request(_ route: Route, bytesLimit: Int) -> TransportRequest {
        request(method: route.endpoint.method.rawValue, target: route.target, bytesLimit: bytesLimit)
    }

    private func request(method: String, target: String, bytesLimit: Int) -> TransportRequest {
        var headers = ["Accept": "application/json", "User-Agent": "Laurel-GameKit"]
        if let token { headers["Authorization"] = "Bearer " + token }
        if let language { headers["Accept-Language"] = language.text }
        return TransportRequest(
            method: method, url: server.url(target), headers: headers, bytesLimit: bytesLimit)
    }
}
