import LaurelDomain
import LaurelStorage
import Testing

@Suite("Grant contract", .timeLimit(.minutes(15))) struct GrantContract {
    private let start = Timestamp(clamping: 1_800_000_000_000)
    private let game = Binding.game(AppNumber(3), .sandbox)
    private enum Refusal: Error { case judged }
    private struct Surprise: Error {}

    private var end: Timestamp { start.advanced(by: .minutes(10)) }
    private var lastMoment: Timestamp { end.advanced(by: .init(milliseconds: -1)) }

    private func digest(_ number: UInt8) throws -> SecretDigest {
        try #require(SecretDigest([UInt8](repeating: number, count: 32)))
    }

    private func session(_ number: UInt8, _ binding: Binding = .firstParty) throws -> NewSession {
        NewSession(digest: try digest(number), binding: binding, device: nil, created: start, hasEmptyQueue: false)
    }

    /// Signed in with a session of the same number.
    private func grant(_ alias: String, _ number: UInt8, in directory: any Directory) async throws -> Grant {
        let new = NewPlayer(
            alias: try Alias(alias), displayName: alias, passwordHash: "hash of \(alias)", recoveryCodes: [],
            created: start, entrance: .open, session: try session(number))
        guard case .registered(let player, let record?) = try await directory.register(new) else { throw Surprise() }
        return Grant(player: player.number, session: record.id, password: try digest(200))
    }

    // MARK: Devices

    private func request(_ number: UInt8, _ decision: DeviceRequest.Decision = .pending) throws -> DeviceRequest {
        DeviceRequest(
            device: try digest(number), binding: game, name: try DeviceName("tv"), title: "Living room",
            expires: end, decision: decision)
    }

    /// Its user code has the next number.
    private func add(
        _ number: UInt8, limit: Int = 100, at now: Timestamp? = nil, to directory: any Directory
    ) async throws -> DeviceRequestAdding {
        try await directory.addDeviceRequest(
            try request(number), userCode: try digest(number + 1), limit: limit, at: now ?? start)
    }

    private func useDevice(
        _ number: UInt8, session: UInt8, at now: Timestamp? = nil, in directory: any Directory
    ) async throws -> GrantUse<Refusal> {
        let new = try self.session(session, game)
        return try await directory.useGrant(
            ofDevice: try digest(number), at: now ?? start
        ) { grant, credentials -> Result<NewSession, Refusal> in
            // What it's judged by are the credentials of its player.
            credentials?.player == grant.player && credentials?.passwordHash == "hash of Ada"
                ? .success(new) : .failure(.judged)
        }
    }

    @Test("a device waits under its code until it is decided or over", arguments: Backend.allCases)
    func waiting(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await grant("Ada", 1, in: directory)
        #expect(try await add(10, to: directory) == .added)
        #expect(try await directory.deviceRequest(try digest(10), at: lastMoment) == (try request(10)))
        #expect(try await directory.deviceRequest(try digest(10), at: end) == nil)
        #expect(try await directory.deviceRequest(try digest(11), at: start) == nil)
        #expect(
            try await directory.pendingDeviceRequest(userCode: try digest(11), at: lastMoment) == (try request(10)))
        #expect(try await directory.pendingDeviceRequest(userCode: try digest(11), at: end) == nil)
        // Another device doesn't get the same user code, and there is a limit.
        let twin = try await directory.addDeviceRequest(
            try request(20), userCode: try digest(11), limit: 100, at: start)
        #expect(twin == .codeTaken)
        #expect(try await directory.deviceRequest(try digest(20), at: start) == nil)
        #expect(try await add(20, limit: 1, to: directory) == .full)
        #expect(try await add(20, limit: 2, to: directory) == .added)
        // Those that are over don't count.
        #expect(try await add(30, limit: 1, at: lastMoment, to: directory) == .full)
        #expect(try await add(30, limit: 1, at: end, to: directory) == .added)
        #expect(try await !directory.decideDevice(userCode: try digest(11), ada, at: end))
        #expect(try await directory.decideDevice(userCode: try digest(11), ada, at: lastMoment))
        #expect(
            try await directory.deviceRequest(try digest(10), at: start) == (try request(10, .allowed(ada))))
        #expect(try await directory.pendingDeviceRequest(userCode: try digest(11), at: start) == nil)
        #expect(try await !directory.decideDevice(userCode: try digest(11), nil, at: start))
    }

    @Test("a no is handed out once", arguments: Backend.allCases)
    func denied(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await grant("Ada", 1, in: directory)
        for number in [10, 20] as [UInt8] { _ = try await add(number, to: directory) }
        #expect(try await directory.decideDevice(userCode: try digest(11), nil, at: start))
        #expect(try await directory.decideDevice(userCode: try digest(21), ada, at: start))
        #expect(try await directory.deviceRequest(try digest(10), at: start)?.decision == .denied)
        #expect(try await useDevice(10, session: 2, in: directory) == .nothing)
        // One that was allowed is no no.
        #expect(try await !directory.removeDeniedDevice(try digest(20), at: start))
        #expect(try await !directory.removeDeniedDevice(try digest(10), at: end))
        #expect(try await directory.removeDeniedDevice(try digest(10), at: start))
        #expect(try await !directory.removeDeniedDevice(try digest(10), at: start))
        #expect(try await directory.deviceRequest(try digest(10), at: start) == nil)
    }

    @Test("rule 1.5: a device's session is made once, of what its player has then", arguments: Backend.allCases)
    func devices(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await grant("Ada", 1, in: directory)
        let eve = try await grant("Eve", 2, in: directory)
        for number in [10, 20, 30, 40] as [UInt8] { _ = try await add(number, to: directory) }
        #expect(try await useDevice(10, session: 50, in: directory) == .nothing, "nobody has decided")
        #expect(try await directory.decideDevice(userCode: try digest(11), ada, at: start))
        #expect(try await useDevice(10, session: 50, at: end, in: directory) == .nothing)
        let use = try await useDevice(10, session: 50, at: lastMoment, in: directory)
        guard case .session(let record, of: let player) = use else { throw Surprise() }
        #expect(player.number == ada.player && record.player == ada.player && record.binding == game)
        #expect(try await directory.session(try digest(50)) == record)
        #expect(try await useDevice(10, session: 51, in: directory) == .nothing)
        // A judge's no uses it up, too.
        #expect(try await directory.decideDevice(userCode: try digest(21), eve, at: start))
        #expect(try await useDevice(20, session: 52, in: directory) == .refused(.judged))
        #expect(try await useDevice(20, session: 52, in: directory) == .nothing)
        #expect(try await directory.session(try digest(52)) == nil)
        // Nobody decides in a session of somebody else, or in one that has ended.
        let stolen = Grant(player: ada.player, session: eve.session, password: nil)
        #expect(try await !directory.decideDevice(userCode: try digest(31), stolen, at: start))
        #expect(try await directory.endSession(eve.session))
        #expect(try await !directory.decideDevice(userCode: try digest(31), eve, at: start))
        #expect(try await directory.pendingDeviceRequest(userCode: try digest(31), at: start) != nil)
    }

    // MARK: Web games

    private func allow(
        _ code: UInt8, _ grant: Grant, limit: Int = 100, limitPerPlayer: Int = 100, at now: Timestamp? = nil,
        in directory: any Directory
    ) async throws -> WebGameGrantAdding {
        try await directory.addWebGameGrant(
            try webGameGrant(grant), code: try digest(code), limit: limit, limitPerPlayer: limitPerPlayer,
            at: now ?? start)
    }

    private func webGameGrant(_ grant: Grant) throws -> WebGameGrant {
        WebGameGrant(
            grant, for: game, origin: WebOrigin(stored: "https://jump.example"),
            redirect: "https://jump.example/play/", challenge: try digest(201).bytes, expires: end)
    }

    /// - Parameter memories: how many used codes are remembered, until a minute after the end.
    private func useCode(
        _ code: UInt8, _ grant: Grant, session: UInt8, memories: Int = 100, at now: Timestamp? = nil,
        in directory: any Directory
    ) async throws -> GrantUse<Refusal> {
        let (new, asked) = (try self.session(session, game), try webGameGrant(grant))
        return try await directory.useGrant(
            ofCode: try digest(code), at: now ?? start,
            remembering: SpentCodeMemory(until: end.advanced(by: .minutes(1)), countLimit: memories)
        ) { found, credentials -> Result<NewSession, Refusal> in
            found == asked && credentials?.player == grant.player ? .success(new) : .failure(.judged)
        }
    }

    @Test("a code is good once; used again, it ends what it gave", arguments: Backend.allCases)
    func codes(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await grant("Ada", 1, in: directory)
        for code in 10...15 as ClosedRange<UInt8> {
            #expect(try await allow(code, ada, in: directory) == .added)
        }
        let use = try await useCode(10, ada, session: 50, at: lastMoment, in: directory)
        guard case .session(let record, of: let player) = use else { throw Surprise() }
        #expect(player.number == ada.player && record.binding == game)
        #expect(try await useCode(10, ada, session: 51, in: directory) == .usedBefore(record.id))
        #expect(try await directory.session(try digest(50)) == nil)
        #expect(try await useCode(10, ada, session: 51, in: directory) == .nothing)
        // Too old, unknown.
        #expect(try await useCode(11, ada, session: 51, at: end, in: directory) == .nothing)
        #expect(try await useCode(11, ada, session: 51, in: directory) == .nothing, "it was used up")
        #expect(try await useCode(99, ada, session: 51, in: directory) == .nothing)
        // What is judged wrong is used up before, and remembered by nobody.
        let other = Grant(player: ada.player, session: ada.session, password: nil)
        #expect(try await useCode(12, other, session: 51, in: directory) == .refused(.judged))
        #expect(try await useCode(12, ada, session: 51, in: directory) == .nothing)
        #expect(try await directory.session(try digest(51)) == nil)
        // A used code is remembered until its time; beyond the limit it isn't.
        guard case .session = try await useCode(13, ada, session: 52, in: directory),
            case .session = try await useCode(14, ada, session: 53, memories: 1, in: directory)
        else { throw Surprise() }
        let forgotten = end.advanced(by: .minutes(1))
        #expect(try await useCode(13, ada, session: 54, at: forgotten, in: directory) == .nothing)
        #expect(try await useCode(14, ada, session: 54, in: directory) == .nothing)
        for number in [52, 53] as [UInt8] { #expect(try await directory.session(try digest(number)) != nil) }
    }

    @Test("codes have a limit in all and of each player; those that are over don't count", arguments: Backend.allCases)
    func limits(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await grant("Ada", 1, in: directory)
        let eve = try await grant("Eve", 2, in: directory)
        for code in [10, 11] as [UInt8] {
            #expect(try await allow(code, ada, limit: 3, limitPerPlayer: 2, in: directory) == .added)
        }
        #expect(try await allow(12, ada, limit: 3, limitPerPlayer: 2, in: directory) == .full)
        #expect(try await allow(12, eve, limit: 3, limitPerPlayer: 2, in: directory) == .added)
        #expect(try await allow(13, eve, limit: 3, limitPerPlayer: 2, in: directory) == .full)
        #expect(try await allow(13, eve, limit: 3, limitPerPlayer: 2, at: end, in: directory) == .added)
        #expect(try await directory.endSession(eve.session))
        #expect(try await allow(14, eve, in: directory) == .sessionEnded)
    }

    // MARK: Both

    /// What ends sessions.
    enum Ending: CaseIterable, Sendable {
        case thatSession, all, others, passwordChange, erasure
    }

    private func endSessions(of grant: Grant, by ending: Ending, in directory: any Directory) async throws {
        switch ending {
        case .thatSession: #expect(try await directory.endSession(grant.session))
        case .all: try await directory.endSessions(of: grant.player)
        case .others: #expect(try await directory.endSessions(of: grant.player, except: grant.session) == 0)
        case .passwordChange:
            let credentials = Credentials(player: grant.player, passwordHash: "hash of Ada")
            #expect(
                try await directory.changePassword(credentials, to: "another", keeping: grant.session, at: start))
        case .erasure: #expect(try await directory.beginErasure(of: grant.player, receipt: "R", at: start) != nil)
        }
    }

    @Test("rule 1.5: what ends sessions ends what was allowed and nobody has fetched", arguments: Backend.allCases)
    func ended(backend: Backend) async throws {
        for ending in Ending.allCases {
            let directory = try backend.makeStore().directory
            let ada = try await grant("Ada", 1, in: directory)
            let eve = try await grant("Eve", 2, in: directory)
            _ = try await add(10, to: directory)
            #expect(try await directory.decideDevice(userCode: try digest(11), ada, at: start))
            #expect(try await allow(20, ada, in: directory) == .added)
            #expect(try await allow(21, eve, in: directory) == .added)
            try await endSessions(of: ada, by: ending, in: directory)
            #expect(try await directory.deviceRequest(try digest(10), at: start) == nil, "\(ending)")
            #expect(try await useDevice(10, session: 50, in: directory) == .nothing, "\(ending)")
            #expect(try await useCode(20, ada, session: 50, in: directory) == .nothing, "\(ending)")
            guard case .session = try await useCode(21, eve, session: 51, in: directory) else { throw Surprise() }
        }
    }

    @Test("of two processes that use one grant at once, one gets its session", arguments: Backend.allCases)
    func atOnce(backend: Backend) async throws {
        let stores = try backend.makeStores(2)
        let ada = try await grant("Ada", 1, in: stores[0].directory)
        for round in 0..<10 as Range<UInt8> {
            let number = 10 + round * 2
            _ = try await add(number, to: stores[0].directory)
            #expect(try await stores[1].directory.decideDevice(userCode: try digest(number + 1), ada, at: start))
            let uses = try await withThrowingTaskGroup(of: GrantUse<Refusal>.self) { group in
                for (index, store) in stores.enumerated() {
                    let session = 100 + round * 2 + UInt8(index)
                    group.addTask { try await useDevice(number, session: session, in: store.directory) }
                }
                return try await group.reduce(into: [GrantUse<Refusal>]()) { $0.append($1) }
            }
            #expect(uses.count { $0 == .nothing } == 1, "\(uses)")
            #expect(try await stores[0].directory.sessions(of: ada.player).count == Int(round) + 2)
        }
        _ = try await allow(60, ada, in: stores[1].directory)
        let uses = try await withThrowingTaskGroup(of: GrantUse<Refusal>.self) { group in
            for (index, store) in stores.enumerated() {
                let session = 150 + UInt8(index)
                group.addTask { try await useCode(60, ada, session: session, in: store.directory) }
            }
            return try await group.reduce(into: [GrantUse<Refusal>]()) { $0.append($1) }
        }
        // The second one has ended it.
        let ended = uses.count { if case .usedBefore = $0 { true } else { false } }
        #expect(ended == 1, "\(uses)")
        #expect(try await stores[0].directory.sessions(of: ada.player).count == 11)
    }

    @Test("what is over is deleted, and nothing else", arguments: Backend.allCases)
    func tidied(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await grant("Ada", 1, in: directory)
        _ = try await add(10, to: directory)
        for code in [20, 21] as [UInt8] { _ = try await allow(code, ada, in: directory) }
        guard case .session(let record, of: _) = try await useCode(20, ada, session: 50, in: directory) else {
            throw Surprise()
        }
        try await directory.tidyGrants(at: lastMoment, limit: 10)
        // A row that is there holds its user code, even if it is over.
        let (other, userCode) = (try request(30), try digest(11))
        #expect(
            try await directory.addDeviceRequest(other, userCode: userCode, limit: 9, at: end) == .codeTaken)
        try await directory.tidyGrants(at: end, limit: 10)
        #expect(try await directory.addDeviceRequest(other, userCode: userCode, limit: 9, at: end) == .added)
        #expect(try await useCode(21, ada, session: 51, in: directory) == .nothing)
        #expect(try await useCode(20, ada, session: 51, in: directory) == .usedBefore(record.id))
        // A used code that isn't remembered any more.
        _ = try await allow(22, ada, in: directory)
        guard case .session = try await useCode(22, ada, session: 52, in: directory) else { throw Surprise() }
        try await directory.tidyGrants(at: end.advanced(by: .minutes(1)), limit: 10)
        #expect(try await useCode(22, ada, session: 53, in: directory) == .nothing)
        #expect(try await directory.session(try digest(52)) != nil)
    }

    @Test("what a clock that was ahead let last for long isn't good when it's right again", arguments: Backend.allCases)
    func clock(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await grant("Ada", 1, in: directory)
        let right = start.advanced(by: .init(milliseconds: -86_400_000))
        _ = try await add(10, to: directory)
        _ = try await add(20, to: directory)
        #expect(try await directory.decideDevice(userCode: try digest(21), ada, at: start))
        for code in [30, 31] as [UInt8] { _ = try await allow(code, ada, in: directory) }
        guard case .session = try await useCode(31, ada, session: 50, in: directory) else { throw Surprise() }
        #expect(try await directory.deviceRequest(try digest(10), at: right) == nil)
        #expect(try await directory.pendingDeviceRequest(userCode: try digest(11), at: right) == nil)
        #expect(try await !directory.decideDevice(userCode: try digest(11), ada, at: right))
        #expect(try await useDevice(20, session: 51, at: right, in: directory) == .nothing)
        #expect(try await useCode(30, ada, session: 51, at: right, in: directory) == .nothing)
        #expect(try await useCode(31, ada, session: 51, at: right, in: directory) == .nothing)
        #expect(try await directory.session(try digest(50)) != nil)
        // They take nobody's room, and go.
        let other = DeviceRequest(
            device: try digest(40), binding: game, name: nil, title: nil, expires: right.advanced(by: .minutes(10)))
        let userCode = try digest(11)
        #expect(try await directory.addDeviceRequest(other, userCode: userCode, limit: 1, at: right) == .codeTaken)
        try await directory.tidyGrants(at: right, limit: 10)
        #expect(try await directory.addDeviceRequest(other, userCode: userCode, limit: 1, at: right) == .added)
    }
}
