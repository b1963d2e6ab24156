import LaurelDomain
import LaurelWire

/// Which columns of a file say what of a score.
struct ImportedColumns {
    enum Field: String, CaseIterable { case leaderboard, player, alias, name, value, context, date, state }

    /// What files that say nothing else call them, without regard to case.
    private static let usual: [Field: [String]] = [.name: ["name", "displayname"], .value: ["value", "score"]]
    /// What `laurel export scores` says of scores that don't count, and why they are left out.
    private static let statesLeftOut = [
        "removed": "removed", "banned": "of banned players", "held": "held for review",
    ]

    /// In lower case.
    private var names: [Field: [String]] = [:]
    /// As they were typed.
    private var typed: [String] = []
    /// For rows without one.
    private let otherwiseOn: LeaderboardID?
    private let otherwiseAt: Timestamp?

    /// - Parameter text: such as `player=PlayFabId,value=StatValue`.
    init(_ text: String?, leaderboard: LeaderboardID?, date: String?) throws(Failure) {
        for field in Field.allCases { names[field] = Self.usual[field] ?? [field.rawValue] }
        for part in (text ?? "").split(separator: ",") {
            let halves = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard halves.count == 2, let field = Field(rawValue: halves[0]) else {
                throw Failure(
                    "--columns must be such as player=PlayFabId,value=Score; before = stands one of "
                        + "\(Field.allCases.map(\.rawValue).joined(separator: ", ")), not “\(part)”")
            }
            names[field] = [halves[1].lowercased()]
            typed.append(halves[1])
        }
        otherwiseOn = leaderboard
        otherwiseAt = try date.map { text throws(Failure) in
            guard let date = Self.date(text) else { throw Failure("--date \(Self.dateForms), not “\(text)”") }
            return date
        }
    }

    private static let dateForms = "must be 2026-11-21, 2026-11-21 11:14:00 or 2026-11-21T11:14:00Z (UTC)"

    /// - Parameters:
    ///   - found: the columns of a file; those of JSON Lines are known once it was read.
    ///   - isWhole: whether the file has no others.
    func check(_ found: [String], isWhole: Bool) throws(Failure) {
        let known = Set(found.map { $0.lowercased() })
        let list = "Its columns: \(found.map { Terminal.plain($0.trimmingSpaces()) }.joined(separator: ", "))"
        if let name = typed.first(where: { !known.contains($0.lowercased()) }) {
            throw Failure("--columns names “\(name)”, which the file doesn't have. \(list)")
        }
        guard isWhole else { return }
        func has(_ field: Field) -> Bool { names[field]?.contains(where: known.contains) ?? false }
        var missing: [String] = []
        if !has(.player), !has(.alias) { missing.append("player (or alias)") }
        if !has(.value) { missing.append("value (or score)") }
        if otherwiseOn == nil, !has(.leaderboard) { missing.append("leaderboard (or --leaderboard ID for all)") }
        if otherwiseAt == nil, !has(.date) { missing.append("date (or --date DATE for all)") }
        guard !missing.isEmpty else { return }
        throw Failure(
            "the file has no column for: \(missing.joined(separator: ", ")). \(list). Say what they are called here, "
                + "such as --columns player=PlayFabId,value=Score")
    }

    /// - Returns: why a score that another Laurel has exported isn't to count here either; nil: it counts.
    func reasonToLeaveOut(_ cells: [String: String]) -> String? {
        cell(.state, cells).flatMap { Self.statesLeftOut[$0.lowercased()] }
    }

    private func cell(_ field: Field, _ cells: [String: String]) -> String? {
        for name in names[field] ?? [] {
            if let text = cells[name]?.trimmingSpaces(), !text.isEmpty { return text }
        }
        return nil
    }

    /// - Throws: what is wrong, and what to do.
    func score(_ cells: [String: String]) throws(ImportedFile.BadLine) -> ImportedScoreBody {
        func cell(_ field: Field) -> String? { self.cell(field, cells) }
        var score = ImportedScoreBody()
        score.leaderboard = try leaderboard(cell(.leaderboard))
        if let text = cell(.player) {
            guard let player = ForeignPlayerID(text) else {
                throw ImportedFile.BadLine("player must be 1 to \(ForeignPlayerID.lengthLimit) visible characters")
            }
            score.player = player
        }
        if let alias = cell(.alias) {
            guard alias.unicodeScalars.count <= 120, ForeignPlayerID(alias) != nil else {
                throw ImportedFile.BadLine("alias must be 1 to 120 visible characters")
            }
            score.alias = alias
        }
        guard score.player != nil || score.alias != nil else {
            throw ImportedFile.BadLine(
                "has no player; fill in player or alias, or name the column: --columns player=COLUMN")
        }
        score.displayName = cell(.name).map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(200))) }
        guard let value = cell(.value) else {
            throw ImportedFile.BadLine("has no value; name the column: --columns value=COLUMN")
        }
        score.value = try Self.integer(value, "value")
        if let context = cell(.context) { score.context = try Self.integer(context, "context") }
        score.date = try date(cell(.date))
        return score
    }

    private func leaderboard(_ text: String?) throws(ImportedFile.BadLine) -> LeaderboardID {
        guard let text else {
            guard let leaderboard = otherwiseOn else {
                throw ImportedFile.BadLine("names no leaderboard; fill in the column, or pass --leaderboard ID")
            }
            return leaderboard
        }
        do throws(InvalidIdentifier) { return try LeaderboardID(text) } catch {
            throw ImportedFile.BadLine("“\(text)” isn't a leaderboard ID: at most 100 letters, digits, ., _ and -")
        }
    }

    private func date(_ text: String?) throws(ImportedFile.BadLine) -> Timestamp {
        guard let text else {
            guard let date = otherwiseAt else {
                throw ImportedFile.BadLine(
                    "has no date; fill in the column, or pass --date DATE for all that have none")
            }
            return date
        }
        guard let date = Self.date(text) else { throw ImportedFile.BadLine("date \(Self.dateForms), not “\(text)”") }
        return date
    }

    private static func integer(_ text: String, _ name: String) throws(ImportedFile.BadLine) -> Int64 {
        guard let number = Int64(text) else {
            throw ImportedFile.BadLine(
                "\(name) must be a 64-bit integer in the leaderboard's unit (1234 for 123.4), not “\(text)”")
        }
        return number
    }

    private static func date(_ text: String) -> Timestamp? {
        if let date = Timestamp(rfc3339: text) { return date }
        if text.utf8.count == 10 { return Timestamp(rfc3339: text + "T00:00:00Z") }
        guard let space = text.firstIndex(of: " ") else { return nil }
        let joined = text[..<space] + "T" + text[text.index(after: space)...]
        return Timestamp(rfc3339: joined) ?? Timestamp(rfc3339: joined + "Z")
    }
}

extension String {
    fileprivate func trimmingSpaces() -> String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
