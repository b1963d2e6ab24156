import LaurelDomain
import Synchronization

/// The parties of running activities. The player enters each at once, and again as long as it runs: the server counts
/// who entered lately (rule 14.10).
final class EnteredParties: Sendable {
    /// Half of how long an entry counts.
    private static let interval = Duration.seconds(5 * 60)

    private struct Entry: Sendable {
        let first: Task<Void, Never>?
        let stay: Task<Void, Never>
    }

    private let entries = Mutex<[PartyCode: Entry]>([:])

    deinit { for entry in entries.withLock({ Array($0.values) }) { entry.stay.cancel() } }

    func enter(_ code: PartyCode, of activity: ActivityID, in center: Laurel) {
        let first = center.tasks.start { [weak center] in await center?.tellEntry(code, of: activity) }
        let stay = Task { [weak center] in
            await first?.value
            while !Task.isCancelled, let world = center?.world {
                do { try await world.sleep(Self.interval) } catch { return }
                // A game that nobody sees asks nothing.
                guard let center, center.isInForeground, !Task.isCancelled else { continue }
                await center.tellEntry(code, of: activity)
                // Left meanwhile: it may have overtaken what said so.
                if Task.isCancelled { await center.tellLeaving(code) }
            }
        }
        let former = entries.withLock { $0.updateValue(Entry(first: first, stay: stay), forKey: code) }
        former?.stay.cancel()
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
