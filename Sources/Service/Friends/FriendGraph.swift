public import LaurelDomain
public import LaurelStorage
import Synchronization

/// Who is whose friend, in memory as far as somebody asked lately: a friends leaderboard and a challenge wait for
/// no disk.
///
/// The store is the truth; this is a copy of a part of it. A change is made in the store first and here second,
/// before the caller is told.
public final class FriendGraph: Sendable {
    /// Friends in memory, over all lists; 4 bytes each.
    public static let countLimit = 4_194_304
    /// What a list costs beside its friends, in friends.
    private static let listCost = 16

    private struct State {
        /// Two generations: what is used moves to the young one; when that is full, the old one is dropped.
        var young: [PlayerNumber: [PlayerNumber]] = [:]
        var old: [PlayerNumber: [PlayerNumber]] = [:]
        var youngCost = 0
        /// How many friendships were made or ended: a list that was read before one of them may be out of date.
        var changes: UInt64 = 0
    }

    private let directory: any FriendLists
    private let generationLimit: Int
    private let state = Mutex(State())
    private let listeners = Mutex<[@Sendable (PlayerNumber, PlayerNumber) -> Void]>([])

    public init(directory: any FriendLists, countLimit: Int = FriendGraph.countLimit) {
        self.directory = directory
        generationLimit = max(countLimit / 2, 1)
    }

    // MARK: Friends

    /// In order of number; at most ``LaurelDomain/FriendLimits/friends``. O(1) when it is in memory.
    public func friends(of player: PlayerNumber) async throws(StoreError) -> [PlayerNumber] {
        if let known = cachedFriends(of: player) { return known }
        let changes = state.withLock { $0.changes }
        let friends = try await directory.friends(of: player)
        state.withLock { state in
            if state.changes == changes { add(friends, of: player, to: &state) }
        }
        return friends
    }

    /// O(log *friends*) when the list of either is in memory.
    public func areFriends(_ player: PlayerNumber, _ other: PlayerNumber) async throws(StoreError) -> Bool {
        if let known = cachedAreFriends(player, other) { return known }
        return try await friends(of: player).containsSorted(other)
    }

    /// Without a wait, for the journal's writer.
    /// - Returns: nil when neither list is in memory.
    public func cachedAreFriends(_ player: PlayerNumber, _ other: PlayerNumber) -> Bool? {
        cachedFriends(of: player)?.containsSorted(other) ?? cachedFriends(of: other)?.containsSorted(player)
    }

    /// Without a wait.
    /// - Returns: nil when the list is not in memory.
    public func cachedFriends(of player: PlayerNumber) -> [PlayerNumber]? {
        state.withLock { state in
            if let friends = state.young[player] { return friends }
            guard let friends = state.old.removeValue(forKey: player) else { return nil }
            add(friends, of: player, to: &state)
            return friends
        }
    }

    /// Whether `player` blocks `blocked`. One read of the store.
    public func isBlocked(_ blocked: PlayerNumber, by player: PlayerNumber) async throws(StoreError) -> Bool {
        try await directory.isBlocked(blocked, by: player)
    }

    /// Whom a player blocks, and who blocks them. Two reads of the store.
    public func apart(from player: PlayerNumber) async throws(StoreError) -> Set<PlayerNumber> {
        try await directory.apart(from: player)
    }

    private func add(_ friends: [PlayerNumber], of player: PlayerNumber, to state: inout State) {
        if state.youngCost >= generationLimit {
            state.old = state.young
            state.young = [:]
            state.youngCost = 0
        }
        if state.young.updateValue(friends, forKey: player) == nil {
            state.youngCost += friends.count + Self.listCost
        }
    }

    // MARK: Changes

    /// `listener` hears of two players between whom friendship, or the permission to challenge, has ended: removed or
    /// blocked. It is called after the commit, on any thread, and only sets something going: a crash in between is
    /// heard by nobody, so a caller that depends on a friendship asks again before it acts on it.
    public func onEnd(_ listener: @escaping @Sendable (PlayerNumber, PlayerNumber) -> Void) {
        listeners.withLock { $0.append(listener) }
    }

    /// The store says something else of these two from now on.
    func changed(_ player: PlayerNumber, _ other: PlayerNumber) {
        state.withLock { state in
            state.changes &+= 1
            for player in [player, other] {
                state.young[player] = nil
                state.old[player] = nil
            }
        }
    }

    /// Friendship or permission ended, in the store already.
    func ended(_ player: PlayerNumber, _ other: PlayerNumber) {
        changed(player, other)
        for listener in listeners.withLock({ $0 }) { listener(player, other) }
    }
}

extension [PlayerNumber] {
    /// Binary search.
    func containsSorted(_ player: PlayerNumber) -> Bool {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle] < player { low = middle + 1 } else { high = middle }
        }
        return low < endIndex && self[low] == player
    }
}
