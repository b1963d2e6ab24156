import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// In which order an app shows what it has.
extension AppFeature {
    func setDisplayOrder(_ request: Request, _ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let body = try DisplayOrderBody(of: request)
        return replies.later(request) { () async throws(Problem) in
            do throws(DisplayOrderError) {
                try await SetDisplayOrder(apps)(
                    leaderboards: body.leaderboards, achievements: body.achievements, of: bundleID, by: administrator)
            } catch {
                throw Problem(from: error)
            }
            let app = try catalogue.find(bundleID).number
            return answers.json(
                DisplayOrderAnswer(
                    leaderboards: catalogue.leaderboards(of: app).map(\.id),
                    achievements: catalogue.achievements.achievements(of: app).map(\.id)))
        }
    }
}

extension Problem {
    fileprivate init(from error: DisplayOrderError) {
        switch error {
        case .unknownApp(let id): self = .unknown(id)
        case .leaderboard(let index, .unknown): self.init(.unknownLeaderboard, field: "leaderboards[\(index)]")
        case .achievement(let index, .unknown): self.init(.unknownAchievement, field: "achievements[\(index)]")
        case .leaderboard(let index, .twice): self.init(named: "leaderboards[\(index)]")
        case .achievement(let index, .twice): self.init(named: "achievements[\(index)]")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    private init(named field: String) { self.init(.invalidParameter, "This ID appears more than once.", field: field) }
}
