public import LaurelDomain
public import LaurelWire

/// A typed client of one server. What it can ask stands in extensions, one an area.
///
/// A value: give it another token, and it speaks for another player.
public struct Client: Sendable {
    public let server: ServerAddress
    /// Nil: nobody is signed in.
    public var token: String?
    /// In which the server's texts are wanted.
    public var language: LanguageTag?
    /// The longest wait between two signs of life of a request.
    public var patience = ClientLimits.requestTimeout
    /// Bytes of an answer, where nothing else is asked for.
    public var answerBytesLimit = ClientLimits.answerBytes
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

    /// - Returns: the answer, read by the fields that the server writes it by.
    public func ask<Value: Answer>(_ route: Route, _ body: [UInt8]? = nil) async throws(ClientError) -> Value {
        try await ask(route, body, as: Value.shape)
    }

    /// - Returns: the answer, read in this shape.
    public func ask<Value>(
        _ route: Route, _ body: [UInt8]? = nil, contentType: String = "application/json", as shape: Shape<Value>
    ) async throws(ClientError) -> Value {
        try read(try await exchange(route, body, contentType: contentType), as: shape)
    }

    func read<Value>(_ response: TransportResponse, as shape: Shape<Value>) throws(ClientError) -> Value {
        guard response.mediaType == "application/json" else { throw .unreadable(.foreign(response)) }
        do throws(JSONError) {
            return try shape.answer(json: response.body)
        } catch {
            let subject = error.path.isEmpty ? "The answer" : error.path
            throw .unreadable(UnreadableAnswer(reason: "\(subject) \(error.explanation).", status: response.status))
        }
    }

    /// Something that answers with nothing that counts. A page that a network shows instead is no success.
    public func tell(
        _ route: Route, _ body: [UInt8]? = nil, contentType: String = "application/json"
    ) async throws(ClientError) {
        let response = try await exchange(route, body, contentType: contentType)
        guard response.status == 204 || response.mediaType == "application/json" else {
            throw .unreadable(.foreign(response))
        }
    }

    /// - Returns: an answer with a status from 200 to 299.
    public func exchange(
        _ route: Route, _ body: [UInt8]? = nil, contentType: String = "application/json", bytesLimit: Int? = nil
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

    /// A request for a transport, where the answer is not one to be read whole.
    public func request(_ route: Route, bytesLimit: Int? = nil) -> TransportRequest {
        request(method: route.endpoint.method.rawValue, target: route.target, bytesLimit: bytesLimit)
    }

    private func request(method: String, target: String, bytesLimit: Int?) -> TransportRequest {
        var headers = ["Accept": "application/json", "User-Agent": "Laurel-GameKit"]
        if let token { headers["Authorization"] = "Bearer " + token }
        if let language { headers["Accept-Language"] = language.text }
        return TransportRequest(
            method: method, url: server.url(target), headers: headers, timeout: patience,
            bytesLimit: bytesLimit ?? answerBytesLimit)
    }
}
