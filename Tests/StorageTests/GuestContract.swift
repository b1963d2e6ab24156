import LaurelDomain
import LaurelStorage
import Testing

@Suite("Guest contract", .timeLimit(.minutes(15))) struct GuestContract {
    private let start = Timestamp(clamping: 1_800_000_000_000)
    private struct Surprise: Error {}

    private func digest(_ number: UInt8) throws -> SecretDigest {
        try #require(SecretDigest([UInt8](repeating: number, count: 32)))
    }

    private func session(_ number: UInt8, at moment: Timestamp? = nil, _ binding: Binding = .firstParty) throws
        -> NewSession
    {
        NewSession(
            digest: try digest(number), binding: binding, device: try DeviceName("phone"), created: moment ?? start,
            hasEmptyQueue: true)
    }

    private func guest(_ alias: String, secret: UInt8, session number: UInt8, app: AppNumber? = nil) throws -> NewGuest
    {
        let binding = app.map { Binding.game($0, .production) } ?? .firstParty
        return NewGuest(
            alias: try Alias(alias), secret: try digest(secret), app: app, session: try session(number, binding))
    }

    @discardableResult
    private func register(
        _ alias: String, secret: UInt8, session: UInt8, app: AppNumber? = nil, in directory: any Directory
    ) async throws -> (Player, SessionRecord) {
        let made = try await directory.register(try guest(alias, secret: secret, session: session, app: app))
        guard case .registered(let player, let record) = made else { throw Surprise() }
        return (player, record)
    }

    private func credentials(_ alias: String, entrance: Entrance = .open) throws -> NewCredentials {
        NewCredentials(
            alias: try Alias(alias), passwordHash: "hash of \(alias)", recoveryCodes: [try digest(200)],
            entrance: entrance, time: start.advanced(by: .days(1)))
    }

    @Test("rule 1.11: a secret is one player's, and an alias is, too", arguments: Backend.allCases)
    func registered(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let (heron, record) = try await register("Amber Heron", secret: 1, session: 2, app: AppNumber(3), in: directory)
        #expect(heron.alias.text == "Amber Heron" && heron.displayName == "Amber Heron" && !heron.isAdministrator)
        #expect(record.player == heron.number && record.emptyQueue == start)
        #expect(
            try await directory.guest(try digest(1))
                == GuestRecord(player: heron.number, app: AppNumber(3), lastSeen: start, upgraded: nil))
        #expect(try await directory.guest(try digest(9)) == nil)
        #expect(
            try await directory.register(try guest("Lunar Lynx", secret: 1, session: 3)) == .secretTaken)
        #expect(
            try await directory.register(try guest("amber heron", secret: 4, session: 3)) == .aliasTaken)
        #expect(
            try await directory.register(try guest("Аmber Heron", secret: 4, session: 3)) == .aliasTaken)
        #expect(try await directory.guest(try digest(4)) == nil)
        #expect(try await directory.session(try digest(3)) == nil)
        #expect(try await directory.credentials(of: heron.number) == nil)
        #expect(try await directory.credentials(aliasKey: "amber heron") == nil)
        // An operator can't give one a password behind their back, and nothing of theirs ends by the attempt.
        let isReset = try await directory.resetPassword(
            of: heron.number, passwordHash: "hash", code: try digest(7), expires: start.advanced(by: .days(1)),
            at: start)
        #expect(!isReset)
        #expect(try await directory.session(try digest(2)) != nil)
        let (lynx, _) = try await register("Lunar Lynx", secret: 4, session: 3, in: directory)
        #expect(try await directory.guests(after: nil, limit: 10) == [heron.number, lynx.number])
        #expect(try await directory.guests(after: heron.number, limit: 10) == [lynx.number])
        #expect(try await directory.guests(after: nil, limit: 1) == [heron.number])
    }

    @Test("rule 1.11: the secret opens sessions of the same player", arguments: Backend.allCases)
    func sessions(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let (heron, first) = try await register("Amber Heron", secret: 1, session: 2, in: directory)
        let later = start.advanced(by: .days(3))
        let again = try await directory.addSession(
            try session(3, at: later, .game(AppNumber(5), .sandbox)), forGuest: try digest(1))
        let second = try #require(again)
        #expect(second.player == heron.number && second.device == first.device && second.id != first.id)
        #expect(try await directory.guest(try digest(1))?.lastSeen == later)
        #expect(try await directory.addSession(try session(4), forGuest: try digest(9)) == nil)
        #expect(try await directory.session(try digest(4)) == nil)
    }

    @Test(
        "rule 1.12: an upgrade keeps player and sessions, and the secret opens none any more",
        arguments: Backend.allCases)
    func upgraded(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let (heron, record) = try await register("Amber Heron", secret: 1, session: 2, in: directory)
        let (lynx, _) = try await register("Lunar Lynx", secret: 4, session: 3, in: directory)
        for taken in ["LUNAR LYNX", "Lunаr Lynx"] {
            #expect(try await directory.upgradeGuest(heron.number, to: try credentials(taken)) == .aliasTaken)
        }
        let invitation = try credentials("Ada", entrance: .invitation(try digest(50)))
        #expect(try await directory.upgradeGuest(heron.number, to: invitation) == .entranceRefused)
        #expect(try await directory.credentials(of: heron.number) == nil)
        let upgrade = try await directory.upgradeGuest(heron.number, to: try credentials("Ada"))
        guard case .upgraded(let ada) = upgrade else { throw Surprise() }
        #expect(ada.number == heron.number && ada.alias.text == "Ada" && ada.displayName == "Ada")
        #expect(try await directory.player(heron.number) == ada)
        #expect(try await directory.credentials(aliasKey: "ada")?.passwordHash == "hash of Ada")
        #expect(try await directory.session(try digest(2)) == record)
        #expect(try await directory.unreleasedGuests(limit: 10) == [heron.number])
        try await directory.noteReleased(heron.number, at: start)
        try await directory.noteReleased(lynx.number, at: start)
        #expect(try await directory.unreleasedGuests(limit: 10).isEmpty)
        let kept = try #require(try await directory.guest(try digest(1)))
        #expect(kept.player == ada.number && kept.upgraded == start.advanced(by: .days(1)))
        #expect(try await directory.addSession(try session(5), forGuest: try digest(1)) == nil)
        #expect(try await directory.guests(after: nil, limit: 10) == [lynx.number])
        #expect(try await directory.upgradeGuest(ada.number, to: try credentials("Zoe")) == .noGuest)
        #expect(try await directory.upgradeGuest(PlayerNumber(99), to: try credentials("Zoe")) == .noGuest)
        // The drawn name is free again, and a recovery code is good.
        try await register("Amber Heron", secret: 6, session: 6, in: directory)
        let recovered = try await directory.recover(
            aliasKey: "ada", code: try digest(200), passwordHash: "new", at: start.advanced(by: .days(2)))
        #expect(recovered == ada.number)
        // A guest may keep their name.
        let same = try await directory.upgradeGuest(lynx.number, to: try credentials("Lunar Lynx"))
        guard case .upgraded = same else { throw Surprise() }
        #expect(try await directory.unreleasedGuests(limit: 10) == [lynx.number])
    }

    @Test("an upgrade spends its invitation", arguments: Backend.allCases)
    func invited(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let (heron, _) = try await register("Amber Heron", secret: 1, session: 2, in: directory)
        try await directory.addInvitation(
            try digest(50), by: nil, created: start, expires: start.advanced(by: .days(14)))
        let invited = try credentials("Ada", entrance: .invitation(try digest(50)))
        guard case .upgraded = try await directory.upgradeGuest(heron.number, to: invited) else { throw Surprise() }
        let (lynx, _) = try await register("Lunar Lynx", secret: 4, session: 3, in: directory)
        let again = try credentials("Zoe", entrance: .invitation(try digest(50)))
        #expect(try await directory.upgradeGuest(lynx.number, to: again) == .entranceRefused)
    }

    @Test(
        "an upgrade names a device that has no name yet, unless another device of the player's is called so",
        arguments: Backend.allCases)
    func namedDevice(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let cases: [(alias: String, isNamed: Bool, name: String, expected: String?)] = [
            ("Ada", false, "laptop", "laptop"), ("Zoe", false, "phone", nil), ("Grace", true, "laptop", "phone"),
        ]
        for (index, (alias, isNamed, name, expected)) in cases.enumerated() {
            let first = UInt8(index * 10)
            let (guest, phone) = try await register(
                "Guest \(index + 1)x", secret: first + 1, session: first + 2, in: directory)
            let unnamed = NewSession(
                digest: try digest(first + 3), binding: .firstParty, device: nil, created: start, hasEmptyQueue: true)
            let other = try #require(try await directory.addSession(unnamed, forGuest: try digest(first + 1)))
            let device = isNamed ? phone.device : other.device
            var kept = try credentials(alias)
            kept.recoveryCodes = [try digest(first + 200)]
            let called = try DeviceName(name)
            kept.device = (number: device, name: called)
            guard case .upgraded = try await directory.upgradeGuest(guest.number, to: kept) else { throw Surprise() }
            let listed = try await directory.sessions(of: guest.number).first { $0.record.device == device }
            #expect(try #require(listed).deviceName?.text == expected, "\(alias)")
        }
    }

    @Test("rule 1.11: guests who were not seen are found, longest unseen first", arguments: Backend.allCases)
    func unseen(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        var guests: [PlayerNumber] = []
        for number in UInt8(1)...4 {
            guests.append(
                try await register("Guest \(number)x", secret: number, session: 100 + number, in: directory).0.number)
        }
        let later = start.advanced(by: .days(10))
        // The first one's session is used, the second one signed out after it was, the third one is gone at once.
        let used = try #require(try await directory.session(try digest(101)))
        let left = try #require(try await directory.session(try digest(102)))
        try await directory.note(lastUsed: [used.id: later, left.id: later], emptyQueues: [:])
        #expect(try await directory.endSession(left.id))
        #expect(try await directory.guest(try digest(2))?.lastSeen == later)
        try await directory.endSessions(of: guests[2])
        #expect(try await directory.guest(try digest(3))?.lastSeen == start)
        func unseen(_ moment: Timestamp, after last: GuestRecord? = nil, limit: Int = 10) async throws -> [GuestRecord]
        {
            try await directory.guests(unseenSince: moment, after: last, limit: limit)
        }
        let moment = start.advanced(by: .days(5))
        #expect(try await unseen(start).isEmpty)
        #expect(try await unseen(moment).map(\.player) == [guests[2], guests[3]])
        let first = try await unseen(moment, limit: 1)
        #expect(first.map(\.player) == [guests[2]])
        #expect(try await unseen(moment, after: first.last).map(\.player) == [guests[3]])
        let all = try await unseen(later.advanced(by: .seconds(1)))
        #expect(all.map(\.player) == [guests[0], guests[2], guests[3], guests[1]])
        #expect(try await unseen(later.advanced(by: .seconds(1)), after: all[2]).map(\.player) == [guests[1]])
        // Erased only while nobody came back.
        let seen = try await directory.beginErasure(
            ofGuest: guests[0], unseenSince: moment, receipt: "R0", at: later)
        #expect(seen == nil)
        let gone = try await directory.beginErasure(
            ofGuest: guests[2], unseenSince: moment, receipt: "R2", at: later)
        #expect(gone == ErasureRecord(receipt: "R2", player: guests[2], requested: later))
        #expect(try await directory.player(guests[2]) == nil)
        #expect(try await directory.guest(try digest(3)) == nil)
        _ = try await directory.upgradeGuest(guests[3], to: try credentials("Ada"))
        let upgraded = try await directory.beginErasure(
            ofGuest: guests[3], unseenSince: moment, receipt: "R3", at: later)
        #expect(upgraded == nil)
        #expect(try await unseen(moment).isEmpty)
        // The secret may be used anew (rule 1.11).
        try await register("Guest 3x", secret: 3, session: 120, in: directory)
    }
}
