/// Cuts the bytes of a stream into lines. A line ends with LF or CR LF, as our server writes them.
struct LineCutter {
    /// Bytes of one line.
    let limit: Int
    private var rest: [UInt8] = []

    init(limit: Int) { self.limit = limit }

    /// - Returns: the lines that these bytes end.
    mutating func take(_ bytes: [UInt8]) throws(TransportError) -> [String] {
        rest += bytes
        var lines: [String] = []
        var start = 0
        for (index, byte) in rest.enumerated() where byte == UInt8(ascii: "\n") {
            var line = rest[start..<index]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            lines.append(String(decoding: line, as: UTF8.self))
            start = index + 1
        }
        rest.removeSubrange(..<start)
        guard rest.count <= limit else { throw .tooLarge(limit: limit) }
        return lines
    }
}
