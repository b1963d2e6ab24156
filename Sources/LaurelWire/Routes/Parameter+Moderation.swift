import LaurelDomain

// Parameters of the routes of moderation and exports.

extension Parameter where Value == String {
    /// - Parameter length: in bytes.
    private static func text(_ name: StaticString, _ length: ClosedRange<Int>, example: String) -> Parameter {
        Parameter(
            name: name, schema: .string(.init(length: length, example: example)),
            parse: { text in
                let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
                return length.contains(text.utf8.count) && isPlain ? text : nil
            }, print: { $0 })
    }

    static let search = text("search", 1...128, example: "jungle")
    static let player = text("player", 1...128, example: "T:_00112233445566778899aabbccddeeff")
    static let bannedPlayer = text("bannedPlayer", 1...128, example: "T:_00112233445566778899aabbccddeeff")
}

extension Parameter where Value == JournalSequence {
    private static func sequence(_ name: StaticString) -> Parameter {
        Parameter(
            name: name, schema: .integer(1...1 << 48 - 1),
            parse: { text in
                guard let number = Int64(text), 1..<1 << 48 ~= number, String(number) == text else { return nil }
                return JournalSequence(number)
            },
            print: { String($0.rawValue) })
    }

    static let score = sequence("score")
    static let beforeScore = sequence("before")
    static let afterRow = sequence("after")
}

extension Parameter where Value == ReviewID {
    private static func id(_ name: StaticString) -> Parameter {
        Parameter(
            name: name, schema: .integer(1...Int64.max),
            parse: { text in
                guard let number = Int64(text), number > 0, String(number) == text else { return nil }
                return ReviewID(number)
            },
            print: { String($0.rawValue) })
    }

    static let review = id("review")
    static let afterReview = id("after")
}

extension Parameter where Value == ReviewState {
    static let reviewState = word("status", ReviewState.allCases.map { ($0.name, $0) }) { $0.name }
}

extension Parameter where Value == ExportFormat {
    static let exportFormat = word("format", ExportFormat.allCases.map { ($0.rawValue, $0) }) { $0.rawValue }
}

extension Parameter where Value == LeaderboardID {
    static let exportedLeaderboard = Parameter(
        name: "leaderboard", schema: Shape<LeaderboardID>.leaderboardID.schema,
        parse: { text in
            do throws(InvalidIdentifier) { return try LeaderboardID(text) } catch { return nil }
        }, print: { $0.text })
}

/// How an export is written.
public enum ExportFormat: String, CaseIterable, Hashable, Sendable {
    /// RFC 4180, safe in a spreadsheet.
    case csv
    /// One JSON object a line.
    case json
}
