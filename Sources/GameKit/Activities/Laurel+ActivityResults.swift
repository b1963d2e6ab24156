import LaurelClient
import LaurelDomain
import LaurelWire

extension Laurel {
    /// Sends what a round has, in one request: all of it counts, or none. Kept like scores (rule 8.1).
    func submit(
        _ scores: [OutgoingScore], with reports: [(GKAchievement, OutgoingReport)],
        telling handler: @escaping ((any Error)?) -> Void
    ) {
        guard !scores.isEmpty else {
            return reports.isEmpty ? () : submit(reports, completing: nil, telling: handler)
        }
        guard !reports.isEmpty else { return submit(scores, completing: nil, telling: handler) }
        let begun = Result { () throws(GKError) in try begin(scores, with: reports) }
        answer(handler) { (center) throws(GKError) in try await center.finish(begun.get(), scores, with: reports) }
    }

    private func begin(
        _ scores: [OutgoingScore], with reports: [(GKAchievement, OutgoingReport)]
    ) throws(GKError) -> BegunReport {
        guard scores.count <= scoresLimit, reports.count <= reportsLimit else {
            throw GKError(
                .invalidParameter,
                detail: "An activity can have up to \(scoresLimit) scores and \(reportsLimit) achievements.")
        }
        let players = scores.compactMap(\.player) + reports.compactMap(\.1.player)
        let owner = try owner(players.first)
        guard players.allSatisfy({ $0.id == owner }) else {
            throw GKError(.invalidPlayer, detail: "The scores and achievements of an activity are of one player.")
        }
        var body = ScoresBody()
        body.scores = try scores.map { (score) throws(GKError) in try item(score) }
        body.achievements = try reports.map { (report) throws(GKError) in try item(report.1) }
        return try begin(.scores, [owner: body.json], of: players)
    }

    private func finish(
        _ begun: BegunReport, _ scores: [OutgoingScore], with reports: [(GKAchievement, OutgoingReport)]
    ) async throws(GKError) {
        try await begun.areKept()
        do throws(GKError) {
            if case .scores(let answer)? = try await begun.own?.outcome() {
                acknowledge(answer.achievements ?? [], reports)
            }
        } catch {
            throw error.naming(leaderboards: scores.map(\.leaderboard))
                .naming(achievements: reports.map(\.1.achievement))
        }
        if let other = begun.waitsFor { throw GKError.waits(for: other) }
    }
}
