import LaurelDomain
@testable import LaurelScores
import LaurelStorage
import Synchronization
import Testing

@testable import LaurelService

@Suite("Profiles", .timeLimit(.minutes(15))) struct ProfileTests {
    private func change(_ set: (inout ProfileChange) throws -> Void) rethrows -> ProfileChange {
        var change = ProfileChange()
        try set(&change)
        return change
    }

    @Test("rule 1.1: friends see the real name, everybody else the alias; privacy says who sees the rest")
    func names() async throws {
        var world = try AccountsWorld()
        let ada = try await world.signUp("Countess").player.number
        let zoe = try await world.signUp("Zoe").player.number
        let eve = try await world.signUp("Eve").player.number
        world.accounts.friendship = Friendship(
            friends: { player async throws(StoreError) in player == zoe ? [ada] : player == ada ? [zoe] : [] },
            cached: { player in player == zoe ? [ada] : player == ada ? [zoe] : [] })
        let update = UpdateProfile(world.accounts)
        _ = try await update(
            of: ada,
            change {
                $0.realName = .some("Ada Lovelace")
                $0.status = .some("Computing")
                $0.audience = .friends
            })
        func seen(by viewer: PlayerNumber) async throws -> SeenPlayer {
            let players = try await LoadPlayers(world.accounts)([ada])
            return try #require(try await SeePlayers(world.accounts)(players, by: viewer).first)
        }
        let friend = try await seen(by: zoe)
        #expect(friend.displayName == "Ada Lovelace" && friend.status == "Computing")
        let stranger = try await seen(by: eve)
        #expect(stranger.displayName == "Countess" && stranger.status == nil)
        #expect(try await seen(by: ada).status == "Computing")
        #expect(SeePlayers(world.accounts).friendNamesImmediately(of: zoe) == [ada: "Ada Lovelace"])
        #expect(SeePlayers(world.accounts).friendNamesImmediately(of: eve) == [:])
        _ = try await update(of: ada, change { $0.audience = .nobody })
        #expect(try await seen(by: zoe).status == nil)
        // After a restart memory knows it again.
        let restarted = world.restarted()
        try await LoadNames(restarted.accounts)()
        #expect(restarted.accounts.profiles.realName(of: ada) == "Ada Lovelace")
        _ = try await update(of: ada, change { $0.realName = .some(nil) })
        #expect(world.accounts.profiles.realName(of: ada) == nil)
    }

    @Test("an alias is changed everywhere at once, three times and then once a week")
    func alias() async throws {
        let world = try AccountsWorld()
        let ada = try await world.signUp("Ada").player.number
        try await world.signUp("Zoe")
        let update = UpdateProfile(world.accounts)
        for taken in ["ZOE", "Ｚｏｅ", "Zое"] {
            await #expect(throws: ProfileError.aliasTaken) {
                try await update(of: ada, try change { $0.alias = try Alias(taken) })
            }
        }
        await #expect(throws: ProfileError.aliasReserved) {
            try await update(of: ada, try change { $0.alias = try Alias("Аdmin") })
        }
        for name in ["Ada2", "Ada3", "ADA3"] {
            let own = try await update(of: ada, try change { $0.alias = try Alias(name) })
            #expect(own.player.alias.text == name)
            #expect(world.accounts.names.displayName(ada) == name)
        }
        // The same again is no change.
        _ = try await update(of: ada, try change { $0.alias = try Alias("ADA3") })
        await #expect(throws: ProfileError.tooManyChanges(retryAfter: .days(7))) {
            try await update(of: ada, try change { $0.alias = try Alias("Ada4") })
        }
        // The limit is the store's, not this process's.
        let restarted = world.restarted()
        await #expect(throws: ProfileError.tooManyChanges(retryAfter: .days(7))) {
            try await UpdateProfile(restarted.accounts)(of: ada, try change { $0.alias = try Alias("Ada4") })
        }
        world.time.set(world.time.moment.advanced(by: .days(7)))
        _ = try await update(of: ada, try change { $0.alias = try Alias("Ada4") })
        try await world.signIn("ada4")
    }

    @Test("a name of the service is nobody's but its administrator's")
    func reserved() async throws {
        let world = try AccountsWorld()
        await #expect(throws: SignUpError.aliasReserved) { try await world.signUp("Laurel") }
        await #expect(throws: SignUpError.aliasReserved) { try await world.signUp("AdmIn") }
        let link = try #require(try await PrepareAdministration(world.accounts)())
        let chief = try await ClaimAdministration(world.accounts)(
            token: link, alias: try Alias("Admin"), password: try Password("analytical engine", alias: "Admin"),
            arrival: try world.arrival())
        #expect(chief.player.alias.text == "Admin")
    }

    @Test("refuses names and lines that hide, break or say nothing")
    func texts() async throws {
        let world = try AccountsWorld()
        let ada = try await world.signUp("Ada").player.number
        let update = UpdateProfile(world.accounts)
        for bad in ["", "  ", "a\nb", "\u{202E}abc", "\u{200B}", String(repeating: "x", count: 61)] {
            await #expect(throws: ProfileError.invalidRealName(limit: 60)) {
                try await update(of: ada, change { $0.realName = .some(bad) })
            }
        }
        await #expect(throws: ProfileError.invalidStatus(limit: 140)) {
            try await update(of: ada, change { $0.status = .some(String(repeating: "x", count: 141)) })
        }
        let own = try await update(of: ada, change { $0.realName = .some(String(repeating: "李", count: 60)) })
        #expect(own.record.profile.realName?.count == 60)
    }

    @Test("rule 1.1: a restricted player gets no messages and meets no strangers; a guardian's code keeps it so")
    func restrictions() async throws {
        let world = try AccountsWorld()
        let child = try await world.signUp("Child").player.number
        let other = try await world.signUp("Other").player.number
        let profiles = world.accounts.profiles
        let now = world.time.moment
        #expect(profiles.mayMessage(other, child, at: now) && profiles.mayRequest(other, child, at: now))
        let restrict = Restrict(world.accounts)
        let year = now.year - 8
        let own = try await restrict(
            child, RestrictionRequest(birthYear: year, forbidsStrangers: false, forbidsMessages: false))
        #expect(own.isUnderage && own.isMultiplayerGamingRestricted && own.isPersonalizedCommunicationRestricted)
        for (one, two) in [(child, other), (other, child)] {
            #expect(!profiles.mayMessage(one, two, at: now) && !profiles.mayRequest(one, two, at: now))
        }
        let older = RestrictionRequest(birthYear: 1990, forbidsStrangers: false, forbidsMessages: false)
        await #expect(throws: RestrictError.guardianNeeded) { try await restrict(child, older) }
        // The guardian allows strangers, and keeps messages off.
        var request = RestrictionRequest(
            birthYear: year, forbidsStrangers: false, forbidsMessages: true, newGuardianCode: "4711")
        let guarded = try await restrict(child, request)
        #expect(guarded.isUnderage && !guarded.isMultiplayerGamingRestricted)
        #expect(profiles.mayRequest(other, child, at: now) && !profiles.mayMessage(other, child, at: now))
        request.newGuardianCode = nil
        request.forbidsMessages = false
        await #expect(throws: RestrictError.guardianNeeded) { try await restrict(child, request) }
        request.guardianCode = "4712"
        await #expect(throws: RestrictError.wrongCode) { try await restrict(child, request) }
        request.guardianCode = "4711"
        _ = try await restrict(child, request)
        #expect(profiles.mayMessage(other, child, at: now))
        // Without a code again he is a child without a guardian's word.
        request.newGuardianCode = ""
        #expect(try await restrict(child, request).isMultiplayerGamingRestricted)
        for year in [1899, now.year + 1] {
            let wrong = RestrictionRequest(birthYear: year, forbidsStrangers: false, forbidsMessages: false)
            await #expect(throws: RestrictError.birthYear(1900...now.year)) { try await restrict(other, wrong) }
        }
    }

    @Test("rules 1.1 and 12.20: a reader's blocks are read once for all writers; without them nobody is heard")
    func heard() async throws {
        var world = try AccountsWorld()
        let zoe = try await world.signUp("Zoe").player.number
        let ada = try await world.signUp("Ada").player.number
        let ben = try await world.signUp("Ben").player.number
        let eve = try await world.signUp("Eve").player.number
        _ = try await Restrict(world.accounts)(
            eve, RestrictionRequest(birthYear: 1990, forbidsStrangers: false, forbidsMessages: true))
        let asked = Mutex<[PlayerNumber]>([])
        world.accounts.friendship = Friendship(apart: { player async throws(StoreError) in
            asked.withLock { $0.append(player) }
            return [ben]
        })
        #expect(await SeePlayers(world.accounts).heard([ada, ben, eve, zoe], by: zoe) == [ada, zoe])
        #expect(asked.withLock { $0 } == [zoe])
        #expect(await SeePlayers(world.accounts).heard([], by: zoe).isEmpty)
        #expect(asked.withLock { $0 } == [zoe], "nobody says anything")
        world.accounts.friendship = Friendship(apart: { _ async throws(StoreError) in throw .unavailable })
        #expect(await SeePlayers(world.accounts).heard([ada], by: zoe).isEmpty)
    }

    @Test("privacy keeps requests of strangers away")
    func requests() async throws {
        let world = try AccountsWorld()
        let ada = try await world.signUp("Ada").player.number
        let zoe = try await world.signUp("Zoe").player.number
        _ = try await UpdateProfile(world.accounts)(
            of: ada,
            change {
                $0.takesRequests = false
                $0.isFindable = false
            })
        let profiles = world.accounts.profiles
        #expect(!profiles.mayRequest(zoe, ada, at: world.time.moment))
        #expect(profiles.mayRequest(ada, zoe, at: world.time.moment))
        #expect(!profiles.isFindable(ada) && profiles.isFindable(zoe))
    }
}

