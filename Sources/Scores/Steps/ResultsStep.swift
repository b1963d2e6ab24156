import LaurelDomain
import LaurelStorage

/// Scores of a player with progress in achievements: all of it counts in one commit, or nothing (rules 4.10, 14.4).
struct ResultsStep: WriterStep {
    let scores: SubmitCall
    /// Of the same player.
    let reports: ReportStep
    let reads: [StoreRead]

    var joinsBatch: Bool { true }
    var contact: DeviceContact? { reports.contact }

    func plan(_ draft: inout CommitDraft) throws(SubmitScoresError) -> ReportedAchievements {
        // Both have their IDs from one space, and neither knows what the other plans.
        let ids = Set(reports.items.compactMap(\.report.id))
        if let item = scores.items.firstIndex(where: { $0.score.id.map(ids.contains) ?? false }) {
            throw .scoreIDReused(item: item)
        }
        do throws(ReportAchievementsError) {
            let reported = try reports.plan(&draft)
            draft.submit(scores)
            return reported
        } catch .unavailable {
            throw .unavailable
        } catch .broken(let reason) {
            throw .broken(reason: reason)
        } catch {
            throw .achievement(error)
        }
    }

    func refusal(of score: Int, _ error: SubmitScoresError) -> SubmitScoresError { error }
}
