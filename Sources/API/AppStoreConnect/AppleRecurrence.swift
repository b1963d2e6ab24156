import LaurelDomain

/// How App Store Connect writes a recurring leaderboard's recurrence: a start, a duration in ISO 8601 (`PT168H`), and
/// a rule of iCalendar (`FREQ=DAILY;INTERVAL=7`).
///
/// - Source: App Store Connect API 3.0, `GameCenterLeaderboard.Attributes`; RFC 5545, sections 3.3.6 and 3.3.10.
enum AppleRecurrence {
    /// - Returns: nil for what has no place here: a rule with more than a rate, months and years, or lengths beyond the
    ///   limits of ``Recurrence``.
    static func recurrence(start: String?, duration: String?, rule: String?) -> Recurrence? {
        guard let start = start.flatMap({ Timestamp(rfc3339: $0) }),
            let duration = duration.flatMap(span),
            let interval = rule.flatMap(interval)
        else { return nil }
        do throws(Recurrence.Invalid) {
            return try Recurrence(start: start, duration: duration, interval: interval)
        } catch {
            return nil
        }
    }

    private static let minutes: [String: Int64] = [
        "MINUTELY": 1, "HOURLY": 60, "DAILY": 1_440, "WEEKLY": 10_080,
    ]

    private static func interval(_ rule: String) -> Timestamp.Span? {
        var (rate, count): (Int64?, Int64) = (nil, 1)
        for part in rule.uppercased().split(separator: ";") {
            let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard sides.count == 2 else { return nil }
            switch sides[0] {
            case "RRULE:FREQ", "FREQ": rate = minutes[sides[1]]
            case "INTERVAL":
                guard let number = number(sides[1]), number > 0 else { return nil }
                count = number
            // On which day weeks begin matters to rules that we don't have.
            case "WKST": continue
            default: return nil
            }
        }
        return rate.map { .minutes($0 * count) }
    }

    /// Weeks, days, hours, minutes and seconds: the units that always have one length.
    private static func span(_ text: String) -> Timestamp.Span? {
        guard text.first == "P", text.count > 2 else { return nil }
        let units: [Character: Int64] = ["W": 604_800, "D": 86_400]
        let smallUnits: [Character: Int64] = ["H": 3_600, "M": 60, "S": 1]
        var (seconds, digits, isTime): (Int64, String, Bool) = (0, "", false)
        for character in text.dropFirst() {
            if character == "T", digits.isEmpty, !isTime {
                isTime = true
            } else if let unit = isTime ? smallUnits[character] : units[character] {
                guard let number = number(digits) else { return nil }
                seconds += number * unit
                digits = ""
            } else {
                digits.append(character)
            }
        }
        return digits.isEmpty ? .seconds(seconds) : nil
    }

    /// At most six digits: products of a few stay far below 64 bits.
    private static func number(_ digits: String) -> Int64? {
        guard (1...6).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else {
            return nil
        }
        return Int64(digits)
    }
}
