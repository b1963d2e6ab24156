import LaurelDomain
import LaurelStorage
import LaurelTestStores
import Testing

@testable import LaurelScores
@testable import LaurelService

@Suite("Guests", .timeLimit(.minutes(15))) struct GuestTests {
    private static let secret = "dRxBCr2vptqNkYZS3WpA4VXns-HXcsXZunCIzdjz6Tk"
    private static let other = "Zm9yIHRlc3RzIGFsb25lLCBub2JvZHkgaGFzIGl0IQx"
    private static let password = "analytical engine"

    private func app(_ number: UInt32, _ id: String, allowsGuests: Bool = true) throws -> App {
        App(
            number: AppNumber(number), team: TeamNumber(7), bundleID: try BundleID(id), name: "Game", sku: "G",
            isGameCenterEnabled: true, isReleased: true, allowsGuests: allowsGuests)
    }

    private func world(
        guests: [Bool] = [true, true], policy: SignUpPolicy = .open, limits: AttemptLimits = AttemptLimits()
    ) throws -> AccountsWorld {
        let apps = try guests.enumerated().map {
            try app(UInt32($0.offset + 1), "com.example.game\($0.offset + 1)", allowsGuests: $0.element)
        }
        return try AccountsWorld(catalogue: Catalogue(apps: apps), policy: policy, limits: limits)
    }

    private func game(_ number: Int) throws -> (bundleID: BundleID, environment: Environment) {
        (try BundleID("com.example.game\(number)"), .production)
    }

    private func come(
        _ world: AccountsWorld, _ secret: String = Self.secret, names: GuestNames = .english, game number: Int? = nil,
        from address: ClientAddress = AccountsWorld.address
    ) async throws -> SignedIn {
        let game = try number.map { try self.game($0) }
        return try await SignInGuest(world.accounts)(
            try GuestSecret(secret), names: names, arrival: try world.arrival(game, address: address)
        ).signedIn
    }

    private func upgrade(
        _ world: AccountsWorld, _ session: Session, to alias: String, invitation: String? = nil
    ) async throws -> (player: Player, recoveryCodes: [String]) {
        try await UpgradeGuest(world.accounts)(
            alias: try Alias(alias), password: try Password(Self.password, alias: alias), invitation: invitation,
            in: session, address: AccountsWorld.address)
    }

    @Test("rule 1.11: a secret gets a player with a drawn name, and the same one again")
    func sameSecret() async throws {
        let world = try world()
        let first = try await come(world, game: 1)
        let words = first.player.alias.text.split(separator: " ").map(String.init)
        #expect(GuestNames.english.adjectives.contains(words[0]) && GuestNames.english.animals.contains(words[1]))
        #expect(first.player.displayName == first.player.alias.text)
        #expect(world.accounts.names.displayName(first.player.number) == first.player.displayName)
        #expect(world.accounts.profiles.isGuest(first.player.number))
        #expect(try await Authenticate(world.accounts)(first.token) == first.session)
        let again = try await come(world, game: 2)
        #expect(again.player == first.player && again.session != first.session)
        let another = try await come(world, Self.other, names: .simplifiedChinese)
        #expect(another.player.number != first.player.number && !another.player.alias.text.contains(" "))
        #expect(another.session.binding == .firstParty && world.accounts.hasProof(another.session))
        #expect(world.hasher.hashes == 0)
        // Also after a restart, when the flag is read from the store.
        let restarted = world.restarted()
        try await LoadNames(restarted.accounts, pageLimit: 1)()
        #expect(restarted.accounts.profiles.isGuest(another.player.number))
        #expect(try await come(restarted, Self.other).player == another.player)
    }

    @Test("rule 1.11: devices that show one secret at the same moment get one player")
    func race() async throws {
        let world = try world()
        let players = try await withThrowingTaskGroup(of: PlayerNumber.self) { group in
            for _ in 0..<12 { group.addTask { try await come(world).player.number } }
            return try await group.reduce(into: Set<PlayerNumber>()) { $0.insert($1) }
        }
        #expect(players.count == 1)
    }

    @Test("rule 1.11: a name that is taken or blocked is drawn again, with a number at last")
    func drawn() async throws {
        var world = try world()
        // Chance that always says the same.
        let random = world.accounts.random
        world.accounts.random = Random { count in
            count == 8 ? [0, 0, 1, 0, 0, 0, 0, 0] : random.bytes(count)
        }
        #expect(try await come(world).player.alias.text == "Agile Alpaca")
        let second = try await come(world, Self.other).player.alias.text
        #expect(second.hasPrefix("Agile Alpaca ") && Int(second.dropFirst(13)) != nil, "\(second)")
        world.accounts.words.put(try #require(WordFilter.folded("alpaca")), .blocked)
        let blocked = "c29tZXRoaW5nIGVsc2UgdGhhdCB3YXMgZHJhd24gMTI"
        await #expect(throws: SignInGuestError.unavailable) { try await come(world, blocked) }
        #expect(try await world.directory.guest(world.accounts.digest(blocked)) == nil)
    }

    @Test(
        "rule 1.11: no pair of words is blocked by the list that comes with the server", arguments: GuestNames.allCases)
    func words(language: GuestNames) {
        let filter = WordFilter()
        for draw in 0..<UInt64(language.count) {
            let name = language.name(draw)
            #expect(filter.allows(name), "\(name)")
        }
    }

    @Test("rule 1.11: off for the server or a game, there are no new guests, and those that exist come in")
    func off() async throws {
        var world = try world(guests: [true, false])
        let heron = try await come(world, game: 1)
        await #expect(throws: SignInGuestError.notAllowedByGame(try BundleID("com.example.game2"))) {
            try await come(world, game: 2)
        }
        await #expect(throws: SignInGuestError.notAllowedByGame(try BundleID("com.example.game2"))) {
            try await come(world, Self.other, game: 2)
        }
        world.accounts.allowsGuests = false
        await #expect(throws: SignInGuestError.notAllowed) { try await come(world, Self.other, game: 1) }
        #expect(try await come(world, game: 1).player == heron.player)
        #expect(try await come(world).player == heron.player)
        world.catalogue.put(try app(1, "com.example.game1", allowsGuests: false))
        #expect(try await come(world, game: 1).player == heron.player, "made there")
    }

    @Test("rule 1.11: an address makes as many guests as its budget allows, which refills, and known ones are free")
    func budget() async throws {
        var limits = AttemptLimits()
        #expect(limits.guestAddress == AttemptRate(burst: 100, interval: .seconds(30)))
        limits.guestAddress = AttemptRate(burst: 2, interval: .seconds(30))
        let world = try world(limits: limits)
        func secret(_ number: Int) -> String { String((Self.secret + "\(number)").suffix(43)) }
        for number in 1...2 { _ = try await come(world, secret(number)) }
        await #expect(throws: SignInGuestError.tooManyGuests(burst: 2, retryAfter: .seconds(30))) {
            try await come(world, secret(3))
        }
        _ = try await come(world, secret(1))
        _ = try await come(world, secret(3), from: ClientAddress("192.0.2.2"))
        world.time.advance(.seconds(30))
        _ = try await come(world, secret(4))
        #expect(AttemptLimits().signUps(multipliedBy: nil).guestAddress == nil)
        #expect(AttemptLimits().signUps(multipliedBy: 3).guestAddress?.burst == 300)
    }

    @Test("rule 1.11: an address that has made no guest makes one even when others have used up what all have")
    func budgetOfAll() async throws {
        var limits = AttemptLimits()
        limits.guestTotal = AttemptRate(burst: 1, interval: .hours(1))
        limits.spare = AttemptRate(burst: 1, interval: .hours(1))
        let world = try world(limits: limits)
        func secret(_ number: Int) -> String { String((Self.secret + "\(number)").suffix(43)) }
        for number in 1...2 { _ = try await come(world, secret(number), from: ClientAddress("192.0.2.\(number)")) }
        await #expect(throws: SignInGuestError.tooManyGuests(burst: 100, retryAfter: .hours(1))) {
            try await come(world, secret(3), from: ClientAddress("192.0.2.2"))
        }
    }

    @Test("rule 1.12: an upgrade keeps player and session; the password signs in, the secret doesn't")
    func upgraded() async throws {
        let world = try world()
        let guest = try await come(world, game: 1)
        let (ada, codes) = try await upgrade(world, guest.session, to: "Ada")
        #expect(ada.number == guest.player.number && ada.alias.text == "Ada" && codes.count == 8)
        #expect(world.accounts.names.displayName(ada.number) == "Ada")
        #expect(!world.accounts.profiles.isGuest(ada.number))
        #expect(try await Authenticate(world.accounts)(guest.token) == guest.session)
        #expect(try await world.signIn("Ada", Self.password).player == ada)
        await #expect(throws: SignInGuestError.upgraded) { try await come(world, game: 1) }
        await #expect(throws: UpgradeGuestError.noGuest) { try await upgrade(world, guest.session, to: "Zoe") }
        try await Recover(world.accounts)(
            alias: "Ada", code: codes[0], newPassword: try Password("difference engine", alias: "Ada"),
            address: AccountsWorld.address)
        #expect(try await world.signIn("Ada", "difference engine").player == ada)
    }

    @Test("rule 1.12: the drawn name may be kept; another player's, a reserved and a blocked one are refused")
    func names() async throws {
        let world = try world()
        try await world.signUp("Grace")
        let guest = try await come(world)
        for (alias, error) in [
            ("grace", SignUpError.aliasTaken), ("Grаce", .aliasTaken), ("admin", .aliasReserved),
            ("b1tch", .wordRefused),
        ] {
            await #expect(throws: UpgradeGuestError.signUp(error), "\(alias)") {
                try await upgrade(world, guest.session, to: alias)
            }
        }
        #expect(world.hasher.hashes == 1)
        let kept = try await upgrade(world, guest.session, to: guest.player.alias.text).player
        #expect(kept == guest.player)
    }

    @Test("rule 1.12: an upgrade asks what a sign-up would ask", arguments: SignUpPolicy.allCases)
    func policies(policy: SignUpPolicy) async throws {
        let world = try world(policy: policy)
        let guest = try await come(world)
        switch policy {
        case .open: #expect(try await upgrade(world, guest.session, to: "Ada").player.alias.text == "Ada")
        case .closed:
            await #expect(throws: UpgradeGuestError.signUp(.closed)) {
                try await upgrade(world, guest.session, to: "Ada")
            }
        case .invitation:
            await #expect(throws: UpgradeGuestError.signUp(.invitationRequired)) {
                try await upgrade(world, guest.session, to: "Ada")
            }
            await #expect(throws: UpgradeGuestError.signUp(.invitationRefused)) {
                try await upgrade(world, guest.session, to: "Ada", invitation: "AAAA-BBBB-CCCC-DDDD")
            }
        }
    }

    @Test("rule 1.11: a guest writes nothing that others read, and meets no strangers, until the upgrade")
    func restricted() async throws {
        let directory = try TestStores.directory()
        let world = AccountsWorld(directory: directory)
        let friends = world.friends(directory)
        let grace = try await world.signUp("Grace").player
        let guest = try await come(world)
        let number = guest.player.number
        for set in [
            { (change: inout ProfileChange) in change.realName = "Ada" }, { $0.status = "Hello" },
            { $0.alias = Alias(stored: "Ada", key: "ada") },
        ] as [(inout ProfileChange) -> Void] {
            var change = ProfileChange()
            set(&change)
            let wanted = change
            await #expect(throws: ProfileError.guest) { try await UpdateProfile(world.accounts)(of: number, wanted) }
        }
        var privacy = ProfileChange()
        privacy.isFindable = false
        let own = try await UpdateProfile(world.accounts)(of: number, privacy)
        #expect(own.isGuest && own.isMultiplayerGamingRestricted && own.isPersonalizedCommunicationRestricted)
        await #expect(throws: PhotoError.guest) { try await SetPhoto(world.accounts)([], of: number) }
        await #expect(throws: ChangeFriendsError.self) {
            try await RequestFriend(friends)(.alias(grace.alias), message: "Hi", by: number)
        }
        await #expect(throws: FriendInvitationError.restricted) {
            try await InviteFriends(friends)(uses: 1, days: 1, by: number)
        }
        let now = world.accounts.clock.now()
        #expect(!world.accounts.profiles.mayMessage(number, grace.number, at: now))
        #expect(!world.accounts.profiles.isRestrictedWithLink(number, at: now))
        _ = try await upgrade(world, guest.session, to: "Ada")
        #expect(world.accounts.profiles.mayMessage(number, grace.number, at: now))
        let free = try await ReadProfile(world.accounts)(of: number)
        #expect(!free.isGuest && !free.isMultiplayerGamingRestricted)
        _ = try await RequestFriend(friends)(.alias(grace.alias), message: "Hi", by: number)
    }

    @Test("rule 1.11: the guest of an under-age player stays restricted after the upgrade")
    func underage() async throws {
        let world = try world()
        let guest = try await come(world)
        let number = guest.player.number
        let year = world.accounts.clock.now().year - 8
        _ = try await Restrict(world.accounts)(
            number, RestrictionRequest(birthYear: year, forbidsStrangers: false, forbidsMessages: false))
        _ = try await upgrade(world, guest.session, to: "Ada")
        #expect(world.accounts.profiles.isRestricted(number, at: world.accounts.clock.now()))
        #expect(world.accounts.profiles.isRestrictedWithLink(number, at: world.accounts.clock.now()))
    }

    @Test("rule 1.11: a banned guest does not come back by the secret")
    func banned() async throws {
        let world = try world()
        let guest = try await come(world)
        world.catalogue.bans.put(
            Ban(player: guest.player.number, scope: .server, reason: "", author: nil, created: .first))
        await #expect(throws: SignInGuestError.banned) { try await come(world) }
    }

    @Test("rule 1.11: guests who never came back are erased, unless they are among the best of a leaderboard")
    func forgotten() async throws {
        let fixture = try await PlayFixture()
        let world = AccountsWorld(directory: fixture.store.directory, catalogue: fixture.catalogue)
        let board = try await fixture.board()
        let graph = FriendGraph(directory: fixture.store.directory)
        let teams = try await Teams(world.accounts, directory: fixture.store.directory, policy: .open)
        let forget = ForgetGuests(
            world.accounts, friends: graph, fixture.keeper,
            finish: FinishErasures(world.accounts, fixture.challenges, teams))
        // Better than those who have a score below, who so are not among the first hundred.
        let best = try await come(world).player
        let idle = try await come(world, Self.other).player
        let away = try await come(world, String(Self.secret.reversed())).player
        let back = try await come(world, String(Self.other.reversed()))
        let lasting = try await come(world, String((Self.other + "Z").suffix(43)))
        _ = try await upgrade(world, lasting.session, to: "Ada")
        try await fixture.submit(1_000_000, by: best.number.rawValue, to: board.id.text)
        try await fixture.submit(1, by: away.number.rawValue, to: board.id.text)
        for player in 0..<UInt32(RankWindow.countLimit) {
            try await fixture.submit(1_000 + Int64(player), by: 1_000 + player, to: board.id.text)
        }
        world.time.advance(.days(89))
        #expect(try await forget() == 0)
        #expect(try await Authenticate(world.accounts)(back.token) == back.session)
        try await TidySessions(world.accounts)()
        world.time.advance(.days(2))
        #expect(try await forget() == 2)
        let left = try await world.directory.players(
            [best, idle, away, back.player, lasting.player].map(\.number))
        #expect(left.map(\.number) == [best, back.player, lasting.player].map(\.number))
        #expect(world.accounts.names.displayName(idle.number) == nil)
        #expect(!world.accounts.profiles.isGuest(idle.number))
        #expect(try await world.directory.unfinishedErasures().isEmpty)
        // The device that comes at last is a new player.
        #expect(try await come(world, Self.other).player.number != idle.number)
        #expect(try await forget() == 0)
    }

    @Test("rule 1.11: a guest is erased, and confirms that it's them, with the device's secret")
    func secretAsProof() async throws {
        let fixture = try await PlayFixture()
        let world = AccountsWorld(directory: fixture.store.directory, catalogue: fixture.catalogue)
        let teams = try await Teams(world.accounts, directory: fixture.store.directory, policy: .open)
        let guest = try await come(world)
        _ = try await come(world, Self.other)
        let erase = ErasePlayer(
            world.accounts, friends: FriendGraph(directory: fixture.store.directory),
            finish: FinishErasures(world.accounts, fixture.challenges, teams))
        for wrong in ["", "wrong", Self.other, String(Self.secret.reversed())] {
            await #expect(throws: EraseError.wrongPassword) { try await erase(password: wrong, in: guest.session) }
        }
        #expect(try await erase(password: Self.secret, in: guest.session).isFinished)
        #expect(try await world.directory.player(guest.player.number) == nil)
    }
}
