import LaurelDomain
@testable import LaurelScores
import LaurelStorage
import Testing

@testable import LaurelService

@Suite("Recovery", .timeLimit(.minutes(15))) struct AccountsRecoveryTests {
    private let newPassword = "difference engine"

    private func recover(_ world: AccountsWorld, _ alias: String, _ code: String) async throws {
        try await Recover(world.accounts)(
            alias: alias, code: code, newPassword: try Password(newPassword, alias: alias),
            address: AccountsWorld.address)
    }

    @Test("rule 1.9: eight codes are shown at sign-up, each its own")
    func codes() async throws {
        let ada = try await AccountsWorld().signUp("Ada")
        #expect(Set(ada.recoveryCodes).count == 8)
        for code in ada.recoveryCodes {
            #expect(code.count == 29)
            #expect(ReadableCode.canonical(code) == code)
        }
    }

    @Test("rule 1.9: a code of 80 bits, as they were made before, is as good as one of 120")
    func shorter() async throws {
        let world = try AccountsWorld()
        let ada = try await world.signUp("Ada")
        let old = ReadableCode.make(world.accounts.random)
        #expect(old.count == 19 && ReadableCode.canonical(old.lowercased().replacing("-", with: "")) == old)
        let credentials = try #require(try await world.directory.credentials(of: ada.player.number))
        _ = try await world.directory.replaceRecoveryCodes(
            [world.accounts.digest(old)], for: credentials, at: world.time.moment)
        try await recover(world, "Ada", old)
        let long = ReadableCode.makeSecret(world.accounts.random)
        #expect(ReadableCode.canonical(String(long.dropLast())) == nil)
        #expect(ReadableCode.canonical(long + "A") == nil)
    }

    @Test("rule 1.9: a code sets a new password once and ends all sessions")
    func recovery() async throws {
        let world = try AccountsWorld()
        let ada = try await world.signUp("Ada")
        let eve = try await world.signUp("Eve")
        let typed = ada.recoveryCodes[3].lowercased().replacing("-", with: " ")
        try await recover(world, "ADA", typed)
        for accounts in [world.accounts, world.restarted().accounts] {
            await #expect(throws: AuthenticateError.unauthenticated) { try await Authenticate(accounts)(ada.token) }
            #expect(try await Authenticate(accounts)(eve.token) == eve.session)
        }
        await #expect(throws: SignInError.wrongCredentials) { try await world.signIn("Ada") }
        try await world.signIn("Ada", newPassword)
        await #expect(throws: RecoverError.wrongCredentials) { try await recover(world, "Ada", typed) }
        try await recover(world, "Ada", ada.recoveryCodes[0])
    }

    @Test("a code is spent by one of many who use it at the same moment")
    func race() async throws {
        let world = try AccountsWorld()
        let ada = try await world.signUp("Ada")
        let won = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    do {
                        try await recover(world, "Ada", ada.recoveryCodes[0])
                        return true
                    } catch {
                        return false
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(won == 1)
    }

    @Test(
        "gives an unknown alias and a wrong code the same answer after the same work",
        arguments: [("Ada", "0000-0000-0000-0000"), ("Ada", ""), ("Nobody", "0000-0000-0000-0000"), ("", "x")])
    func sameWork(alias: String, code: String) async throws {
        let world = try AccountsWorld()
        try await world.signUp("Ada")
        await #expect(throws: RecoverError.wrongCredentials) { try await recover(world, alias, code) }
        #expect(world.hasher.hashes == 2)
    }

    @Test("does not take another player's code")
    func foreign() async throws {
        let world = try AccountsWorld()
        try await world.signUp("Ada")
        let eve = try await world.signUp("Eve")
        await #expect(throws: RecoverError.wrongCredentials) { try await recover(world, "Ada", eve.recoveryCodes[0]) }
    }

    @Test("shares the limits of signing in")
    func limits() async throws {
        var limits = AttemptLimits()
        limits.account = AttemptRate(burst: 2, interval: .minutes(1))
        let world = try AccountsWorld(limits: limits)
        let ada = try await world.signUp("Ada")
        await #expect(throws: SignInError.wrongCredentials) { try await world.signIn("Ada", "wrong") }
        await #expect(throws: RecoverError.wrongCredentials) { try await recover(world, "Ada", "wrong") }
        await #expect(throws: RecoverError.tooManyAttempts(retryAfter: .minutes(1))) {
            try await recover(world, "Ada", ada.recoveryCodes[0])
        }
    }

    @Test("rule 1.9: the operator makes a code that sets a password, in place of the old one and of all codes")
    func reset() async throws {
        let world = try AccountsWorld()
        let ada = try await world.signUp("Ada")
        let reset = try await ResetPassword(world.accounts)(of: try Alias("ada"), by: .operator)
        #expect(reset.player == ada.player)
        #expect(reset.expires == world.time.moment.advanced(by: .days(3)))
        await #expect(throws: AuthenticateError.unauthenticated) { try await Authenticate(world.accounts)(ada.token) }
        await #expect(throws: SignInError.wrongCredentials) { try await world.signIn("Ada") }
        await #expect(throws: SignInError.wrongCredentials) { try await world.signIn("Ada", reset.code) }
        await #expect(throws: RecoverError.wrongCredentials) { try await recover(world, "Ada", ada.recoveryCodes[0]) }
        try await recover(world, "Ada", reset.code)
        await #expect(throws: ResetPasswordError.unknownPlayer) {
            try await ResetPassword(world.accounts)(of: try Alias("nobody"), by: .operator)
        }
    }
}

