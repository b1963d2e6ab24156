/// Writes the head of an answer, and its body.
enum ResponseEncoder {
    /// How the client learns where the body ends.
    enum Framing: Equatable {
        case length(Int)
        case chunked
        case untilClose
        case none
    }

    struct Connection {
        let isVersion10: Bool
        let closes: Bool
    }

    /// - Parameters:
    ///   - date: `Date: … CR LF`, made once a second by the loop.
    ///   - standing: what every answer of this server has.
    static func appendHead(
        of response: Response, framing: Framing, connection: Connection, date: [UInt8],
        standing: StandingHeaders, to bytes: inout [UInt8]
    ) {
        switch response.status {
        // What most answers are.
        case .ok: bytes.append("HTTP/1.1 200 OK\r\n")
        case .notModified: bytes.append("HTTP/1.1 304 Not Modified\r\n")
        default:
            bytes.append("HTTP/1.1 ")
            bytes.append(decimal: UInt64(response.status.code))
            bytes.append(ASCII.space)
            bytes.append(response.status.reason)
            bytes.append("\r\n")
        }
        bytes.append(contentsOf: date)
        bytes.append(contentsOf: response.headers.encoded)
        standing.append(missingIn: response.headers.encoded, to: &bytes)
        switch framing {
        case .length(let length):
            bytes.append("Content-Length: ")
            bytes.append(decimal: UInt64(length))
            bytes.append("\r\n")
        case .chunked: bytes.append("Transfer-Encoding: chunked\r\n")
        case .untilClose, .none: break
        }
        if connection.closes {
            bytes.append("Connection: close\r\n")
        } else if connection.isVersion10 {
            bytes.append("Connection: keep-alive\r\n")
        }
        bytes.append("\r\n")
    }
}
