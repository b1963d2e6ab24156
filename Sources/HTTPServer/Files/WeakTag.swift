/// A weak entity tag that is made from a number (RFC 9110, section 8.8.3): for what is asked for so often that texts
/// for each answer would be felt.
public struct WeakTag: Hashable, Sendable {
    public let number: UInt64

    public init(_ number: UInt64) { self.number = number }

    /// `W/"`, 13 digits of five bits each, and `"`.
    static let count = 17
    /// Of its line: `ETag: ` and CR LF as well.
    static let lineCount = 25

    /// - Parameter bytes: ``count`` of them.
    func write(to bytes: UnsafeMutableRawBufferPointer) {
        bytes[0] = 0x57
        bytes[1] = ASCII.slash
        bytes[2] = ASCII.quote
        for digit in 0..<13 {
            let value = UInt8(truncatingIfNeeded: number >> UInt64(digit * 5) & 31)
            bytes[3 + digit] = value < 10 ? ASCII.zero + value : 0x57 + value
        }
        bytes[16] = ASCII.quote
    }

    /// - Parameter line: ``lineCount`` bytes.
    func writeLine(to line: UnsafeMutableRawBufferPointer) {
        line.copyBytes(from: UnsafeRawBufferPointer(start: ("ETag: " as StaticString).utf8Start, count: 6))
        write(to: UnsafeMutableRawBufferPointer(rebasing: line[6..<6 + Self.count]))
        line[6 + Self.count] = ASCII.carriageReturn
        line[7 + Self.count] = ASCII.lineFeed
    }

    /// As it stands in `ETag`.
    public var text: String {
        withUnsafeTemporaryAllocation(byteCount: Self.count, alignment: 1) { bytes in
            write(to: bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}

extension ResponseHeaders {
    /// `ETag` alone, which is all that a 304 needs.
    public init(_ tag: WeakTag) {
        self.init(
            encoded: [UInt8](unsafeUninitializedCapacity: WeakTag.lineCount) { line, count in
                tag.writeLine(to: UnsafeMutableRawBufferPointer(line))
                count = WeakTag.lineCount
            })
    }

    /// Adds `ETag`.
    public mutating func append(_ tag: WeakTag) {
        withUnsafeTemporaryAllocation(byteCount: WeakTag.lineCount, alignment: 1) { line in
            tag.writeLine(to: line)
            append(line: UnsafeRawBufferPointer(line))
        }
    }
}

extension Request {
    /// As ``knows(_:)-(String)``.
    public func knows(_ tag: WeakTag) -> Bool {
        var isOnly: Bool?
        let count = headers.readOnlyValue("if-none-match") { value in
            withUnsafeTemporaryAllocation(byteCount: WeakTag.count, alignment: 1) { bytes in
                tag.write(to: bytes)
                if ASCII.areSame(UnsafeRawBufferPointer(bytes), value) { isOnly = true }
            }
        }
        if let isOnly { return isOnly }
        // None, another one, or one that is written otherwise.
        return count > 0 && knows(String(tag.text.dropFirst(2)))
    }
}
