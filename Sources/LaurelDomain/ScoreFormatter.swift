/// Writes scores as a leaderboard shows them in one language (rule 4.11). Made once per leaderboard and language.
///
/// ```swift
/// let formatter = ScoreFormatter(.fixedPoint2, language: .english)
/// formatter.string(5678)  // 56.78
/// ```
///
/// - Range: every Int64.
/// - Complexity: O(digits); ``append(_:to:)`` allocates nothing but what `bytes` needs to grow.
/// - Source: Apple's examples in iTunes Connect: 1234 → `123.4`, 3623 s → `60:23`, 10000 s → `2:46:40`,
///   10000 cs → `0:01:40:00`, 141 → `$1.41`.
public struct ScoreFormatter: Hashable, Sendable {
    /// 19 digits, 6 separators of 3 bytes, a fraction, a sign, a currency of 3 letters and a space of 2 bytes.
    public static let lengthLimit = 64

    private let shape: Shape
    private let style: NumberStyle
    private let suffixSingular: [UInt8]
    private let suffixPlural: [UInt8]

    /// - Parameters:
    ///   - suffixSingular: appended exactly as it is when the number shown is one. Nil: as the plural.
    ///   - suffixPlural: appended exactly as it is to every other number. Nil: as the singular.
    public init(
        _ format: ScoreFormat, language: LanguageTag, suffixSingular: String? = nil, suffixPlural: String? = nil
    ) {
        shape = Shape(format)
        style = NumberStyle(language)
        self.suffixSingular = Array((suffixSingular ?? suffixPlural ?? "").utf8)
        self.suffixPlural = Array((suffixPlural ?? suffixSingular ?? "").utf8)
    }

    /// With the localization's own format where it has one, its suffixes, and its language's separators.
    public init(_ leaderboard: Leaderboard, in localization: LeaderboardLocalization) {
        self.init(
            localization.formatOverride ?? leaderboard.format, language: localization.language,
            suffixSingular: localization.suffixSingular, suffixPlural: localization.suffixPlural)
    }

    public func string(_ value: Int64) -> String {
        var bytes: [UInt8] = []
        append(value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the same in UTF-8.
    public func append(_ value: Int64, to bytes: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.lengthLimit) { buffer in
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[writeNumber(of: value, into: buffer)...]))
        }
        bytes.append(contentsOf: suffix(of: value))
    }

    /// Writes the text without its suffix to the end of a buffer: digits, separators, a sign and a currency, none of
    /// which JSON escapes.
    ///
    /// - Parameter buffer: ``lengthLimit`` bytes.
    /// - Returns: where the text begins.
    public func writeNumber(of value: Int64, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var writer = BackwardWriter(buffer)
        write(value, with: &writer)
        return writer.start
    }

    /// Whether the text is the number's digits with separators between them: then ``write(digits:into:)`` makes it.
    public var isOfDigits: Bool { if case .number(fractionDigits: 0) = shape { true } else { false } }

    /// Writes the text without its suffix, for those who have the number's digits already.
    ///
    /// - Parameters:
    ///   - digits: the number as JSON has it, a minus in front included.
    ///   - target: room for ``lengthLimit`` bytes, elsewhere.
    /// - Returns: how many bytes it has.
    public func write(digits: UnsafeBufferPointer<UInt8>, into target: UnsafeMutablePointer<UInt8>) -> Int {
        guard let source = digits.baseAddress else { return 0 }
        let sign = digits.first == 0x2D ? 1 : 0
        let count = digits.count &- sign
        let isGrouped = count > 3 && (count > 4 || style.leadingDigits == 1)
        // The sign and what stands before the first separator; all else are groups of three.
        let first = sign &+ (isGrouped ? (count &- 1) % 3 &+ 1 : count)
        var read = 0
        while read < first {
            target[read] = source[read]
            read &+= 1
        }
        var written = first
        let separator = style.grouping.reversedBytes
        while read < digits.count {
            if separator.count > 2 { Self.put(separator.2, target, &written) }
            if separator.count > 1 { Self.put(separator.1, target, &written) }
            Self.put(separator.0, target, &written)
            for offset in 0..<3 { Self.put(source[read &+ offset], target, &written) }
            read &+= 3
        }
        return written
    }

    @inline(__always) private static func put(
        _ byte: UInt8, _ target: UnsafeMutablePointer<UInt8>, _ offset: inout Int
    ) {
        target[offset] = byte
        offset &+= 1
    }

    /// What stands behind the number, exactly as the developer wrote it.
    public func suffix(of value: Int64) -> [UInt8] { value == shape.one ? suffixSingular : suffixPlural }
}

extension ScoreFormatter {
    private enum Shape: Hashable {
        case number(fractionDigits: Int)
        case minutes, hours, hoursAndHundredths
        case money(Currency, fractionDigits: Int)

        /// The value that is shown as one, and takes the singular. Of a time: one of its unit.
        var one: Int64 {
            switch self {
            case .number(0), .money(_, 0), .minutes, .hours, .hoursAndHundredths: 1
            case .number(1): 10
            case .number(2), .money: 100
            case .number: 1_000
            }
        }

