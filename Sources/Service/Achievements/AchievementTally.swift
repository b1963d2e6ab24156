public import LaurelDomain
import Synchronization

/// How many players a game has and how many of them have each achievement: exact, in memory.
///
/// A game's players in an environment are those who submitted a score to it or reported an achievement of it there.
public final class AchievementTally: Sendable {
    private struct Earned: Hashable {
        let achievement: AchievementNumber
        let environment: Environment
    }

    private struct Game: Hashable {
        let app: AppNumber
        let environment: Environment
    }

    private struct State {
        var earned: [Earned: Int] = [:]
        var players: [Game: PlayerSet] = [:]
        /// All boards of these were in memory since the start, so that nobody is missing.
        var complete: Set<Game> = []
    }

    private let state = Mutex(State())

    public init() {}

    /// The share of the game's players who have it, in percent; nil while the game has none.
    public func rarityPercent(
        of achievement: AchievementNumber, in app: AppNumber, _ environment: Environment
    ) -> Double? {
        state.withLock { state in
            guard let count = state.players[Game(app: app, environment: environment)]?.count, count > 0 else {
                return nil
            }
            let earned = state.earned[Earned(achievement: achievement, environment: environment)] ?? 0
            return Double(earned) * 100 / Double(count)
        }
    }

    public func playerCount(of app: AppNumber, _ environment: Environment) -> Int {
        state.withLock { $0.players[Game(app: app, environment: environment)]?.count ?? 0 }
    }

    func isComplete(_ app: AppNumber, _ environment: Environment) -> Bool {
        state.withLock { $0.complete.contains(Game(app: app, environment: environment)) }
    }

    func setComplete(_ app: AppNumber, _ environment: Environment) {
        state.withLock { _ = $0.complete.insert(Game(app: app, environment: environment)) }
    }

    func note(_ players: some Sequence<PlayerNumber>, of app: AppNumber, _ environment: Environment) {
        state.withLock { state in
            for player in players {
                state.players[Game(app: app, environment: environment), default: PlayerSet()].insert(player)
            }
        }
    }

    /// - Parameter change: players who have it now and had not, or the other way round when negative.
    func count(_ change: Int, _ achievement: AchievementNumber, _ environment: Environment) {
        state.withLock { state in
            let key = Earned(achievement: achievement, environment: environment)
            let count = state.earned[key, default: 0] + change
            state.earned[key] = count > 0 ? count : nil
        }
    }

    func forget(_ achievement: AchievementNumber) {
        state.withLock { state in state.earned = state.earned.filter { $0.key.achievement != achievement } }
    }

    /// The player is gone from every game.
    func forget(_ player: PlayerNumber) {
        state.withLock { state in for game in state.players.keys { state.players[game]?.remove(player) } }
    }

    func clear() { state.withLock { $0 = State() } }
}

/// Players as bits, in pages of 4,096: numbers are dense, so a million players take 125 KB.
struct PlayerSet: Sendable {
    private static let pageBits: UInt32 = 12
    private var pages: [UInt32: [UInt64]] = [:]
    private(set) var count = 0

    mutating func insert(_ player: PlayerNumber) {
        let (page, word, bit) = Self.place(player)
        if pages[page, default: Self.empty][word] & bit != 0 { return }
        pages[page, default: Self.empty][word] |= bit
        count += 1
    }

    mutating func remove(_ player: PlayerNumber) {
        let (page, word, bit) = Self.place(player)
        guard let words = pages[page], words[word] & bit != 0 else { return }
        pages[page]?[word] &= ~bit
        count -= 1
    }

    private static let empty = [UInt64](repeating: 0, count: 1 << Int(pageBits - 6))

    private static func place(_ player: PlayerNumber) -> (page: UInt32, word: Int, bit: UInt64) {
        let number = player.rawValue
        return (number >> pageBits, Int(number & (1 << pageBits - 1)) >> 6, 1 << UInt64(number & 63))
    }
}
