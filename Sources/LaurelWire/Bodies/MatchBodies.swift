/// What a match's data may have.
public let matchDataBytesLimit = 65_536
/// Seats of a match.
public let matchSeatsLimit = 16

extension Shape where Value == [UInt8] {
    static let matchData = bytes(limit: matchDataBytesLimit)
    static let matchMove = bytes(limit: matchMoveBytesLimit)

    /// Base64 with padding (RFC 4648, section 4).
    fileprivate static func bytes(limit: Int) -> Shape {
        let length = (limit + 2) / 3 * 4
        return Shape(
            .string(.init(length: 0...length, pattern: "^[A-Za-z0-9+/]*={0,2}$", example: "AAEC"))
        ) { (reader) throws(JSONError) in
            let text = try reader.string(bytesLimit: length)
            guard let bytes = Base64.decode(text), bytes.count <= limit else {
                throw JSONError(.invalid(expected: "at most \(limit) bytes in base64, padded with ="))
            }
            return bytes
        } write: {
            $1.value(base64: $0)
        }
    }
}

extension Shape where Value == Int {
    static let matchSeat = integer(0...matchSeatsLimit - 1)
    static let matchOutcome = integer(0...0x00FF_0000)
}

/// What a player says to another one: a key and arguments, which the receiver's game puts into words of the receiver's
/// language, and the text for games that can't.
public struct MatchMessageBody: RequestBody {
    public var key = ""
    public var arguments: [String] = []
    public var text = ""

    public init() {}
    public static let name = "MatchMessage"
    public static let fields: [Field<MatchMessageBody>] = [
        .optional("key", .matchText, \.key),
        .optional("arguments", Shape<String>.matchText.list(countLimit: 16), \.arguments),
        .optional("text", .matchText, \.text),
    ]
}

extension Shape where Value == String {
    /// One of the texts of a message.
    static let matchText = text(0...255, example: "Your move")
    /// What is said with an invitation.
    static let matchInvitation = text(0...300, example: "A game tonight?")
}

extension Shape where Value == [UInt8] {
    /// As ``matchData``, of an exchange.
    static let exchangeData = bytes(limit: exchangeDataBytesLimit)
}

/// What an exchange's data, or a reply's, may have.
public let exchangeDataBytesLimit = 4_096

extension Shape where Value == Int {
    static let exchangeID = integer(1...Int(UInt32.max))
}

/// Who a player wants to play with.
public struct NewMatchBody: RequestBody {
    public var key = WriteKey(high: 0, low: 0)
    public var minPlayers = 2
    public var maxPlayers = 2
    public var defaultNumberOfPlayers: Int?
    public var group: Int64?
    /// The part that the player plays, as a mask.
    public var attributes: Int64?
    /// Who is invited, in the order of seats.
    public var players: [String]?
    public var takesStrangers: Bool?
    /// To those who are invited.
    public var message: String?

    public init() {}
    public static let name = "NewMatch"
    public static let fields: [Field<NewMatchBody>] = [
        .required("key", .writeKey, \.key),
        .required("minPlayers", .integer(2...matchSeatsLimit), \.minPlayers),
        .required("maxPlayers", .integer(2...matchSeatsLimit), \.maxPlayers),
        .optional("defaultNumberOfPlayers", .integer(2...matchSeatsLimit), \.defaultNumberOfPlayers),
        .optional("group", .int64, \.group),
        .optional("attributes", .int64(in: 0...Int64(UInt32.max)), \.attributes),
        .optional("players", Shape<String>.playerID.list(countLimit: matchSeatsLimit - 1), \.players),
        .optional("takesStrangers", .boolean, \.takesStrangers),
        .optional("message", .matchInvitation, \.message),
    ]
}

/// A write that says nothing else.
public struct MatchKeyBody: RequestBody {
    public var key = WriteKey(high: 0, low: 0)

