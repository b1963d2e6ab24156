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
    /// Bytes that were written.
    public private(set) var count = 0
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
        var part = JSONPart(start + count)
        part.number(value)
        count = part.end - start
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

    /// Bytes in base64 with padding, which has nothing to be escaped.
    public mutating func value(base64 bytes: [UInt8]) {
        room(Base64.length(of: bytes.count) + 3)
        separate()
        put(UInt8(ascii: "\""))
        let length = Base64.write(bytes, into: start + count)
        count &+= length
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
    public mutating func value(encoded bytes: [UInt8]) { value(encoded: bytes[...]) }

    /// The same, from the middle of others.
    public mutating func value(encoded bytes: ArraySlice<UInt8>) {
        room(1)
        separate()
        splice(bytes)
        needsComma = true
    }

    /// A value that was written before, once more.
    ///
    /// - Parameter range: where it stands among the bytes.
    public mutating func value(again range: Range<Int>) {
        room(range.count)
        separate()
        copy(start + range.lowerBound, range.count)
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

    /// Lets `write` put a part of an object where it belongs, for what is written a hundred times a page: what it
    /// writes stands in no property meanwhile, and is checked for room once.
    ///
    /// - Parameters:
    ///   - limit: bytes that it writes at most.
    ///   - opens: whether it begins an object, before which a comma may belong.
    ///   - closes: whether it ends one.
    /// - Returns: where the part stands.
    @inline(__always) mutating func part(
        limit: Int, opens: Bool, closes: Bool, _ write: (inout JSONPart) -> Void
    ) -> Range<Int> {
        room(limit + 1)
        if opens { separate() }
        let first = count
        var part = JSONPart(start + first)
        write(&part)
        count = part.end - start
        needsComma = closes
        return first..<count
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

    private mutating func splice(_ bytes: ArraySlice<UInt8>) {
        room(bytes.count)
        bytes.withUnsafeBufferPointer { source in
            if let base = source.baseAddress { copy(base, source.count) }
        }
    }

    private mutating func quoted(_ text: UnsafeBufferPointer<UInt8>) {
        room(JSONPart.escapedLimit(text.count) + 2)
        var part = JSONPart(start + count)
        part.put(UInt8(ascii: "\""))
        part.escaped(text)
        part.put(UInt8(ascii: "\""))
        count = part.end - start
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