@Suite("A player's own secrets", .timeLimit(.minutes(15))) struct OwnSecretsTests {
    @Test("a new password needs the old one and ends all other sessions")
    func password() async throws {
        let world = try AccountsWorld()
        let first = try await world.signUp("Ada")
        let second = try await world.signIn("Ada")
        let new = try Password("difference engine", alias: "Ada")
        await #expect(throws: OwnSecretsError.wrongPassword) {
            try await ChangePassword(world.accounts)(from: "wrong", to: new, in: first.session)
        }
        #expect(try await Authenticate(world.accounts)(second.token) == second.session)
        try await ChangePassword(world.accounts)(from: "analytical engine", to: new, in: first.session)
        #expect(try await Authenticate(world.accounts)(first.token) == first.session)
        await #expect(throws: AuthenticateError.unauthenticated) {
            try await Authenticate(world.accounts)(second.token)
        }
        await #expect(throws: SignInError.wrongCredentials) { try await world.signIn("Ada") }
        try await world.signIn("Ada", "difference engine")
    }

    @Test("rule 1.9: new recovery codes need the password, and the old ones are of no more use")
    func codes() async throws {
        let world = try AccountsWorld()
        let ada = try await world.signUp("Ada")
        await #expect(throws: OwnSecretsError.wrongPassword) {
            try await RenewRecoveryCodes(world.accounts)(password: "wrong", of: ada.player.number)
        }
        let codes = try await RenewRecoveryCodes(world.accounts)(
            password: "analytical engine", of: ada.player.number)
        #expect(codes.count == 8 && Set(codes).isDisjoint(with: ada.recoveryCodes))
        let new = try Password("difference engine", alias: "Ada")
        await #expect(throws: RecoverError.wrongCredentials) {
            try await Recover(world.accounts)(
                alias: "Ada", code: ada.recoveryCodes[0], newPassword: new, address: AccountsWorld.address)
        }
        try await Recover(world.accounts)(
            alias: "Ada", code: codes[0], newPassword: new, address: AccountsWorld.address)
    }

    @Test("somebody at an open session cannot guess the password for long")
    func guesses() async throws {
        let world = try AccountsWorld()
        let ada = try await world.signUp("Ada")
        for _ in 0..<10 {
            await #expect(throws: OwnSecretsError.wrongPassword) {
                try await RenewRecoveryCodes(world.accounts)(password: "wrong", of: ada.player.number)
            }
        }
        await #expect(throws: OwnSecretsError.tooManyAttempts(retryAfter: .minutes(1))) {
            try await RenewRecoveryCodes(world.accounts)(password: "analytical engine", of: ada.player.number)
        }
        // That is another matter than signing in.
        try await world.signIn("Ada")
    }

    @Test("sessions are listed with their devices and games, and ended one by one or all but one")
    func sessions() async throws {
        let world = try AccountsWorld()
        let first = try await world.signUp("Ada", arrival: try world.arrival(device: "phone"))
        let second = try await world.signIn("Ada")
        let third = try await world.signIn("Ada")
        let zoe = try await world.signUp("Zoe")
        let player = first.player.number
        let list = try await ListSessions(world.accounts)(of: player)
        #expect(Set(list.map(\.id)) == [first.session.id, second.session.id, third.session.id])
        #expect(list.first { $0.id == first.session.id }?.device == (try DeviceName("phone")))
        #expect(try await !EndOwnSessions(world.accounts)(zoe.session.id, of: player))
        #expect(try await EndOwnSessions(world.accounts)(second.session.id, of: player))
        await #expect(throws: AuthenticateError.unauthenticated) {
            try await Authenticate(world.accounts)(second.token)
        }
        try await EndOwnSessions(world.accounts).others(than: first.session)
        await #expect(throws: AuthenticateError.unauthenticated) { try await Authenticate(world.accounts)(third.token) }
        #expect(try await Authenticate(world.accounts)(first.token) == first.session)
        #expect(try await Authenticate(world.accounts)(zoe.token) == zoe.session)
    }
}