    public init() {}
    public static let name = "MatchKey"
    public static let fields: [Field<MatchKeyBody>] = [.required("key", .writeKey, \.key)]
}

/// A match's data, saved in turn.
public struct MatchDataBody: RequestBody {
    public var key = WriteKey(high: 0, low: 0)
    /// Of the match that the writer has seen.
    public var version: Int64 = 0
    public var data: [UInt8] = []
    /// Nil: the match's message stays.
    public var message: MatchMessageBody?
    /// Exchanges that are in the data now.
    public var resolved: [Int]?

    public init() {}
    public static let name = "MatchData"
    public static let fields: [Field<MatchDataBody>] = [
        .required("key", .writeKey, \.key),
        .required("version", .matchVersion, \.version),
        .required("data", .matchData, \.data),
        .optional("message", MatchMessageBody.shape, \.message),
        .optional("resolved", Shape<Int>.exchangeID.list(countLimit: 160), \.resolved),
    ]
}

/// The end of a turn.
public struct EndTurnBody: RequestBody {
    public var key = WriteKey(high: 0, low: 0)
    public var version: Int64 = 0
    public var data: [UInt8] = []
    /// Seats, in order of fallback.
    public var next: [Int] = []
    /// In seconds. Nil: a week. 0: none.
    public var timeout: Int?
    public var message: MatchMessageBody?

    public init() {}
    public init(json bytes: [UInt8]) throws(JSONError) { try self.init(parsing: bytes) }
    public static let name = "EndTurn"
    public static let alternatives: Set<String> = ["timeout"]
    public static let fields: [Field<EndTurnBody>] = [
        .required("key", .writeKey, get: { $0.key }, set: { $0.key = $1 }),
        .required("version", .matchVersion, get: { $0.version }, set: { $0.version = $1 }),
        .required("data", .matchData, get: { $0.data }, set: { $0.data = $1 }),
        .required(
            "next", Shape<Int>.matchSeat.list(countLimit: matchSeatsLimit), get: { $0.next }, set: { $0.next = $1 }),
        .optional("timeout", .integer(0...matchTimeoutLimit), get: { $0.timeout }, set: { $0.timeout = $1 }),
        .optional("message", MatchMessageBody.shape, get: { $0.message }, set: { $0.message = $1 }),
    ]
}

/// A move in a match that the server judges.
public struct MatchMoveBody: RequestBody {
    public var key = WriteKey(high: 0, low: 0)
    /// Of the match that the player has seen.
    public var version: Int64 = 0
    /// What it means, the game's rules know.
    public var move: [UInt8] = []

    public init() {}
    public init(json bytes: [UInt8]) throws(JSONError) { try self.init(parsing: bytes) }
    public static let name = "MatchMove"
    public static let fields: [Field<MatchMoveBody>] = [
        .required("key", .writeKey, get: { $0.key }, set: { $0.key = $1 }),
        .required("version", .matchVersion, get: { $0.version }, set: { $0.version = $1 }),
        .required("move", .matchMove, get: { $0.move }, set: { $0.move = $1 }),
    ]
}

/// What a move may have.
public let matchMoveBytesLimit = 1_024

/// How a player leaves. In turn, `version`, `data` and `next` are those of the turn.
public struct QuitMatchBody: RequestBody {
    public var key = WriteKey(high: 0, low: 0)
    public var outcome: Int?
    public var version: Int64?
    public var data: [UInt8]?
    public var next: [Int]?
    public var timeout: Int?
    public var message: MatchMessageBody?

    public init() {}
    public static let name = "QuitMatch"
    public static let alternatives: Set<String> = ["timeout"]
    public static let fields: [Field<QuitMatchBody>] = [
        .required("key", .writeKey, \.key),
        .optional("outcome", .matchOutcome, \.outcome),
        .optional("version", .matchVersion, \.version),
        .optional("data", .matchData, \.data),
        .optional("next", Shape<Int>.matchSeat.list(countLimit: matchSeatsLimit), \.next),
        .optional("timeout", .integer(0...matchTimeoutLimit), \.timeout),
        .optional("message", MatchMessageBody.shape, \.message),
    ]
}

