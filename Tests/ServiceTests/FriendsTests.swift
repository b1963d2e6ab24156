import LaurelDomain
import LaurelScores
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import Synchronization
import Testing

@testable import LaurelService

@Suite("Friends", .timeLimit(.minutes(15))) struct FriendsTests {
    private struct Three {
        let world: AccountsWorld
        let friends: Friends
        let ada: Player
        let zoe: Player
        let bob: Player

        init() async throws {
            let directory = try TestStores.directory()
            world = AccountsWorld(directory: directory)
            friends = world.friends(directory)
            ada = try await world.signUp("ada").player
            zoe = try await world.signUp("zoe").player
            bob = try await world.signUp("bob").player
        }

        func befriend(_ one: Player, _ other: Player) async throws {
            _ = try await RequestFriend(friends)(.alias(other.alias), message: "", by: one.number)
            _ = try await RequestFriend(friends)(.alias(one.alias), message: "", by: other.number)
        }
    }

    @Test("rule 2.1: two who ask each other at the same moment are friends")
    func race() async throws {
        let directory = try TestStores.directory()
        let world = AccountsWorld(directory: directory)
        let friends = world.friends(directory)
        let ada = try await world.signUp("ada").player
        for index in 0..<20 {
            let other = try await world.signUp("other\(index)").player
            async let one = RequestFriend(friends)(.alias(other.alias), message: "", by: ada.number)
            async let two = RequestFriend(friends)(.alias(ada.alias), message: "", by: other.number)
            let outcomes = try await [one.outcome, two.outcome]
            #expect(Set(outcomes) == [.waits, .becameFriends])
            #expect(try await friends.graph.areFriends(ada.number, other.number))
        }
    }

    @Test("rule 2.1: what depends on a friendship hears of its end, and of a block")
    func ends() async throws {
        let three = try await Three()
        let heard = Mutex<[[PlayerNumber]]>([])
        three.friends.graph.onEnd { one, other in heard.withLock { $0.append([one, other]) } }
        try await three.befriend(three.ada, three.zoe)
        _ = try await RequestFriend(three.friends)(.alias(three.bob.alias), message: "", by: three.ada.number)
        try await EndFriendRequest(three.friends)(with: .alias(three.bob.alias), by: three.ada.number)
        #expect(heard.withLock { $0 }.isEmpty)
        try await RemoveFriend(three.friends)(.alias(three.zoe.alias), by: three.ada.number)
        _ = try await BlockPlayer(three.friends)(.alias(three.bob.alias), by: three.ada.number)
        // Blocked already: nothing ends.
        _ = try await BlockPlayer(three.friends)(.alias(three.bob.alias), by: three.ada.number)
        try await UnblockPlayer(three.friends)(.alias(three.bob.alias), by: three.ada.number)
        #expect(
            heard.withLock { $0 }
                == [[three.ada.number, three.zoe.number], [three.ada.number, three.bob.number]])
        #expect(try await three.friends.graph.isBlocked(three.ada.number, by: three.bob.number) == false)
    }

    @Test("the deliverer of notices hears of a request and of a friendship, and of nothing else")
    func signals() async throws {
        let three = try await Three()
        let count = Mutex(0)
        three.friends.outbox.listen { count.withLock { $0 += 1 } }
        _ = try await RequestFriend(three.friends)(.alias(three.zoe.alias), message: "", by: three.ada.number)
        #expect(count.withLock { $0 } == 1)
        _ = try await AcceptFriend(three.friends)(.alias(three.ada.alias), by: three.zoe.number)
        #expect(count.withLock { $0 } == 2)
        try await RemoveFriend(three.friends)(.alias(three.ada.alias), by: three.zoe.number)
        _ = try await BlockPlayer(three.friends)(.alias(three.ada.alias), by: three.zoe.number)
        _ = try await RequestFriend(three.friends)(.alias(three.zoe.alias), message: "", by: three.ada.number)
        #expect(count.withLock { $0 } == 2)
    }

    @Test("rule 7.1: a request is read on all devices once nobody waits for an answer: asking back is one, too")
    func answered() async throws {
        let directory = try TestStores.directory()
        let world = AccountsWorld(directory: directory)
        let friends = world.friends(directory)
        let told = Mutex<[PlayerNumber]>([])
        friends.outbox.listenToInboxes { player in told.withLock { $0.append(player) } }
        let ada = try await world.signUp("ada").player
        let answers: [(Player) async throws -> Void] = [
            { _ = try await AcceptFriend(friends)(.alias(ada.alias), by: $0.number) },
            { _ = try await RequestFriend(friends)(.alias(ada.alias), message: "", by: $0.number) },
            { try await EndFriendRequest(friends)(with: .alias(ada.alias), by: $0.number) },
            { try await EndFriendRequest(friends)(with: .alias($0.alias), by: ada.number) },
            { _ = try await BlockPlayer(friends)(.alias(ada.alias), by: $0.number) },
        ]
        for (index, answer) in answers.enumerated() {
            let other = try await world.signUp("other\(index)").player
            _ = try await RequestFriend(friends)(.alias(other.alias), message: "", by: ada.number)
            #expect(try await directory.unreadCount(of: other.number, seenBy: .firstParty) == 1)
            #expect(told.withLock { $0.count } == index)
            try await answer(other)
            #expect(try await directory.unreadCount(of: other.number, seenBy: .firstParty) == 0, "\(index)")
            #expect(told.withLock { $0.last } == other.number)
        }
    }

    @Test(
        "a message is plain text of at most 200 characters",
        arguments: [
            ("", true), (String(repeating: "é", count: 200), true), (String(repeating: "x", count: 201), false),
            ("a\nb", false), ("a\u{202E}b", false), ("👩‍👩‍👧‍👦", true),
        ])
    func message(text: String, isTaken: Bool) async throws {
        let three = try await Three()
        do throws(ChangeFriendsError) {
            _ = try await RequestFriend(three.friends)(.alias(three.zoe.alias), message: text, by: three.ada.number)
            #expect(isTaken)
        } catch {
            #expect(error == .message(limit: 200) && !isTaken)
        }
        #expect(try await ListFriendRequests(three.friends)(of: three.zoe.number).received.count == (isTaken ? 1 : 0))
    }

    @Test("a list of friends is by name, page by page")
    func pages() async throws {
        let three = try await Three()
        try await three.befriend(three.ada, three.zoe)
        try await three.befriend(three.ada, three.bob)
        func page(_ first: Int, _ count: Int) async throws -> FriendsList {
            try await ListFriends(three.friends)(of: three.ada.number, for: .firstParty, first: first, count: count)
        }
        #expect(try await page(1, 100) == FriendsList(friends: [three.bob.number, three.zoe.number], total: 2))
        #expect(try await page(2, 1) == FriendsList(friends: [three.zoe.number], total: 2))
        #expect(try await page(3, 1) == FriendsList(friends: [], total: 2))
        #expect(try await page(.max, .max) == FriendsList(friends: [], total: 2))
    }

    @Test("the memory of lists has a bound, and what left it is read again")
    func bound() async throws {
        let directory = try TestStores.directory()
        let world = AccountsWorld(directory: directory)
        // Room for four lists without a friend.
        let graph = FriendGraph(directory: directory, countLimit: 64)
        var players: [PlayerNumber] = []
        for index in 0..<10 { players.append(try await world.signUp("player\(index)").player.number) }
        for player in players { #expect(try await graph.friends(of: player).isEmpty) }
        #expect(players.count { graph.cachedFriends(of: $0) != nil } <= 4)
        #expect(graph.cachedFriends(of: players[9]) == [])
        #expect(graph.cachedAreFriends(players[0], players[1]) == nil)
        #expect(graph.cachedAreFriends(players[0], players[9]) == false)
        #expect(try await !graph.areFriends(players[0], players[1]))
    }

    @Test("a list that was read before a change is not kept")
    func stale() async throws {
        let three = try await Three()
        let graph = three.friends.graph
        #expect(try await graph.friends(of: three.ada.number).isEmpty)
        // The change is in the store; memory hears of it now, while somebody has just read the store.
        let lists = HeldLists(three.friends.directory)
        let late = FriendGraph(directory: lists)
        async let list = late.friends(of: three.ada.number)
        await lists.gate.someoneWaits()
        try await three.befriend(three.ada, three.zoe)
        late.changed(three.ada.number, three.zoe.number)
        await lists.gate.release()
        #expect(try await list.isEmpty)
        #expect(late.cachedFriends(of: three.ada.number) == nil)
        #expect(try await late.friends(of: three.ada.number) == [three.zoe.number])
    }
}

