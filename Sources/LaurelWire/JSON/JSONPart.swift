import LaurelDomain

/// Writes the bytes of JSON one after the other, where ``JSONWriter`` has made room for them.
struct JSONPart {
    /// Behind what was written.
    private(set) var end: UnsafeMutablePointer<UInt8>

    init(_ start: UnsafeMutablePointer<UInt8>) { end = start }

    /// Bytes of a number, at most.
    static let numberLimit = 20
    /// Bytes of a text, at most: six for a control character is the worst.
    static func escapedLimit(_ count: Int) -> Int { count &* 6 }

    @inline(__always) mutating func put(_ byte: UInt8) {
        end.pointee = byte
        end += 1
    }

    /// Punctuation and keys as they are to stand there.
    @inline(__always) mutating func literal(_ text: StaticString) {
        copy(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Bytes as they are.
    @inline(__always) mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        end.update(from: start, count: bytes.count)
        end += bytes.count
    }

    mutating func number(_ value: Int64) {
        if value < 0 { put(UInt8(ascii: "-")) }
        var rest = value.magnitude
        if rest < 10 {
            put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest))
            return
        }
        var length = 2
        var bound: UInt64 = 100
        while length < 20, rest >= bound {
            length &+= 1
            // The twentieth digit's bound does not fit, and is never asked for.
            bound = bound &* 10
        }
        end += length
        var position = end
        let pairs = DigitPairs.text.utf8Start
        while rest >= 10 {
            let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
            position -= 2
            position.update(from: pairs + Int(pair &* 2), count: 2)
            rest = quotient
        }
        if position > end - length { (position - 1).pointee = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest) }
    }

    /// As RFC 3339 has it, without quotation marks.
    @inline(__always) mutating func moment(_ moment: Timestamp) {
        moment.writeRFC3339(into: end)
        end += Timestamp.rfc3339Length
    }

    /// What was written from there on.
    func written(from start: UnsafeMutablePointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: start, count: end - start)
    }

    /// Bytes that `write` puts there; it says how many.
    @inline(__always) mutating func fill(_ write: (UnsafeMutablePointer<UInt8>) -> Int) { end += write(end) }

    /// What stands between the quotation marks of a string.
    mutating func escaped(_ text: UnsafeBufferPointer<UInt8>) {
        for byte in text {
            if byte >= 0x20, byte != 0x22, byte != 0x5C { put(byte) } else { escape(byte) }
        }
    }

    @inline(never) private mutating func escape(_ byte: UInt8) {
        put(UInt8(ascii: "\\"))
        switch byte {
        case 0x22, 0x5C: put(byte)
        case 0x08: put(UInt8(ascii: "b"))
        case 0x09: put(UInt8(ascii: "t"))
        case 0x0A: put(UInt8(ascii: "n"))
        case 0x0C: put(UInt8(ascii: "f"))
        case 0x0D: put(UInt8(ascii: "r"))
        default:
            literal("u00")
            put(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
            let low = byte & 0x0F
            put(low < 10 ? UInt8(ascii: "0") &+ low : UInt8(ascii: "a") &+ low &- 10)
        }
    }
}

/// `00` to `99`, one behind the other.
private enum DigitPairs {
    static let text: StaticString = """
        0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
        5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
        """
}
