// Numbers: RFC 8259, section 6.
extension JSONReader {
    /// An integer in `range`, exact. `12.0` and `1e3` are integers, too, as JSON Schema has it (2020-12, section
    /// 6.1.1): some libraries write them so.
    public mutating func integer(
        in range: ClosedRange<Int64> = Int64.min...Int64.max
    ) throws(JSONError) -> Int64 {
        switch peek() {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
        default: throw unexpected("an integer")
        }
        let first = index
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
            case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
                index = first
                return try integerWithFraction(in: range)
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

    /// An integer that is written with a fraction, an exponent or both. Exact: no floating point number is involved.
    private mutating func integerWithFraction(in range: ClosedRange<Int64>) throws(JSONError) -> Int64 {
        let text = try number()
        let parts = text.utf8.split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let point = parts[0].firstIndex(of: UInt8(ascii: "."))
        let fractionCount = point.map { parts[0].distance(from: $0, to: parts[0].endIndex) - 1 } ?? 0
        var digits = parts[0].filter { $0 &- UInt8(ascii: "0") <= 9 }.drop { $0 == UInt8(ascii: "0") }
        guard !digits.isEmpty else { return try checked(0, in: range) }
        let trailingZeros = digits.reversed().prefix { $0 == UInt8(ascii: "0") }.count
        digits = digits.dropLast(trailingZeros)
        var exponent = 0
        if parts.count > 1 {
            let exponentText = String(Substring(parts[1]))
            // Beyond Int it is beyond every range, in one direction or the other.
            exponent = Int(exponentText) ?? (exponentText.utf8.first == UInt8(ascii: "-") ? .min / 2 : .max / 2)
            exponent = min(max(exponent, .min / 2), .max / 2)
        }
        let zeros = exponent - fractionCount + trailingZeros
        guard zeros >= 0 else { throw JSONError(.notAnInteger) }
        // Int64 has at most 19 digits.
        let sign = isNegative ? "-" : ""
        guard zeros <= 19, digits.count + zeros <= 19,
            let value = Int64(
                sign + String(decoding: digits, as: UTF8.self) + String(repeating: "0", count: zeros))
        else { throw JSONError(.outOfRange(lowest: range.lowerBound, highest: range.upperBound)) }
        return try checked(value, in: range)
    }

    private func checked(_ value: Int64, in range: ClosedRange<Int64>) throws(JSONError) -> Int64 {
        guard range.contains(value) else {
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
