import LaurelDomain
import LaurelMatches
import Synchronization

/// The reference's achievements, challenges and replays.
final class InMemoryPlay: Sendable {
    struct State {
        var achievements: [AchievementNumber: Achievement] = [:]
        var removedAchievements: Set<AchievementNumber> = []
        var lastAchievement: UInt32 = 0
        var players: [ProgressKey: PlayerAchievements] = [:]
        var pages: [[UInt32]: PlayerPage] = [:]
        var challenges: [ChallengeNumber: ChallengeRecord] = [:]
        var settlements: [ChallengeNumber: ChallengeSettlement] = [:]
        var sendings: [ChallengeNumber: ChallengeSending] = [:]
        var lastChallenge: UInt32 = 0
        var mutes: Set<ChallengeMute> = []
        var groups = InMemoryGroupChallenges()
        var replays = InMemoryReplays()
        var blobs = InMemoryBlobs()
        var matches: [MatchGame: [MatchNumber: Match]] = [:]
        var matchData: [MatchGame: [MatchNumber: [UInt8]]] = [:]
        var lastMatches: [MatchGame: MatchNumber] = [:]
    }

    private let state = Mutex(State())

    func read<Result: Sendable>(_ body: (State) -> Result) -> Result { state.withLock { body($0) } }
    func write(_ fact: AchievementFact) { state.withLock { $0.write(fact) } }
    func write(_ fact: ChallengeFact) { state.withLock { $0.write(fact) } }
    func write(_ write: MatchWrite) { state.withLock { $0.write(write) } }
}

extension InMemoryPlay.State {
    /// A directory alone reads what else is in them.
    mutating func write(_ write: MatchWrite) {
        switch write {
        case .kept(let game, let match, let parts):
            if let data = parts.data { matchData[game, default: [:]][match.number] = data }
            matches[game, default: [:]][match.number] = match
            lastMatches[game] = max(lastMatches[game] ?? match.number, match.number)
        // A directory alone reads the archive.
        case .gone(let game, let number), .archived(let game, let number, played: _):
            matches[game]?[number] = nil
            matchData[game]?[number] = nil
        // Each match without them was written before.
        case .erased: break
        }
    }

    mutating func write(_ fact: AchievementFact) {
        switch fact {
        case .defined(let achievement):
            // A number that was given and is gone never comes back.
            guard !removedAchievements.contains(achievement.number) else { return }
            achievements[achievement.number] = achievement
            lastAchievement = max(lastAchievement, achievement.number.rawValue)
        case .removed(let number):
            if achievements.removeValue(forKey: number) != nil { removedAchievements.insert(number) }
            for key in players.keys { players[key]?.progress[number] = nil }
        case .reported(let key, let progress, _):
            players[key, default: PlayerAchievements()].hasReported = true
            players[key]?.progress[progress.achievement] = progress
        case .reset(let key, let moment):
            players[key, default: PlayerAchievements()].hasReported = true
            players[key]?.progress = [:]
            players[key]?.reset = moment
        case .erased(let player):
            players = players.filter { $0.key.player != player }
        case .players(let page): pages[[page.app.rawValue, UInt32(page.environment.rawValue), page.page]] = page
        }
    }

    mutating func write(_ fact: ChallengeFact) {
        switch fact {
        case .issued(let challenge, let message, let replay):
            if let replay { blobs.retain(replay) }
            challenges[challenge.number] = ChallengeRecord(
                challenge: challenge, message: message, replay: replay?.digest)
            lastChallenge = max(lastChallenge, challenge.number.rawValue)
        case .sent(let sending, by: _):
            for outcome in sending.outcomes where outcome.isNew && challenges[outcome.challenge] != nil {
                sendings[outcome.challenge] = sending
            }
        case .settled(let settlement):
            guard challenges[settlement.number] != nil else { return }
            letGo(of: settlement.number)
            challenges[settlement.number]?.challenge.state = settlement.state
            challenges[settlement.number]?.challenge.settled = settlement.at
            settlements[settlement.number] = settlement
        case .scoreReplay(let key, let replay):
            replays.keep(replay, at: key, &blobs)
        case .ticketUsed(let ticket, let now): replays.use(ticket, at: now)
        case .mute(let mute, let isMuted):
            if isMuted { mutes.insert(mute) } else { mutes.remove(mute) }
        case .moved(let source, let target): move(source, to: target)
        case .replaysWiped(let leaderboard, let player, let environment):
            replays.remove(&blobs) { key in
                key.leaderboard == leaderboard && key.environment == environment
                    && player ?? key.player == key.player
            }
        case .erased(let player): erase(player)
        case .merged(let guest, let account): merge(guest, into: account)
        case .scoreReplayMoved(let move): replays.move(move, &blobs)
        case .group(let write): groups.write(write, &blobs)
        }
    }

    private mutating func merge(_ guest: PlayerNumber, into account: PlayerNumber) {
        groups.merge(guest, into: account)
        for (number, record) in challenges {
            let merged = record.challenge.merged(from: guest, into: account)
            if merged.sender != merged.receiver { challenges[number]?.challenge = merged }
        }
        let merged = mutes.filter { $0.player == guest || $0.sender == guest }
        mutes.formUnion(merged.compactMap { $0.merged(from: guest, into: account) })
    }

    private mutating func erase(_ player: PlayerNumber) {
        for (number, record) in challenges
        where record.challenge.sender == player || record.challenge.receiver == player {
            letGo(of: number)
            challenges[number] = nil
            settlements[number] = nil
            sendings[number] = nil
        }
        mutes = mutes.filter { $0.player != player && $0.sender != player }
        replays.remove(&blobs) { $0.player == player }
        groups.erase(player)
    }

    private mutating func move(_ source: LeaderboardNumber, to target: LeaderboardNumber) {
        for (number, record) in challenges where record.challenge.goal.subject == .leaderboard(source) {
            challenges[number]?.challenge = record.challenge.moved(to: target)
        }
        mutes = Set(mutes.map { $0.moved(from: source, to: target) })
        replays.move(from: source, to: target)
        groups.move(source, to: target)
    }

    private mutating func letGo(of number: ChallengeNumber) {
        if let replay = challenges[number]?.replay { blobs.release(replay) }
        challenges[number]?.replay = nil
    }
}
