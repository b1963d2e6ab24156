public import LaurelDomain
public import LaurelMatches

extension InMemoryJournal {
    public func achievements() throws(StoreError) -> AchievementRecords {
        play.read { state in
            AchievementRecords(
                achievements: state.achievements.values.sorted { $0.number < $1.number },
                lastNumber: state.lastAchievement)
        }
    }

    public func earnedCounts() throws(StoreError) -> [EarnedCount] {
        play.read { state in
            Environment.allCases.flatMap { environment in
                Set(state.players.values.flatMap(\.progress.keys)).compactMap { number in
                    let count = state.players.count {
                        $0.key.environment == environment && $0.value.progress[number]?.isEarned == true
                    }
                    return count == 0 ? nil : EarnedCount(achievement: number, environment: environment, players: count)
                }
            }
        }
    }

    public func playerPages() throws(StoreError) -> [PlayerPage] { play.read { Array($0.pages.values) } }

    public func playerAchievements(_ key: ProgressKey) throws(StoreError) -> PlayerAchievements {
        play.read { $0.players[key] ?? PlayerAchievements() }
    }

    public func reporters(
        in app: AppNumber, _ environment: Environment, after player: PlayerNumber?, limit: Int
    ) throws(StoreError) -> [ReporterProgress] {
        play.read { state in
            state.players.filter { key, achievements in
                key.app == app && key.environment == environment && achievements.hasReported
                    && player.map { key.player > $0 } ?? true
            }
            .map { ReporterProgress(player: $0.key.player, progress: Array($0.value.progress.values)) }
            .sorted { $0.player < $1.player }.prefix(max(0, limit)).map { $0 }
        }
    }

    public func pendingChallenges() throws(StoreError) -> [Challenge] {
        play.read { state in
            state.challenges.values.map(\.challenge).filter { $0.state == .pending }.sorted { $0.number < $1.number }
        }
    }

    public func challenges(issuedAfter moment: Timestamp) throws(StoreError) -> [Challenge] {
        play.read { state in
            state.challenges.values.map(\.challenge).filter { $0.issued > moment }.sorted { $0.number < $1.number }
        }
    }

    public func lastChallenge() throws(StoreError) -> UInt32 { play.read { $0.lastChallenge } }
    public func challengeMutes() throws(StoreError) -> [ChallengeMute] { play.read { Array($0.mutes) } }

    public func groupChallenges(closedAfter moment: Timestamp) throws(StoreError) -> [GroupChallenge] {
        play.read { $0.groups.challenges(closedAfter: moment) }
    }

    public func lastGroupChallenge() throws(StoreError) -> UInt32 { play.read { $0.groups.last } }

    public func challenges(
        completedBy row: JournalSequence, of player: PlayerNumber, _ subject: ChallengeSubject,
        _ environment: Environment
    ) throws(StoreError) -> [ChallengeSettlement] {
        play.read { state in
            state.settlements.values.filter { settlement in
                guard let challenge = state.challenges[settlement.number]?.challenge else { return false }
                return settlement.by == row && challenge.receiver == player && challenge.goal.subject == subject
                    && challenge.environment == environment
            }.sorted { $0.number < $1.number }
        }
    }

    public func challengeSending(
        _ key: ChallengeKey, by sender: PlayerNumber
    ) throws(StoreError) -> ChallengeSending? {
        play.read { state in
            state.sendings.first { number, sending in
                sending.key == key && state.challenges[number]?.challenge.sender == sender
            }?.value
        }
    }

    public func scoreReplay(_ key: ScoreReplayKey, value: Int64) throws(StoreError) -> Blob? {
        play.read { state in
            guard let replay = state.replays.last(at: key, value: value),
                let bytes = state.blobs.bytes(replay.digest)
            else { return nil }
            return Blob(digest: replay.digest, bytes: bytes)
        }
    }

    public func matches() throws(StoreError) -> [MatchGame: [Match]] {
        play.read { state in
            state.matches.filter { !$0.value.isEmpty }.mapValues { $0.values.sorted { $0.number < $1.number } }
        }
    }

    public func lastMatches() throws(StoreError) -> [MatchGame: MatchNumber] { play.read { $0.lastMatches } }

    public func openData(of game: MatchGame) throws(StoreError) -> [MatchNumber: [UInt8]] {
        play.read { state in
            (state.matchData[game] ?? [:]).filter { state.matches[game]?[$0.key]?.ended == nil }
        }
    }
}
