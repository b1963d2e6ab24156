/// Reads JSON (RFC 8259) once, from front to back, into what the caller expects; nothing is built that nobody asked
/// for. Every byte is checked, and no text can make it trap.
///
/// Integers are exact in `Int64`: a fraction, an exponent or 2^63 is refused, not rounded.
public struct JSONReader: Sendable {
    /// How deep arrays and objects may be nested. RFC 8259, section 9, allows a limit; our bodies need 5.
    public static let depthLimit = 32

    let bytes: [UInt8]
    var index = 0
    private var depth = 0

    /// Whether this is a server's answer: a newer server may know more fields, longer texts, longer lists.
    let isOfNewerServer: Bool

    public init(_ bytes: [UInt8]) { self.init(bytes, isOfNewerServer: false) }

    init(_ bytes: [UInt8], isOfNewerServer: Bool) {
        self.bytes = bytes
        self.isOfNewerServer = isOfNewerServer
    }

    /// Nothing but white space may be left.
    public mutating func finish() throws(JSONError) {
        skipSpace()
        guard index == bytes.count else { throw JSONError(.trailing(offset: index)) }
    }

    // MARK: Structure

    /// Reads `{…}`; `member` gets each key and must read the value.
    ///
    /// - Parameter member: gets the range of the key's bytes between the quotes and whether there are escapes in it.
    mutating func object(
        _ member: (inout JSONReader, Range<Int>, Bool) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard peek() == UInt8(ascii: "{") else { throw unexpected("an object") }
        try enter()
        skipSpace()
        if takeByte(UInt8(ascii: "}")) { return leave() }
        while true {
            guard peek() == UInt8(ascii: "\"") else { throw JSONError(.syntax(offset: index)) }
            let (key, hasEscapes) = try scanString()
            skipSpace()
            guard takeByte(UInt8(ascii: ":")) else { throw JSONError(.syntax(offset: index)) }
            try member(&self, key, hasEscapes)
            skipSpace()
            if takeByte(UInt8(ascii: ",")) {
                skipSpace()
            } else if takeByte(UInt8(ascii: "}")) {
                return leave()
            } else {
                throw JSONError(.syntax(offset: index))
            }
        }
    }

    /// Reads `[…]`; `element` must read one value.
    mutating func array(
        _ element: (inout JSONReader, Int) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard peek() == UInt8(ascii: "[") else { throw unexpected("an array") }
        try enter()
        skipSpace()
        if takeByte(UInt8(ascii: "]")) { return leave() }
        var count = 0
        while true {
            do throws(JSONError) { try element(&self, count) } catch { throw error.under(count) }
            count += 1
            skipSpace()
            if takeByte(UInt8(ascii: ",")) { continue }
            guard takeByte(UInt8(ascii: "]")) else { throw JSONError(.syntax(offset: index)) }
            return leave()
        }
    }

    private mutating func enter() throws(JSONError) {
        guard depth < Self.depthLimit else { throw JSONError(.tooDeep) }
        depth += 1
        index += 1
    }

    private mutating func leave() { depth -= 1 }

    /// Passes over whatever is next.
    mutating func skipValue() throws(JSONError) {
        switch peek() {
        case UInt8(ascii: "{"): try object { (reader, _, _) throws(JSONError) in try reader.skipValue() }
        case UInt8(ascii: "["): try array { (reader, _) throws(JSONError) in try reader.skipValue() }
        case UInt8(ascii: "\""): _ = try scanString()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try boolean()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try number()
        default: guard takeNull() else { throw unexpected("a value") }
        }
    }

    // MARK: Words

    /// Takes `null` if it is next.
    mutating func takeNull() -> Bool { peek() == UInt8(ascii: "n") && takeWord("null") }

    mutating func boolean() throws(JSONError) -> Bool {
        switch peek() {
        case UInt8(ascii: "t") where takeWord("true"): return true
        case UInt8(ascii: "f") where takeWord("false"): return false
        default: throw unexpected("true or false")
        }
    }

    private mutating func takeWord(_ word: StaticString) -> Bool {
        let end = index + word.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        for offset in 0..<word.utf8CodeUnitCount where bytes[index + offset] != word.utf8Start[offset] { return false }
        index = end
        return true
    }

    // MARK: Bytes

    /// The next byte that is not white space; at the end 0, which no JSON has outside a string.
    mutating func peek() -> UInt8 {
        skipSpace()
        return index < bytes.count ? bytes[index] : 0
    }

    mutating func takeByte(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    mutating func skipSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            default: return
            }
        }
    }

    /// Something else than expected is next: another type, or no JSON at all.
    mutating func unexpected(_ expected: String) -> JSONError {
        switch peek() {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            return JSONError(.wrongType(expected: expected))
        case UInt8(ascii: "t") where takeWord("true"), UInt8(ascii: "f") where takeWord("false"),
            UInt8(ascii: "n") where takeWord("null"):
            return JSONError(.wrongType(expected: expected))
        default:
            return JSONError(.syntax(offset: index))
        }
    }
}
