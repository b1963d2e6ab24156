import LaurelTestSockets

@testable import LaurelHTTPServer

/// Asks a server in either protocol, so that one test holds both to the same.
struct WebClient {
    enum Version: String, CaseIterable, Sendable { case http1, http2 }

    private enum Kind {
        case http1(TLSSocket)
        case http2(HTTP2Client)
    }

    private let kind: Kind

    init(_ endpoint: Configuration.Endpoint, _ version: Version) throws {
        switch version {
        case .http1:
            let socket = try TLSSocket(endpoint)
            try socket.handshake()
            kind = .http1(socket)
        case .http2: kind = .http2(try HTTP2Client(endpoint))
        }
    }

    func ask(
        _ method: String, _ path: String, _ fields: [(String, String)] = [], body: [UInt8]? = nil
    ) throws -> HTTP2Answers.Answer {
        try finish(begin(method, path, fields, body: body), method)
    }

    /// - Returns: what ``finish(_:_:)`` needs to know.
    func begin(
        _ method: String, _ path: String, _ fields: [(String, String)] = [], body: [UInt8]? = nil
    ) throws -> UInt32 {
        switch kind {
        case .http2(let client): return try client.begin(method, path, fields, body: body)
        case .http1(let socket):
            var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n"
            for (name, value) in fields { head += "\(name): \(value)\r\n" }
            if let body { head += "Content-Length: \(body.count)\r\n" }
            try socket.send(Array((head + "\r\n").utf8) + (body ?? []))
            return 0
        }
    }

    func finish(_ stream: UInt32, _ method: String) throws -> HTTP2Answers.Answer {
        switch kind {
        case .http2(let client):
            try client.wait { client.answers[stream].hasEnded || client.answers[stream].reason != nil }
            return client.answers[stream]
        case .http1(let socket): return try Self.read(socket, method)
        }
    }

    func close() {
        switch kind {
        case .http2(let client): client.socket.socket.close()
        case .http1(let socket): socket.socket.close()
        }
    }

    private static func read(_ socket: TLSSocket, _ method: String) throws -> HTTP2Answers.Answer {
        let lines = try socket.receive(through: "\r\n\r\n").split(separator: "\r\n")
        var answer = HTTP2Answers.Answer()
        answer.fields.append((":status", String(lines.first?.split(separator: " ")[1] ?? "")))
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            answer.fields.append((line[..<colon].lowercased(), String(line[colon...].dropFirst(2))))
        }
        let hasBody = method != "HEAD" && answer.status != "304" && answer.status != "204"
        if hasBody, let length = answer["content-length"].flatMap({ Int($0) }) {
            answer.body = try socket.receive(count: length)
        }
        answer.hasEnded = true
        return answer
    }
}
