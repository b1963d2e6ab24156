import LaurelDomain
import Synchronization

/// The parties of running activities. The player enters each at once, and again as long as it runs: the server counts
/// who entered lately (rule 14.10).
final class EnteredParties: Sendable {
    /// Half of how long an entry counts.
    private static let interval = Duration.seconds(5 * 60)

    private struct Entry: Sendable {
        let activity: ActivityID
        let first: Task<Void, Never>?
        let stay: Task<Void, Never>
    }

    private let entries = Mutex<[PartyCode: Entry]>([:])

    deinit { for entry in entries.withLock({ Array($0.values) }) { entry.stay.cancel() } }

    func enter(_ code: PartyCode, of activity: ActivityID, in center: Laurel) {
        let entry = begin(code, of: activity, in: center)
        let former = entries.withLock { $0.updateValue(entry, forKey: code) }
        former?.stay.cancel()
    }

    /// For a player who has just signed in, perhaps after the activities began, or whose game is seen again.
    func enterAgain(in center: Laurel) {
        for (code, former) in entries.withLock({ $0 }) {
            // First, that the two don't enter side by side.
            former.stay.cancel()
            let entry = begin(code, of: former.activity, in: center)
            // It may have been left meanwhile.
            let left = entries.withLock { entries -> Entry? in
                guard entries[code] != nil else { return entry }
                return entries.updateValue(entry, forKey: code)
            }
            left?.stay.cancel()
        }
    }

    private func holds(_ code: PartyCode) -> Bool { entries.withLock { $0[code] != nil } }

    private func begin(_ code: PartyCode, of activity: ActivityID, in center: Laurel) -> Entry {
        let first = center.tasks.start { [weak center] in await center?.tellEntry(code, of: activity) }
        let stay = Task { [weak center, weak self] in
            await first?.value
            while !Task.isCancelled, let world = center?.world {
                do { try await world.sleep(Self.interval) } catch { return }
                // A game that nobody sees asks nothing.
                guard let center, center.isInForeground, !Task.isCancelled else { continue }
                await center.tellEntry(code, of: activity)
                // Left meanwhile, and not entered anew: it may have overtaken what said so.
                if Task.isCancelled, self?.holds(code) == false { await center.tellLeaving(code) }
            }
        }
        return Entry(activity: activity, first: first, stay: stay)
    }

    /// - Returns: when the first entry isn't under way any more, which must not overtake what follows.
    func leave(_ code: PartyCode) async {
        let entry = entries.withLock { $0.removeValue(forKey: code) }
        entry?.stay.cancel()
        await entry?.first?.value
    }

    /// Returns when the server knows of those whose matches have this group: a match that is sought there needs it.
    func settle(_ group: Int64) async {
        let firsts = entries.withLock { entries in
            entries.compactMap { $0.key.matchGroup == group ? $0.value.first : nil }
        }
        for first in firsts { await first.value }
    }
}
