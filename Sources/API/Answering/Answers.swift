import LaurelHTTPServer
import LaurelWire

/// Called on any thread with the request's id, the kind of problem that was answered, and why; must not block.
public typealias FaultReport = @Sendable (_ requestID: String, _ kind: String, _ cause: String) -> Void

/// Makes responses. What all of them carry is in ``SecurityHeaders``; here stands where some differ.
struct Answers: Sendable {
    /// Of what is opened by its address and must stay what it is, such as an image.
    static let imagePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"
    /// How long a browser may show a photo that was erased or taken down, in seconds; no shared cache has it at all.
    static let photoSeconds = 600

    private let json: ResponseHeaders = ["Content-Type": "application/json"]
    private let problem: ResponseHeaders = ["Content-Type": "application/problem+json"]
    private let text: ResponseHeaders = ["Content-Type": "text/plain; version=0.0.4; charset=utf-8"]
    private let image: ResponseHeaders
    /// Of pages and their parts.
    let page: ResponseHeaders
    /// Of the pages that a game on another origin opens: they may answer the page that opened them.
    let popup: ResponseHeaders
    /// Of what pages of other origins load: the module for web games.
    let module: ResponseHeaders
    /// Of what is saved to a file, whatever type it has.
    let download = ResponseHeaders()
    private let report: FaultReport

    init(report: @escaping FaultReport = { _, _, _ in }) {
        self.report = report
        var page: ResponseHeaders = [
            // WebAssembly needs its own word; everything comes from here, and nobody frames us.
            "Content-Security-Policy":
                "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
                + "img-src 'self' data: blob:; "
                + "font-src 'self'; connect-src 'self'; media-src 'self' blob:; worker-src 'self'; "
                + "manifest-src 'self'; "
                + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
            "Referrer-Policy": "strict-origin-when-cross-origin",
            "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
        ]
        module = ["Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"]
        popup = page.with("Cross-Origin-Opener-Policy", "unsafe-none")
        page.append("Cross-Origin-Opener-Policy", "same-origin")
        self.page = page
        image = [
            "Cache-Control": "public, max-age=31536000, immutable",
            // Games of other origins show photos, too.
            "Cross-Origin-Resource-Policy": "cross-origin", "Content-Security-Policy": Self.imagePolicy,
            "Content-Type": "image/png",
        ]
    }

    func json(_ status: Status = .ok, _ bytes: [UInt8]) -> Response {
        Response(status, headers: json, body: .bytes(bytes))
    }

    /// - Parameter write: writes one value.
    func json(_ status: Status = .ok, capacity: Int = 512, _ write: (inout JSONWriter) -> Void) -> Response {
        var writer = JSONWriter(capacity: capacity)
        write(&writer)
        return json(status, writer.finish())
    }

    /// - Parameters:
    ///   - elements: encoded before, for the gap that `write` leaves. They are not copied.
    ///   - name: theirs, if they are kept for other answers, too.
    func json(around elements: [UInt8], name: KeptName?, _ write: (inout JSONWriter) -> Void) -> Response {
        var writer = JSONWriter(capacity: 1_024)
        write(&writer)
        let (before, after) = writer.finishAroundGap()
        return Response(
            .ok, headers: json, body: .spliced(before: before, elements, after: after, name: name))
    }

    func json<Value: Answer>(_ status: Status = .ok, _ answer: Value) -> Response { json(status, answer.json) }

    func json<Value>(_ status: Status = .ok, _ value: Value, as shape: Shape<Value>) -> Response {
        json(status, shape.json(value))
    }

    func json<Value: Answer>(_ answer: Value) -> Response { json(.ok, answer) }

    func json<Value>(_ value: Value, as shape: Shape<Value>) -> Response { json(.ok, value, as: shape) }

    /// A PNG whose address names its bytes: caches can keep it for ever.
    func image(_ bytes: [UInt8]) -> Response {
        Response(.ok, headers: image, body: .bytes(bytes))
    }

    /// A PNG that shows a person, and so must be able to go: for the browser that asked alone, and not for long.
    ///
    /// - Parameters:
    ///   - id: names its bytes.
    ///   - isKnown: whether the browser has it.
    func photo(_ bytes: [UInt8], id: String, isKnown: Bool) -> Response {
        let tag = "\"\(id)\""
        var headers: ResponseHeaders = [
            "Cache-Control": "private, max-age=\(Self.photoSeconds)", "Cross-Origin-Resource-Policy": "cross-origin",
            "Content-Security-Policy": Self.imagePolicy,
        ]
        headers.append("ETag", tag)
        if isKnown { return Response(.notModified, headers: headers) }
        headers.append("Content-Type", "image/png")
        return Response(.ok, headers: headers, body: .bytes(bytes))
    }

    /// A PNG that no cache may keep.
    func privateImage(_ bytes: [UInt8]) -> Response {
        Response(
            .ok, headers: ["Content-Type": "image/png", "Content-Security-Policy": Self.imagePolicy],
            body: .bytes(bytes))
    }

    /// WebAssembly, for the members of a team and administrators.
    func module(_ bytes: [UInt8]) -> Response {
        Response(.ok, headers: ["Content-Type": "application/wasm"], body: .bytes(bytes))
    }

    func text(_ text: String) -> Response { Response(.ok, headers: self.text, body: .bytes(Array(text.utf8))) }
    /// Bytes that mean something to games alone; the ETag is their SHA-256.
    func bytes(_ bytes: [UInt8], sha256: String) -> Response {
        Response(
            .ok, headers: ["Content-Type": "application/octet-stream", "ETag": "\"\(sha256)\""],
            body: .bytes(bytes))
    }
    /// - Parameter bytes: nil: the caller has them already.
    func bytes(_ bytes: [UInt8]?, _ fields: [(String, String)]) -> Response {
        var response = Response(bytes == nil ? .notModified : .ok)
        for (name, value) in fields { response.headers.append(name, value) }
        guard let bytes else { return response }
        response.headers.append("Content-Type", "application/octet-stream")
        response.body = .bytes(bytes)
        return response
    }

    func noContent() -> Response { Response(.noContent) }

    func problem(_ problem: Problem, _ id: RequestID, allow: [LaurelWire.Method] = []) -> Response {
        if let cause = problem.cause { report(id.description, problem.kind.rawValue, cause) }
        var response = Response(
            Status(problem.kind.status), headers: self.problem, body: .bytes(problem.json(requestID: id.description)))
        if let seconds = problem.retryAfterSeconds { response.headers.append("Retry-After", String(seconds)) }
        if let limit = problem.rateLimit, let seconds = problem.retryAfterSeconds {
            // Source: draft-ietf-httpapi-ratelimit-headers-10.
            response.headers.append("RateLimit-Policy", "\"\(limit.policy)\";q=\(limit.quota);w=\(limit.window)")
            response.headers.append("RateLimit", "\"\(limit.policy)\";r=0;t=\(seconds)")
        }
        // RFC 9110, section 11.6.1: a 401 says how; section 15.5.6: a 405 says what instead.
        if response.status == .unauthorized { response.headers.append("WWW-Authenticate", "Bearer realm=\"laurel\"") }
        if !allow.isEmpty { response.headers.append("Allow", allow.map(\.rawValue).joined(separator: ", ")) }
        return response
    }
}

extension ResponseHeaders {
    func with(_ name: String, _ value: String) -> ResponseHeaders {
        var headers = self
        headers.append(name, value)
        return headers
    }
}
