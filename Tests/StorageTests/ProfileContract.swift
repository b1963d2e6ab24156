import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import Testing

@Suite("Profile contract", .timeLimit(.minutes(15))) struct ProfileContract {
    private let start = Timestamp(clamping: 1_800_000_000_000)
    private struct Surprise: Error {}

    private func digest(_ number: UInt8) throws -> SecretDigest {
        try #require(SecretDigest([UInt8](repeating: number, count: 32)))
    }

    private func blob(_ number: UInt8) throws -> Blob {
        Blob(digest: try #require(BlobDigest([UInt8](repeating: number, count: 32))), bytes: [number, 1, 2, 3])
    }

    private func register(
        _ alias: String, session: UInt8? = nil, device: String? = nil, in directory: any Directory
    ) async throws -> (Player, SessionRecord?) {
        let newSession = try session.map { number in
            NewSession(
                digest: try digest(number), binding: .firstParty, device: try device.map { try DeviceName($0) },
                created: start, hasEmptyQueue: false)
        }
        let made = try await directory.register(
            NewPlayer(
                alias: try Alias(alias), displayName: alias, passwordHash: "hash of \(alias)",
                recoveryCodes: [try digest(200)], created: start, entrance: .open, session: newSession))
        guard case .registered(let player, let record) = made else { throw Surprise() }
        return (player, record)
    }

    @Test("refuses an alias that looks like another one", arguments: Backend.allCases)
    func twins(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("Ada1", in: directory).0
        for twin in ["Adal", "Аdа1", "Ａｄａ１"] {
            let refused = try await directory.register(
                NewPlayer(
                    alias: try Alias(twin), displayName: twin, passwordHash: "x", recoveryCodes: [], created: start,
                    entrance: .open, session: nil))
            #expect(refused == .aliasTaken)
        }
        #expect(try await directory.player(aliasSkeleton: try Alias("ada1").skeleton) == ada.number)
    }

    @Test("keeps all of a profile, and changes it as a whole or not at all", arguments: Backend.allCases)
    func profiles(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("Ada", in: directory).0
        let zoe = try await register("Zoe", in: directory).0
        #expect(try await directory.profiles([ada.number, PlayerNumber(99)]) == [ada.number: ProfileRecord()])
        var wanted = ProfileRecord(
            profile: Profile(
                realName: "Ada Lovelace", status: "Computing",
                privacy: Privacy(audience: .friends, isFindable: false, takesRequests: false),
                restrictions: Restrictions(
                    birthYear: 1815, forbidsStrangers: true, forbidsMessages: true, hasGuardian: true)),
            guardianHash: "hash", aliasChangesPaid: start)
        let final = wanted
        let update = try await directory.updateProfile(of: ada.number, alias: try Alias("Countess")) { record in
            record = final
            return true
        }
        guard case .updated(let player, let record) = update else { throw Surprise() }
        #expect(player.alias.text == "Countess" && player.displayName == "Countess" && record == wanted)
        #expect(try await directory.profiles([ada.number]) == [ada.number: wanted])
        let listed = try await directory.profiles(after: nil, limit: 10)
        #expect(listed.map(\.player) == [ada.number] && listed.map(\.profile) == [wanted.profile])
        #expect(try await directory.profiles(after: ada.number, limit: 10).isEmpty)
        // The old alias and its look are free again, the new ones are taken.
        #expect(try await directory.player(aliasKey: "ada") == nil)
        #expect(try await directory.credentials(aliasKey: "countess")?.player == ada.number)
        for taken in ["COUNTESS", "Сountess"] {
            let refused = try await directory.updateProfile(of: zoe.number, alias: try Alias(taken)) { record in
                record.profile.status = "never"
                return true
            }
            #expect(refused == .aliasTaken)
        }
        #expect(try await directory.profiles([zoe.number]) == [zoe.number: ProfileRecord()])
        _ = try await directory.updateProfile(of: zoe.number, alias: try Alias("Ada")) { _ in true }
        let no = try await directory.updateProfile(of: ada.number, alias: nil) { record in
            record.profile = Profile()
            return false
        }
        #expect(no == .refused(wanted))
        wanted.profile.status = nil
        #expect(try await directory.profiles([ada.number])[ada.number]?.profile.status == "Computing")
        #expect(try await directory.updateProfile(of: PlayerNumber(99), alias: nil) { _ in true } == .unknownPlayer)
    }

    @Test("keeps a photo's bytes as long as somebody has it", arguments: Backend.allCases)
    func photos(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("Ada", in: directory).0.number
        let zoe = try await register("Zoe", in: directory).0.number
        let (small, normal, other) = (try blob(1), try blob(2), try blob(3))
        #expect(try await directory.setPhoto((small, normal), of: ada))
        #expect(try await directory.setPhoto((small, other), of: zoe))
        #expect(try await !directory.setPhoto((small, normal), of: PlayerNumber(99)))
        #expect(
            try await directory.profiles([ada])[ada]?.photo
                == ProfileRecord.Photo(small: small.digest, normal: normal.digest))
        #expect(try await directory.isPhoto(small.digest))
        #expect(try await directory.setPhoto(nil, of: ada))
        #expect(try await directory.blob(small.digest) == small.bytes)
        #expect(try await directory.blob(normal.digest) == nil)
        #expect(try await !directory.isPhoto(normal.digest))
        // The same photo again is no second reference that stays.
        #expect(try await directory.setPhoto((small, other), of: zoe))
        #expect(try await directory.setPhoto(nil, of: zoe))
        #expect(try await directory.blob(small.digest) == nil)
        // A change of the profile leaves the photo alone.
        #expect(try await directory.setPhoto((small, normal), of: ada))
        _ = try await directory.updateProfile(of: ada, alias: nil) { record in
            record = ProfileRecord()
            return true
        }
        #expect(try await directory.profiles([ada])[ada]?.photo?.small == small.digest)
    }

    @Test("lists and ends sessions, and ends all but one with a new password", arguments: Backend.allCases)
    func sessions(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let (ada, first) = try await register("Ada", session: 1, device: "phone", in: directory)
        let (zoe, others) = try await register("Zoe", session: 9, in: directory)
        let kept = try #require(first)
        let credentials = try #require(try await directory.credentials(of: ada.number))
        #expect(credentials.passwordHash == "hash of Ada")
        #expect(try await directory.credentials(of: PlayerNumber(99)) == nil)
        let later = NewSession(
            digest: try digest(2), binding: .game(AppNumber(4), .sandbox), device: nil,
            created: start.advanced(by: .hours(1)), hasEmptyQueue: false)
        let second = try #require(try await directory.addSession(later, for: credentials))
        let list = try await directory.sessions(of: ada.number)
        #expect(list.map(\.record) == [second, kept])
        #expect(list.map(\.deviceName) == [nil, try DeviceName("phone")])
        #expect(try await directory.knowsDevice(try DeviceName("phone"), aliasKey: "ada"))
        #expect(try await !directory.knowsDevice(try DeviceName("phone"), aliasKey: "zoe"))
        #expect(try await !directory.endSession(second.id, of: zoe.number))
        #expect(try await directory.endSession(second.id, of: ada.number))
        #expect(try await directory.session(try digest(2)) == nil)
        _ = try await directory.addSession(later, for: credentials)
        let stale = Credentials(player: ada.number, passwordHash: "other")
        #expect(try await !directory.changePassword(stale, to: "new", keeping: kept.id, at: start))
        #expect(try await directory.sessions(of: ada.number).count == 2)
        #expect(try await directory.changePassword(credentials, to: "new", keeping: kept.id, at: start))
        #expect(try await directory.sessions(of: ada.number).map(\.record.id) == [kept.id])
        #expect(try await directory.session(try digest(9)) == others)
        #expect(try await !directory.replaceRecoveryCodes([try digest(7)], for: credentials, at: start))
        let fresh = Credentials(player: ada.number, passwordHash: "new")
        #expect(try await directory.replaceRecoveryCodes([try digest(7)], for: fresh, at: start))
        #expect(
            try await directory.recover(aliasKey: "ada", code: try digest(200), passwordHash: "x", at: start) == nil)
        #expect(
            try await directory.recover(aliasKey: "ada", code: try digest(7), passwordHash: "x", at: start)
                == ada.number)
    }

    @Test("finds players by the beginning of their aliases, page by page", arguments: Backend.allCases)
    func find(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        var numbers: [PlayerNumber] = []
        for alias in ["Ada", "Adam", "Zoë", "adagio"] {
            numbers.append(try await register(alias, in: directory).0.number)
        }
        let page = try await directory.players(aliasKeyPrefix: "ada", after: nil, limit: 2)
        #expect(page.map(\.number) == [numbers[0], numbers[1]])
        let rest = try await directory.players(aliasKeyPrefix: "ada", after: numbers[1], limit: 2)
        #expect(rest.map(\.number) == [numbers[3]])
        #expect(try await directory.players(aliasKeyPrefix: "", after: nil, limit: 9).count == 4)
    }

    @Test("erases a player once and for all", arguments: Backend.allCases)
    func erase(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let (ada, _) = try await register("Ada", session: 1, device: "phone", in: directory)
        let (zoe, _) = try await register("Zoe", session: 2, device: "phone", in: directory)
        #expect(try await directory.setPhoto((try blob(1), try blob(2)), of: ada.number))
        let record = try #require(try await directory.beginErasure(of: ada.number, receipt: "one", at: start))
        #expect(record == ErasureRecord(receipt: "one", player: ada.number, requested: start))
        #expect(try await directory.beginErasure(of: ada.number, receipt: "two", at: start) == record)
        #expect(try await directory.beginErasure(of: PlayerNumber(99), receipt: "three", at: start) == nil)
        #expect(try await directory.player(ada.number) == nil)
        #expect(try await directory.session(try digest(1)) == nil)
        #expect(try await directory.credentials(of: ada.number) == nil)
        #expect(try await directory.profiles([ada.number]).isEmpty)
        #expect(try await directory.blob(try blob(1).digest) == nil)
        #expect(try await directory.session(try digest(2))?.player == zoe.number)
        #expect(try await directory.unfinishedErasures() == [record])
        try await directory.finishErasure(of: ada.number, at: start)
        #expect(try await directory.unfinishedErasures().isEmpty)
        // A reader, or the log's keeper, at that moment blocks it.
        while try await !directory.scrub() {}
        // The alias is free; the number is not used again.
        #expect(try await register("Ada", in: directory).0.number > zoe.number)
    }
}
