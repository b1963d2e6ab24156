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

/// What a page among friends was read from. As long as none of them has moved on the board, all of the page is as it
/// was, and nobody has to look at a thousand friends again.
public struct FriendsMoment: Hashable, Sendable {
    let friends: [PlayerNumber]
    /// As of `Board.moves(at:)`.
    let moves: UInt64
    let local: LaurelScores.RankedEntry?
    let total: Int
}

extension EntriesQuery {
    /// - Returns: nil for a reading that is not of friends. The caller holds the stream's lock, and calls
    ///   ``EntriesPage/arranged(for:)`` without it.
    func friendsPage(
        of found: FoundLeaderboard, _ occurrence: Occurrence?, _ slot: StreamBoards.Slot, at now: Timestamp,
        version: JournalSequence
    ) -> EntriesPage? {
        guard case .friends(let friends, _) = selection else { return nil }
        let board = slot.board
        let moves = board.moves(at: now)
        if let known, let moment = knownFriends, known.generation == slot.generation, moment.friends == friends,
            board.areUnmoved(friends, and: viewer, since: moment.moves, at: now)
        {
            return EntriesPage(
                found: found, occurrence: occurrence, local: moment.local, entries: nil,
                total: moment.total, version: version, revision: known,
                friends: FriendsMoment(friends: friends, moves: moves, local: moment.local, total: moment.total))
        }
        let standing = board.standing(of: friends, and: viewer, board.hasWindows ? scope : .allTime, at: now)
        return EntriesPage(
            found: found, occurrence: occurrence, local: nil, entries: [], total: standing.count,
            version: version, revision: PageRevision(generation: slot.generation, top: 0),
            friends: FriendsMoment(friends: friends, moves: moves, local: nil, total: standing.count),
            standing: standing)
    }

    /// The same of a combined leaderboard, which has caught up.
    func friendsPage(of found: FoundLeaderboard, _ slot: CombinedSlot, version: JournalSequence) -> EntriesPage? {
        guard case .friends(let friends, _) = selection else { return nil }
        let standing = slot.board.standing(of: friends, and: viewer, scope)
        return EntriesPage(
            found: found, occurrence: nil, local: nil, entries: [], total: standing.count,
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
        page.friends = friends.map { [local = page.local] moment in
            FriendsMoment(friends: moment.friends, moves: moment.moves, local: local, total: moment.total)
        }
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
