// Times on the wire (RFC 3339), in integers alone. Days are counted by Howard Hinnant's algorithms
// ("chrono-Compatible Low-Level Date Algorithms", days_from_civil and civil_from_days).

extension Timestamp {
    /// UTC with milliseconds, such as `2026-11-21T11:14:00.123Z`: always 24 characters.
    ///
    /// A moment after the year 9999, which RFC 3339 cannot write, reads as the last millisecond of that year.
    public var rfc3339: String {
        String(unsafeUninitializedCapacity: Self.rfc3339Length) { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            writeRFC3339(into: start)
            return Self.rfc3339Length
        }
    }

    /// Bytes of ``rfc3339``.
    public static let rfc3339Length = 24
    /// 9999-12-31T23:59:59.999Z.
    private static let lastWritable: Int64 = 253_402_300_799_999

    /// Writes ``rfc3339`` in UTF-8, without making a string.
    ///
    /// - Parameter target: room for ``rfc3339Length`` bytes.
    public func writeRFC3339(into target: UnsafeMutablePointer<UInt8>) {
        let all = UInt64(min(milliseconds, Self.lastWritable))
        let days = all / 86_400_000
        // From here on all fits in 32 bits, where dividing takes half as long. No difference is below zero.
        let clock = UInt32(truncatingIfNeeded: all &- days &* 86_400_000)
        // Years begin in March here, so that the leap day is the last of its year.
        let shifted = UInt32(truncatingIfNeeded: days) &+ 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted &- era &* 146_097
        let yearOfEra = (dayOfEra &- dayOfEra / 1_460 &+ dayOfEra / 36_524 &- dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
        let shiftedMonth = (5 &* dayOfYear &+ 2) / 153
        let day = dayOfYear &- (153 &* shiftedMonth &+ 2) / 5 &+ 1
        let month = shiftedMonth < 10 ? shiftedMonth &+ 3 : shiftedMonth &- 9
        let year = yearOfEra &+ era &* 400 &+ (month <= 2 ? 1 : 0)
        let (century, second) = (year / 100, clock / 1_000)
        let (millisecond, minute) = (clock &- second &* 1_000, second / 60)
        let (hour, tenth) = (minute / 60, millisecond / 100)
        Self.put(century, target, 0)
        Self.put(year &- century &* 100, target, 2, then: "-")
        Self.put(month, target, 5, then: "-")
        Self.put(day, target, 8, then: "T")
        Self.put(hour, target, 11, then: ":")
        Self.put(minute &- hour &* 60, target, 14, then: ":")
        Self.put(second &- minute &* 60, target, 17, then: ".")
        target[20] = 0x30 &+ UInt8(truncatingIfNeeded: tenth)
        Self.put(millisecond &- tenth &* 100, target, 21, then: "Z")
    }

    /// Two digits, and what stands behind them.
    @inline(__always) private static func put(
        _ number: UInt32, _ target: UnsafeMutablePointer<UInt8>, _ offset: Int, then mark: Unicode.Scalar
    ) {
        put(number, target, offset)
        target[offset &+ 2] = UInt8(ascii: mark)
    }

    @inline(__always) private static func put(_ number: UInt32, _ target: UnsafeMutablePointer<UInt8>, _ offset: Int) {
        let tens = number / 10
        target[offset] = 0x30 &+ UInt8(truncatingIfNeeded: tens)
        target[offset &+ 1] = 0x30 &+ UInt8(truncatingIfNeeded: number &- tens &* 10)
    }

    /// A moment as RFC 3339, section 5.6, writes it: `2026-11-21T11:14:00Z`, `2026-11-21T12:14:00.123+01:00`.
    ///
    /// Digits past the millisecond are dropped; `t` and `z` may be small; a leap second is the first moment of the next
    /// minute. A space instead of `T`, which the RFC leaves to applications, is refused.
    /// - Returns: nil for anything else, and outside the range of ``Timestamp``.
    public init?(rfc3339 text: some StringProtocol) {
        let bytes = Array(text.utf8)
        self.init(rfc3339: bytes, in: bytes.indices)
    }

    /// The same from the middle of a body, without a copy.
    ///
    /// - Parameter range: within `bytes`.
    public init?(rfc3339 bytes: [UInt8], in range: Range<Int>) {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
        var reader = RFC3339Reader(bytes: bytes, offset: range.lowerBound, end: range.upperBound)
        guard let milliseconds = reader.read() else { return nil }
        self.init(milliseconds: milliseconds)
    }
}

private struct RFC3339Reader {
    let bytes: [UInt8]
    var offset: Int
    let end: Int

    mutating func read() -> Int64? {
        guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2),
            take("T") || take("t"),
            let hour = digits(2), take(":"), let minute = digits(2), take(":"), let second = digits(2),
            let fraction = fraction(), let shift = offsetMinutes(), offset == end
        else { return nil }
        guard 1...12 ~= month, day >= 1, day <= Self.days(in: month, of: year), hour <= 23, minute <= 59, second <= 60
        else { return nil }
        let minutes = (Self.days(before: year, month, day) * 24 + hour) * 60 + minute - shift
        return (minutes * 60 + second) * 1_000 + fraction
    }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        guard offset < end, bytes[offset] == UInt8(ascii: mark) else { return false }
        offset += 1
        return true
    }

    private mutating func digit() -> Int64? {
        guard offset < end, 0x30...0x39 ~= bytes[offset] else { return nil }
        defer { offset += 1 }
        return Int64(bytes[offset] - 0x30)
    }

    private mutating func digits(_ count: Int) -> Int64? {
        var number: Int64 = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// Milliseconds; 0 when there is no point.
    private mutating func fraction() -> Int64? {
        guard take(".") else { return 0 }
        var milliseconds: Int64 = 0
        var count = 0
        while let digit = digit() {
            count += 1
            if count <= 3 { milliseconds = milliseconds * 10 + digit }
        }
        guard count > 0 else { return nil }
        for _ in min(count, 3)..<3 { milliseconds *= 10 }
        return milliseconds
    }

    /// How far local time is ahead of UTC.
    private mutating func offsetMinutes() -> Int64? {
        if take("Z") || take("z") { return 0 }
        let isAhead = take("+")
        guard isAhead || take("-"), let hours = digits(2), take(":"), let minutes = digits(2), hours <= 23,
            minutes <= 59
        else { return nil }
        let shift = hours * 60 + minutes
        return isAhead ? shift : -shift
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// From 1970-01-01; negative before it. Years are 0 … 9999 here.
    private static func days(before year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        // One era more, so that January and February of the year 0 stay positive.
        let shifted = (month <= 2 ? year - 1 : year) + 400
        let era = shifted / 400
        let yearOfEra = shifted % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (era - 1) * 146_097 + dayOfEra - 719_468
    }
}
