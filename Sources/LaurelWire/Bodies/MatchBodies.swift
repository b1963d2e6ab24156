/// What a match's data may have.
public let matchDataBytesLimit = 65_536
/// Seats of a match.
public let matchSeatsLimit = 16

extension Shape where Value == [UInt8] {
    /// Base64 with padding (RFC 4648, section 4).
    static let matchData = Shape(
        .string(
            .init(
                length: 0...(matchDataBytesLimit + 2) / 3 * 4, pattern: "^[A-Za-z0-9+/]*={0,2}$", example: "AAEC"))
    ) { (reader) throws(JSONError) in
        let text = try reader.string(bytesLimit: (matchDataBytesLimit + 2) / 3 * 4)
        guard let bytes = Base64.decode(text), bytes.count <= matchDataBytesLimit else {
            throw JSONError(.invalid(expected: "at most \(matchDataBytesLimit) bytes in base64, padded with ="))
        }
        return bytes
    } write: {
        $1.value(Base64.encode($0))
    }
}

extension Shape where Value == Int {
    static let matchSeat = integer(0...matchSeatsLimit - 1)
    static let matchOutcome = integer(0...0x00FF_0000)
}

extension Shape where Value == MatchWriteKey {
    static let matchKey = Shape(
        .string(
            .init(
                length: MatchWriteKey.length...MatchWriteKey.length, pattern: "^[0-9a-f]{32}$",
                example: "00112233445566778899aabbccddeeff"))
    ) { (reader) throws(JSONError) in
        guard let key = MatchWriteKey(try reader.string(bytesLimit: MatchWriteKey.length)) else {
            throw JSONError(.invalid(expected: "32 hexadecimal digits"))
        }
        return key
    } write: {
        $1.value($0.text)
    }
}

/// What a write is known by when it is sent again: 128 random bits of its maker.
public struct MatchWriteKey: Hashable, Sendable {
    static let length = 32
    public let high, low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    init?(_ text: String) {
        let isHexadecimal = text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
        guard isHexadecimal, text.utf8.count == Self.length, let high = UInt64(text.prefix(16), radix: 16),
            let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    var text: String {
        [high, low].map { number in
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }
}

/// Who a player wants to play with.
public struct NewMatchBody: RequestBody {
    public var key = MatchWriteKey(high: 0, low: 0)
    public var minPlayers = 2
    public var maxPlayers = 2
    public var defaultNumberOfPlayers: Int?
    public var group: Int64?
    /// The part that the player plays, as a mask.
    public var attributes: Int64?
    /// Who is invited, in the order of seats.
    public var players: [String]?
    public var takesStrangers: Bool?

    public init() {}
    public static let name = "NewMatch"
    public static let fields: [Field<NewMatchBody>] = [
        .required("key", .matchKey, \.key),
        .required("minPlayers", .integer(2...matchSeatsLimit), \.minPlayers),
        .required("maxPlayers", .integer(2...matchSeatsLimit), \.maxPlayers),
        .optional("defaultNumberOfPlayers", .integer(2...matchSeatsLimit), \.defaultNumberOfPlayers),
        .optional("group", .int64, \.group),
        .optional("attributes", .int64(in: 0...Int64(UInt32.max)), \.attributes),
        .optional("players", Shape<String>.playerID.list(countLimit: matchSeatsLimit - 1), \.players),
        .optional("takesStrangers", .boolean, \.takesStrangers),
    ]
}

/// A write that says nothing else.
public struct MatchKeyBody: RequestBody {
    public var key = MatchWriteKey(high: 0, low: 0)

    public init() {}
    public static let name = "MatchKey"
    public static let fields: [Field<MatchKeyBody>] = [.required("key", .matchKey, \.key)]
}

/// A match's data, saved in turn.
public struct MatchDataBody: RequestBody {
    public var key = MatchWriteKey(high: 0, low: 0)
    /// Of the match that the writer has seen.
    public var version: Int64 = 0
    public var data: [UInt8] = []

    public init() {}
    public static let name = "MatchData"
    public static let fields: [Field<MatchDataBody>] = [
        .required("key", .matchKey, \.key),
        .required("version", .matchVersion, \.version),
        .required("data", .matchData, \.data),
    ]
}

/// The end of a turn.
public struct EndTurnBody: RequestBody {
    public var key = MatchWriteKey(high: 0, low: 0)
    public var version: Int64 = 0
    public var data: [UInt8] = []
    /// Seats, in order of fallback.
    public var next: [Int] = []
    /// In seconds. Nil: a week. 0: none.
    public var timeout: Int?

    public init() {}
    public static let name = "EndTurn"
    public static let fields: [Field<EndTurnBody>] = [
        .required("key", .matchKey, \.key),
        .required("version", .matchVersion, \.version),
        .required("data", .matchData, \.data),
        .required("next", Shape<Int>.matchSeat.list(countLimit: matchSeatsLimit), \.next),
        .optional("timeout", .integer(0...matchTimeoutLimit), \.timeout),
    ]
}

/// How a player leaves. In turn, `version`, `data` and `next` are those of the turn.
public struct QuitMatchBody: RequestBody {
    public var key = MatchWriteKey(high: 0, low: 0)
    public var outcome: Int?
    public var version: Int64?
    public var data: [UInt8]?
    public var next: [Int]?
    public var timeout: Int?

    public init() {}
    public static let name = "QuitMatch"
    public static let fields: [Field<QuitMatchBody>] = [
        .required("key", .matchKey, \.key),
        .optional("outcome", .matchOutcome, \.outcome),
        .optional("version", .matchVersion, \.version),
        .optional("data", .matchData, \.data),
        .optional("next", Shape<Int>.matchSeat.list(countLimit: matchSeatsLimit), \.next),
        .optional("timeout", .integer(0...matchTimeoutLimit), \.timeout),
    ]
}

/// The end of a match.
public struct EndMatchBody: RequestBody {
    public var key = MatchWriteKey(high: 0, low: 0)
    public var version: Int64 = 0
    public var data: [UInt8] = []
    /// By seat; nil where there is one already.
    public var outcomes: [Int?] = []

    public init() {}
    public static let name = "EndMatch"
    public static let fields: [Field<EndMatchBody>] = [
        .required("key", .matchKey, \.key),
        .required("version", .matchVersion, \.version),
        .required("data", .matchData, \.data),
        .required("outcomes", Shape<Int>.matchOutcome.orNull.list(countLimit: matchSeatsLimit), \.outcomes),
    ]
}

/// Who is reminded.
public struct MatchReminderBody: RequestBody {
    public var key = MatchWriteKey(high: 0, low: 0)
    public var seats: [Int] = []

    public init() {}
    public static let name = "MatchReminder"
    public static let fields: [Field<MatchReminderBody>] = [
        .required("key", .matchKey, \.key),
        .required("seats", Shape<Int>.matchSeat.list(countLimit: matchSeatsLimit), \.seats),
    ]
}

/// The longest timeout of a turn, in seconds: 90 days.
let matchTimeoutLimit = 7_776_000

extension Shape where Value == Int64 {
    static let matchVersion = int64(in: 1...Int64.max)
}
