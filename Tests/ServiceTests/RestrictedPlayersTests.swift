import LaurelDomain
import LaurelStorage
import Testing

@testable import LaurelScores
import LaurelTestStores
@testable import LaurelService

@Suite("What players allow", .timeLimit(.minutes(15))) struct RestrictedPlayersTests {
    private struct World {
        let accounts: AccountsWorld
        let friends: Friends
        let ada: Player
        let zoe: Player
        let bob: Player

        init() async throws {
            let directory = try TestStores.directory()
            accounts = AccountsWorld(directory: directory)
            friends = accounts.friends(directory)
            ada = try await accounts.signUp("ada").player
            zoe = try await accounts.signUp("zoe").player
            bob = try await accounts.signUp("bob").player
        }

        func ask(_ other: Player, by player: Player, _ message: String = "") async throws(ChangeFriendsError) {
            _ = try await RequestFriend(friends)(.alias(other.alias), message: message, by: player.number)
        }

        func befriend(_ one: Player, _ other: Player) async throws {
            try await ask(other, by: one)
            try await ask(one, by: other)
        }

        func restrict(_ player: Player, strangers: Bool = false, messages: Bool = false) async throws {
            _ = try await Restrict(accounts.accounts)(
                player.number,
                RestrictionRequest(birthYear: nil, forbidsStrangers: strangers, forbidsMessages: messages))
        }

        func change(_ player: Player, _ set: (inout ProfileChange) -> Void) async throws {
            var change = ProfileChange()
            set(&change)
            _ = try await UpdateProfile(accounts.accounts)(of: player.number, change)
        }
    }

    @Test(
        "rules 1.1, 2.1: a restricted player meets no strangers, on either side's first step, and keeps their friends")
    func strangers() async throws {
        let world = try await World()
        let friends = world.friends
        try await world.befriend(world.ada, world.bob)
        // A link and a request from before the restriction.
        let link = try await InviteFriends(friends)(uses: 5, days: 1, by: world.ada.number)
        try await world.ask(world.ada, by: world.zoe)
        try await world.restrict(world.ada, strangers: true)
        let other = try await InviteFriends(friends)(uses: 5, days: 1, by: world.zoe.number)
        await #expect(throws: ChangeFriendsError.refused(.restricted)) { try await world.ask(world.zoe, by: world.ada) }
        await #expect(throws: ChangeFriendsError.refused(.restricted)) {
            try await AcceptFriend(friends)(.alias(world.zoe.alias), by: world.ada.number)
        }
        await #expect(throws: ChangeFriendsError.refused(.restricted)) {
            try await AcceptFriendInvitation(friends)(other.code, by: world.ada.number)
        }
        await #expect(throws: FriendInvitationError.restricted) {
            try await InviteFriends(friends)(uses: 1, days: 1, by: world.ada.number)
        }
        // To strangers it looks as if she took no requests, and as if there were no such link.
        try await EndFriendRequest(friends)(with: .alias(world.ada.alias), by: world.zoe.number)
        await #expect(throws: ChangeFriendsError.refused(.takesNoRequests)) {
            try await world.ask(world.ada, by: world.zoe)
        }
        await #expect(throws: ChangeFriendsError.invitationRefused) {
            try await AcceptFriendInvitation(friends)(link.code, by: world.zoe.number)
        }
        await #expect(throws: FriendInvitationError.unknown) {
            try await ViewFriendInvitation(friends)(link.code, by: world.zoe.number)
        }
        #expect(try await friends.graph.friends(of: world.ada.number) == [world.bob.number])
        // Once it is lifted, both ways are open.
        try await world.restrict(world.ada)
        _ = try await AcceptFriendInvitation(friends)(link.code, by: world.zoe.number)
        #expect(try await friends.graph.areFriends(world.ada.number, world.zoe.number))
    }

    @Test("rule 1.1: a restricted player sends and gets no messages: the request comes without one")
    func messages() async throws {
        let world = try await World()
        func texts(_ player: Player) async throws -> [String] {
            try await ListFriendRequests(world.friends)(of: player.number).received.map(\.message)
        }
        try await world.ask(world.ada, by: world.zoe, "from before")
        #expect(try await texts(world.ada) == ["from before"])
        try await world.restrict(world.ada, messages: true)
        #expect(try await texts(world.ada) == [""])
        #expect(try await ListFriendRequests(world.friends)(of: world.zoe.number).sent.map(\.message) == [""])
        try await world.ask(world.ada, by: world.bob, "hello")
        try await world.ask(world.zoe, by: world.bob, "hello")
        #expect(try await texts(world.zoe) == ["hello"])
        try await world.restrict(world.ada)
        // What came meanwhile came without.
        #expect(try await texts(world.ada).sorted() == ["", "from before"])
    }

    @Test("rule 1.1: who is not findable is to strangers as one who is not there, and who takes no requests gets none")
    func privacy() async throws {
        let world = try await World()
        try await world.change(world.ada) { $0.isFindable = false }
        await #expect(throws: ChangeFriendsError.refused(.notFindable)) {
            try await world.ask(world.ada, by: world.zoe)
        }
        // By his id, and once he has asked himself, he is found.
        let id = world.accounts.accounts.ids.id(of: world.ada.number, in: .player)
        _ = try await RequestFriend(world.friends)(.id(id, .player), message: "", by: world.zoe.number)
        try await world.ask(world.bob, by: world.ada)
        try await world.ask(world.ada, by: world.bob)
        #expect(try await world.friends.graph.areFriends(world.ada.number, world.bob.number))
        try await world.change(world.zoe) { $0.takesRequests = false }
        await #expect(throws: ChangeFriendsError.refused(.takesNoRequests)) {
            try await world.ask(world.zoe, by: world.bob)
        }
        // He may ask, and be answered.
        try await world.ask(world.bob, by: world.zoe)
        try await world.ask(world.zoe, by: world.bob)
        #expect(try await world.friends.graph.areFriends(world.zoe.number, world.bob.number))
    }

    @Test("rule 2.2: the friends of a restricted player are shown to no game, nor is he, whatever he had allowed")
    func consent() async throws {
        let world = try await World()
        let app = App(
            number: AppNumber(1), team: TeamNumber(1), bundleID: try BundleID("com.example.game"), name: "Game",
            sku: "G")
        let binding = Binding.game(app.number, .production)
        try await world.befriend(world.ada, world.zoe)
        let set = SetFriendListConsent(world.friends)
        for player in [world.ada, world.zoe] {
            #expect(try await set(isAuthorized: true, of: player.number, to: app) == .authorized)
        }
        func list(_ player: Player) async throws -> [PlayerNumber] {
            try await ListFriends(world.friends)(of: player.number, for: binding, first: 1, count: 10).friends
        }
        #expect(try await list(world.ada) == [world.zoe.number])
        try await world.restrict(world.zoe, strangers: true)
        #expect(try await list(world.ada) == [])
        await #expect(throws: ListFriendsError.noConsent(.restricted)) { try await list(world.zoe) }
        #expect(try await ReadFriendListConsent(world.friends)(of: world.zoe.number, to: app) == .restricted)
        await #expect(throws: ListFriendsError.noConsent(.restricted)) {
            try await set(isAuthorized: true, of: world.zoe.number, to: app)
        }
        // He sees them himself, and what he decided counts again afterwards.
        let own = try await ListFriends(world.friends)(of: world.zoe.number, for: .firstParty, first: 1, count: 10)
        #expect(own.friends == [world.ada.number])
        #expect(try await set(isAuthorized: false, of: world.zoe.number, to: app) == .restricted)
        try await world.restrict(world.zoe)
        #expect(try await ReadFriendListConsent(world.friends)(of: world.zoe.number, to: app) == .denied)
    }

    @Test("friends of friends are suggested, most shared friends first, but for those who may not be asked")
    func suggestions() async throws {
        let world = try await World()
        var others: [Player] = []
        for name in ["one", "two", "three", "four", "five"] {
            others.append(try await world.accounts.signUp(name).player)
        }
        try await world.befriend(world.ada, world.zoe)
        try await world.befriend(world.ada, world.bob)
        for other in others { try await world.befriend(world.zoe, other) }
        try await world.befriend(world.bob, others[3])
        func suggested(_ count: Int = 50) async throws -> [PlayerNumber] {
            try await SuggestFriends(world.friends)(for: world.ada.number, count: count).map(\.player)
        }
        let all = [3, 0, 1, 2, 4].map { others[$0].number }
        #expect(try await suggested() == all)
        #expect(try await suggested(2) == Array(all.prefix(2)))
        #expect(
            try await SuggestFriends(world.friends)(for: world.ada.number, count: 1)
                == [FriendSuggestion(player: others[3].number, sharedFriends: 2)])
        try await world.change(others[0]) { $0.isFindable = false }
        try await world.change(others[1]) { $0.takesRequests = false }
        try await world.restrict(others[2], strangers: true)
        world.accounts.catalogue.bans.put(
            Ban(
                player: others[4].number, scope: .server, reason: "", author: nil,
                created: world.accounts.time.moment))
        #expect(try await suggested() == [others[3].number])
        try await world.ask(others[3], by: world.ada)
        #expect(try await suggested() == [])
        try await world.restrict(world.bob, strangers: true)
        #expect(try await SuggestFriends(world.friends)(for: world.bob.number, count: 50).isEmpty)
    }

    @Test("messages and links are capped by player and day, and say when there is room again")
    func caps() async throws {
        let world = try await World()
        let sending = world.accounts.accounts.sending
        try sending.take(.message, count: Int(Sending.message.perDay), by: world.ada.number)
        do throws(ChangeFriendsError) {
            try await world.ask(world.zoe, by: world.ada, "Hello")
            Issue.record("sent")
        } catch {
            // 300 a day is one in 288 seconds, or a little later: rates are whole numbers in 1,000 seconds.
            guard case .sentEnough(let wait) = error else { throw error }
            #expect(wait >= .seconds(288) && wait <= .seconds(400))
        }
        // Without words it may go.
        try await world.ask(world.zoe, by: world.ada)
        try sending.take(.invitationLink, count: Int(Sending.invitationLink.perDay), by: world.ada.number)
        await #expect(throws: FriendInvitationError.self) {
            try await InviteFriends(world.friends)(uses: 1, days: 1, by: world.ada.number)
        }
        _ = try await InviteFriends(world.friends)(uses: 1, days: 1, by: world.zoe.number)
        let play = try await PlayFixture()
        try await play.board()
        try await play.submit(5, by: 1)
        try play.challenges.sending.take(
            .challenge, count: Int(Sending.challenge.perDay) - 1, by: PlayerNumber(1))
        await #expect(throws: IssueChallengesError.self) { try await play.challenge(2, 3, by: 1) }
        try await play.challenge(2, by: 1)
        await #expect(throws: IssueChallengesError.self) { try await play.challenge(3, by: 1) }
        play.time.set(play.time.moment.advanced(by: .days(1)))
        try await play.challenge(3, by: 1)
    }
}
