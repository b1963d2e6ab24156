public import LaurelDomain

/// One player in one game and environment: what progress belongs to.
public struct ProgressKey: Hashable, Sendable {
    public let player: PlayerNumber
    public let app: AppNumber
    public let environment: Environment

    public init(player: PlayerNumber, app: AppNumber, environment: Environment) {
        self.player = player
        self.app = app
        self.environment = environment
    }
}

/// What a commit says about achievements.
public enum AchievementFact: Hashable, Sendable {
    /// The achievement is so configured from now on.
    case defined(Achievement)
    /// The achievement is gone, and all progress with it. Its number is never used again.
    case removed(AchievementNumber)
    /// A player's progress, in place of what was known of it.
    ///
    /// - isFirst: they earned it, and had not before.
    case reported(ProgressKey, AchievementProgress, isFirst: Bool)
    /// All progress there goes; what was made before the moment does not count any more.
    case reset(ProgressKey, at: Timestamp)
    /// Everything of a player's goes, in all games. ``players(_:)`` take them out of theirs.
    case erased(PlayerNumber)
    /// Who of these plays a game, in place of what was known.
    case players(PlayerPage)
}

/// 4,096 players with neighbouring numbers, and who of them plays a game: a million take 125 KB, and are read in
/// milliseconds.
public struct PlayerPage: Hashable, Sendable {
    public static let numberBits: UInt32 = 12
    public static let wordCount = 1 << Int(numberBits - 6)

    public let app: AppNumber
    public let environment: Environment
    /// The upper bits of the players' numbers.
    public let page: UInt32
    /// ``wordCount`` of them; a player's bit is set when they play.
    public let words: [UInt64]

    /// - Returns: nil unless there are as many words as there must be.
    public init?(app: AppNumber, environment: Environment, page: UInt32, words: [UInt64]) {
        guard words.count == Self.wordCount else { return nil }
        self.app = app
        self.environment = environment
        self.page = page
        self.words = words
    }

    /// In order of number.
    public var players: [PlayerNumber] {
        words.indices.flatMap { word in
            (0..<64 as Range<UInt32>).compactMap { bit in
                words[word] & 1 << UInt64(bit) == 0
                    ? nil : PlayerNumber(page << Self.numberBits | UInt32(word) << 6 | bit)
            }
        }
    }
}

public struct AchievementRecords: Hashable, Sendable {
    /// In order of number.
    public var achievements: [Achievement]
    /// 0: none was ever made.
    public var lastNumber: UInt32
    public init(achievements: [Achievement] = [], lastNumber: UInt32 = 0) {
        self.achievements = achievements
        self.lastNumber = lastNumber
    }
}

/// How many players have an achievement, in one environment.
public struct EarnedCount: Hashable, Sendable {
    public let achievement: AchievementNumber
    public let environment: Environment
    public let players: Int
    public init(achievement: AchievementNumber, environment: Environment, players: Int) {
        self.achievement = achievement
        self.environment = environment
        self.players = players
    }
}

/// What the journal's writer reads of achievements. Calls block, as ``Journal``'s do.
public protocol AchievementJournal: Sendable {
    /// All achievements as they are now, and the highest number that one was ever given.
    func achievements() throws(StoreError) -> AchievementRecords
    /// Those that anybody has, in no order. O(achievements).
    func earnedCounts() throws(StoreError) -> [EarnedCount]
    /// Who plays which game, in no order.
    func playerPages() throws(StoreError) -> [PlayerPage]
    /// O(log *n* + achievements of the app).
    func playerAchievements(_ key: ProgressKey) throws(StoreError) -> PlayerAchievements
    /// Of the next players who have reported anything there, at most `limit`, in order of number; one who has reset all
    /// of it has none. O(log *n* + rows).
    func reporters(
        in app: AppNumber, _ environment: Environment, after player: PlayerNumber?, limit: Int
    ) throws(StoreError) -> [ReporterProgress]
}

/// All of a player's progress in a game.
public struct ReporterProgress: Hashable, Sendable {
    public let player: PlayerNumber
    /// In order of achievement.
    public let progress: [AchievementProgress]

    public init(player: PlayerNumber, progress: [AchievementProgress]) {
        self.player = player
        self.progress = progress.sorted { $0.achievement < $1.achievement }
    }
}

/// Progress, for those who only read.
public protocol AchievementDirectory: Sendable {
    func progress(_ key: ProgressKey) async throws(StoreError) -> PlayerAchievements
    /// Of these players, those who have earned it.
    func earners(
        of achievement: AchievementNumber, in app: AppNumber, _ environment: Environment, among players: [PlayerNumber]
    ) async throws(StoreError) -> Set<PlayerNumber>
}
