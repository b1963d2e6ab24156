import LaurelDomain
import LaurelStorage
import Testing

@Suite("Provider contract", .timeLimit(.minutes(15))) struct ProviderContract {
    private let start = Timestamp(clamping: 1_800_000_000_000)
    private struct Surprise: Error {}

    private func digest(_ number: UInt8) throws -> SecretDigest {
        try #require(SecretDigest([UInt8](repeating: number, count: 32)))
    }

    private func session(_ number: UInt8) throws -> NewSession {
        NewSession(
            digest: try digest(number), binding: .firstParty, device: nil, created: start, hasEmptyQueue: true)
    }

    private func identity(_ subject: String, issuer: String = "https://id.example") throws -> ForeignIdentity {
        try #require(ForeignIdentity(issuer: issuer, subject: subject))
    }

    private var google: ProviderID { get throws { try ProviderID("google") } }

    private func new(_ alias: String, _ subject: String, session number: UInt8) throws -> NewLinkedPlayer {
        NewLinkedPlayer(
            alias: try Alias(alias), identity: try identity(subject), provider: try google, entrance: .open,
            session: try session(number))
    }

    private func register(
        _ alias: String, _ subject: String, session: UInt8, in directory: any Directory
    ) async throws -> PlayerNumber {
        let made = try await directory.register(try new(alias, subject, session: session))
        guard case .registered(let player, _) = made else { throw Surprise() }
        return player.number
    }

    private func link(
        _ player: PlayerNumber, _ subject: String, alias: String? = nil, entrance: Entrance = .open
    ) throws -> NewProviderLink {
        NewProviderLink(
            player: player, identity: try identity(subject), provider: try google,
            alias: try alias.map { (text) throws in try Alias(text) }, entrance: entrance, time: start)
    }

    private func guest(in directory: any Directory) async throws -> PlayerNumber {
        let guest = NewGuest(
            alias: try Alias("Amber Heron"), secret: try digest(90), app: nil, session: try session(91))
        guard case .registered(let player, _) = try await directory.register(guest) else { throw Surprise() }
        return player.number
    }

    @Test("rule 1.14: a link belongs to issuer and subject, and signs its player in", arguments: Backend.allCases)
    func links(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("Ada", "one", session: 1, in: directory)
        let found = try #require(try await directory.link(of: try identity("one")))
        #expect(found.player == ada && found.created == start && found.lastUsed == start)
        #expect(found.provider == (try google))
        #expect(try await directory.links(of: ada) == [found])
        #expect(try await directory.link(of: try identity("One")) == nil)
        #expect(try await directory.link(of: try identity("one", issuer: "https://other.example")) == nil)
        #expect(try await directory.credentials(of: ada) == nil)
        #expect(try await directory.register(try new("Bob", "one", session: 2)) == .linkTaken)
        #expect(try await directory.register(try new("ada", "two", session: 2)) == .aliasTaken)
        #expect(try await directory.session(try digest(2)) == nil)
        var later = try session(3)
        later.created = start.advanced(by: .days(1))
        let record = try await directory.addSession(later, forLink: try identity("one"))
        #expect(record?.player == ada)
        #expect(try await directory.links(of: ada).map(\.lastUsed) == [later.created])
        #expect(try await directory.addSession(try session(4), forLink: try identity("two")) == nil)
        #expect(try await directory.session(try digest(4)) == nil)
    }

    @Test("rule 1.14: a link is one player's, and the last way in stays", arguments: Backend.allCases)
    func unlinking(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("Ada", "one", session: 1, in: directory)
        let bob = try await register("Bob", "two", session: 2, in: directory)
        #expect(try await directory.addLink(try link(ada, "two")) == .ofAnother)
        guard case .linked(let same) = try await directory.addLink(try link(ada, "one")) else { throw Surprise() }
        #expect(same.number == ada)
        let first = try #require(try await directory.links(of: ada).first)
        #expect(try await directory.removeLink(first.id, of: ada, at: start) == .lastSignIn)
        guard case .linked = try await directory.addLink(try link(ada, "three")) else { throw Surprise() }
        #expect(try await directory.links(of: ada).map(\.identity.subject) == ["one", "three"])
        #expect(try await directory.removeLink(first.id, of: bob, at: start) == .unknown)
        #expect(try await directory.removeLink(first.id, of: ada, at: start) == .unlinked)
        #expect(try await directory.link(of: try identity("one")) == nil)
        let last = try #require(try await directory.links(of: ada).first)
        #expect(try await directory.removeLink(last.id, of: ada, at: start) == .lastSignIn)
        // A password is another way in.
        let reset = try await directory.resetPassword(
            of: ada, passwordHash: "hash", code: try digest(70), expires: start.advanced(by: .days(1)), at: start)
        #expect(reset)
        #expect(try await directory.removeLink(last.id, of: ada, at: start) == .unlinked)
        #expect(try await directory.credentials(of: ada)?.passwordHash == "hash")
        let subjects = try await directory.notices(of: ada).map(\.content.subject)
        #expect(Set(subjects) == ["providerLinked", "providerUnlinked", "passwordReset"])
        for number in 0..<ProviderLink.countLimit - 1 {
            guard case .linked = try await directory.addLink(try link(bob, "more \(number)")) else { throw Surprise() }
        }
        #expect(try await directory.addLink(try link(bob, "one too many")) == .tooMany)
    }

    @Test("a first password is for a player who has none and isn't a guest", arguments: Backend.allCases)
    func firstPassword(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("Ada", "one", session: 1, in: directory)
        let heron = try await guest(in: directory)
        #expect(try await directory.setFirstPassword("first", of: ada, at: start))
        #expect(try await !directory.setFirstPassword("second", of: ada, at: start))
        #expect(try await directory.credentials(of: ada)?.passwordHash == "first")
        #expect(try await directory.session(try digest(1))?.player == ada)
        #expect(try await directory.notices(of: ada).map(\.content.subject) == ["password"])
        for other in [heron, PlayerNumber(99)] {
            #expect(try await !directory.setFirstPassword("first", of: other, at: start))
            #expect(try await directory.credentials(of: other) == nil)
        }
    }

    @Test("rule 1.12: a guest's link makes an account, and ends the device's secret", arguments: Backend.allCases)
    func upgrade(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let heron = try await guest(in: directory)
        _ = try await register("Ada", "one", session: 1, in: directory)
        #expect(try await directory.addLink(try link(heron, "two", alias: "ADA")) == .aliasTaken)
        let refused = try link(heron, "two", entrance: .invitation(try digest(5)))
        #expect(try await directory.addLink(refused) == .entranceRefused)
        #expect(try await directory.links(of: heron).isEmpty)
        #expect(try await directory.guest(try digest(90))?.upgraded == nil)
        let laptop = try DeviceName("laptop")
        var kept = try link(heron, "two", alias: "Heron")
        kept.device = (number: try #require(try await directory.session(try digest(91))).device, name: laptop)
        guard case .linked(let player) = try await directory.addLink(kept) else { throw Surprise() }
        #expect(player.number == heron && player.displayName == "Heron")
        #expect(try await directory.player(heron)?.alias.text == "Heron")
        #expect(try await directory.guest(try digest(90))?.upgraded == start)
        #expect(try await directory.sessions(of: heron).map(\.deviceName) == [laptop])
        #expect(try await directory.addSession(try session(6), forGuest: try digest(90)) == nil)
        #expect(try await directory.notices(of: heron).isEmpty)
        #expect(try await directory.session(try digest(91))?.player == heron)
    }

    @Test("rule 1.14: a step is good once, for its kind, until it is over", arguments: Backend.allCases)
    func steps(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let end = start.advanced(by: .minutes(10))
        let ticket = ProviderStep(
            .ticket, try digest(1), provider: try google, browser: try digest(2), identity: try identity("one"),
            expires: end)
        let nonce = ProviderStep(.nonce, try digest(3), provider: try google, expires: end)
        #expect(try await directory.addStep(ticket))
        #expect(try await directory.addStep(nonce))
        #expect(try await !directory.addStep(ProviderStep(.used, try digest(3), provider: try google, expires: end)))
        #expect(try await directory.step(.ticket, try digest(1), at: start) == ticket)
        #expect(try await directory.takeStep(.nonce, try digest(1), at: start) == nil)
        #expect(try await directory.takeStep(.ticket, try digest(1), at: end) == nil)
        let before = end.advanced(by: .init(milliseconds: -1))
        #expect(try await directory.takeStep(.ticket, try digest(1), at: before) == ticket)
        #expect(try await directory.takeStep(.ticket, try digest(1), at: start) == nil)
        try await directory.tidySteps(at: before, limit: 10)
        #expect(try await directory.step(.nonce, try digest(3), at: start) == nonce)
        try await directory.tidySteps(at: end, limit: 10)
        #expect(try await directory.addStep(nonce))
    }

    @Test("rule 1.16: an erasure takes links and tickets along; a link may be used anew", arguments: Backend.allCases)
    func erased(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await register("Ada", "one", session: 1, in: directory)
        let end = start.advanced(by: .minutes(10))
        for (number, subject) in [(UInt8(40), "one"), (41, "two")] {
            let ticket = ProviderStep(
                .ticket, try digest(number), provider: try google, identity: try identity(subject), expires: end)
            #expect(try await directory.addStep(ticket))
        }
        #expect(try await directory.beginErasure(of: ada, receipt: "R", at: start) != nil)
        #expect(try await directory.link(of: try identity("one")) == nil)
        #expect(try await directory.links(of: ada).isEmpty)
        #expect(try await directory.step(.ticket, try digest(40), at: start) == nil)
        #expect(try await directory.step(.ticket, try digest(41), at: start) != nil)
        #expect(try await register("Ada", "one", session: 2, in: directory) != ada)
    }
}
