public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Brings scores in that were made elsewhere, with their dates. A player whom nobody knows here becomes a guest, who
/// waits for their owner (docs/decisions/0049-imported-scores.md).
///
/// All rows or none. The same rows again change nothing, also after the process has ended in the middle: a row's ID is
/// made of its content.
public struct ImportScores: Sendable {
    /// Rows in one call: what one commit of the writer takes.
    public static let rowsLimit = 1_000
    private let accounts: Accounts
    private let keeper: ScoreKeeper

    public init(_ accounts: Accounts, _ keeper: ScoreKeeper) {
        self.accounts = accounts
        self.keeper = keeper
    }

    /// - Parameters:
    ///   - matchesAliases: a player who isn't known from an earlier import is the account with the row's alias.
    ///   - isPlan: nothing is written.
    public func callAsFunction(
        _ rows: [ImportedRow], matchesAliases: Bool = false, isPlan: Bool = false, of app: App,
        _ environment: Environment, by administrator: Administrator
    ) async throws(ImportScoresError) -> ScoreImport {
        guard !rows.isEmpty else { throw .noRows }
        guard rows.count <= Self.rowsLimit else { throw .tooManyRows(limit: Self.rowsLimit) }
        guard app.isGameCenterEnabled else { throw .gameCenterDisabled }
        guard app.isReleased || environment == .sandbox else { throw .notReleased }
        guard !matchesAliases || administrator.isAboveTeams else { throw .notAdministrator }
        var book = try await ImportBook(of: rows, app: app, accounts)
        if matchesAliases { try await book.matchAliases(of: rows, accounts) }
        let batch = ImportBatch(keeper, app: app, environment)
        let (calls, refused) = try prepare(rows, book, app)
        let judged = await batch.submit(calls, isTrial: true)
        var plan = try await plan(calls, judged, refused, book, rows)
        guard !isPlan else { return plan }
        guard plan.refused.isEmpty else {
            // All rows or none.
            plan.imported = 0
            return plan
        }
        guard plan.imported > 0 else { return plan }
        try await book.register(
            accounts, app,
            administrator.entry(
                .scoreImport, team: app.team, app: app.number, environment: environment,
                changes: "\(plan.imported) scores, \(plan.newPlayers) new players", at: keeper.now()))
        let (known, left) = try prepare(rows, book, app)
        let results = await batch.submit(known, isTrial: false)
        let done = try await self.plan(known, results, left, book, rows)
        plan.imported = done.imported
        plan.known = done.known
        plan.refused = done.refused
        return plan
    }

    private func prepare(
        _ rows: [ImportedRow], _ book: ImportBook, _ app: App
    ) throws(ImportScoresError) -> ([ImportBatch.Row], [ScoreImport.Refused]) {
        var calls: [ImportBatch.Row] = []
        var refused: [ScoreImport.Refused] = []
        let now = keeper.now()
        for (index, row) in rows.enumerated() {
            guard let id = accounts.imports.scoreID(of: row, in: app.number) else {
                throw .broken(reason: "no keys for imports")
            }
            if let leaderboard = accounts.catalogue.leaderboard(row.leaderboard, of: app.number) {
                if book.isErased(row.player) {
                    refused.append(ScoreImport.Refused(row: index, reason: .erased))
                } else if row.date > now {
                    refused.append(ScoreImport.Refused(row: index, reason: .future(now: now)))
                } else {
                    calls.append(
                        ImportBatch.Row(
                            index: index, player: book.player(row.player), leaderboard: leaderboard,
                            score: Score(value: row.value, context: row.context, date: row.date, id: id)))
                }
            } else {
                refused.append(ScoreImport.Refused(row: index, reason: .unknownLeaderboard(row.leaderboard)))
            }
        }
        return (calls, refused)
    }

    private func plan(
        _ rows: [ImportBatch.Row], _ results: [Result<SubmittedScores, SubmitScoresError>],
        _ refused: [ScoreImport.Refused], _ book: ImportBook, _ all: [ImportedRow]
    ) async throws(ImportScoresError) -> ScoreImport {
        var plan = ScoreImport()
        plan.refused = refused
        /// Who has a row that isn't refused: nobody else is made.
        var players: Set<ForeignPlayerID> = []
        /// Of guests who are still to be made, the same score twice.
        var seen: Set<ScoreID?> = []
        for (row, result) in zip(rows, results) {
            switch result {
            case .success(let submitted):
                players.insert(all[row.index].player)
                let isRepeat = submitted.results.contains(where: \.isRepeat)
                guard seen.insert(row.score.id).inserted, !isRepeat else {
                    plan.known += 1
                    continue
                }
                plan.imported += 1
                let isGuest = row.player.map { accounts.profiles.isGuest($0) } ?? true
                if row.leaderboard.guests == .afterUpgrade, isGuest { plan.waiting += 1 }
            case .failure(let error):
                plan.refused.append(
                    ScoreImport.Refused(row: row.index, reason: try await reason(error, of: row)))
            }
        }
        plan.newPlayers = book.newCount(among: players)
        plan.refused.sort { $0.row < $1.row }
        return plan
    }

    private func reason(
        _ error: SubmitScoresError, of row: ImportBatch.Row
    ) async throws(ImportScoresError) -> ImportRefusal {
        switch error {
        case .unknownLeaderboard, .noDefaultLeaderboard: return .unknownLeaderboard(row.leaderboard.id)
        case .archived: return .archived
        case .prereleased: return .prereleased
        case .outOfRange(_, let range): return .outOfRange(range)
        case .combined: return .combined
        case .betweenOccurrences: return .betweenOccurrences
        case .occurrenceOver: return .occurrenceOver
        case .replayRequired, .ticketRequired: return .replayRequired
        case .banned: return .banned
        case .tooManyHeld(_, let limit): return .tooManyHeld(limit: limit)
        case .gameCenterDisabled: throw .gameCenterDisabled
        case .notReleased: throw .notReleased
        case .broken(let reason), .simulatorBroken(let reason): throw .broken(reason: reason)
        case .unavailable:
            guard let player = row.player else { throw .unavailable }
            let merge = try await ImportScoresError.translating { () throws(StoreError) in
                try await accounts.directory.unfinishedMerge(of: player)
            }
            if merge == nil { throw .unavailable }
            return .merging
        case .stopped: throw .unavailable
        case .noScores, .tooManyScores, .scoreIDReused, .replay, .replayScoreDiffers, .replayReused, .tooManyReplays,
            .ticketInvalid, .ticketSeedDiffers, .ticketUsed, .runTooFast, .achievement, .judged:
            throw .broken(reason: "an imported score was refused: \(error)")
        }
    }
}