@Suite("Administration", .timeLimit(.minutes(15))) struct AccountsAdministrationTests {
    private func claim(_ world: AccountsWorld, _ token: String, _ alias: String) async throws -> SignedUp {
        try await ClaimAdministration(world.accounts)(
            token: token, alias: try Alias(alias), password: try Password("analytical engine", alias: alias),
            arrival: try world.arrival())
    }

    @Test("the link is made once, at the first start, and its secret is not stored")
    func link() async throws {
        let world = try AccountsWorld()
        let token = try #require(try await PrepareAdministration(world.accounts)())
        #expect(try await PrepareAdministration(world.accounts)() == nil)
        #expect(try await PrepareAdministration(world.restarted().accounts)() == nil)
        #expect(try await world.directory.setting(.administratorLink) == world.accounts.digest(token).bytes)
        let admin = try await claim(world, token, "Ada")
        #expect(admin.player.isAdministrator)
        #expect(Administrator(admin.session) != nil)
        #expect(try await PrepareAdministration(world.accounts)(renewing: true) == nil)
    }

    @Test("a lost link is replaced by a new one")
    func renewed() async throws {
        let world = try AccountsWorld()
        let lost = try #require(try await PrepareAdministration(world.accounts)())
        let found = try #require(try await PrepareAdministration(world.accounts)(renewing: true))
        await #expect(throws: SignUpError.invitationRefused) { try await claim(world, lost, "Eve") }
        _ = try await claim(world, found, "Ada")
    }

    @Test("one of many who use the link at the same moment gets in")
    func race() async throws {
        let world = try AccountsWorld(policy: .closed)
        let token = try #require(try await PrepareAdministration(world.accounts)())
        let won = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<20 {
                group.addTask {
                    do { return try await claim(world, token, "admin \(index)").player.isAdministrator } catch {
                        return false
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(won == 1)
        await #expect(throws: SignUpError.invitationRefused) { try await claim(world, token, "late one") }
    }

    @Test("a wrong link costs no password hashing", arguments: ["", "x", String(repeating: "A", count: 43)])
    func wrong(token: String) async throws {
        let world = try AccountsWorld()
        _ = try await PrepareAdministration(world.accounts)()
        await #expect(throws: SignUpError.invitationRefused) { try await claim(world, token, "Eve") }
        #expect(world.hasher.hashes == 0)
    }

    @Test("a player is no administrator, nor is an administrator inside a game")
    func others() async throws {
        let world = try AccountsWorld()
        let token = try #require(try await PrepareAdministration(world.accounts)())
        let admin = try await claim(world, token, "Ada")
        #expect(Administrator(try await world.signUp("Eve").session) == nil)
        let app = App(
            number: AppNumber(1), team: TeamNumber(1), bundleID: try BundleID("com.example.game"), name: "Game",
            sku: "", isGameCenterEnabled: true)
        world.catalogue.put(app)
        let inGame = try await world.signIn("Ada", arrival: try world.arrival((app.bundleID, .sandbox)))
        #expect(inGame.session.isAdministrator)
        #expect(Administrator(inGame.session) == nil)
        #expect(admin.player.number == inGame.player.number)
    }
}

@Suite("Player ids and names", .timeLimit(.minutes(15))) struct AccountsIdentityTests {
    private let scopes: [PlayerIDs.Scope] = [
        .player, .game(AppNumber(1)), .game(AppNumber(2)), .team(TeamNumber(1)), .team(TeamNumber(2)),
    ]

    @Test("rule 1.2: three forms, stable, and each gives the player back")
    func forms() throws {
        let ids = try AccountsWorld().accounts.ids
        let again = try AccountsWorld().accounts.ids
        for number in [0, 1, 2, 1_000_000, UInt32.max].map(PlayerNumber.init) {
            for scope in scopes {
                let id = ids.id(of: number, in: scope)
                #expect(again.id(of: number, in: scope) == id)
                #expect(ids.player(id, in: scope) == number)
            }
            #expect(ids.id(of: number, in: .player).wholeMatch(of: /G:[0-9]{39}/) != nil)
            #expect(ids.id(of: number, in: .game(AppNumber(1))).wholeMatch(of: /A:_[0-9a-f]{32}/) != nil)
            #expect(ids.id(of: number, in: .team(TeamNumber(1))).wholeMatch(of: /T:_[0-9a-f]{32}/) != nil)
        }
    }

    @Test("the ids of a page are those of its players one after the other")
    func packed() throws {
        let ids = try AccountsWorld().accounts.ids
        let players = [5, 0, UInt32.max, 5].map(PlayerNumber.init)
        for scope in scopes {
            let packed = ids.packed(of: players, in: scope)
            let starts = [0] + packed.ends
            #expect(
                zip(starts, packed.ends).map { String(decoding: packed.bytes[$0..<$1], as: UTF8.self) }
                    == players.map { ids.id(of: $0, in: scope) })
        }
    }

    @Test("rule 1.2: an id in one game or team reveals nothing about the id in another")
    func unlinkable() throws {
        let ids = try AccountsWorld().accounts.ids
        var seen: Set<String> = []
        for number in (0..<200).map({ PlayerNumber($0) }) {
            for scope in scopes {
                let id = ids.id(of: number, in: scope)
                #expect(seen.insert(String(id.drop { $0 != ":" })).inserted)
                for other in scopes where other != scope { #expect(ids.player(id, in: other) == nil) }
            }
        }
        // Neighbours differ in about half of their bits.
        let first = ids.id(of: PlayerNumber(1), in: .game(AppNumber(1))).dropFirst(3)
        let second = ids.id(of: PlayerNumber(2), in: .game(AppNumber(1))).dropFirst(3)
        #expect(zip(first, second).count { $0 == $1 } < 12)
    }

    @Test(
        "is nobody's when made up",
        arguments: [
            "", "A:_", "A:_0", "A:_" + String(repeating: "0", count: 32), "A:_" + String(repeating: "g", count: 32),
            "A:_" + String(repeating: "0", count: 33), "G:" + String(repeating: "9", count: 39),
            "G:" + String(repeating: "0", count: 39), "G:1", "T:_" + String(repeating: "é", count: 16),
        ])
    func madeUp(id: String) throws {
        let ids = try AccountsWorld().accounts.ids
        for scope in scopes { #expect(ids.player(id, in: scope) == nil) }
    }

    @Test("loads players by the ids the caller sees, in the order asked for")
    func load() async throws {
        let world = try AccountsWorld()
        let ada = try await world.signUp("Ada").player
        let eve = try await world.signUp("Eve").player
        let scope = PlayerIDs.Scope.game(AppNumber(1))
        let ids = [eve, ada, eve].map { world.accounts.ids.id(of: $0.number, in: scope) } + ["A:_x"]
        let loaded = try await LoadPlayers(world.accounts)(ids: ids, in: scope)
        #expect(loaded.map(\.player) == [eve, ada])
        #expect(loaded.map(\.id) == Array(ids[..<2]))
        #expect(try await LoadPlayers(world.accounts)(ids: ids, in: .player).isEmpty)
        await #expect(throws: LoadPlayersError.tooMany(limit: 100)) {
            _ = try await LoadPlayers(world.accounts)(ids: Array(repeating: "x", count: 101), in: scope)
        }
    }

    @Test("names come back after a restart, page by page")
    func names() async throws {
        let world = try AccountsWorld()
        var players: [Player] = []
        for alias in ["Ada", "Zoë", "李小龙"] { players.append(try await world.signUp(alias).player) }
        let restarted = world.restarted()
        let before = restarted.accounts.names.revision
        try await LoadNames(restarted.accounts, pageLimit: 2)()
        #expect(restarted.accounts.names.revision > before)
        for player in players {
            #expect(restarted.accounts.names.displayName(player.number) == player.displayName)
            var bytes = Array("x".utf8)
            #expect(restarted.accounts.names.append(player.number, to: &bytes))
            #expect(bytes == Array("x\(player.displayName)".utf8))
        }
        #expect(restarted.accounts.names.displayName(PlayerNumber(99)) == nil)
        #expect(restarted.accounts.names.displayName(PlayerNumber(.max)) == nil)
    }

    @Test("names can change, and be removed, for ever without growing", arguments: [11, 12] as [UInt64])
    func renaming(seed: UInt64) {
        let names = PlayerNames()
        var model: [UInt32: String] = [:]
        var state = seed
        for _ in 0..<50_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let number = UInt32(truncatingIfNeeded: state >> 33) % 50
            if state >> 60 == 0 {
                names.remove(PlayerNumber(number))
                model[number] = nil
            } else {
                let name = "name \(state >> 40)"
                names.put(name, of: PlayerNumber(number))
                model[number] = name
            }
        }
        for number in 0..<60 as Range<UInt32> {
            #expect(names.displayName(PlayerNumber(number)) == model[number])
        }
        // As a page has them, some twice and in another order.
        let players = Array((0..<60 as Range<UInt32>).reversed()) + [7, 7]
        let packed = names.packed(of: players.map { PlayerNumber($0) })
        let starts = [0] + packed.ends
        #expect(
            zip(starts, packed.ends).map { String(decoding: packed.bytes[$0..<$1], as: UTF8.self) }
                == players.map { model[$0] ?? "" })
        #expect(names.packed(of: []).ends == [])
        #expect(names.byteCount < 400_000)
    }

    @Test("a name takes at most 40 bytes beside its text")
    func compact() {
        let names = PlayerNames()
        let count = 100_000
        for number in 0..<count { names.put("Player \(number)", of: PlayerNumber(UInt32(number))) }
        let text = (0..<count).reduce(0) { $0 + "Player \($1)".utf8.count }
        #expect(names.byteCount - text <= 40 * count)
    }

    @Test("a name that is too long is cut between characters")
    func cut() {
        let names = PlayerNames()
        names.put(String(repeating: "李", count: 500), of: PlayerNumber(1))
        #expect(names.displayName(PlayerNumber(1)) == String(repeating: "李", count: 341))
    }
}
