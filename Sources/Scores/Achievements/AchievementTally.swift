public import LaurelDomain
package import LaurelStorage
import Synchronization

/// How many players a game has and how many of them have each achievement: exact, in memory, and in the store with
/// the commits that change it.
///
/// A game's players in an environment are those who submitted a score to it or reported an achievement of it there.
public final class AchievementTally: Sendable {
    private struct Earned: Hashable {
        let achievement: AchievementNumber
        let environment: Environment
    }

    private struct State {
        var earned: [Earned: Int] = [:]
        var players: [Game: PlayerSet] = [:]
    }

    /// A game in one environment.
    package struct Game: Hashable {
        package let app: AppNumber
        package let environment: Environment

        package init(app: AppNumber, environment: Environment) {
            self.app = app
            self.environment = environment
        }
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

    // MARK: Players

    package func plays(_ player: PlayerNumber, _ game: Game) -> Bool {
        state.withLock { $0.players[game]?.contains(player) ?? false }
    }

    /// The pages of a game's players as they are to be written when these join it.
    func pages(of game: Game, joinedBy players: Set<PlayerNumber>) -> [PlayerPage] {
        let before = state.withLock { $0.players[game] ?? PlayerSet() }
        var after = before
        for player in players { after.insert(player) }
        return Set(players.map { PlayerSet.page(of: $0) }).sorted().compactMap { after.page($0, of: game) }
    }

    /// The pages as they are to be written when a player leaves all games.
    package func pages(leftBy player: PlayerNumber) -> [PlayerPage] {
        let games = state.withLock { $0.players.filter { $0.value.contains(player) } }
        return games.compactMap { game, players in
            var players = players
            players.remove(player)
            return players.page(PlayerSet.page(of: player), of: game)
        }
    }

    /// The pages of a game's players as they are to be written when these leave it.
    package func pages(of game: Game, leftBy players: [PlayerNumber]) -> [PlayerPage] {
        var after = state.withLock { $0.players[game] ?? PlayerSet() }
        let left = players.filter { after.contains($0) }
        for player in left { after.remove(player) }
        return Set(left.map { PlayerSet.page(of: $0) }).sorted().compactMap { after.page($0, of: game) }
    }

    package func leave(_ game: Game, _ players: [PlayerNumber]) {
        state.withLock { state in for player in players { state.players[game]?.remove(player) } }
    }

    func join(_ game: Game, _ players: Set<PlayerNumber>) {
        state.withLock { state in
            for player in players { state.players[game, default: PlayerSet()].insert(player) }
        }
    }

    /// The player is gone from every game.
    package func forget(_ player: PlayerNumber) {
        state.withLock { state in for game in state.players.keys { state.players[game]?.remove(player) } }
    }

    func load(_ page: PlayerPage) {
        state.withLock { state in
            state.players[Game(app: page.app, environment: page.environment), default: PlayerSet()].load(page)
        }
    }

    // MARK: Achievements

    /// - Parameter change: players who have it now and had not, or the other way round when negative.
    package func count(_ change: Int, _ achievement: AchievementNumber, _ environment: Environment) {
        state.withLock { state in
            let key = Earned(achievement: achievement, environment: environment)
            let count = state.earned[key, default: 0] + change
            state.earned[key] = count > 0 ? count : nil
        }
    }

    package func forget(_ achievement: AchievementNumber) {
        state.withLock { state in state.earned = state.earned.filter { $0.key.achievement != achievement } }
    }

    func clear() { state.withLock { $0 = State() } }
}

/// Players as bits, in the pages in which the store keeps them.
struct PlayerSet: Sendable {
    private var pages: [UInt32: [UInt64]] = [:]
    private(set) var count = 0

    static func page(of player: PlayerNumber) -> UInt32 { player.rawValue >> PlayerPage.numberBits }

    func contains(_ player: PlayerNumber) -> Bool {
        let (word, bit) = Self.position(player)
        return pages[Self.page(of: player)].map { $0[word] & bit != 0 } ?? false
    }

    mutating func insert(_ player: PlayerNumber) {
        guard !contains(player) else { return }
        let (word, bit) = Self.position(player)
        pages[Self.page(of: player), default: Self.empty][word] |= bit
        count += 1
    }

    mutating func remove(_ player: PlayerNumber) {
        guard contains(player) else { return }
        let (word, bit) = Self.position(player)
        pages[Self.page(of: player)]?[word] &= ~bit
        count -= 1
    }

    func page(_ number: UInt32, of game: AchievementTally.Game) -> PlayerPage? {
        PlayerPage(
            app: game.app, environment: game.environment, page: number, words: pages[number] ?? Self.empty)
    }

    mutating func load(_ page: PlayerPage) {
        let old = pages.updateValue(page.words, forKey: page.page) ?? []
        count += page.words.reduce(0) { $0 + $1.nonzeroBitCount } - old.reduce(0) { $0 + $1.nonzeroBitCount }
    }

    private static let empty = [UInt64](repeating: 0, count: PlayerPage.wordCount)

    private static func position(_ player: PlayerNumber) -> (word: Int, bit: UInt64) {
        let number = player.rawValue & (1 << PlayerPage.numberBits - 1)
        return (Int(number) >> 6, 1 << UInt64(number & 63))
    }
}
