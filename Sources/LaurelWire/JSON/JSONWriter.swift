public import LaurelDomain

/// Writes JSON from front to back into bytes.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.beginObject()
/// writer.field("rank", 1)
/// writer.field("formatted", "1,234 m")
/// writer.endObject()
/// let bytes = writer.finish()  // {"rank":1,"formatted":"1,234 m"}
/// ```
///
/// Commas come by themselves. Each `begin` needs its `end`; `finish` does not check.
public struct JSONWriter: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0
    private var needsComma = false
    private var gap: Int?

    /// - Parameter capacity: bytes that are there from the beginning; more come as needed.
    public init(capacity: Int = 512) {
        self.capacity = max(capacity, 64)
        start = .allocate(capacity: self.capacity)
    }

    deinit { start.deallocate() }

    /// What was written. O(*n*).
    public consuming func finish() -> [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

    /// What was written before ``gap(isEmpty:)``, and after it. O(*n*).
    public consuming func finishAroundGap() -> (before: [UInt8], after: [UInt8]) {
        let gap = gap ?? count
        return (
            Array(UnsafeBufferPointer(start: start, count: gap)),
            Array(UnsafeBufferPointer(start: start + gap, count: count - gap))
        )
    }

    // MARK: Structure

    public mutating func beginObject() { open(UInt8(ascii: "{")) }
    public mutating func endObject() { close(UInt8(ascii: "}")) }
    public mutating func beginArray() { open(UInt8(ascii: "[")) }
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    /// The key of the value that is written next. It is written as it is: letters, digits and the like only.
    public mutating func key(_ key: StaticString) {
        let length = key.utf8CodeUnitCount
        room(length + 4)
        separate()
        put(UInt8(ascii: "\""))
        copy(key.utf8Start, length)
        put(UInt8(ascii: "\""))
        put(UInt8(ascii: ":"))
        needsComma = false
    }

    /// A key from a table, with what has to be escaped in it.
    public mutating func key(text key: String) {
        value(key)
        room(1)
        put(UInt8(ascii: ":"))
        needsComma = false
    }

    // MARK: Values

    public mutating func null() { word("null") }
    public mutating func value(_ value: Bool) { word(value ? "true" : "false") }
    public mutating func value(_ value: Int) { self.value(Int64(value)) }

    public mutating func value(_ value: Int64) {
        room(24)
        separate()
        if value < 0 { put(UInt8(ascii: "-")) }
        digits(value.magnitude)
        needsComma = true
    }

    public mutating func value(_ text: String) {
        room(1)
        separate()
        var text = text
        text.withUTF8 { quoted($0) }
        needsComma = true
    }

    /// As RFC 3339 has it, in UTC with milliseconds.
    public mutating func value(_ moment: Timestamp) {
        room(Timestamp.rfc3339Length + 3)
        separate()
        put(UInt8(ascii: "\""))
        moment.writeRFC3339(into: start + count)
        count &+= Timestamp.rfc3339Length
        put(UInt8(ascii: "\""))
        needsComma = true
    }

    /// A string whose UTF-8 the caller has at hand; what is not UTF-8 would come out as it is.
    public mutating func value(utf8 text: UnsafeBufferPointer<UInt8>) {
        room(1)
        separate()
        quoted(text)
        needsComma = true
    }

    /// A value that was encoded before.
    public mutating func value(encoded bytes: [UInt8]) {
        room(1)
        separate()
        splice(bytes)
        needsComma = true
    }

    /// The elements of an array that stand elsewhere, with the commas between them: the caller puts them between the
    /// two parts of ``finishAroundGap()``. One gap at the most.
    public mutating func gap(isEmpty: Bool) {
        room(1)
        if !isEmpty { separate() }
        gap = count
        if !isEmpty { needsComma = true }
    }

    /// Punctuation and keys as they are to stand there, for what is written a hundred times a page. A comma before an
    /// object comes by itself; other commas are the caller's.
    mutating func literal(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        room(length + 1)
        if needsComma, text.utf8Start.pointee == UInt8(ascii: "{") { put(UInt8(ascii: ",")) }
        copy(text.utf8Start, length)
        needsComma = false
    }

    /// Bytes as they are.
    mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>) {
        room(bytes.count)
        if let start = bytes.baseAddress { copy(start, bytes.count) }
    }

    // MARK: Fields

    public mutating func field(_ key: StaticString, _ value: Bool) {
        self.key(key)
        self.value(value)
    }

    public mutating func field(_ key: StaticString, _ value: Int) {
        self.key(key)
        self.value(Int64(value))
    }

    public mutating func field(_ key: StaticString, _ value: Int64) {
        self.key(key)
        self.value(value)
    }

    public mutating func field(_ key: StaticString, _ value: String) {
        self.key(key)
        self.value(value)
    }

    public mutating func field(_ key: StaticString, _ value: Timestamp) {
        self.key(key)
        self.value(value)
    }

    /// The shortest text that reads as the same number again. Finite ones alone.
    public mutating func field(_ key: StaticString, _ value: Double) {
        self.key(key)
        self.value(value)
    }

    /// The shortest text that reads as the same number again. Finite ones alone.
    public mutating func value(_ value: Double) {
        if let whole = Int64(exactly: value) { return self.value(whole) }
        self.value(encoded: Array(value.description.utf8))
    }

    /// `null` for nil.
    public mutating func field(_ key: StaticString, _ value: String?) {
        self.key(key)
        if let value { self.value(value) } else { null() }
    }

    public mutating func field(_ key: StaticString, _ texts: [String]) {
        self.key(key)
        beginArray()
        for text in texts { value(text) }
        endArray()
    }

    // MARK: Bytes

    private mutating func open(_ byte: UInt8) {
        room(2)
        separate()
        put(byte)
        needsComma = false
    }

    private mutating func close(_ byte: UInt8) {
        room(1)
        put(byte)
        needsComma = true
    }

    private mutating func word(_ word: StaticString) {
        room(8)
        separate()
        copy(word.utf8Start, word.utf8CodeUnitCount)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { put(UInt8(ascii: ",")) }
    }

    private mutating func splice(_ bytes: [UInt8]) {
        room(bytes.count)
        bytes.withUnsafeBufferPointer { source in
            if let base = source.baseAddress { copy(base, source.count) }
        }
    }

    private mutating func quoted(_ text: UnsafeBufferPointer<UInt8>) {
        // Six bytes for a control character is the worst.
        room(text.count &* 6 &+ 3)
        put(UInt8(ascii: "\""))
        for byte in text {
            switch byte {
            case 0x22, 0x5C:
                put(UInt8(ascii: "\\"))
                put(byte)
            case 0x00..<0x20: control(byte)
            default: put(byte)
            }
        }
        put(UInt8(ascii: "\""))
    }

    private mutating func control(_ byte: UInt8) {
        put(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: put(UInt8(ascii: "b"))
        case 0x09: put(UInt8(ascii: "t"))
        case 0x0A: put(UInt8(ascii: "n"))
        case 0x0C: put(UInt8(ascii: "f"))
        case 0x0D: put(UInt8(ascii: "r"))
        default:
            copy(("u00" as StaticString).utf8Start, 3)
            put(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
            let low = byte & 0x0F
            put(low < 10 ? UInt8(ascii: "0") &+ low : UInt8(ascii: "a") &+ low &- 10)
        }
    }

    private mutating func digits(_ number: UInt64) {
        var length = 1
        var bound: UInt64 = 10
        while length < 20, number >= bound {
            length += 1
            // The twentieth digit's bound does not fit, and is never asked for.
            bound = bound &* 10
        }
        var rest = number
        var position = count + length
        count = position
        repeat {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            position -= 1
            start[position] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
            rest = quotient
        } while rest > 0
    }

    private mutating func put(_ byte: UInt8) {
        start[count] = byte
        count &+= 1
    }

    private mutating func copy(_ source: UnsafePointer<UInt8>, _ length: Int) {
        (start + count).update(from: source, count: length)
        count &+= length
    }

    /// Makes sure that `extra` bytes and a comma fit.
    private mutating func room(_ extra: Int) {
        if count + extra + 1 > capacity { grow(extra + 1) }
    }

    private mutating func grow(_ extra: Int) {
        let larger = max(capacity * 2, count + extra)
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        bytes.update(from: start, count: count)
        start.deallocate()
        start = bytes
        capacity = larger
    }
}
