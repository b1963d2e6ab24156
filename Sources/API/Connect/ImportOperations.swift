import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Scores made elsewhere.
extension AppFeature {
    func importScores(
        _ request: Request, _ bundleID: BundleID, isPlan: Bool, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try catalogue.find(bundleID)
        let body = try ScoreImportBody(of: request)
        var rows: [ImportedRow] = []
        rows.reserveCapacity(body.scores.count)
        for (index, score) in body.scores.enumerated() { rows.append(try ImportedRow(score, at: index)) }
        let all = rows
        return replies.later(request) { () async throws(Problem) in
            let done: ScoreImport
            do throws(ImportScoresError) {
                done = try await ImportScores(accounts, keeper)(
                    all, matchesAliases: body.matchesAliases, isPlan: isPlan, of: app, environment ?? .production,
                    by: administrator)
            } catch {
                throw Problem(from: error)
            }
            // A plan says all that is wrong.
            if !isPlan, let first = done.refused.first {
                throw Problem(
                    .invalidParameter,
                    "scores[\(first.row)]: \(first.reason.sentence) "
                        + (done.imported == 0 ? "Nothing was imported." : "\(done.imported) scores were imported."),
                    field: "scores")
            }
            return answers.json(ScoreImportAnswer(done, isPlan: isPlan))
        }
    }
}

extension ImportedRow {
    fileprivate init(_ body: ImportedScoreBody, at index: Int) throws(Problem) {
        guard let leaderboard = body.leaderboard, let date = body.date else {
            throw Problem(.invalidParameter, field: "scores[\(index)]")
        }
        guard let player = body.player ?? body.alias.flatMap({ ForeignPlayerID($0) }) else {
            throw Problem(
                .invalidParameter, "Say who the player is: player, or alias.", field: "scores[\(index)].player")
        }
        self.init(
            leaderboard: leaderboard, player: player, alias: body.alias.flatMap { Self.alias($0) },
            name: body.displayName ?? body.alias, value: body.value, context: body.context ?? 0, date: date)
    }

    /// - Returns: nil: no account can have it.
    private static func alias(_ text: String) -> Alias? {
        do throws(Alias.Invalid) { return try Alias(known: text) } catch { return nil }
    }
}

extension ScoreImportAnswer {
    fileprivate init(_ done: ScoreImport, isPlan: Bool) {
        self.init(
            isPlan: isPlan, imported: done.imported, known: done.known, newPlayers: done.newPlayers,
            waiting: done.waiting, refused: done.refused.map { Refused(row: $0.row, reason: $0.reason.sentence) })
    }
}

extension ImportRefusal {
    /// What is wrong, and what to do.
    var sentence: String {
        switch self {
        case .unknownLeaderboard(let id):
            "No leaderboard has the ID \(id.text). Create it first, or correct the ID."
        case .combined: "A combined leaderboard takes no scores. Import into one of its parts."
        case .archived: "The leaderboard is archived. Unarchive it first."
        case .prereleased: "The leaderboard isn't released. Release it first, or import into the Sandbox."
        case .outOfRange(let range):
            "The score is outside the leaderboard's range, \(range.lowest) to \(range.highest). Correct it, or "
                + "widen the range."
        case .future(let now): "The date is in the future; it is \(now.rfc3339) now. Correct it."
        case .betweenOccurrences: "No occurrence of the recurring leaderboard was running then. Leave the row out."
        case .occurrenceOver:
            "The occurrence of this date is over for so long that nobody can read it. Leave the row out, or import "
                + "into a classic leaderboard."
        case .replayRequired:
            "The leaderboard takes no score without a replay. Leave the row out, or import into another leaderboard."
        case .banned: "The player is banned. Leave the row out, or end the ban."
        case .erased: "The player was erased. Leave the row out."
        case .tooManyHeld(let limit):
            "\(limit) scores of this player wait for a moderator already. Decide those first."
        case .merging: "The player is being merged into an account. Import again in a minute."
        }
    }
}

extension Problem {
    init(from error: ImportScoresError) {
        switch error {
        case .noRows: self.init(.invalidParameter, "scores must have at least one score.", field: "scores")
        case .tooManyRows(let limit):
            self.init(.invalidParameter, "scores must have at most \(limit) scores.", field: "scores")
        case .gameCenterDisabled: self.init(.gameCenterDisabled, "Turn Game Center on for the app.")
        case .notReleased: self.init(.notReleased, "Release the app, or import into its Sandbox.")
        case .notAdministrator:
            self.init(
                .forbidden, "Only administrators of the server can match aliases with accounts.",
                field: "matchAliases")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
