/// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section 5.6.7).
enum HTTPDate {
    private static let days: [StaticString] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months: [StaticString] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Parameter seconds: since 1970 in UTC; clamped to the years 1970 to 9999.
    static func append(seconds: Int64, to bytes: inout [UInt8]) {
        let time = min(max(seconds, 0), 253_402_300_799)
        let day = time / 86_400
        let second = time % 86_400
        let (year, month, dayOfMonth) = civil(day)
        bytes.append(days[Int(day % 7)])
        bytes.append(", ")
        appendTwo(dayOfMonth, to: &bytes)
        bytes.append(ASCII.space)
        bytes.append(months[month - 1])
        bytes.append(ASCII.space)
        bytes.append(decimal: UInt64(year))
        bytes.append(ASCII.space)
        appendTwo(Int(second / 3600), to: &bytes)
        bytes.append(ASCII.colon)
        appendTwo(Int(second / 60 % 60), to: &bytes)
        bytes.append(ASCII.colon)
        appendTwo(Int(second % 60), to: &bytes)
        bytes.append(" GMT")
    }

    private static func appendTwo(_ number: Int, to bytes: inout [UInt8]) {
        bytes.append(ASCII.zero &+ UInt8(truncatingIfNeeded: number / 10))
        bytes.append(ASCII.zero &+ UInt8(truncatingIfNeeded: number % 10))
    }

    /// Days since 1970 to a Gregorian date, by Howard Hinnant's `civil_from_days`.
    private static func civil(_ days: Int64) -> (year: Int64, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let index = (5 * dayOfYear + 2) / 153
        let day = Int(dayOfYear - (153 * index + 2) / 5 + 1)
        let month = Int(index < 10 ? index + 3 : index - 9)
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}
