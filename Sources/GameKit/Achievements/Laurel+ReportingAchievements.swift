import LaurelClient

extension Laurel {
    func report(
        _ achievements: [GKAchievement], completing challenges: [GKChallenge]?,
        _ handler: (((any Error)?) -> Void)?
    ) {
        submit(achievements.map { ($0, $0.outgoing()) }, completing: challenges, telling: handler)
    }
}
