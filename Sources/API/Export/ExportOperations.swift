import HTTPServer
import LaurelDomain
import LaurelWire
import Service

// `GET /v1/connect/apps/{bundleID}/scores/export`.
extension APIHandler {
    func exportScores(
        _ request: Request, _ bundleID: BundleID, _ format: ExportFormat, _ id: LeaderboardID?,
        _ after: JournalSequence?, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (_, app) = try moderating(bundleID, request, caller)
        let leaderboard = try id.map { id throws(Problem) in try find(id, of: app) }
        let export: ScoreExport
        do throws(ExportScoresError) {
            export = try ExportScores(services.keeper)(
                of: app, leaderboard: leaderboard, environment ?? .production, after: after)
        } catch {
            throw Problem(from: error)
        }
        let records = ScoreRecords(format: format, app: app, accounts: services.accounts)
        let head = after == nil ? records.head : nil
        let (workers, report, requestID) = (services.keeper.workers, configuration.report, request.id.description)
        var response = Response(.ok, headers: answers.download)
        response.headers.append("Content-Type", records.contentType)
        response.headers.append(
            "Content-Disposition", "attachment; filename=\"\(app.bundleID.text)-scores.\(format.rawValue)\"")
        response.body = .stream { writer in
            ExportPump(export, records, writer, workers) { report(requestID, "export-broken-off", $0) }.begin(head)
        }
        return .now(response)
    }
}

/// Moves an export into a stream at the reader's pace: a page is read from the store when the last one has left.
final class ExportPump: Sendable {
    private let export: ScoreExport
    private let records: ScoreRecords
    private let writer: StreamWriter
    private let workers: WorkerThreads
    private let report: @Sendable (String) -> Void

    /// Scores of one piece: about 224 bytes each, well below what a stream may queue.
    private static let pieceScores = 160

    init(
        _ export: ScoreExport, _ records: ScoreRecords, _ writer: StreamWriter, _ workers: WorkerThreads,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.export = export
        self.records = records
        self.writer = writer
        self.workers = workers
        self.report = report
    }

    func begin(_ head: [UInt8]?) {
        writer.isWhole = true
        if let head { writer.write(head) }
        write([])
    }

    /// - Parameter left: scores that were read and have not been written.
    private func write(_ left: ArraySlice<ExportedScore>) {
        writer.onDrain { [self] in
            guard writer.isOpen else { return }
            let isTaken = workers.start { [self] in step(left) }
            if !isTaken { breakOff("too much waits for the threads of exports") }
        }
    }

    /// On a thread that may block.
    private func step(_ left: ArraySlice<ExportedScore>) {
        var scores = left
        if scores.isEmpty {
            do throws(ExportScoresError) {
                guard let page = try export.next() else {
                    writer.close()
                    return
                }
                scores = page[...]
            } catch {
                breakOff("\(error)")
                return
            }
        }
        let piece = scores.prefix(Self.pieceScores)
        // Among many rows there may be no score of this leaderboard: then the next page comes after the others' turn.
        guard piece.isEmpty || writer.write(records.encode(Array(piece))) else { return }
        write(scores.dropFirst(piece.count))
    }

    /// The client sees that it is not complete, and may go on after the last row that it has.
    private func breakOff(_ reason: String) {
        report(reason)
        writer.abort()
    }
}

extension Problem {
    init(from error: ExportScoresError) {
        switch error {
        case .tooMany(let limit):
            self.init(.tooManyRequests, "At most \(limit) exports run at a time.", retryAfterSeconds: 30)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