        init(_ format: ScoreFormat) {
            self =
                switch format {
                case .integer: .number(fractionDigits: 0)
                case .fixedPoint1: .number(fractionDigits: 1)
                case .fixedPoint2: .number(fractionDigits: 2)
                case .fixedPoint3: .number(fractionDigits: 3)
                case .elapsedTimeMinute: .minutes
                case .elapsedTimeSecond: .hours
                case .elapsedTimeCentisecond: .hoursAndHundredths
                case .dollarWhole: .money(.dollar, fractionDigits: 0)
                case .dollarDecimal: .money(.dollar, fractionDigits: 2)
                case .euroWhole: .money(.euro, fractionDigits: 0)
                case .euroDecimal: .money(.euro, fractionDigits: 2)
                case .francWhole: .money(.franc, fractionDigits: 0)
                case .francDecimal: .money(.franc, fractionDigits: 2)
                case .kroneWhole: .money(.krone, fractionDigits: 0)
                case .kroneDecimal: .money(.krone, fractionDigits: 2)
                case .poundWhole: .money(.pound, fractionDigits: 0)
                case .poundDecimal: .money(.pound, fractionDigits: 2)
                case .yenWhole: .money(.yen, fractionDigits: 0)
                }
        }
    }

    private enum Currency: Hashable {
        case dollar, euro, franc, krone, pound, yen

        var symbol: StaticString {
            switch self {
            case .dollar: "$"
            case .euro: "€"
            case .franc: "CHF"
            case .krone: "kr"
            case .pound: "£"
            case .yen: "¥"
            }
        }

        var isLetters: Bool { self == .franc || self == .krone }
    }

    private func write(_ value: Int64, with writer: inout BackwardWriter) {
        let magnitude = value.magnitude
        switch shape {
        case .number(let digits): writeNumber(magnitude, digits, &writer)
        case .minutes: writeClock(magnitude, leading: 1, &writer)
        case .hours: writeClock(magnitude, leading: 2, &writer)
        case .hoursAndHundredths:
            writer.put(twoDigits: magnitude % 100)
            writer.put(0x3A)
            writeClock(magnitude / 100, leading: 2, &writer)
        case .money(let currency, let digits):
            return writeMoney(magnitude, digits, currency, isNegative: value < 0, &writer)
        }
        if value < 0 { writer.put(0x2D) }
    }

    /// Seconds as `60:23`, or with `leading` 2 as `2:46:40`.
    private func writeClock(_ seconds: UInt64, leading: Int, _ writer: inout BackwardWriter) {
        var rest = seconds
        for _ in 0..<leading {
            writer.put(twoDigits: rest % 60)
            writer.put(0x3A)
            rest /= 60
        }
        writer.put(digits: rest)
    }

    private func writeNumber(_ magnitude: UInt64, _ fractionDigits: Int, _ writer: inout BackwardWriter) {
        var rest = magnitude
        for _ in 0..<fractionDigits {
            writer.put(0x30 &+ UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        if fractionDigits > 0 { writer.put(style.decimal) }
        let isGrouped = rest >= (style.leadingDigits > 1 ? 10_000 : 1_000)
        guard isGrouped else { return writer.put(digits: rest) }
        var groupDigits = 0
        repeat {
            if groupDigits == 3 {
                writer.put(style.grouping)
                groupDigits = 0
            }
            writer.put(0x30 &+ UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
            groupDigits += 1
        } while rest > 0
    }

    private func writeMoney(
        _ magnitude: UInt64, _ digits: Int, _ currency: Currency, isNegative: Bool, _ writer: inout BackwardWriter
    ) {
        if style.currency == .after {
            writer.put(currency.symbol)
            writer.put(.space)
            writeNumber(magnitude, digits, &writer)
        } else {
            writeNumber(magnitude, digits, &writer)
            if isNegative, style.currency == .beforeSpacedAndMinus { writer.put(0x2D) }
            if style.currency != .before || currency.isLetters { writer.put(.space) }
            writer.put(currency.symbol)
        }
        if isNegative, style.currency != .beforeSpacedAndMinus { writer.put(0x2D) }
    }
}

/// Fills a buffer from its end: numbers come out last digit first.
private struct BackwardWriter {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    /// Where what was written begins.
    private(set) var start: Int

    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
        self.buffer = buffer
        start = buffer.count
    }

    @inline(__always) mutating func put(_ byte: UInt8) {
        // The longest text of any Int64 fits; what would not is cut and not written elsewhere.
        guard start > 0 else { return }
        start &-= 1
        buffer[start] = byte
    }

    mutating func put(_ separator: NumberStyle.Separator) {
        let bytes = separator.reversedBytes
        put(bytes.0)
        if bytes.count > 1 { put(bytes.1) }
        if bytes.count > 2 { put(bytes.2) }
    }

    mutating func put(_ text: StaticString) {
        text.withUTF8Buffer { for byte in $0.reversed() { put(byte) } }
    }

    mutating func put(twoDigits number: UInt64) {
        put(0x30 &+ UInt8(truncatingIfNeeded: number % 10))
        put(0x30 &+ UInt8(truncatingIfNeeded: number / 10))
    }

    mutating func put(digits number: UInt64) {
        var rest = number
        repeat {
            put(0x30 &+ UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
    }
}