@Suite("Strangers who guess", .timeLimit(.minutes(15))) struct StrangerTests {
    private func attack(_ world: AccountsWorld, count: Int) async throws {
        for index in 0..<count {
            let arrival = try world.arrival(address: ClientAddress("198.51.\(index / 200).\(index % 200)"))
            do { try await world.signIn("Ada", "wrong", arrival: arrival) } catch {}
        }
    }

    @Test(
        "lock nobody out who knows the password, wherever they are; those who came from there before have more guesses")
    func knownAddress() async throws {
        let world = try AccountsWorld()
        try await world.signUp("Ada")
        try await attack(world, count: 1_000)
        try await world.signIn("Ada")
        let elsewhere = try world.arrival(address: ClientAddress("203.0.113.7"))
        try await world.signIn("Ada", arrival: elsewhere)
        // They are known there by now.
        for _ in 0..<10 {
            await #expect(throws: SignInError.wrongCredentials) {
                try await world.signIn("Ada", "wrong", arrival: elsewhere)
            }
        }
        let strange = try world.arrival(address: ClientAddress("203.0.113.8"))
        for _ in 0..<3 {
            await #expect(throws: SignInError.wrongCredentials) {
                try await world.signIn("Ada", "wrong", arrival: strange)
            }
        }
        await #expect(throws: SignInError.tooManyAttempts(retryAfter: .seconds(30))) {
            try await world.signIn("Ada", "wrong", arrival: strange)
        }
    }

    @Test("lock nobody out of a device of his own, wherever it is, after a restart too")
    func knownDevice() async throws {
        let world = try AccountsWorld()
        try await world.signUp("Ada", arrival: try world.arrival(device: "6f1a-phone"))
        let restarted = world.restarted()
        try await attack(restarted, count: 1_000)
        let elsewhere = try restarted.arrival(device: "6f1a-phone", address: ClientAddress("203.0.113.7"))
        try await restarted.signIn("Ada", arrival: elsewhere)
    }

    @Test("get no more guesses by naming a device that is known")
    func namedDevice() async throws {
        let world = try AccountsWorld()
        try await world.signUp("Ada", arrival: try world.arrival(device: "6f1a-phone"))
        var refused = 0
        for index in 0..<50 {
            let arrival = try world.arrival(device: "6f1a-phone", address: ClientAddress("198.51.100.\(index)"))
            do { try await world.signIn("Ada", "wrong", arrival: arrival) } catch SignInError.tooManyAttempts {
                refused += 1
            } catch {}
        }
        #expect(refused == 40)
    }
}

