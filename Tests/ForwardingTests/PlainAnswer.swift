import LaurelTestSockets

/// What a server answered.
struct PlainAnswer {
    let head: String
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }
    var status: Int { Int(head.dropFirst(9).prefix(3)) ?? 0 }
    /// Name, in lower case, and value of each field.
    var fields: [(name: String, value: String)] {
        head.split(separator: "\r\n").dropFirst().map { line in
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            return (line[..<colon].lowercased(), String(line[colon...].dropFirst(2)))
        }
    }

    func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }
    func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
}

extension PlainSocket {
    /// One answer.
    func receiveAnswer(toHead: Bool = false) throws -> PlainAnswer {
        let head = try receive(through: "\r\n\r\n")
        var answer = PlainAnswer(head: head)
        if toHead { return answer }
        if let length = answer.value("content-length").flatMap({ Int($0) }) {
            answer.body = try receive(count: length)
        } else if answer.value("transfer-encoding") == "chunked" {
            while let size = try Int(receive(through: "\r\n").dropLast(1), radix: 16), size > 0 {
                answer.body += try receive(count: size)
                _ = try receive(count: 2)
            }
            _ = try receive(count: 2)
        }
        return answer
    }
}