/// The end of a match.
public struct EndMatchBody: RequestBody {
    public var key = WriteKey(high: 0, low: 0)
    public var version: Int64 = 0
    public var data: [UInt8] = []
    /// By seat; nil where there is one already.
    public var outcomes: [Int?] = []
    public var message: MatchMessageBody?
    /// Of any who played: all count with the match, or the match goes on.
    public var scores: [MatchScoreBody]?
    public var achievements: [MatchReportBody]?

    public init() {}
    public static let name = "EndMatch"
    public static let fields: [Field<EndMatchBody>] = [
        .required("key", .writeKey, \.key),
        .required("version", .matchVersion, \.version),
        .required("data", .matchData, \.data),
        .required("outcomes", Shape<Int>.matchOutcome.orNull.list(countLimit: matchSeatsLimit), \.outcomes),
        .optional("message", MatchMessageBody.shape, \.message),
        .optional("scores", MatchScoreBody.shape.list(countLimit: scoresLimit), \.scores),
        .optional("achievements", MatchReportBody.shape.list(countLimit: reportsLimit), \.achievements),
    ]
}

/// Something between players of a match that needs no turn.
public struct NewExchangeBody: RequestBody {
    public var key = WriteKey(high: 0, low: 0)
    /// Seats.
    public var recipients: [Int] = []
    public var data: [UInt8] = []
    public var message: MatchMessageBody?
    /// In seconds. Nil: a day. 0: none.
    public var timeout: Int?

    public init() {}
    public static let name = "NewExchange"
    public static let alternatives: Set<String> = ["timeout"]
    public static let fields: [Field<NewExchangeBody>] = [
        .required("key", .writeKey, \.key),
        .required("recipients", Shape<Int>.matchSeat.list(countLimit: matchSeatsLimit), \.recipients),
        .required("data", .exchangeData, \.data),
        .optional("message", MatchMessageBody.shape, \.message),
        .optional("timeout", .integer(0...matchTimeoutLimit), \.timeout),
    ]
}

/// What a recipient replies to an exchange.
public struct ExchangeReplyBody: RequestBody {
    public var key = WriteKey(high: 0, low: 0)
    public var data: [UInt8] = []
    public var message: MatchMessageBody?

    public init() {}
    public static let name = "ExchangeReply"
    public static let fields: [Field<ExchangeReplyBody>] = [
        .required("key", .writeKey, \.key),
        .required("data", .exchangeData, \.data),
        .optional("message", MatchMessageBody.shape, \.message),
    ]
}

/// Takes an exchange back.
public struct ExchangeCancelBody: RequestBody {
    public var key = WriteKey(high: 0, low: 0)
    /// To its recipients.
    public var message: MatchMessageBody?

    public init() {}
    public static let name = "ExchangeCancel"
    public static let fields: [Field<ExchangeCancelBody>] = [
        .required("key", .writeKey, \.key),
        .optional("message", MatchMessageBody.shape, \.message),
    ]
}

/// Who is reminded.
public struct MatchReminderBody: RequestBody {
    public var key = WriteKey(high: 0, low: 0)
    public var seats: [Int] = []
    public var message: MatchMessageBody?

    public init() {}
    public static let name = "MatchReminder"
    public static let fields: [Field<MatchReminderBody>] = [
        .required("key", .writeKey, \.key),
        .required("seats", Shape<Int>.matchSeat.list(countLimit: matchSeatsLimit), \.seats),
        .optional("message", MatchMessageBody.shape, \.message),
    ]
}

/// The longest timeout of a turn, in seconds: 90 days.
let matchTimeoutLimit = 7_776_000

extension Shape where Value == Int64 {
    static let matchVersion = int64(in: 1...Int64.max)
}
