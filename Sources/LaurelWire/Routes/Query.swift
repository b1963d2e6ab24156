public import LaurelDomain

/// How many leaderboards one event stream may follow: those of a page, not of a catalogue.
public let eventLeaderboardsLimit = 50

/// How many days back an activity goes.
public let activityDaysLimit = 90

/// Whose scores a reading takes (rule 4.8).
public enum PlayerScope: String, CaseIterable, Hashable, Sendable {
    case global
    /// The caller's friends and the caller (rule 2.3).
    case friends
}

/// Where the next page of a leaderboard starts. Callers hand it back as it is.
public struct Cursor: Hashable, Sendable {
    public let first: Int

    /// - Returns: nil for a rank that no page can start at.
    public init?(first: Int) {
        guard first >= 1, first <= Int.max - RankWindow.countLimit else { return nil }
        self.first = first
    }

    public init?(_ text: String) {
        guard text.utf8.first == UInt8(ascii: "p"), text.utf8.count <= 20,
            let first = Int(text.dropFirst(), radix: 36)
        else { return nil }
        self.init(first: first)
        guard self.text == text else { return nil }
    }

    /// `p`, and the rank with 36 digits: at most 14 bytes, which a string has in itself. Most pages have one.
    public var text: String {
        var digits = 1
        var rest = first / 36
        while rest > 0 {
            digits += 1
            rest /= 36
        }
        return String(unsafeUninitializedCapacity: digits + 1) { bytes in
            bytes[0] = UInt8(ascii: "p")
            rest = first
            for index in stride(from: digits, through: 1, by: -1) {
                let digit = UInt8(truncatingIfNeeded: rest % 36)
                bytes[index] = digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &- 10 &+ digit
                rest /= 36
            }
            return digits + 1
        }
    }
}

/// What every reading of a leaderboard may say.
public struct ReadingQuery: Hashable, Sendable {
    public var time: TimeScope
    /// Of a recurring leaderboard.
    public var occurrence: OccurrenceChoice
    /// Nil: what Accept-Language says.
    public var language: LanguageTag?
    /// At least this version of the leaderboard.
    public var version: JournalSequence?
    public var environment: Environment?

    public init(
        time: TimeScope = .allTime, occurrence: OccurrenceChoice = .current, language: LanguageTag? = nil,
        version: JournalSequence? = nil,
        environment: Environment? = nil
    ) {
        self.time = time
        self.occurrence = occurrence
        self.language = language
        self.version = version
        self.environment = environment
    }
}

/// Takes parameters out of a query, and sees at the end that none is left: a parameter that is misspelt would else
/// look like one that works.
struct QueryReader {
    private var pairs: [(name: String, value: String)]

    init(_ pairs: [(name: String, value: String)]) { self.pairs = pairs }

    /// - Returns: nil when it is missing.
    mutating func take<Value>(_ parameter: Parameter<Value>) throws(Route.Refusal) -> Value? {
        if pairs.isEmpty { return nil }
        let name = "\(parameter.name)"
        guard let index = pairs.firstIndex(where: { $0.name == name }) else { return nil }
        guard let value = parameter.parse(pairs[index].value) else { throw parameter.refusal }
        pairs.remove(at: index)
        return value
    }

    /// - Throws: also when it is missing.
    mutating func demand<Value>(_ parameter: Parameter<Value>) throws(Route.Refusal) -> Value {
        guard let value = try take(parameter) else { throw parameter.refusal }
        return value
    }

    /// - Parameters:
    ///   - endpoint: whose parameters were taken.
    ///   - all: the parameters that were there at the beginning.
    /// - Throws: the name of a parameter that nobody took, and why.
    func finish(_ endpoint: Endpoint, of all: [(name: String, value: String)]) throws(Route.Refusal) {
        guard let left = pairs.first else { return }
        let isKnown = endpoint.queryParameters.contains { $0.name == left.name }
        let isThereTwice = all.count(where: { $0.name == left.name }) > 1
        throw .unknownParameter(
            String(left.name.prefix(64)),
            because: !isKnown ? .notOfRoute : isThereTwice ? .isThereTwice : .notBesideOthers)
    }
}

/// Puts parameters together again.
struct QueryPrinter {
    private(set) var text = ""

    mutating func put<Value>(_ parameter: Parameter<Value>, _ value: Value?) {
        guard let value else { return }
        text += text.isEmpty ? "?" : "&"
        text += "\(parameter.name)=" + parameter.print(value).percentEncoded
    }
}

extension String {
    /// For a segment of a path or a value in a query (RFC 3986, sections 3.3 and 3.4).
    public var percentEncoded: String {
        var encoded = ""
        for byte in utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x3A, 0x2C:
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += byte < 16 ? "%0" + digits : "%" + digits
            }
        }
        return encoded
    }
}
