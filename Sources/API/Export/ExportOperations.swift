import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// `GET /v1/connect/apps/{bundleID}/scores/export` and `…/achievement-progress/export`.
struct ExportFeature: Sendable {
    let keeper: ScoreKeeper
    let accounts: Accounts
    let answers: Answers
    let report: FaultReport

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: ExportRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .scores(let id, let format, let board, let after, let environment):
            try exportScores(request, id, format, board, after, environment, caller)
        case .achievements(let id, let format, let environment):
            try exportAchievements(request, id, format, environment, caller)
        }
    }

    func exportScores(
        _ request: Request, _ bundleID: BundleID, _ format: ExportFormat, _ id: LeaderboardID?,
        _ after: JournalSequence?, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        _ = try caller.administering()
        let app = try accounts.catalogue.find(bundleID)
        let leaderboard = try id.map { id throws(Problem) in try accounts.catalogue.find(id, of: app) }
        let export: ScoreExport
        do throws(ExportScoresError) {
            export = try ExportScores(keeper)(
                of: app, leaderboard: leaderboard, environment ?? .production, after: after)
        } catch {
            throw Problem(from: error)
        }
        let records = ScoreRecords(format: format, app: app, accounts: accounts)
        return .now(
            download(request, "scores", of: app, format, head: after == nil ? records.head : nil) {
                () throws(ExportScoresError) in
                try export.next()
            } encode: {
                records.encode($0)
            })
    }

    func exportAchievements(
        _ request: Request, _ bundleID: BundleID, _ format: ExportFormat, _ environment: Environment?,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        _ = try caller.administering()
        let app = try accounts.catalogue.find(bundleID)
        let export: AchievementExport
        do throws(ExportScoresError) {
            export = try ExportAchievements(keeper)(of: app, environment ?? .production)
        } catch {
            throw Problem(from: error)
        }
        let records = AchievementRecords(format: format, app: app, accounts: accounts)
        return .now(
            download(request, "achievements", of: app, format, head: records.head) {
                () throws(ExportScoresError) in
                try export.next()
            } encode: {
                records.encode($0)
            })
    }

    /// - Parameters:
    ///   - head: the line above the rows; nil: none.
    ///   - next: the next page of rows; nil at the end. It may block.
    private func download<Row: Sendable>(
        _ request: Request, _ name: String, of app: App, _ format: ExportFormat, head: [UInt8]?,
        next: @escaping @Sendable () throws(ExportScoresError) -> [Row]?,
        encode: @escaping @Sendable ([Row]) -> [UInt8]
    ) -> Response {
        let (workers, report, requestID) = (keeper.workers, report, request.id.description)
        var response = Response(.ok, headers: answers.download)
        response.headers.append("Content-Type", format.contentType)
        response.headers.append(
            "Content-Disposition", "attachment; filename=\"\(app.bundleID.text)-\(name).\(format.rawValue)\"")
        response.body = .stream { writer in
            ExportPump(writer, workers, next: next, encode: encode) { reason in
                report(requestID, "export-broken-off", reason)
            }.begin(head)
        }
        return response
    }
}

extension Problem {
    init(from error: ExportScoresError) {
        switch error {
        case .tooMany(let limit):
            self.init(.tooManyRequests, "At most \(limit) exports can run at a time.", retryAfterSeconds: 30)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
