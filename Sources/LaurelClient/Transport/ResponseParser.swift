/// Reads an HTTP/1.1 answer (RFC 9112) from bytes as they come, without a socket: whatever comes, it is an answer or an
/// error, never a trap.
struct ResponseParser {
    private enum State {
        case head, fixed(Int), untilClose, chunkSize, chunk(Int), chunkEnd, trailers, done
    }

    static let headLimit = 64 << 10

    private(set) var status = 0
    /// Names in lower case.
    private(set) var headers: [String: String] = [:]
    private(set) var hasHead = false
    private var state = State.head
    private var buffer: [UInt8] = []

    var isDone: Bool { if case .done = state { true } else { false } }

    /// - Returns: what of the body is in these bytes.
    mutating func take(_ bytes: some Sequence<UInt8>) throws(TransportError) -> [UInt8] {
        buffer += bytes
        var body: [UInt8] = []
        while try step(&body) {}
        return body
    }

    /// The connection has ended.
    /// - Throws: `lost` where the answer had not.
    func end() throws(TransportError) {
        switch state {
        case .done, .untilClose: return
        default: throw .lost
        }
    }

    /// - Returns: whether there may be more to do with what is here.
    private mutating func step(_ body: inout [UInt8]) throws(TransportError) -> Bool {
        switch state {
        case .head: return try takeHead()
        case .fixed(let left):
            let left = move(left, to: &body)
            state = left == 0 ? .done : .fixed(left)
            return false
        case .untilClose:
            body += buffer
            buffer = []
            return false
        case .chunkSize:
            guard let line = try takeLine() else { return false }
            let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
            guard let size = Self.chunkSize(digits) else { throw .lost }
            state = size == 0 ? .trailers : .chunk(size)
            return true
        case .chunk(let left):
            let left = move(left, to: &body)
            state = left == 0 ? .chunkEnd : .chunk(left)
            return left == 0
        case .chunkEnd:
            guard let line = try takeLine() else { return false }
            guard line.isEmpty else { throw .lost }
            state = .chunkSize
            return true
        case .trailers:
            guard let line = try takeLine() else { return false }
            if line.isEmpty { state = .done }
            return true
        case .done: return false
        }
    }

    /// - Returns: nil for what is no size of a chunk (RFC 9112, section 7.1), or one of 4 GiB or more.
    private static func chunkSize(_ digits: ArraySlice<UInt8>) -> Int? {
        // `Int` alone would take a sign, too.
        guard (1...8).contains(digits.count), digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else {
            return nil
        }
        return Int(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private mutating func move(_ count: Int, to body: inout [UInt8]) -> Int {
        let here = min(count, buffer.count)
        body += buffer[..<here]
        buffer.removeFirst(here)
        return count - here
    }

    private mutating func takeLine() throws(TransportError) -> [UInt8]? {
        guard let end = buffer.firstIndex(of: UInt8(ascii: "\n")) else {
            guard buffer.count <= Self.headLimit else { throw .lost }
            return nil
        }
        var line = Array(buffer[..<end])
        buffer.removeFirst(end + 1)
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line
    }

    // MARK: The head

    private mutating func takeHead() throws(TransportError) -> Bool {
        guard let end = Self.endOfHead(buffer) else {
            guard buffer.count <= Self.headLimit else { throw .lost }
            return false
        }
        let lines = String(decoding: buffer[..<end], as: UTF8.self).split(separator: "\r\n")
        buffer.removeFirst(end)
        try read(lines)
        // 1xx: the answer is still to come.
        if (100..<200).contains(status) { return true }
        hasHead = true
        state = try framing()
        return true
    }

    /// - Returns: where the empty line ends.
    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        let mark = Array("\r\n\r\n".utf8)
        guard bytes.count >= 4 else { return nil }
        for start in 0...(bytes.count - 4) where bytes[start] == mark[0] && Array(bytes[start..<start + 4]) == mark {
            return start + 4
        }
        return nil
    }

    private mutating func read(_ lines: [Substring]) throws(TransportError) {
        let words = lines.first?.split(separator: " ", maxSplits: 2) ?? []
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]), (100..<600).contains(status)
        else { throw .other("The server doesn't speak HTTP.") }
        self.status = status
        headers = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { throw .lost }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            headers[line[..<colon].lowercased()] = String(value)
        }
    }

    /// How long the body is (RFC 9112, section 6.3).
    private func framing() throws(TransportError) -> State {
        if status == 204 || status == 304 { return .done }
        if let coding = headers["transfer-encoding"] {
            guard coding.lowercased() == "chunked" else { throw .lost }
            return .chunkSize
        }
        guard let text = headers["content-length"] else { return .untilClose }
        guard let length = Int(text), length >= 0 else { throw .lost }
        return length == 0 ? .done : .fixed(length)
    }
}
