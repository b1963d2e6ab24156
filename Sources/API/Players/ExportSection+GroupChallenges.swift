import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

extension ExportSection {
    /// In one environment after the other, newest first.
    static let groupChallenges = list(PlayerExportAnswer.groupChallenges) { list throws(ExportFailure) in
        let export = list.export
        let read = ReadGroupChallenges(export.data.groupChallenges)
        for environment in Environment.allCases {
            var before: GroupChallengeNumber?
            while true {
                let page: [GroupChallenge]
                do throws(GroupChallengeError) {
                    page = try await read.all(
                        of: export.player, environment, before: before, limit: ExportSection.groupChallengesAtOnce)
                } catch {
                    throw .failed(Problem(from: error))
                }
                for challenge in page {
                    guard let own = challenge[export.player] else { continue }
                    let leaderboard = export.data.groupChallenges.leaderboard(of: challenge)
                    let best = challenge.standings(leaderboard?.sortOrder ?? .highToLow)
                        .first { $0.player == export.player }?.best
                    try await list.append(
                        PlayerExportAnswer.GroupChallenge(
                            id: export.data.groupChallenges.ids.id(of: challenge.number),
                            bundleID: export.bundleID(challenge.app), environment: challenge.environment,
                            definition: challenge.definition, leaderboard: leaderboard?.id,
                            started: challenge.started, ends: challenge.ends,
                            state: PlayerExportAnswer.GroupChallenge.State(own.state), joined: own.joined,
                            tries: own.tryCount, value: best?.value, date: best?.date))
                }
                guard page.count == ExportSection.groupChallengesAtOnce, let last = page.last else { break }
                before = last.number
            }
        }
    }

    private static let groupChallengesAtOnce = 100
}

extension PlayerExportAnswer.GroupChallenge.State {
    fileprivate init(_ state: GroupChallenge.Participant.State) {
        switch state {
        case .invited: self = .invited
        case .joined: self = .joined
        case .declined: self = .declined
        case .left: self = .left
        }
    }
}
