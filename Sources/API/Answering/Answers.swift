import HTTPServer
import LaurelWire

/// Makes responses, with the header fields that all of them carry made once.
///
/// - Source of the fields: OWASP REST Security Cheat Sheet and HTTP Headers Cheat Sheet.
struct Answers: Sendable {
    private let json: ResponseHeaders
    private let problem: ResponseHeaders
    private let text: ResponseHeaders
    private let empty: ResponseHeaders
    /// Of pages and their parts.
    let page: ResponseHeaders
    private let report: FaultReport

    init(_ publicURL: PublicURL, report: @escaping FaultReport = { _, _, _ in }) {
        self.report = report
        var common: ResponseHeaders = [
            "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
            "Cross-Origin-Resource-Policy": "same-origin",
        ]
        var page: ResponseHeaders = [
            // WebAssembly needs its own word; everything comes from here, and nobody frames us.
            "Content-Security-Policy":
                "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
                + "img-src 'self' data: blob:; "
                + "font-src 'self'; connect-src 'self'; media-src 'self' blob:; worker-src 'self'; "
                + "manifest-src 'self'; "
                + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
            "X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin-when-cross-origin",
            "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
            "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
        ]
        if publicURL.isSecure {
            // A year; subdomains belong to somebody else perhaps.
            common.append("Strict-Transport-Security", "max-age=31536000")
            page.append("Strict-Transport-Security", "max-age=31536000")
        }
        empty = common
        self.page = page
        json = common.with("Content-Type", "application/json")
        problem = common.with("Content-Type", "application/problem+json")
        text = common.with("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
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

    func text(_ text: String) -> Response { Response(.ok, headers: self.text, body: .bytes(Array(text.utf8))) }
    func noContent() -> Response { Response(.noContent, headers: empty) }

    func problem(_ problem: Problem, _ id: RequestID, allow: [LaurelWire.Method] = []) -> Response {
        if let cause = problem.cause { report(id.description, problem.kind.rawValue, cause) }
        var response = Response(
            Status(problem.kind.status), headers: self.problem, body: .bytes(problem.json(requestID: id.description)))
        if let seconds = problem.retryAfterSeconds { response.headers.append("Retry-After", String(seconds)) }
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
