public import LaurelDomain

// The kinds of values that bodies and query parameters are made of. Each limit has its reason where its type is.

extension Shape where Value == Int64 {
    /// Every Int64.
    public static let int64 = Shape(.integer(Int64.min...Int64.max)) { (reader) throws(JSONError) in
        try reader.integer()
    } write: {
        $1.value($0)
    }
}

extension Shape where Value == Int64 {
    static func int64(in range: ClosedRange<Int64>) -> Shape {
        Shape(.integer(range)) { (reader) throws(JSONError) in
            try reader.isOfNewerServer ? reader.integer() : reader.integer(in: range)
        } write: {
            $1.value($0)
        }
    }
}

extension Shape where Value == Int {
    public static func integer(_ range: ClosedRange<Int>) -> Shape {
        let wide = Int64(range.lowerBound)...Int64(range.upperBound)
        return Shape(.integer(wide)) { (reader) throws(JSONError) in
            Int(try reader.isOfNewerServer ? reader.integer() : reader.integer(in: wide))
        } write: {
            $1.value($0)
        }
    }
}

extension Shape where Value == Timestamp.Span {
    /// Whole minutes.
    static func minutes(_ range: ClosedRange<Int>) -> Shape {
        Shape<Int>.integer(range).map(expected: "minutes") {
            .minutes(Int64($0))
        } back: {
            Int($0.milliseconds / 60_000)
        }
    }

    /// Whole seconds.
    static func seconds(_ range: ClosedRange<Int>) -> Shape {
        Shape<Int>.integer(range).map(expected: "seconds") {
            .seconds(Int64($0))
        } back: {
            Int($0.milliseconds / 1_000)
        }
    }
}

extension Shape where Value == Bool {
    public static let boolean = Shape(.boolean) { (reader) throws(JSONError) in
        try reader.boolean()
    } write: {
        $1.value($0)
    }
}

extension Shape where Value == String {
    /// - Parameter length: in Unicode scalars.
    public static func text(_ length: ClosedRange<Int>, example: String) -> Shape {
        Shape(.string(.init(length: length, example: example))) { (reader) throws(JSONError) in
            if reader.isOfNewerServer { return try reader.string() }
            let text = try reader.string(bytesLimit: length.upperBound.multipliedReportingOverflow(by: 4).partialValue)
            let count = text.unicodeScalars.count
            guard count >= length.lowerBound else { throw JSONError(.tooShort(minimum: length.lowerBound)) }
            guard count <= length.upperBound else { throw JSONError(.tooLong(limit: length.upperBound)) }
            return text
        } write: {
            $1.value($0)
        }
    }
}

extension Shape {
    /// An identifier that checks itself.
    static func identifier(
        _ length: ClosedRange<Int>, pattern: String, example: String, expected: String,
        text: @escaping @Sendable (Value) -> String,
        _ make: @escaping @Sendable (String) throws(InvalidIdentifier) -> Value
    ) -> Shape {
        Shape(.string(.init(length: length, pattern: pattern, example: example))) { (reader) throws(JSONError) in
            let text = try reader.string(bytesLimit: length.upperBound)
            do throws(InvalidIdentifier) {
                return try make(text)
            } catch {
                throw JSONError(.invalid(expected: expected))
            }
        } write: {
            $1.value(text($0))
        }
    }

    /// One of a few words.
    static func word(_ words: [(String, Value)]) -> Shape where Value: Equatable & Sendable {
        let names = words.map(\.0)
        return Shape(.enumeration(names)) { (reader) throws(JSONError) in
            let text = try reader.string(bytesLimit: 64)
            guard let match = words.first(where: { $0.0 == text }) else {
                throw JSONError(.invalid(expected: "one of " + names.joined(separator: ", ")))
            }
            return match.1
        } write: { value, writer in
            writer.value(words.first { $0.1 == value }?.0 ?? "")
        }
    }
}

extension Shape where Value == BundleID {
    public static let bundleID = identifier(
        3...BundleID.lengthLimit, pattern: "^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)+$", example: "com.ali.MonkeyJump",
        expected: "a bundle ID: two or more parts of letters, digits, _ and -, separated by dots", text: \.text
    ) { (text) throws(InvalidIdentifier) in try BundleID(text) }
}

