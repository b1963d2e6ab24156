public import LaurelDomain

extension InMemoryDirectory {
    public func progress(_ key: ProgressKey) async throws(StoreError) -> PlayerAchievements {
        play.read { $0.players[key] ?? PlayerAchievements() }
    }

    public func earners(
        of achievement: AchievementNumber, in app: AppNumber, _ environment: Environment, among players: [PlayerNumber]
    ) async throws(StoreError) -> Set<PlayerNumber> {
        play.read { state in
            Set(
                players.filter { player in
                    let key = ProgressKey(player: player, app: app, environment: environment)
                    return state.players[key]?.progress[achievement]?.isEarned == true
                })
        }
    }

    public func challenge(_ number: ChallengeNumber) async throws(StoreError) -> ChallengeRecord? {
        play.read { $0.challenges[number] }
    }

    public func challenges(_ numbers: [ChallengeNumber]) async throws(StoreError) -> [ChallengeRecord] {
        play.read { state in Set(numbers).sorted().compactMap { state.challenges[$0] } }
    }

    public func challenges(_ query: ChallengeQuery) async throws(StoreError) -> [ChallengeRecord] {
        play.read { state in
            let matches = state.challenges.values.filter { record in
                let challenge = record.challenge
                return (query.role == .received ? challenge.receiver : challenge.sender) == query.player
                    && challenge.environment == query.environment && query.app.map { $0 == challenge.app } ?? true
                    && query.state.map { $0 == challenge.state(at: query.now) } ?? true
                    && query.before.map { challenge.number < $0 } ?? true
            }
            return Array(matches.sorted { $0.challenge.number > $1.challenge.number }.prefix(max(0, query.limit)))
        }
    }

    public func deleteChallenges(settledBefore moment: Timestamp, limit: Int) async throws(StoreError) -> Int {
        play.sweep(settledBefore: moment, limit: limit)
    }

    public func mutes(of player: PlayerNumber) async throws(StoreError) -> [ChallengeMute] {
        play.read { $0.mutes.filter { $0.player == player } }
    }
}
