import LaurelDomain
import Synchronization

/// The reference's achievements and challenges. The in-memory journal and directory share one, as the tables of one
/// file would be shared.
public final class InMemoryPlay: Sendable {
    struct State {
        var achievements: [AchievementNumber: Achievement] = [:]
        var removedAchievements: Set<AchievementNumber> = []
        var lastAchievement: UInt32 = 0
        var players: [ProgressKey: PlayerAchievements] = [:]
        var pages: [[UInt32]: PlayerPage] = [:]
        var challenges: [ChallengeNumber: ChallengeRecord] = [:]
        var settlements: [ChallengeNumber: ChallengeSettlement] = [:]
        var lastChallenge: UInt32 = 0
        var mutes: Set<ChallengeMute> = []
        var replays = InMemoryReplays()
        var shares = InMemoryShares()
        var blobs = InMemoryBlobs()
        var images = InMemoryImages()
    }

    private let state = Mutex(State())

    public init() {}

    func read<Result: Sendable>(_ body: (State) -> Result) -> Result { state.withLock { body($0) } }
    func write(_ fact: AchievementFact) { state.withLock { $0.write(fact) } }
    func write(_ fact: ChallengeFact) { state.withLock { $0.write(fact) } }
    func blob(_ digest: BlobDigest) -> [UInt8]? {
        state.withLock { $0.blobs.bytes(digest) ?? $0.images.blobs.bytes(digest) }
    }
    func shares<Result: Sendable>(_ body: (inout InMemoryShares) -> Result) -> Result {
        state.withLock { body(&$0.shares) }
    }
    func images<Result: Sendable>(_ body: (inout InMemoryImages) -> Result) -> Result {
        state.withLock { body(&$0.images) }
    }

    /// Empties the message of a challenge, and of all others of its sender that say the same.
    /// - Returns: whether there was any.
    func takeDownMessage(of number: ChallengeNumber, by sender: PlayerNumber) -> Bool {
        state.withLock { state in
            guard let record = state.challenges[number], record.challenge.sender == sender, !record.message.isEmpty
            else { return false }
            for (other, challenge) in state.challenges
            where challenge.challenge.sender == sender && challenge.message == record.message {
                state.challenges[other]?.message = ""
            }
            return true
        }
    }

    /// - Returns: how many.
    func sweep(settledBefore moment: Timestamp, limit: Int) -> Int {
        state.withLock { state in
            let old = state.challenges.values.map(\.challenge).filter { $0.settled.map { $0 < moment } ?? false }
                .sorted { ($0.settled ?? .first, $0.number) < ($1.settled ?? .first, $1.number) }.prefix(max(0, limit))
            for challenge in old {
                state.challenges[challenge.number] = nil
                state.settlements[challenge.number] = nil
            }
            return old.count
        }
    }
}

extension InMemoryPlay.State {
    mutating func write(_ fact: AchievementFact) {
        switch fact {
        case .defined(let achievement):
            // A number that was given and is gone never comes back.
            guard !removedAchievements.contains(achievement.number) else { return }
            achievements[achievement.number] = achievement
            images.note(
                achievement.app, .achievement, achievement.id.text, speaks: achievement.localizations.map(\.language))
            lastAchievement = max(lastAchievement, achievement.number.rawValue)
        case .removed(let number):
            if let old = achievements.removeValue(forKey: number) {
                images.note(old.app, .achievement, old.id.text, speaks: [])
                removedAchievements.insert(number)
            }
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
        case .settled(let settlement):
            guard challenges[settlement.number] != nil else { return }
            letGo(of: settlement.number)
            challenges[settlement.number]?.challenge.state = settlement.state
            challenges[settlement.number]?.challenge.settled = settlement.at
            settlements[settlement.number] = settlement
        case .scoreReplay(let key, let replay):
            replays.keep(replay, at: key, shared: shares.values(at: key), &blobs)
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
        }
    }

    private mutating func erase(_ player: PlayerNumber) {
        for (number, record) in challenges
        where record.challenge.sender == player || record.challenge.receiver == player {
            letGo(of: number)
            challenges[number] = nil
            settlements[number] = nil
        }
        mutes = mutes.filter { $0.player != player && $0.sender != player }
        replays.remove(&blobs) { $0.player == player }
    }

    private mutating func move(_ source: LeaderboardNumber, to target: LeaderboardNumber) {
        for (number, record) in challenges where record.challenge.goal.subject == .leaderboard(source) {
            challenges[number]?.challenge = record.challenge.moved(to: target)
        }
        mutes = Set(mutes.map { $0.moved(from: source, to: target) })
        replays.move(from: source, to: target)
        shares.move(from: source, to: target)
    }

    private mutating func letGo(of number: ChallengeNumber) {
        if let replay = challenges[number]?.replay { blobs.release(replay) }
        challenges[number]?.replay = nil
    }
}