@Suite("Devices without a keyboard", .timeLimit(.minutes(15))) struct DeviceAuthorizationTests {
    private let game: BundleID
    init() throws { game = try BundleID("com.ali.MonkeyJump") }

    private func world() throws -> AccountsWorld {
        let world = try AccountsWorld()
        var app = App(number: AppNumber(1), team: TeamNumber(1), bundleID: game, name: "MonkeyJump", sku: "")
        app.isGameCenterEnabled = true
        world.catalogue.put(app)
        return world
    }

    private func ask(_ world: AccountsWorld) async throws -> DeviceAuthorization {
        try await RequestDevice(world.accounts)(
            try world.arrival((game, .sandbox), device: "tv"), title: "Living room")
    }

    private func session(_ world: AccountsWorld) async throws -> Session {
        try await world.signUp("Ada").session
    }

    private func poll(_ world: AccountsWorld, _ code: String) async throws -> SignedIn {
        try await PollDevice(world.accounts)(deviceCode: code, waiting: 0)
    }

    @Test("RFC 8628: a device gets a session for its game when its player says yes, once")
    func allowed() async throws {
        let world = try world()
        let session = try await session(world)
        let ada = session.player
        let asked = try await ask(world)
        #expect(asked.interval == .seconds(5) && asked.lifetime == .minutes(10))
        await #expect(throws: DeviceAuthorizationError.pending) { try await poll(world, asked.deviceCode) }
        let typed = " " + asked.userCode.lowercased().replacing("-", with: " ")
        let pending = try await DecideDevice(world.accounts).look(typed, by: ada, from: AccountsWorld.address)
        #expect(pending.game?.bundleID == game && pending.title == "Living room")
        try await DecideDevice(world.accounts)(typed, allows: true, by: session, from: AccountsWorld.address)
        let signedIn = try await poll(world, asked.deviceCode)
        #expect(signedIn.player.number == ada && signedIn.session.binding == .game(AppNumber(1), .sandbox))
        #expect(try await Authenticate(world.accounts)(signedIn.token) == signedIn.session)
        await #expect(throws: DeviceAuthorizationError.expired) { try await poll(world, asked.deviceCode) }
        await #expect(throws: DeviceAuthorizationError.unknownCode) {
            try await DecideDevice(world.accounts).look(asked.userCode, by: ada, from: AccountsWorld.address)
        }
    }

    @Test("RFC 8628: the end of a code is counted by server time, and told by the clock on the wall")
    func end() async throws {
        var world = try world()
        let serverTime = ManualTime(60_000)
        world.accounts.serverTime = serverTime.clock
        world.accounts.steady = ManualTime(5_000).clock
        let ada = try await session(world)
        let asked = try await ask(world)
        func look() async throws -> PendingDevice {
            try await DecideDevice(world.accounts).look(asked.userCode, by: ada.player, from: AccountsWorld.address)
        }
        #expect(try await look().expires == world.time.moment.advanced(by: .minutes(10)))
        // The clock on the wall is set: neither earlier nor later.
        for jump in [Timestamp.Span.days(1), .days(-2)] {
            world.time.advance(jump)
            #expect(try await look().expires == world.time.moment.advanced(by: .minutes(10)))
        }
        serverTime.advance(.minutes(10))
        await #expect(throws: DeviceAuthorizationError.expired) { try await poll(world, asked.deviceCode) }
    }

    @Test("rule 1.5: who was kept out after he said yes gets no session, and none is left of it")
    func banned() async throws {
        let world = try world()
        let ada = try await session(world)
        let asked = try await ask(world)
        try await DecideDevice(world.accounts)(
            asked.userCode, allows: true, by: ada, from: AccountsWorld.address)
        world.catalogue.bans.put(
            Ban(player: ada.player, scope: .server, reason: "", author: nil, created: world.time.moment))
        await #expect(throws: DeviceAuthorizationError.expired) { try await poll(world, asked.deviceCode) }
        #expect(try await world.directory.sessions(of: ada.player).map(\.record.id) == [ada.id])
    }

    @Test("RFC 8628: of many who say yes to one code, one is heard, and no session of the others is left")
    func decidedOnce() async throws {
        let world = try world()
        let ada = try await session(world)
        let asked = try await ask(world)
        let heard = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    do {
                        try await DecideDevice(world.accounts)(
                            asked.userCode, allows: true, by: ada, from: AccountsWorld.address)
                        return true
                    } catch {
                        return false
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(heard == 1)
        let signedIn = try await poll(world, asked.deviceCode)
        let left = try await world.directory.sessions(of: ada.player).map(\.record.id)
        #expect(Set(left) == [ada.id, signedIn.session.id])
    }

    @Test("RFC 8628: no is said once, and then the code is of no more use")
    func denied() async throws {
        let world = try world()
        let ada = try await session(world)
        let asked = try await ask(world)
        try await DecideDevice(world.accounts)(
            asked.userCode, allows: false, by: ada, from: AccountsWorld.address)
        await #expect(throws: DeviceAuthorizationError.denied) { try await poll(world, asked.deviceCode) }
        await #expect(throws: DeviceAuthorizationError.expired) { try await poll(world, asked.deviceCode) }
    }

    @Test("RFC 8628: a device that asks too often has to wait five seconds longer each time")
    func slowDown() async throws {
        let world = try world()
        let asked = try await ask(world)
        await #expect(throws: DeviceAuthorizationError.pending) { try await poll(world, asked.deviceCode) }
        await #expect(throws: DeviceAuthorizationError.slowDown(.seconds(10))) {
            try await poll(world, asked.deviceCode)
        }
        await #expect(throws: DeviceAuthorizationError.slowDown(.seconds(15))) {
            try await poll(world, asked.deviceCode)
        }
        world.time.set(world.time.moment.advanced(by: .seconds(15)))
        await #expect(throws: DeviceAuthorizationError.pending) { try await poll(world, asked.deviceCode) }
    }

    @Test("a code ends after ten minutes, for the device and for the player")
    func expiry() async throws {
        let world = try world()
        let ada = try await session(world)
        let asked = try await ask(world)
        world.time.set(world.time.moment.advanced(by: .minutes(10)))
        await #expect(throws: DeviceAuthorizationError.expired) { try await poll(world, asked.deviceCode) }
        await #expect(throws: DeviceAuthorizationError.unknownCode) {
            try await DecideDevice(world.accounts)(
                asked.userCode, allows: true, by: ada, from: AccountsWorld.address)
        }
    }

    @Test("a player cannot go on guessing what others' devices show")
    func guesses() async throws {
        let world = try world()
        let eve = try await world.signUp("Eve").player.number
        for _ in 0..<20 {
            await #expect(throws: DeviceAuthorizationError.unknownCode) {
                try await DecideDevice(world.accounts).look("BBBB-BBBB", by: eve, from: AccountsWorld.address)
            }
        }
        await #expect(throws: DeviceAuthorizationError.tooManyAttempts(retryAfter: .seconds(30))) {
            try await DecideDevice(world.accounts).look("BBBB-BBBC", by: eve, from: ClientAddress("192.0.2.77"))
        }
    }

    @Test("wrong codes are paid by their address, for every player there, and keep nobody else out")
    func guessesOfAnAddress() async throws {
        let world = try world()
        try await world.signUp("Ada")
        var refusals = 0
        for index in 0..<40 {
            let guesser = try await world.signUp("Guesser \(index)").player.number
            for _ in 0..<20 {
                do {
                    _ = try await DecideDevice(world.accounts).look(
                        "BBBB-BBBB", by: guesser, from: AccountsWorld.address)
                } catch {
                    if case .tooManyAttempts = error { refusals += 1 }
                }
            }
        }
        // 50 at once, and time stands still.
        #expect(refusals == 40 * 20 - 50)
        try await world.signIn("Ada", arrival: try world.arrival(address: ClientAddress("198.51.100.7")))
    }

    @Test("codes have eight letters that spell nothing, of all twenty")
    func alphabet() async throws {
        var seen: Set<Character> = []
        for _ in 0..<200 {
            let code = UserCode.make(Random { count in (0..<count).map { _ in .random(in: 0...255) } })
            #expect(UserCode.canonical(code) == code)
            seen.formUnion(code)
        }
        #expect(seen == Set("BCDFGHJKLMNPQRSTVWXZ-"))
        for wrong in ["", "AAAA-AAAA", "BBBB-BBB", "BBBB-BBBBB", String(repeating: "B", count: 100)] {
            #expect(UserCode.canonical(wrong) == nil)
        }
    }

    @Test("an unknown game, a hidden title and a made-up code are refused")
    func refusals() async throws {
        let world = try world()
        let other = try BundleID("com.nobody.Nothing")
        await #expect(throws: DeviceAuthorizationError.game(.unknownGame(other))) {
            try await RequestDevice(world.accounts)(try world.arrival((other, .sandbox)), title: nil)
        }
        await #expect(throws: DeviceAuthorizationError.invalidTitle(limit: 60)) {
            try await RequestDevice(world.accounts)(try world.arrival(), title: "a\u{202E}b")
        }
        for code in ["", "x", String(repeating: "A", count: 43)] {
            await #expect(throws: DeviceAuthorizationError.expired) { try await poll(world, code) }
        }
    }
}
