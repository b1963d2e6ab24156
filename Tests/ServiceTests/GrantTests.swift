import LaurelCryptography
import LaurelDomain
@testable import LaurelScores
import LaurelStorage
import Testing

@testable import LaurelService

@Suite("What players allowed and nobody has fetched", .timeLimit(.minutes(15))) struct GrantTests {
    private static let origin = "https://jump.example"
    private static let verifier = String(repeating: "v", count: 43)
    private let binding = Binding.game(AppNumber(1), .production)

    private struct Scene {
        let world: AccountsWorld
        let game: (bundleID: BundleID, environment: Environment)
        let ada: Session
    }

    private func scene() async throws -> Scene {
        let world = try AccountsWorld()
        let game = try world.releasedGame()
        world.catalogue.webOrigins.set([WebAddress(stored: Self.origin, takesAnyPage: true)], of: AppNumber(1))
        return Scene(world: world, game: game, ada: try await world.signUp("Ada").session)
    }

    private func ask(_ scene: Scene) async throws -> DeviceAuthorization {
        try await RequestDevice(scene.world.accounts)(
            try scene.world.arrival(scene.game, device: "tv"), title: "Living room")
    }

    private func decide(
        _ asked: DeviceAuthorization, allows: Bool = true, by session: Session, at world: AccountsWorld
    ) async throws {
        try await DecideDevice(world.accounts)(
            asked.userCode, allows: allows, by: session, from: AccountsWorld.address)
    }

    private func poll(_ asked: DeviceAuthorization, at world: AccountsWorld) async throws -> SignedIn {
        try await PollDevice(world.accounts)(deviceCode: asked.deviceCode)
    }

    private func allow(_ scene: Scene) async throws -> String {
        try await AuthorizeGame(scene.world.accounts)(
            scene.game, origin: Self.origin, redirect: nil, challenge: Digest.sha256(Array(Self.verifier.utf8)),
            by: scene.ada
        ).code
    }

    private func redeem(_ code: String, at world: AccountsWorld) async throws -> SignedIn {
        let redeem = RedeemAuthorization(world.accounts, digest: ContentDigest { Digest.sha256($0) })
        return try await redeem(
            code: code, verifier: Self.verifier, origin: Self.origin, device: nil, waiting: nil)
    }

    private func sessions(_ scene: Scene) async throws -> [SessionID] {
        try await scene.world.directory.sessions(of: scene.ada.player).map(\.record.id)
    }

    @Test("a device that waits goes on waiting after a restart, and gets what was decided before the next one")
    func devices() async throws {
        let scene = try await scene()
        let (allowed, denied) = (try await ask(scene), try await ask(scene))
        let restarted = scene.world.restarted()
        await #expect(throws: DeviceAuthorizationError.pending) { try await poll(allowed, at: restarted) }
        try await decide(allowed, by: scene.ada, at: restarted)
        try await decide(denied, allows: false, by: scene.ada, at: restarted)
        // The store has no session of it until the device comes.
        #expect(try await sessions(scene) == [scene.ada.id])
        let again = restarted.restarted()
        let signedIn = try await poll(allowed, at: again)
        #expect(signedIn.player.number == scene.ada.player && signedIn.session.binding == binding)
        #expect(try await Authenticate(again.accounts)(signedIn.token) == signedIn.session)
        await #expect(throws: DeviceAuthorizationError.denied) { try await poll(denied, at: again) }
        for world in [scene.world, again] {
            for asked in [allowed, denied] {
                await #expect(throws: DeviceAuthorizationError.expired) { try await poll(asked, at: world) }
            }
        }
        #expect(Set(try await sessions(scene)) == [scene.ada.id, signedIn.session.id])
    }

    @Test("RFC 8628: of many questions at once to two servers, one gets the session that was allowed")
    func once() async throws {
        let scene = try await scene()
        let asked = try await ask(scene)
        try await decide(asked, by: scene.ada, at: scene.world)
        let other = scene.world.restarted()
        let fetched = await withTaskGroup(of: SessionID?.self) { group in
            for world in [scene.world, other, scene.world, other] {
                group.addTask {
                    do { return try await poll(asked, at: world).session.id } catch { return nil }
                }
            }
            return await group.reduce(into: [SessionID]()) { all, one in if let one { all.append(one) } }
        }
        #expect(fetched.count == 1)
        #expect(Set(try await sessions(scene)) == Set(fetched + [scene.ada.id]))
    }

    @Test("a page redeems its code after a restart; used again after the next one, it ends the session it gave")
    func codes() async throws {
        let scene = try await scene()
        let (code, late) = (try await allow(scene), try await allow(scene))
        let restarted = scene.world.restarted()
        let signedIn = try await redeem(code, at: restarted)
        #expect(signedIn.player.number == scene.ada.player && signedIn.session.binding == binding)
        #expect(try await Authenticate(restarted.accounts)(signedIn.token) == signedIn.session)
        let again = restarted.restarted()
        #expect(try await Authenticate(again.accounts)(signedIn.token) == signedIn.session)
        await #expect(throws: AuthorizationError.wrongCode) { try await redeem(code, at: again) }
        await #expect(throws: AuthenticateError.unauthenticated) {
            try await Authenticate(again.accounts)(signedIn.token)
        }
        #expect(try await sessions(scene) == [scene.ada.id])
        again.time.advance(Authorizations.lifetime)
        await #expect(throws: AuthorizationError.wrongCode) { try await redeem(late, at: again) }
    }

    /// What ends what a player allowed.
    enum Ending: CaseIterable, Sendable {
        case passwordChange, signOut, otherSessions, allSessions, ban, erasure, gameCenterOff
    }

    private func end(_ scene: Scene, by ending: Ending) async throws {
        let (accounts, ada) = (scene.world.accounts, scene.ada)
        switch ending {
        case .passwordChange:
            try await ChangePassword(accounts)(
                from: "analytical engine", to: try Password("difference engine", alias: "Ada"), in: ada)
        case .signOut: try await SignOut(accounts)(ada)
        case .otherSessions: try await EndOwnSessions(accounts).others(than: ada)
        case .allSessions: try await EndOwnSessions(accounts).all(of: ada.player)
        case .ban:
            accounts.catalogue.bans.put(
                Ban(player: ada.player, scope: .server, reason: "", author: nil, created: scene.world.time.moment))
        case .erasure:
            _ = try await accounts.directory.beginErasure(
                of: ada.player, receipt: "R", at: scene.world.time.moment)
        case .gameCenterOff:
            var app = try #require(accounts.catalogue.app(AppNumber(1)))
            app.isGameCenterEnabled = false
            accounts.catalogue.put(app)
        }
    }

    @Test("rule 1.5: what ends it, or keeps its player out, leaves nothing to fetch", arguments: Ending.allCases)
    func ended(ending: Ending) async throws {
        let scene = try await scene()
        let (asked, code) = (try await ask(scene), try await allow(scene))
        try await decide(asked, by: scene.ada, at: scene.world)
        let before = try await sessions(scene)
        try await end(scene, by: ending)
        let restarted = scene.world.restarted()
        await #expect(throws: DeviceAuthorizationError.expired) { try await poll(asked, at: restarted) }
        let refusal: AuthorizationError =
            ending == .gameCenterOff ? .game(.gameCenterDisabled(scene.game.bundleID)) : .wrongCode
        await #expect(throws: refusal) { try await redeem(code, at: restarted) }
        #expect(Set(try await sessions(scene)).isSubset(of: before))
        // Nothing is left for the day when they are let in again.
        if ending == .ban { scene.world.catalogue.bans.remove(scene.ada.player, .server) }
        await #expect(throws: DeviceAuthorizationError.expired) { try await poll(asked, at: restarted) }
        if ending == .ban {
            await #expect(throws: AuthorizationError.wrongCode) { try await redeem(code, at: restarted) }
        }
    }

    @Test("rule 1.5: another hash of the password ends what was allowed under the one before")
    func newHash() async throws {
        let scene = try await scene()
        let (asked, code) = (try await ask(scene), try await allow(scene))
        try await decide(asked, by: scene.ada, at: scene.world)
        // No session ends with it.
        let directory = scene.world.directory
        let credentials = try #require(try await directory.credentials(of: scene.ada.player))
        try await directory.replacePasswordHash(credentials.passwordHash, with: "another", of: scene.ada.player)
        await #expect(throws: DeviceAuthorizationError.expired) { try await poll(asked, at: scene.world) }
        await #expect(throws: AuthorizationError.wrongCode) { try await redeem(code, at: scene.world) }
        #expect(try await sessions(scene) == [scene.ada.id])
    }

    @Test("what is over is deleted once a minute")
    func tidied() async throws {
        let scene = try await scene()
        let (asked, code) = (try await ask(scene), try await allow(scene))
        scene.world.time.advance(.minutes(10))
        try await TidyGrants(scene.world.accounts)()
        // By a clock that was set back they would be good again, if they were there.
        scene.world.time.advance(.minutes(-10))
        await #expect(throws: DeviceAuthorizationError.expired) { try await poll(asked, at: scene.world) }
        await #expect(throws: AuthorizationError.wrongCode) { try await redeem(code, at: scene.world) }
    }

    @Test("the paces of so many devices are known at a time, and of each new one")
    func paces() throws {
        let paces = DevicePaces()
        let now = Timestamp(clamping: 1_000)
        func digest(_ number: Int) throws -> SecretDigest {
            let bytes = (0..<32).map { UInt8(truncatingIfNeeded: number >> ($0 % 4 * 8)) }
            return try #require(SecretDigest(bytes))
        }
        for number in 0..<DevicePaces.countLimit {
            #expect(paces.ask(try digest(number), at: now.advanced(by: .init(milliseconds: Int64(number)))) == nil)
        }
        #expect(paces.count == DevicePaces.countLimit)
        let last = now.advanced(by: .init(milliseconds: Int64(DevicePaces.countLimit)))
        let new = try digest(DevicePaces.countLimit)
        #expect(paces.ask(new, at: last) == nil)
        // Those are forgotten that may ask again by now: the first 15 of 20 seconds, in milliseconds.
        #expect(paces.count == 5_000)
        #expect(paces.ask(new, at: last) == .seconds(10))
        for _ in 0..<20 { _ = paces.ask(new, at: last) }
        #expect(paces.ask(new, at: last) == DevicePaces.longestInterval)
        paces.forget(new)
        #expect(paces.ask(new, at: last) == nil)
    }
}
