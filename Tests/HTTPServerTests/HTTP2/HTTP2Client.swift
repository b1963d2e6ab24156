import LaurelTestSockets

@testable import LaurelHTTPServer

/// A client of HTTP/2 over TLS that keeps to the windows, by frames written by hand.
final class HTTP2Client {
    let socket: TLSSocket
    let answers = HTTP2Answers()
    private var nextStream: UInt32 = 1
    /// Bytes of bodies that were sent in all.
    private var sent = 0

    init(_ endpoint: Configuration.Endpoint, receiveBuffer: Int32? = nil) throws {
        var offer = TLSSocket.Offer()
        offer.protocols = ["h2", "http/1.1"]
        socket = try TLSSocket(endpoint, offer, receiveBuffer: receiveBuffer)
        try socket.handshake()
        try socket.send(HTTP2Frame.preface)
        // Windows that nobody waits for.
        try send(.window(0, 0x3FFF_FFFF), .initialWindow(0x3FFF_FFFF))
    }

    func send(_ frames: HTTP2Frame...) throws { try socket.send(frames.flatMap(\.bytes)) }

    /// - Returns: the stream.
    func begin(
        _ method: String, _ path: String, _ fields: [(String, String)] = [], body: [UInt8]? = nil
    ) throws -> UInt32 {
        let stream = nextStream
        nextStream += 2
        try socket.send(HTTP2Tests.split(.request(stream, method, path, fields, ends: body == nil)))
        guard let body else { return stream }
        var start = 0
        repeat {
            while room(stream, start) == 0 && !answers[stream].hasEnded && answers[stream].reason == nil { try pump() }
            if answers[stream].hasEnded || answers[stream].reason != nil { break }
            let piece = body[start...].prefix(min(16_384, room(stream, start)))
            start += piece.count
            sent += piece.count
            try send(.data(stream, Array(piece), ends: start == body.count))
        } while start < body.count
        return stream
    }

    private func room(_ stream: UInt32, _ start: Int) -> Int {
        let own = Int(answers.settings[4] ?? 65_535) + answers.windows[stream, default: 0] - start
        return max(0, min(own, 65_535 + answers.windows[0, default: 0] - sent))
    }

    /// Takes what comes, and acknowledges it.
    ///
    /// - Returns: whether the connection goes on.
    @discardableResult
    func pump() throws -> Bool {
        let bytes = try socket.receive()
        answers.receive(bytes)
        for frame in answers.unacknowledged {
            var answer = frame
            answer.flags = HTTP2Frame.acknowledge
            if frame.kind == HTTP2Frame.Kind.settings.rawValue { answer.payload = [] }
            try send(answer)
        }
        answers.unacknowledged = []
        return !bytes.isEmpty
    }

    func wait(until isDone: () -> Bool) throws {
        while !isDone() {
            guard try pump() else { throw TLSSocket.Failure.truncated }
        }
    }

    func ask(
        _ method: String, _ path: String, _ fields: [(String, String)] = [], body: [UInt8]? = nil
    ) throws -> HTTP2Answers.Answer {
        let stream = try begin(method, path, fields, body: body)
        try wait { answers[stream].hasEnded || answers[stream].reason != nil }
        return answers[stream]
    }
}