/// Lists whose answers are held back after they were read, until they are released.
private final class HeldLists: FriendLists {
    private let base: any FriendLists
    let gate = Gate()

    init(_ base: any FriendLists) { self.base = base }

    func friends(of player: PlayerNumber) async throws(StoreError) -> [PlayerNumber] {
        let friends = try await base.friends(of: player)
        await gate.pass()
        return friends
    }

    func isBlocked(_ other: PlayerNumber, by player: PlayerNumber) async throws(StoreError) -> Bool {
        try await base.isBlocked(other, by: player)
    }

    func blocked(by player: PlayerNumber) async throws(StoreError) -> [PlayerNumber] {
        try await base.blocked(by: player)
    }

    func blockers(of player: PlayerNumber) async throws(StoreError) -> [PlayerNumber] {
        try await base.blockers(of: player)
    }

    actor Gate {
        private var isHeld = true
        private var waiting: CheckedContinuation<Void, Never>?
        private var watcher: CheckedContinuation<Void, Never>?

        func pass() async {
            guard isHeld else { return }
            await withCheckedContinuation { continuation in
                waiting = continuation
                watcher.take()?.resume()
            }
        }

        func release() {
            isHeld = false
            waiting.take()?.resume()
        }

        func someoneWaits() async {
            guard waiting == nil else { return }
            await withCheckedContinuation { watcher = $0 }
        }
    }
}
