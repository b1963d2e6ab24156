import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import LaurelTestSupport
import Testing

/// Who is whose friend, as sets of pairs.
private struct NaiveFriends {
    struct Pair: Hashable {
        let from: Int
        let to: Int
        var back: Pair { Pair(from: to, to: from) }
    }

    /// Whether a history meets friendships at all; all of them may have ended.
    private(set) var friendshipsMade = 0
    var friends: Set<Pair> = []
    /// From whom, to whom.
    var requests: Set<Pair> = []
    /// Those that the receiver does not see.
    var hidden: Set<Pair> = []
    var blocks: Set<Pair> = []

    /// - Returns: whether it is done.
    mutating func request(_ pair: Pair) -> Bool {
        guard pair.from != pair.to, !friends.contains(pair), !blocks.contains(pair) else { return false }
        if requests.contains(pair.back), !blocks.contains(pair.back) {
            befriend(pair)
        } else if requests.insert(pair).inserted, blocks.contains(pair.back) {
            hidden.insert(pair)
        }
        return true
    }

    mutating func accept(_ pair: Pair) -> Bool {
        guard requests.contains(pair.back), !hidden.contains(pair.back) else { return false }
        befriend(pair)
        return true
    }

    /// The sender takes it back, or the receiver declines.
    mutating func end(_ pair: Pair) -> Bool {
        if requests.remove(pair) != nil {
            hidden.remove(pair)
            return true
        }
        guard !hidden.contains(pair.back) else { return false }
        return requests.remove(pair.back) != nil
    }

    mutating func remove(_ pair: Pair) -> Bool {
        guard friends.remove(pair) != nil else { return false }
        friends.remove(pair.back)
        return true
    }

    mutating func block(_ pair: Pair) -> Bool {
        guard pair.from != pair.to else { return false }
        // Done already is done too: a request that the blocked one has sent since, and thinks is waiting, stays.
        guard blocks.insert(pair).inserted else { return true }
        for pair in [pair, pair.back] {
            friends.remove(pair)
            requests.remove(pair)
            hidden.remove(pair)
        }
        return true
    }

    private mutating func befriend(_ pair: Pair) {
        friendshipsMade += 1
        for pair in [pair, pair.back] {
            friends.insert(pair)
            requests.remove(pair)
            hidden.remove(pair)
        }
    }
}

@Suite("Friends and naive model", .timeLimit(.minutes(15))) struct FriendsModelTests {
    private static let count = 6

    @Test(
        "rule 2.1: agree through requests, answers, removals, blocks and restarts",
        arguments: Depth.seeds(4))
    func model(seed: UInt64) async throws {
        let directory = try TestStores.directory()
        let world = AccountsWorld(directory: directory)
        var friends = world.friends(directory)
        var players: [Player] = []
        for index in 0..<Self.count { players.append(try await world.signUp("player\(index)").player) }
        var random = SplitMix64(seed: seed)
        var model = NaiveFriends()
        for step in 0..<400 {
            // The limits of a day are tested elsewhere.
            world.time.advance(.hours(9))
            if Int(random.next() % UInt64(50)) == 0 { friends = world.friends(directory) }
            let pair = NaiveFriends.Pair(
                from: Int(random.next() % UInt64(Self.count)), to: Int(random.next() % UInt64(Self.count)))
            let (player, other) = (players[pair.from].number, PlayerNaming.alias(players[pair.to].alias))
            let expected: Bool
            let done: Bool
            switch Int(random.next() % UInt64(8)) {
            case 0...2:
                expected = model.request(pair)
                done = await succeeds { _ = try await RequestFriend(friends)(other, message: "", by: player) }
            case 3, 4:
                expected = model.accept(pair)
                done = await succeeds { _ = try await AcceptFriend(friends)(other, by: player) }
            case 5:
                expected = model.end(pair)
                done = await succeeds { try await EndFriendRequest(friends)(with: other, by: player) }
            case 6:
                expected = model.remove(pair)
                done = await succeeds { try await RemoveFriend(friends)(other, by: player) }
            default:
                if Int(random.next() % UInt64(3)) == 0 {
                    expected = model.block(pair)
                    done = await succeeds { _ = try await BlockPlayer(friends)(other, by: player) }
                } else {
                    model.blocks.remove(pair)
                    expected = true
                    done = await succeeds { try await UnblockPlayer(friends)(other, by: player) }
                }
            }
            try #require(done == expected, "seed \(seed), step \(step)")
            try await compare(model, friends, players, "seed \(seed), step \(step)")
        }
        #expect(model.friendshipsMade > 0, "a life without friends proves little")
    }

    private func succeeds(_ change: () async throws -> Void) async -> Bool {
        do {
            try await change()
            return true
        } catch {
            return false
        }
    }

    private func compare(
        _ model: NaiveFriends, _ friends: Friends, _ players: [Player], _ step: String
    ) async throws {
        func numbers(_ pairs: some Sequence<NaiveFriends.Pair>, from index: Int) -> [PlayerNumber] {
            pairs.filter { $0.from == index }.map { players[$0.to].number }.sorted()
        }
        for (index, player) in players.enumerated() {
            let list = try await friends.graph.friends(of: player.number)
            try #require(list == numbers(model.friends, from: index), "\(step)")
            let requests = try await ListFriendRequests(friends)(of: player.number)
            try #require(requests.sent.map(\.player).sorted() == numbers(model.requests, from: index), "\(step)")
            let seen = model.requests.subtracting(model.hidden).map(\.back)
            try #require(requests.received.map(\.player).sorted() == numbers(seen, from: index), "\(step)")
            let blocked = try await ListBlockedPlayers(friends)(by: player.number)
            try #require(blocked == numbers(model.blocks, from: index), "\(step)")
        }
    }
}

extension AccountsWorld {
    func friends(_ directory: any Directory, countLimit: Int = FriendGraph.countLimit) -> Friends {
        Friends(
            directory: directory, graph: FriendGraph(directory: directory, countLimit: countLimit), accounts: accounts,
            outbox: Outbox())
    }
}
