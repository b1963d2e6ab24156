import LaurelDomain
import LaurelWire

/// Walks through a file of scores, a thousand at a time.
struct ScoreImporter {
    /// Of the file, in one request: a body takes twice as much, with all that JSON adds.
    private static let requestBytesLimit = 300_000
    /// Bad lines that are shown.
    static let shownLimit = 50

    let file: ImportedFile
    let columns: ImportedColumns
    let bundleID: BundleID
    let environment: Environment
    let matchesAliases: Bool
    let server: Administration

    /// What a walk found.
    struct Tally {
        var imported = 0
        var known = 0
        var newPlayers = 0
        var waiting = 0
        /// By line.
        var bad: [Int: String] = [:]
        /// Scores that didn't count where they come from, by the reason.
        var leftOut: [String: Int] = [:]
        /// All columns that were seen.
        var columns: Set<String> = []

        mutating func add(_ answer: ScoreImportAnswer) {
            imported += answer.imported
            known += answer.known
            newPlayers += answer.newPlayers
            waiting += answer.waiting
        }
    }

    /// - Parameters:
    ///   - skipped: lines that are left out.
    ///   - progress: hears how many bytes of the file are done.
    func walk(isPlan: Bool, skipping skipped: Set<Int> = [], progress: (Int) -> Void) async throws -> Tally {
        var tally = Tally()
        var body = ScoreImportBody()
        body.matchesAliases = matchesAliases
        var lines: [Int] = []
        var players: Set<ForeignPlayerID> = []
        /// Where the next request begins, and how far the walk is.
        var (first, offset) = (0, 0)
        func send() async throws {
            guard !lines.isEmpty else { return }
            let route = Route.apps(.importScores(bundleID, isPlan: isPlan, environment))
            let answer: ScoreImportAnswer = try await server.ask(route, .body(body))
            tally.add(answer)
            for refused in answer.refused where lines.indices.contains(refused.row) {
                tally.bad[lines[refused.row]] = refused.reason
            }
            if isPlan, answer.newPlayers > 0 {
                // One whom two requests of a plan name is made once.
                let before = players.count
                let refused = Set(answer.refused.map(\.row))
                for (row, score) in body.scores.enumerated() where !refused.contains(row) {
                    if let player = score.player ?? score.alias.flatMap({ ForeignPlayerID($0) }) {
                        players.insert(player)
                    }
                }
                tally.newPlayers -= max(0, answer.newPlayers - (players.count - before))
            }
            body.scores.removeAll(keepingCapacity: true)
            lines.removeAll(keepingCapacity: true)
            first = offset
        }
        try await file.each { record, end in
            if !skipped.contains(record.line) {
                do throws(ImportedFile.BadLine) {
                    let cells = try record.cells.get()
                    if isPlan { tally.columns.formUnion(cells.keys) }
                    if let reason = columns.reasonToLeaveOut(cells) {
                        tally.leftOut[reason, default: 0] += 1
                    } else {
                        body.scores.append(try columns.score(cells))
                        lines.append(record.line)
                    }
                } catch {
                    tally.bad[record.line] = error.reason
                }
            }
            offset = end
            if lines.count == ImportedScoreBody.countLimit || offset - first >= Self.requestBytesLimit {
                try await send()
            }
            progress(end)
        }
        try await send()
        return tally
    }
}