extension Shape where Value == LeaderboardID {
    public static let leaderboardID = identifier(
        1...LeaderboardID.lengthLimit, pattern: "^[A-Za-z0-9._-]+$", example: "HighScores",
        expected: "a leaderboard ID: at most 100 letters, digits, ., _ and -", text: \.text
    ) { (text) throws(InvalidIdentifier) in try LeaderboardID(text) }
}

extension Shape where Value == ScoreID {
    public static let scoreID = identifier(
        1...ScoreID.lengthLimit, pattern: "^[A-Za-z0-9._-]+$", example: "7b1f2a34-90ab-4cde-8f01-23456789abcd",
        expected: "a score ID: at most 64 letters, digits, ., _ and -", text: \.text
    ) { (text) throws(InvalidIdentifier) in try ScoreID(text) }
}

extension Shape where Value == LanguageTag {
    public static let language = identifier(
        2...LanguageTag.lengthLimit, pattern: "^[A-Za-z0-9]{1,8}(-[A-Za-z0-9]{1,8})*$", example: "en",
        expected: "a language tag such as en or zh-Hans", text: \.text
    ) { (text) throws(InvalidIdentifier) in try LanguageTag(text) }
}

extension Shape where Value == Timestamp {
    /// RFC 3339. 35 characters hold nine digits of a second and an offset.
    public static let timestamp = Shape(
        .string(.init(length: 20...35, format: "date-time", example: "2026-11-21T12:00:00.000Z"))
    ) { (reader) throws(JSONError) in
        guard let moment = try reader.timestamp() else {
            throw JSONError(.invalid(expected: "an RFC 3339 time, 1970 or later"))
        }
        return moment
    } write: {
        $1.value($0)
    }
}

extension JSONReader {
    /// - Returns: nil for a string that isn't a timestamp.
    fileprivate mutating func timestamp() throws(JSONError) -> Timestamp? {
        guard peek() == UInt8(ascii: "\"") else { throw unexpected("a string") }
        let (range, hasEscapes) = try scanString()
        guard range.count <= 256 else { throw JSONError(.tooLong(limit: 35)) }
        if !hasEscapes { return Timestamp(rfc3339: bytes, in: range) }
        return Timestamp(rfc3339: try text(range, hasEscapes: true))
    }
}

extension Shape where Value == Environment {
    public static let environment = word(Environment.allCases.map { ($0.name, $0) })
}

extension Shape where Value == TimeScope {
    public static let timeScope = word(TimeScope.allCases.map { ($0.name, $0) })
}

extension Shape where Value == SortOrder {
    public static let sortOrder = word(SortOrder.allCases.map { ($0.name, $0) })
}

extension Shape where Value == GuestEntries {
    public static let guestEntries = word(GuestEntries.allCases.map { ($0.name, $0) })
}

extension Shape where Value == SubmissionType {
    public static let submissionType = word(SubmissionType.allCases.map { ($0.name, $0) })
}

extension Shape where Value == ScoreFormat {
    public static let scoreFormat = word(ScoreFormat.allCases.map { ($0.name, $0) })
}

// The names of the domain's cases on the wire. They are never renamed, whatever becomes of the cases.

extension SortOrder {
    public var name: String {
        switch self {
        case .highToLow: "highToLow"
        case .lowToHigh: "lowToHigh"
        }
    }
}

extension SubmissionType {
    public var name: String {
        switch self {
        case .best: "best"
        case .mostRecent: "mostRecent"
        }
    }
}

extension ScoreFormat {
    public var name: String {
        switch self {
        case .integer: "integer"
        case .fixedPoint1: "fixedPoint1"
        case .fixedPoint2: "fixedPoint2"
        case .fixedPoint3: "fixedPoint3"
        case .elapsedTimeMinute: "elapsedTimeMinute"
        case .elapsedTimeSecond: "elapsedTimeSecond"
        case .elapsedTimeCentisecond: "elapsedTimeCentisecond"
        case .dollarWhole: "dollarWhole"
        case .dollarDecimal: "dollarDecimal"
        case .euroWhole: "euroWhole"
        case .euroDecimal: "euroDecimal"
        case .francWhole: "francWhole"
        case .francDecimal: "francDecimal"
        case .kroneWhole: "kroneWhole"
        case .kroneDecimal: "kroneDecimal"
        case .poundWhole: "poundWhole"
        case .poundDecimal: "poundDecimal"
        case .yenWhole: "yenWhole"
        }
    }
}
