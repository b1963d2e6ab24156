import LaurelDomain

/// A parameter of a path or a query: its name, what it may be, how it is read and printed.
public struct Parameter<Value>: Sendable {
    let name: StaticString
    let schema: Schema
    let parse: @Sendable (String) -> Value?
    let print: @Sendable (Value) -> String

    /// As the OpenAPI document shows it.
    public func described(isRequired: Bool = false) -> Schema.Property {
        Schema.Property("\(name)", schema, isRequired: isRequired)
    }

    /// For a value that is none of the parameter's.
    var refusal: Route.Refusal { .invalidParameter("\(name)", expected: expected) }

    private var expected: String? {
        switch schema {
        case .enumeration(let words):
            words.count < 2 ? words.first : words.dropLast().joined(separator: ", ") + " or " + words[words.count - 1]
        case .integer(let range): "an integer from \(range.lowerBound) to \(range.upperBound)"
        default: nil
        }
    }
}

extension Parameter where Value == Int {
    static func integer(_ name: StaticString, _ range: ClosedRange<Int>) -> Parameter {
        Parameter(
            name: name, schema: .integer(Int64(range.lowerBound)...Int64(range.upperBound)),
            parse: { text in
                // `Int` would take a plus sign and leading zeros, and two spellings of a page are two pages in a cache.
                guard let value = Int(text), range.contains(value), String(value) == text else { return nil }
                return value
            },
            print: { String($0) })
    }
}

extension Parameter where Value == [String] {
    /// Texts with commas between them, each at most 210 bytes: an app and a leaderboard fit.
    static func list(_ name: StaticString, countLimit: Int, example: String) -> Parameter {
        Parameter(
            name: name,
            schema: .string(.init(length: 1...countLimit * 211, example: example)),
            parse: { text in
                let parts = text.split(separator: ",", maxSplits: countLimit, omittingEmptySubsequences: false)
                let isInRange = parts.count <= countLimit && parts.allSatisfy { (1...210).contains($0.utf8.count) }
                return isInRange ? parts.map(String.init) : nil
            },
            print: { $0.joined(separator: ",") })
    }
}

extension Parameter where Value == Bool {
    static func flag(_ name: StaticString) -> Parameter {
        Parameter(
            name: name, schema: .enumeration(["true", "false"]),
            parse: { $0 == "true" ? true : $0 == "false" ? false : nil }, print: { $0 ? "true" : "false" })
    }
}

extension Parameter where Value: Sendable {
    static func word(_ name: StaticString, _ words: [(String, Value)], _ print: @escaping @Sendable (Value) -> String)
        -> Parameter
    {
        Parameter(
            name: name, schema: .enumeration(words.map(\.0)),
            parse: { text in words.first { $0.0 == text }?.1 }, print: print)
    }
}

// MARK: Ours

extension Parameter where Value == BundleID {
    static let bundleID = Parameter(
        name: "bundleID", schema: Shape<BundleID>.bundleID.schema,
        parse: { text in
            do throws(InvalidIdentifier) { return try BundleID(text) } catch { return nil }
        }, print: { $0.text })
}

extension Parameter where Value == LeaderboardID {
    static let leaderboardID = Parameter(
        name: "leaderboardID", schema: Shape<LeaderboardID>.leaderboardID.schema,
        parse: { text in
            do throws(InvalidIdentifier) { return try LeaderboardID(text) } catch { return nil }
        }, print: { $0.text })
}

// Achievements and challenges

extension Parameter where Value == AchievementID {
    static let achievementID = Parameter(
        name: "achievementID", schema: Shape<AchievementID>.achievementID.schema,
        parse: { text in
            do throws(InvalidIdentifier) { return try AchievementID(text) } catch { return nil }
        }, print: { $0.text })
}

extension Parameter where Value == ChallengeID {
    static let challengeID = challenge("challengeID")
    /// The last one of the page before.
    static let before = challenge("before")

    private static func challenge(_ name: StaticString) -> Parameter {
        Parameter(
            name: name, schema: Shape<ChallengeID>.challengeID.schema, parse: { ChallengeID($0) }, print: { $0.text })
    }
}

extension Parameter where Value == ChallengeState {
    static let state = word("state", ChallengeState.allCases.map { ($0.name, $0) }) { $0.name }
}

extension Parameter where Value == ChallengeRole {
    static let role = word("role", ChallengeRole.allCases.map { ($0.rawValue, $0) }) { $0.rawValue }
}

extension Parameter where Value == LanguageTag {
    static let language = Parameter(
        name: "language", schema: Shape<LanguageTag>.language.schema,
        parse: { text in
            do throws(InvalidIdentifier) { return try LanguageTag(text) } catch { return nil }
        }, print: { $0.text })
}

