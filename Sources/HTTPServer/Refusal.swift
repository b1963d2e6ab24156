/// Why the server answers by itself, without asking the handler.
public enum Refusal: Error, Hashable, Sendable {
    case bareLineFeed, foldedHeader, malformedRequestLine, malformedHeader, spaceBeforeColon
    case missingHost, severalHosts, malformedTarget
    case ambiguousLength, unknownTransferCoding, malformedChunk
    case headTooLarge, tooManyHeaders, targetTooLong
    /// - limit: bytes that this route takes.
    case bodyTooLarge(limit: Int)
    case headTimeout, bodyTimeout
    case unsupportedMethod, unsupportedVersion, unsupportedExpectation
    case tooManyConnections, tooManyConnectionsFromAddress
    case tooManyBodyBytes, tooManyBodyBytesFromAddress
    case handlerGaveNoAnswer

    public var status: Status {
        switch self {
        case .bareLineFeed, .foldedHeader, .malformedRequestLine, .malformedHeader, .spaceBeforeColon, .missingHost,
            .severalHosts, .malformedTarget, .ambiguousLength, .unknownTransferCoding, .malformedChunk:
            .badRequest
        case .headTooLarge, .tooManyHeaders: .headerFieldsTooLarge
        case .targetTooLong: .uriTooLong
        case .bodyTooLarge: .contentTooLarge
        case .headTimeout, .bodyTimeout: .requestTimeout
        case .unsupportedMethod: .notImplemented
        case .unsupportedVersion: .versionNotSupported
        case .unsupportedExpectation: .expectationFailed
        case .tooManyConnections, .tooManyBodyBytes: .serviceUnavailable
        case .tooManyConnectionsFromAddress, .tooManyBodyBytesFromAddress: .tooManyRequests
        case .handlerGaveNoAnswer: .internalServerError
        }
    }

    /// The last part of the problem's `type`: a stable word.
    public var kind: String {
        switch self {
        case .headTooLarge, .tooManyHeaders, .targetTooLong, .bodyTooLarge: "too-large"
        case .headTimeout, .bodyTimeout: "request-timeout"
        case .unsupportedMethod, .unsupportedVersion, .unsupportedExpectation: "not-implemented"
        case .tooManyConnections, .tooManyBodyBytes: "unavailable"
        case .tooManyConnectionsFromAddress: "too-many-connections"
        case .tooManyBodyBytesFromAddress: "too-many-requests"
        case .handlerGaveNoAnswer: "internal-error"
        default: "malformed-request"
        }
    }

    /// The same for every problem of a ``kind`` (RFC 9457, section 3.1.4).
    public var title: String {
        switch kind {
        case "too-large": "Request is too large"
        case "request-timeout": "Request timed out"
        case "not-implemented": "Not implemented"
        case "unavailable": "Temporarily unavailable"
        case "too-many-connections": "Too many connections"
        case "too-many-requests": "Too many requests"
        case "internal-error": "Internal server error"
        default: "Malformed HTTP request"
        }
    }

    /// A sentence for the person who wrote the client. Never holds anything that the client sent.
    public var detail: String {
        switch self {
        case .bareLineFeed: "A line in the request head doesn't end with CRLF."
        case .foldedHeader: "A header field is folded onto a second line."
        case .malformedRequestLine: "The request line must be METHOD SP TARGET SP VERSION."
        case .malformedHeader: "A header field is malformed."
        case .spaceBeforeColon: "A header field has a space before its colon."
        case .missingHost: "The Host header is missing."
        case .severalHosts: "There is more than one Host header."
        case .malformedTarget: "The request target is malformed."
        case .ambiguousLength: "The body length is malformed or ambiguous."
        case .unknownTransferCoding: "The only supported transfer coding is chunked."
        case .malformedChunk: "A body chunk is malformed."
        case .headTooLarge: "The request head is too large."
        case .tooManyHeaders: "There are too many header fields."
        case .targetTooLong: "The request line is too long."
        case .bodyTooLarge(let limit): "The request body is too large. At most \(limit) bytes are taken here."
        case .headTimeout: "The request head didn't arrive in time."
        case .bodyTimeout: "The request body didn't arrive in time."
        case .unsupportedMethod: "This method isn't supported."
        case .unsupportedVersion: "Use HTTP/1.0 or HTTP/1.1."
        case .unsupportedExpectation: "The only supported expectation is 100-continue."
        case .tooManyConnections: "The server has reached its connection limit."
        case .tooManyConnectionsFromAddress: "There are too many connections from this address."
        case .tooManyBodyBytes:
            "The server has no memory left for request bodies and responses. Nothing was changed; try again shortly."
        case .tooManyBodyBytesFromAddress:
            "Requests from this address hold too much memory. Nothing was changed; finish the others, then try again."
        case .handlerGaveNoAnswer: "The request got no answer."
        }
    }

    /// The answer as `application/problem+json` (RFC 9457). ``Configuration/problem`` may replace it.
    public func response(_ id: RequestID) -> Response {
        let json = """
            {"type":"/problems/\(kind)","title":"\(title)","status":\(status.code),"detail":"\(detail)",\
            "requestID":"\(id)"}
            """
        var response = Response(status, type: "application/problem+json", body: Array(json.utf8))
        switch self {
        case .tooManyConnections, .tooManyConnectionsFromAddress, .tooManyBodyBytes, .tooManyBodyBytesFromAddress:
            response.headers.append("Retry-After", "5")
        default: break
        }
        return response
    }
}

extension Refusal: CaseIterable {
    /// With a limit that stands for all others.
    public static let allCases: [Refusal] = [
        .bareLineFeed, .foldedHeader, .malformedRequestLine, .malformedHeader, .spaceBeforeColon, .missingHost,
        .severalHosts, .malformedTarget, .ambiguousLength, .unknownTransferCoding, .malformedChunk, .headTooLarge,
        .tooManyHeaders, .targetTooLong, .bodyTooLarge(limit: 0), .headTimeout, .bodyTimeout, .unsupportedMethod,
        .unsupportedVersion, .unsupportedExpectation, .tooManyConnections, .tooManyConnectionsFromAddress,
        .tooManyBodyBytes, .tooManyBodyBytesFromAddress, .handlerGaveNoAnswer,
    ]
}
