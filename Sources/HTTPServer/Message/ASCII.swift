import Glibc

/// The few bytes that HTTP gives a meaning (RFC 9112).
enum ASCII {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let quote: UInt8 = 0x22
    static let hash: UInt8 = 0x23
    static let percent: UInt8 = 0x25
    static let ampersand: UInt8 = 0x26
    static let plus: UInt8 = 0x2B
    static let comma: UInt8 = 0x2C
    static let slash: UInt8 = 0x2F
    static let zero: UInt8 = 0x30
    static let colon: UInt8 = 0x3A
    static let semicolon: UInt8 = 0x3B
    static let equals: UInt8 = 0x3D
    static let question: UInt8 = 0x3F
    static let backslash: UInt8 = 0x5C

    static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte &- 0x30
        case 0x41...0x46: byte &- 0x37
        case 0x61...0x66: byte &- 0x57
        default: nil
        }
    }

    /// What names are made of (RFC 9110 section 5.6.2).
    static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23, 0x24, 0x25, 0x26, 0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
        default: false
        }
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

    /// Where a byte stands first.
    static func index(of byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
        guard let base = bytes.baseAddress, start < bytes.count,
            let found = memchr(base + start, Int32(byte), bytes.count - start)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }

    /// Whether two runs of bytes are the same.
    static func areSame(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
        guard one.count == other.count, let first = one.baseAddress, let second = other.baseAddress else {
            return one.isEmpty && other.isEmpty
        }
        return memcmp(first, second, one.count) == 0
    }

    /// Compares without regard to the case of letters. `lowercase` must be lower case.
    static func equals(_ bytes: UnsafeRawBufferPointer, _ lowercase: StaticString) -> Bool {
        let count = bytes.count
        guard count == lowercase.utf8CodeUnitCount else { return false }
        let start = lowercase.utf8Start
        guard count >= 8, let base = bytes.baseAddress else {
            for index in 0..<count where lowercased(bytes[index]) != start[index] { return false }
            return true
        }
        // Eight at a time, the last ones together with some that were compared before.
        let wanted = UnsafeRawPointer(start)
        var offset = 0
        while true {
            let word = base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            if lowercased(eight: word) != wanted.loadUnaligned(fromByteOffset: offset, as: UInt64.self) { return false }
            if offset == count &- 8 { return true }
            offset = min(offset &+ 8, count &- 8)
        }
    }

    /// The same as ``lowercased(_:)`` for each of a word's bytes.
    private static func lowercased(eight word: UInt64) -> UInt64 {
        // The highest bit of each byte says whether it's from A to Z: at least 0x41, and less than 0x5B.
        let low = word & 0x7F7F_7F7F_7F7F_7F7F
        let letters = (low &+ 0x3F3F_3F3F_3F3F_3F3F) & ~(low &+ 0x2525_2525_2525_2525) & ~word & 0x8080_8080_8080_8080
        return word | letters >> 2
    }
}

extension [UInt8] {
    /// Appends the characters without making an array of them first.
    mutating func append(_ text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a number in decimal.
    mutating func append(decimal number: UInt64) {
        if number < 10 {
            append(ASCII.zero &+ UInt8(truncatingIfNeeded: number))
            return
        }
        // From the last digit on: dividing by a constant takes a tenth of the time.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var rest = number
            var start = digits.count
            while rest > 0 {
                let quotient = rest / 10
                start &-= 1
                digits[start] = ASCII.zero &+ UInt8(truncatingIfNeeded: rest &- quotient &* 10)
                rest = quotient
            }
            append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    /// Appends a number in lower-case hexadecimal, without leading zeros.
    mutating func append(hexadecimal number: Int) {
        var shift = Swift.max(0, (Int.bitWidth - number.leadingZeroBitCount - 1) / 4 * 4)
        while true {
            let digit = UInt8(truncatingIfNeeded: number >> shift) & 15
            append(digit < 10 ? ASCII.zero &+ digit : 0x57 &+ digit)
            if shift == 0 { return }
            shift -= 4
        }
    }
}
