import LaurelDomain
import LaurelStorage
import Synchronization

/// The days that are over, counted. They change no more, so a restart is all that forgets them; they hold no player.
final class CountedActivity: Sendable {
    struct Place: Hashable {
        let app: AppNumber
        let environment: Environment
    }

    /// Beyond so many games all are forgotten and counted anew when they are asked for: some megabytes.
    static let placesLimit = 1_000

    private let places = Mutex<[Place: [Day: DailyActivity]]>([:])

    func days(of place: Place, from first: Day, before end: Day) -> [Day: DailyActivity] {
        places.withLock { $0[place, default: [:]].filter { first <= $0.key && $0.key < end } }
    }

    func put(_ days: [Day: DailyActivity], of place: Place) {
        guard let last = days.keys.max() else { return }
        let oldest = last.advanced(by: -Int64(ReadActivity.daysLimit))
        places.withLock { places in
            if places.count >= Self.placesLimit { places = [:] }
            places[place, default: [:]].merge(days) { _, new in new }
            places[place] = places[place]?.filter { $0.key >= oldest }
        }
    }
}
