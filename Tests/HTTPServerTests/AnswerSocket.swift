import LaurelTestSockets

/// What a client reads answers from, over either kind of connection.
protocol AnswerSocket {
    /// Everything up to and with `end`.
    func receive(through end: String) throws -> String
    /// So many bytes.
    func receive(count: Int) throws -> [UInt8]
}

extension PlainSocket: AnswerSocket {}
extension TLSSocket: AnswerSocket {}

extension AnswerSocket {
    /// One answer with a Content-Length.
    func receiveAnswer() throws -> (head: String, body: String) {
        let head = try receive(through: "\r\n\r\n")
        var length = 0
        if let range = head.firstRange(of: "Content-Length: ") {
            length = Int(head[range.upperBound...].prefix { $0.isNumber }) ?? 0
        }
        return (head, String(decoding: try receive(count: length), as: UTF8.self))
    }
}
