// Numbers: RFC 8259, section 6.
extension JSONReader {
    /// An integer in `range`, exact. Fractions and exponents are refused even where they make an integer: `1.0`,
    /// `1e3`.
    public mutating func integer(
        in range: ClosedRange<Int64> = Int64.min...Int64.max
    ) throws(JSONError) -> Int64 {
        switch peek() {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
        default: throw unexpected("an integer")
        }
        let isNegative = takeByte(UInt8(ascii: "-"))
        let start = index
        // Counted down, since Int64 reaches further below zero than above.
        var value: Int64 = 0
        var overflows = false
        while index < bytes.count {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { break }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (difference, underflow) = product.subtractingReportingOverflow(Int64(digit))
            overflows = overflows || overflow || underflow
            value = difference
            index += 1
        }
        guard index > start, index == start + 1 || bytes[start] != UInt8(ascii: "0") else {
            throw JSONError(.syntax(offset: start))
        }
        if index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): throw JSONError(.notAnInteger)
            default: break
            }
        }
        if !isNegative {
            overflows = overflows || value == .min
            value = 0 &- value
        }
        guard !overflows, range.contains(value) else {
            throw JSONError(.outOfRange(lowest: range.lowerBound, highest: range.upperBound))
        }
        return value
    }

    /// A number with a fraction or without, as near as a 64-bit floating point number comes.
    mutating func double(in range: ClosedRange<Double>) throws(JSONError) -> Double {
        switch peek() {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
        default: throw unexpected("a number")
        }
        guard let value = Double(try number()), range.contains(value) else {
            throw JSONError(
                .invalid(expected: "a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"))
        }
        return value
    }

    /// Without `.0` where there is no fraction.
    private static func text(_ bound: Double) -> String { Int64(exactly: bound).map(String.init) ?? "\(bound)" }

    /// The text of any number.
    mutating func number() throws(JSONError) -> Substring {
        skipSpace()
        let start = index
        _ = takeByte(UInt8(ascii: "-"))
        if !takeByte(UInt8(ascii: "0")) { try digits() }
        if takeByte(UInt8(ascii: ".")) { try digits() }
        if takeByte(UInt8(ascii: "e")) || takeByte(UInt8(ascii: "E")) {
            if !takeByte(UInt8(ascii: "+")) { _ = takeByte(UInt8(ascii: "-")) }
            try digits()
        }
        return Substring(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func digits() throws(JSONError) {
        let start = index
        while index < bytes.count, bytes[index] &- UInt8(ascii: "0") <= 9 { index += 1 }
        guard index > start else { throw JSONError(.syntax(offset: index)) }
    }
}
