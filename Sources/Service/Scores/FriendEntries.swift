public import LaurelDomain
import LaurelRanking
import LaurelScores

/// Which entries among friends.
public enum FriendsSelection: Hashable, Sendable {
    /// By rank among them.
    case window(RankWindow)
    /// So many (at most 100) with the viewer in the middle; none when they have no entry.
    case around(count: Int)
}

extension EntriesQuery {
    /// - Returns: nil for a reading that is not of friends. The caller holds the stream's lock, and calls
    ///   ``EntriesPage/arranged(for:)`` without it.
    func friendsPage(
        of leaderboard: Leaderboard, _ occurrence: Occurrence?, _ slot: StreamBoards.Slot, at now: Timestamp,
        version: JournalSequence
    ) -> EntriesPage? {
        guard case .friends(let friends, _) = selection else { return nil }
        let scope = slot.board.hasWindows ? scope : .allTime
        let standing = slot.board.standing(of: friends, and: viewer, scope, at: now)
        return EntriesPage(
            leaderboard: leaderboard, occurrence: occurrence, local: nil, entries: [], total: standing.count,
            version: version, revision: PageRevision(generation: slot.generation, top: 0), standing: standing)
    }

    /// The same of a combined leaderboard, which has caught up.
    func friendsPage(of leaderboard: Leaderboard, _ slot: CombinedSlot, version: JournalSequence) -> EntriesPage? {
        guard case .friends(let friends, _) = selection else { return nil }
        let standing = slot.board.standing(of: friends, and: viewer, scope)
        return EntriesPage(
            leaderboard: leaderboard, occurrence: nil, local: nil, entries: [], total: standing.count,
            version: version, revision: PageRevision(generation: slot.generation, top: 0), standing: standing)
    }
}

extension EntriesPage {
    /// With the friends that are wanted, in order, unless the caller has them already.
    func arranged(for query: EntriesQuery) -> EntriesPage {
        guard case .friends(_, let part) = query.selection, let standing else { return self }
        var page = self
        page.standing = nil
        page.local = query.viewer.flatMap { standing.entry(of: $0) }.map { .init($0) }
        page.revision = revision.map { PageRevision(generation: $0.generation, top: standing.fingerprint) }
        if page.revision != nil, page.revision == query.known {
            page.entries = nil
            return page
        }
        switch part {
        case .window(let window): page.entries = standing.page(window).map { .init($0) }
        case .around(let count):
            page.entries = query.viewer.map { standing.around($0, count: count) }?.map { .init($0) } ?? []
        }
        return page
    }
}
