import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestSupport
import Testing

@Suite("Directory contract", .timeLimit(.minutes(15))) struct DirectoryContract {
    private let start = Timestamp(clamping: 1_800_000_000_000)

    private func digest(_ number: UInt8) throws -> SecretDigest {
        try #require(SecretDigest([UInt8](repeating: number, count: 32)))
    }

    private func newSession(
        _ number: UInt8, binding: Binding = .firstParty, device: String? = nil, at moment: Timestamp? = nil,
        hasEmptyQueue: Bool = false
    ) throws -> NewSession {
        NewSession(
            digest: try digest(number), binding: binding, device: try device.map { try DeviceName($0) },
            created: moment ?? start, hasEmptyQueue: hasEmptyQueue)
    }

    private let game = Binding.game(AppNumber(1), .production)

    private func queue(of device: DeviceNumber) -> DeviceQueue {
        DeviceQueue(device: device, app: AppNumber(1), environment: .production)
    }

    private func newPlayer(
        _ alias: String, codes: [UInt8] = [], entrance: Entrance = .open, session: NewSession? = nil
    ) throws -> NewPlayer {
        NewPlayer(
            alias: try Alias(alias), displayName: alias, passwordHash: "hash of \(alias)",
            recoveryCodes: try codes.map(digest), created: start, entrance: entrance, session: session)
    }

    private func register(_ alias: String, in directory: any Directory) async throws -> Player {
        guard case .registered(let player, nil) = try await directory.register(try newPlayer(alias)) else {
            throw Surprise()
        }
        return player
    }

    private struct Surprise: Error {}

    // MARK: Players

    @Test("numbers players in order of sign-up and finds them again", arguments: Backend.allCases)
    func players(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("Ada", in: directory)
        let zoe = try await register("Zoë", in: directory)
        #expect(ada.number < zoe.number)
        #expect(ada.created == start)
        #expect(!ada.isAdministrator)
        #expect(try await directory.player(ada.number) == ada)
        #expect(try await directory.player(aliasKey: "zoë") == zoe)
        #expect(try await directory.player(aliasKey: "Zoë") == nil)
        #expect(try await directory.player(PlayerNumber(99)) == nil)
        let asked = [zoe.number, PlayerNumber(99), ada.number, zoe.number]
        #expect(try await directory.players(asked) == [ada, zoe])
        #expect(try await directory.players([]) == [])
        #expect(
            try await directory.credentials(aliasKey: "ada")
                == Credentials(player: ada.number, passwordHash: "hash of Ada"))
        #expect(try await directory.credentials(aliasKey: "grace") == nil)
    }

    @Test("writes nothing of a player whose alias is taken", arguments: Backend.allCases)
    func taken(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("Ada", in: directory)
        let second = try await directory.register(try newPlayer("ADA", session: try newSession(1)))
        #expect(second == .aliasTaken)
        #expect(try await directory.session(try digest(1)) == nil)
        #expect(try await directory.player(aliasKey: "ada") == ada)
    }

    @Test("hands display names out page by page", arguments: Backend.allCases)
    func names(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        var expected = PackedNames()
        for alias in ["Ada", "Zoë", "李小龙"] {
            let number = try await register(alias, in: directory).number
            Array(alias.utf8).withUnsafeBytes { expected.append(number, name: $0) }
        }
        #expect(try await directory.displayNames(after: nil, limit: 10) == expected)
        let first = try await directory.displayNames(after: nil, limit: 2)
        #expect(first.players == Array(expected.players[..<2]))
        let rest = try await directory.displayNames(after: first.players.last, limit: 2)
        #expect(rest.text == Array("李小龙".utf8))
        #expect(try await directory.displayNames(after: rest.players.last, limit: 2) == PackedNames())
    }

    @Test("spends an invitation once, and not after its end", arguments: Backend.allCases)
    func invitations(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let later = start.advanced(by: .seconds(1))
        try await directory.addInvitation(try digest(1), by: nil, created: start, expires: later)
        try await directory.addInvitation(try digest(2), by: PlayerNumber(1), created: start, expires: later)
        #expect(
            try await directory.register(try newPlayer("Eve", entrance: .invitation(try digest(9)))) == .entranceRefused
        )
        let ada = try await directory.register(try newPlayer("Ada", entrance: .invitation(try digest(1))))
        guard case .registered(let player, nil) = ada else { throw Surprise() }
        #expect(!player.isAdministrator)
        #expect(
            try await directory.register(try newPlayer("Eve", entrance: .invitation(try digest(1)))) == .entranceRefused
        )
        var late = try newPlayer("Eve", entrance: .invitation(try digest(2)))
        late.created = later
        #expect(try await directory.register(late) == .entranceRefused)
        #expect(try await directory.player(aliasKey: "eve") == nil)
    }

    @Test("rule 1.9: spends a recovery code once and ends all sessions with it", arguments: Backend.allCases)
    func recovery(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let made = try await directory.register(try newPlayer("Ada", codes: [1, 2], session: try newSession(10)))
        guard case .registered(let ada, let record?) = made else { throw Surprise() }
        #expect(record.player == ada.number)
        _ = try await directory.register(try newPlayer("Eve", codes: [3], session: try newSession(11)))
        #expect(try await directory.recover(aliasKey: "ada", code: try digest(3), passwordHash: "x", at: start) == nil)
        #expect(try await directory.recover(aliasKey: "bob", code: try digest(1), passwordHash: "x", at: start) == nil)
        #expect(try await directory.session(try digest(10)) == record)
        #expect(
            try await directory.recover(aliasKey: "ada", code: try digest(1), passwordHash: "new", at: start)
                == ada.number)
        #expect(
            try await directory.recover(aliasKey: "ada", code: try digest(1), passwordHash: "newer", at: start) == nil)
        #expect(try await directory.credentials(aliasKey: "ada")?.passwordHash == "new")
        #expect(try await directory.session(try digest(10)) == nil)
        #expect(try await directory.session(try digest(11)) != nil)
        #expect(
            try await directory.recover(aliasKey: "ada", code: try digest(2), passwordHash: "newer", at: start)
                == ada.number)
    }

    @Test(
        "rule 1.9: a reset puts one code in place of all, which works once and until it expires",
        arguments: Backend.allCases)
    func reset(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let made = try await directory.register(try newPlayer("Ada", codes: [1], session: try newSession(10)))
        guard case .registered(let ada, _) = made else { throw Surprise() }
        let end = start.advanced(by: .days(3))
        func reset(_ player: PlayerNumber) async throws -> Bool {
            try await directory.resetPassword(
                of: player, passwordHash: "new", code: try digest(2), expires: end, at: start)
        }
        #expect(try await reset(ada.number))
        #expect(try await !reset(PlayerNumber(99)))
        #expect(try await directory.session(try digest(10)) == nil)
        #expect(try await directory.recover(aliasKey: "ada", code: try digest(1), passwordHash: "x", at: start) == nil)
        func recover(at moment: Timestamp) async throws -> PlayerNumber? {
            try await directory.recover(aliasKey: "ada", code: try digest(2), passwordHash: "x", at: moment)
        }
        #expect(try await recover(at: end) == nil)
        #expect(try await recover(at: end.advanced(by: .seconds(-1))) == ada.number)
        #expect(try await recover(at: start) == nil)
        let told = try await directory.notices(of: ada.number).map(\.content.subject)
        #expect(told == [AccountChange.passwordReset.rawValue, AccountChange.recovery.rawValue])
    }

    @Test("replaces a password's hash only while it still stands", arguments: Backend.allCases)
    func rehash(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("Ada", in: directory)
        try await directory.replacePasswordHash("something else", with: "new", of: ada.number)
        #expect(try await directory.credentials(aliasKey: "ada")?.passwordHash == "hash of Ada")
        try await directory.replacePasswordHash("hash of Ada", with: "new", of: ada.number)
        #expect(try await directory.credentials(aliasKey: "ada")?.passwordHash == "new")
    }

    // MARK: Sessions

    @Test("keeps a session until it is ended", arguments: Backend.allCases)
    func sessions(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("Ada", in: directory)
        let credentials = Credentials(player: ada.number, passwordHash: "hash of Ada")
        let game = Binding.game(AppNumber(7), .sandbox)
        let first = try #require(try await directory.addSession(try newSession(1, binding: game), for: credentials))
        let second = try #require(try await directory.addSession(try newSession(2), for: credentials))
        #expect(first.binding == game)
        #expect(second.binding == .firstParty)
        #expect(first.id != second.id)
        #expect(first.device != second.device)
        #expect(first.lastUsed == start)
        #expect(try await directory.session(try digest(1)) == first)
        #expect(try await directory.endSession(first.id))
        #expect(try await !directory.endSession(first.id))
        #expect(try await directory.session(try digest(1)) == nil)
        #expect(try await directory.session(try digest(2)) == second)
        try await directory.endSessions(of: ada.number)
        #expect(try await directory.session(try digest(2)) == nil)
    }

    @Test("makes no session for a password that was changed meanwhile", arguments: Backend.allCases)
    func stale(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("Ada", in: directory)
        let credentials = Credentials(player: ada.number, passwordHash: "hash of Ada")
        _ = try await directory.resetPassword(
            of: ada.number, passwordHash: "new", code: try digest(40), expires: start, at: start)
        #expect(try await directory.addSession(try newSession(1), for: credentials) == nil)
        #expect(try await directory.session(try digest(1)) == nil)
    }

    @Test(
        "rule 4.7: a device is one for all sessions of a player that name it, and each game's queue there is its own",
        arguments: Backend.allCases)
    func devices(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("Ada", in: directory)
        let eve = try await register("Eve", in: directory)
        let asAda = Credentials(player: ada.number, passwordHash: "hash of Ada")
        let asEve = Credentials(player: eve.number, passwordHash: "hash of Eve")
        let first = try await directory.addSession(
            try newSession(1, binding: game, device: "phone", hasEmptyQueue: true), for: asAda)
        let second = try await directory.addSession(
            try newSession(2, binding: game, device: "phone", at: start.advanced(by: .seconds(9))), for: asAda)
        let other = try await directory.addSession(try newSession(3, binding: game, device: "phone"), for: asEve)
        #expect(first?.emptyQueue == start)
        #expect(second?.device == first?.device)
        #expect(second?.emptyQueue == start)
        #expect(other?.device != first?.device)
        #expect(other?.emptyQueue == nil)
        let elsewhere: [Binding] = [
            .firstParty, .game(AppNumber(1), .sandbox), .game(AppNumber(2), .production),
        ]
        for (number, binding) in zip((4 as UInt8)..., elsewhere) {
            let record = try await directory.addSession(
                try newSession(number, binding: binding, device: "phone", hasEmptyQueue: binding == .firstParty),
                for: asAda)
            #expect(record?.device == first?.device && record?.emptyQueue == nil, "\(binding)")
        }
    }

    @Test("moves moments forward, never back", arguments: Backend.allCases)
    func moments(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("Ada", in: directory)
        let credentials = Credentials(player: ada.number, passwordHash: "hash of Ada")
        let record = try #require(try await directory.addSession(try newSession(1, binding: game), for: credentials))
        let later = start.advanced(by: .hours(2))
        try await directory.note(
            lastUsed: [record.id: later, SessionID(99): later],
            emptyQueues: [queue(of: record.device): later, queue(of: DeviceNumber(99)): later])
        try await directory.note(lastUsed: [record.id: start], emptyQueues: [queue(of: record.device): start])
        let now = try await directory.session(try digest(1))
        #expect(now?.lastUsed == later)
        #expect(now?.emptyQueue == later)
        try await directory.note(lastUsed: [:], emptyQueues: [:])
    }

    @Test("deletes idle sessions of administrators and others apart", arguments: Backend.allCases)
    func idle(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        #expect(try await directory.setAdministratorLink(try digest(50)))
        _ = try await directory.register(
            try newPlayer("Ada", entrance: .administratorLink(try digest(50)), session: try newSession(1)))
        for (index, alias) in ["Eve", "Bob", "Kim"].enumerated() {
            let moment = start.advanced(by: .seconds(Int64(index)))
            _ = try await directory.register(
                try newPlayer(alias, session: try newSession(UInt8(index + 2), at: moment)))
        }
        let moment = start.advanced(by: .seconds(2))
        func end(_ moment: Timestamp, ofAdministrators: Bool, limit: Int) async throws -> Int {
            try await directory.endSessions(
                lastUsedBefore: moment, createdBefore: start, ofAdministrators: ofAdministrators, limit: limit)
        }
        #expect(try await end(moment, ofAdministrators: false, limit: 1) == 1)
        #expect(try await end(moment, ofAdministrators: false, limit: 9) == 1)
        #expect(try await end(moment, ofAdministrators: false, limit: 9) == 0)
        #expect(try await directory.session(try digest(1)) != nil)
        #expect(try await directory.session(try digest(4)) != nil)
        #expect(try await end(moment, ofAdministrators: true, limit: 9) == 1)
        #expect(try await directory.session(try digest(1)) == nil)
    }

    @Test("deletes sessions that are too old, however lately they were used", arguments: Backend.allCases)
    func aged(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("Ada", in: directory)
        let credentials = Credentials(player: ada.number, passwordHash: "hash of Ada")
        let old = try #require(try await directory.addSession(try newSession(1), for: credentials))
        let later = start.advanced(by: .hours(1))
        _ = try await directory.addSession(try newSession(2, at: later), for: credentials)
        try await directory.note(lastUsed: [old.id: later], emptyQueues: [:])
        #expect(
            try await directory.endSessions(
                lastUsedBefore: start, createdBefore: later, ofAdministrators: false, limit: 9) == 1)
        #expect(try await directory.session(try digest(1)) == nil)
        #expect(try await directory.session(try digest(2)) != nil)
    }

    @Test("a session beyond the limit ends those of its player used longest ago", arguments: Backend.allCases)
    func limit(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("Ada", in: directory)
        let eve = try await register("Eve", in: directory)
        let asAda = Credentials(player: ada.number, passwordHash: "hash of Ada")
        let asEve = Credentials(player: eve.number, passwordHash: "hash of Eve")
        _ = try await directory.addSession(try newSession(9), for: asEve)
        var records: [SessionRecord] = []
        for number in 1...3 as ClosedRange<UInt8> {
            records.append(try #require(try await directory.addSession(try newSession(number), for: asAda)))
        }
        // The first is used again: the second is now the oldest.
        try await directory.note(lastUsed: [records[0].id: start.advanced(by: .hours(1))], emptyQueues: [:])
        var new = try newSession(4, at: start.advanced(by: .hours(2)))
        new.countLimit = 3
        let added = try #require(try await directory.addSession(new, for: asAda))
        #expect(added.displaced == [records[1].id])
        #expect(try await directory.session(try digest(2)) == nil)
        for number in [1, 3, 4, 9] as [UInt8] { #expect(try await directory.session(try digest(number)) != nil) }
    }

    // MARK: Administration, apps, settings

    @Test("makes one administrator by the link, once", arguments: Backend.allCases)
    func administration(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        #expect(try await directory.administration() == .unclaimed)
        #expect(try await directory.setAdministratorLink(try digest(1)))
        #expect(try await directory.setAdministratorLink(try digest(2)))
        #expect(try await directory.administration() == .linkWaits)
        let early = try await directory.register(try newPlayer("Eve", entrance: .administratorLink(try digest(1))))
        #expect(early == .entranceRefused)
        let made = try await directory.register(
            try newPlayer("Ada", entrance: .administratorLink(try digest(2)), session: try newSession(1)))
        guard case .registered(let ada, let session?) = made else { throw Surprise() }
        #expect(ada.isAdministrator)
        #expect(session.isAdministrator)
        #expect(try await directory.player(ada.number)?.isAdministrator == true)
        #expect(try await directory.administration() == .claimed)
        let again = try await directory.register(try newPlayer("Eve", entrance: .administratorLink(try digest(2))))
        #expect(again == .entranceRefused)
        #expect(try await !directory.setAdministratorLink(try digest(3)))
        #expect(try await directory.setting(.administratorLink) == nil)
    }

    @Test("lets one of many in by the link, and one by an invitation", arguments: Backend.allCases)
    func race(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        #expect(try await directory.setAdministratorLink(try digest(1)))
        try await directory.addInvitation(
            try digest(2), by: nil, created: start, expires: start.advanced(by: .seconds(1)))
        for (made, entrance) in [
            ("link", Entrance.administratorLink(try digest(1))), ("code", .invitation(try digest(2))),
        ] {
            let count = try await withThrowingTaskGroup(of: Bool.self) { group in
                for index in 0..<20 {
                    let player = try newPlayer("\(made) \(index)", entrance: entrance)
                    group.addTask {
                        if case .registered = try await directory.register(player) { true } else { false }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(count == 1)
        }
    }

    @Test("settles a value once", arguments: Backend.allCases)
    func settings(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        #expect(try await directory.setting(.secret) == nil)
        #expect(try await directory.settle(.secret, [1, 2]) == [1, 2])
        #expect(try await directory.settle(.secret, [3]) == [1, 2])
        #expect(try await directory.setting(.secret) == [1, 2])
    }

    @Test("gives everything back when the file is opened again")
    func reopened() async throws {
        let folder = try TemporaryFolder(on: .memory).path
        let session: SessionRecord
        let app: App
        do {
            let directory = SQLiteDirectory(try SQLiteStore(dataFolder: folder))
            let made = try await directory.register(
                try newPlayer("Zoë", codes: [9], session: try newSession(1, device: "phone", hasEmptyQueue: true)))
            guard case .registered(_, let record?) = made else { throw Surprise() }
            session = record
            let team = try await directory.firstTeam(named: "Team")
            app = try #require(
                try await directory.addApp(
                    NewApp(
                        team: team, bundleID: try BundleID("com.example.game"), name: "Game", sku: "",
                        defaultLanguage: .english, link: nil)))
            _ = try await directory.settle(.secret, [1, 2, 3])
        }
        let directory = SQLiteDirectory(try SQLiteStore(dataFolder: folder))
        #expect(try await directory.session(try digest(1)) == session)
        #expect(try await directory.player(session.player)?.alias == Alias("Zoë"))
        #expect(try await directory.apps() == [app])
        #expect(try await directory.setting(.secret) == [1, 2, 3])
        #expect(
            try await directory.recover(aliasKey: "zoë", code: try digest(9), passwordHash: "x", at: start)
                == session.player)
        let next = try await register("Ada", in: directory)
        #expect(session.player < next.number)
    }

    @Test("keeps apps with every field", arguments: Backend.allCases)
    func apps(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let team = try await directory.firstTeam(named: "Team")
        #expect(try await directory.firstTeam(named: "Another name") == team)
        let new = NewApp(
            team: team, bundleID: try BundleID("com.example.game"), name: "Game", sku: "1",
            defaultLanguage: try LanguageTag("zh-Hans"), link: "https://example.com/")
        var app = try #require(try await directory.addApp(new))
        #expect(try await directory.addApp(new) == nil)
        #expect(!app.isReleased && !app.isGameCenterEnabled && app.allowsGuests && !app.hasDesktopGame)
        #expect(app.link == "https://example.com/" && app.sku == "1" && app.defaultLanguage.text == "zh-Hans")
        app.name = "Spiel"
        app.sku = ""
        app.link = nil
        app.defaultLanguage = .english
        app.isReleased = true
        app.isGameCenterEnabled = true
        app.allowsGuests = false
        app.hasDesktopGame = true
        #expect(try await directory.updateApp(app))
        #expect(try await directory.apps() == [app])
        let unknown = App(
            number: AppNumber(99), team: team, bundleID: try BundleID("com.example.none"), name: "", sku: "")
        #expect(try await !directory.updateApp(unknown))
        var second = new
        second.bundleID = try BundleID("com.example.second")
        #expect(try await directory.addApp(second) != nil)
        #expect(try await directory.apps().map(\.bundleID.text) == ["com.example.game", "com.example.second"])
    }
}