extension Parameter where Value == Environment {
    static let environment = word("environment", Environment.allCases.map { ($0.name, $0) }) { $0.name }
}

extension Parameter where Value == TimeScope {
    static let time = word("time", TimeScope.allCases.map { ($0.name, $0) }) { $0.name }
}

extension Parameter where Value == OccurrenceChoice {
    static let occurrence = Parameter(
        name: "occurrence",
        schema: .string(.init(length: 1...19, pattern: "^(current|previous|[1-9][0-9]*)$", example: "previous")),
        parse: { text in
            switch text {
            case "current": return .current
            case "previous": return .previous
            default:
                guard let number = Int64(text), number >= 1, String(number) == text else { return nil }
                return .number(number)
            }
        },
        print: { choice in
            switch choice {
            case .current: "current"
            case .previous: "previous"
            case .number(let number): String(number)
            }
        })
}

extension Parameter where Value == PlayerScope {
    static let players = word("players", PlayerScope.allCases.map { ($0.rawValue, $0) }) { $0.rawValue }
}

extension Parameter where Value == JournalSequence {
    static let version = Parameter(
        name: "version", schema: .integer(0...1 << 48 - 1),
        parse: { text in
            guard let number = Int64(text), 0..<1 << 48 ~= number, String(number) == text else { return nil }
            return JournalSequence(number)
        }, print: { String($0.rawValue) })
}

extension Parameter where Value == Cursor {
    static let cursor = Parameter(
        name: "cursor",
        schema: .string(.init(length: 2...20, pattern: "^p[0-9a-z]+$", example: "p2t")),
        parse: { Cursor($0) }, print: { $0.text })
}

extension Parameter where Value == Int {
    static let from = integer("from", 1...Int.max - RankWindow.countLimit)
    static let count = integer("count", 1...RankWindow.countLimit)
    /// Of an activity, today among them.
    static let days = integer("days", 1...activityDaysLimit)
    /// How many scores and reports wait on the device.
    static let waiting = integer("waiting", 0...waitingLimit)
    static let suggestionCount = integer("count", 1...FriendLimits.suggestions)
}

extension Parameter where Value == [String] {
    /// At most as many players as a page has places.
    static let ids = list("ids", countLimit: RankWindow.countLimit, example: "G:1000001")
    static let leaderboards = list(
        "leaderboards", countLimit: eventLeaderboardsLimit, example: "com.ali.MonkeyJump/HighScores")
}

extension Parameter where Value == NoticeID {
    static let noticeID = notice("noticeID")
    static let before = notice("before")
    /// 0 too: before the first notice.
    static let lastEventID = Parameter(
        name: "lastEventID", schema: Shape<NoticeID>.noticeID.schema, parse: { NoticeID(eventID: $0) },
        print: { String($0.rawValue) })

    private static func notice(_ name: StaticString) -> Parameter {
        Parameter(
            name: name, schema: Shape<NoticeID>.noticeID.schema, parse: { NoticeID(wire: $0) },
            print: { String($0.rawValue) })
    }
}

extension Parameter where Value == WebhookDeliveryID {
    static let deliveryID = delivery("deliveryID")
    static let beforeDelivery = delivery("before")

    private static func delivery(_ name: StaticString) -> Parameter {
        Parameter(
            name: name, schema: Shape<NoticeID>.noticeID.schema,
            parse: { text in NoticeID(wire: text).map { WebhookDeliveryID($0.rawValue) } },
            print: { String($0.rawValue) })
    }
}

extension Parameter where Value == String {
    /// A player's id as the caller sees it.
    static let playerID = Parameter(
        name: "playerID", schema: .string(.init(length: 1...80, example: "G:1000001")),
        parse: { (1...80).contains($0.utf8.count) ? $0 : nil }, print: { $0 })
}

extension Parameter where Value == String {
    /// A friend of the caller, by the id that the caller sees.
    static let friend = Parameter(
        name: "player", schema: .string(.init(length: 1...80, pattern: "^[!-~]+$", example: "G:1000001")),
        parse: { text in
            (1...80).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? text : nil
        }, print: { $0 })
}

extension Parameter where Value == LeaderboardSetID {
    static let setID = Parameter(
        name: "setID", schema: Shape<LeaderboardSetID>.setID.schema,
        parse: { text in
            do throws(InvalidIdentifier) { return try LeaderboardSetID(text) } catch { return nil }
        }, print: { $0.text })
}

extension Parameter where Value == Int {
    static let friendInvitationID = integer("friendInvitationID", 1...Int.max)
}

extension Parameter where Value == Bool {
    static let plan = flag("plan")
}
