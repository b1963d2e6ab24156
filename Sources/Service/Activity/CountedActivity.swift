import LaurelDomain
import LaurelStorage
import Synchronization

/// The days that are over, counted. They change no more, so a restart is all that forgets them; they hold no player.
final class CountedActivity: Sendable {
    /// Beyond so many games all are forgotten and counted anew when they are asked for: some megabytes.
    static let gamesLimit = 1_000

    private let counts = Mutex<[AppEnvironment: [Day: DailyActivity]]>([:])

    func days(of game: AppEnvironment, from first: Day, before end: Day) -> [Day: DailyActivity] {
        counts.withLock { $0[game, default: [:]].filter { first <= $0.key && $0.key < end } }
    }

    func put(_ days: [Day: DailyActivity], of game: AppEnvironment) {
        guard let last = days.keys.max() else { return }
        let oldest = last.advanced(by: -Int64(ReadActivity.daysLimit))
        counts.withLock { counts in
            if counts.count >= Self.gamesLimit { counts = [:] }
            counts[game, default: [:]].merge(days) { _, new in new }
            counts[game] = counts[game]?.filter { $0.key >= oldest }
        }
    }
}
