import Foundation
import LaurelClient
import LaurelDomain
import LaurelProcess
import LaurelTestSupport
import Testing

@testable import GameKit

/// A game that signs its players in with a provider's own library, at a provider of somebody else's making.
@Suite("Signing in with others in a game", .timeLimit(.minutes(15)))
struct ProviderTests {
    private struct World {
        let provider: OpenIDServer
        let client: OpenIDServer.Client
        let game: TestGame

        init() async throws {
            provider = try await OpenIDServer(people: ["ada", "bob"])
            client = try await provider.register(redirect: "http://127.0.0.1:8/")
            let file = try provider.file(
                for: client, games: [client], in: URL(filePath: try TemporaryFolder().path))
            let apple = "\n[apple-games]\nkind = game-center\nbundle-ids = org.example.game\n"
            try (try String(contentsOf: file, encoding: .utf8) + apple).write(
                to: file, atomically: true, encoding: .utf8)
            game = try await TestGame(on: .started(arguments: ["--providers", file.path]))
        }

        /// What the provider's own library would give the game.
        func proof(of name: String, nonce other: String? = nil) -> Laurel.ProviderProof {
            let (provider, client) = (provider, client)
            return .idToken { nonce in
                var visitor = OpenIDVisitor(name, at: provider)
                return try await visitor.idToken(for: client, nonce: other ?? nonce)
            }
        }
    }

    private struct LeftTheDialog: Error {}

    @Test("rule 1.14: an ID token signs its player in, who is the same on another device")
    func signedIn() async throws {
        let world = try await World()
        let device = try TestDevice(world.game)
        let calls = device.authenticate()
        #expect(await calls.next().controller != nil)
        try await device.run {
            try await Laurel.signIn(with: "canaille", world.proof(of: "ada"), alias: "ada-l")
        }
        let call = await calls.next()
        #expect(call.controller == nil && call.error == nil)
        #expect(device.local.isAuthenticated && device.local.alias == "ada-l" && !device.run { Laurel.isGuest })

        let other = try TestDevice(world.game)
        let otherCalls = other.authenticate()
        #expect(await otherCalls.next().controller != nil)
        try await other.run { try await Laurel.signIn(with: "canaille", world.proof(of: "ada")) }
        #expect(await otherCalls.next().error == nil)
        #expect(other.local.gamePlayerID == device.local.gamePlayerID && other.local.alias == "ada-l")
    }

    @Test("rule 1.12: a guest takes an account elsewhere, and stays the player that they are")
    func upgraded() async throws {
        let world = try await World()
        let variables = ["LAUREL_GUESTS": "allowed"]
        let device = try TestDevice(world.game, variables: variables)
        #expect(await device.authenticate().next().error == nil)
        let id = device.local.gamePlayerID
        try await device.run {
            try await Laurel.upgradeGuest(with: "canaille", world.proof(of: "bob"), alias: "bobby")
        }
        #expect(device.local.gamePlayerID == id && device.local.alias == "bobby")
        #expect(!device.run { Laurel.isGuest } && !device.local.isMultiplayerGamingRestricted)
        #expect(try device.folder.state()?.guestSecret(on: device.game.server) == nil)
        let next = try TestDevice(world.game, folder: device.folder, variables: variables)
        #expect(await next.authenticate().next().error == nil && next.local.gamePlayerID == id)
        // From another device by the provider alone.
        let other = try TestDevice(world.game)
        let calls = other.authenticate()
        #expect(await calls.next().controller != nil)
        try await other.run { try await Laurel.signIn(with: "canaille", world.proof(of: "bob")) }
        #expect(await calls.next().error == nil && other.local.gamePlayerID == id)
    }

    @Test("what doesn't work says why: the game's own error, a nonce of nobody's, a name or an ID that can't be")
    func refused() async throws {
        let world = try await World()
        let device = try TestDevice(world.game)
        func code(_ provider: String, _ proof: Laurel.ProviderProof) async -> GKError.Code? {
            do {
                try await device.run { try await Laurel.signIn(with: provider, proof) }
            } catch {
                return (error as? GKError)?.code
            }
            return nil
        }
        await #expect(throws: LeftTheDialog.self) {
            try await device.run {
                try await Laurel.signIn(with: "canaille", .idToken { _ in throw LeftTheDialog() })
            }
        }
        #expect(await code("canaille", world.proof(of: "ada", nonce: "nobody's")) == .notAuthenticated)
        #expect(await code("canaille", .steamTicket(Data([0x0F, 0xA0]))) == .notAuthenticated)
        #expect(await code("No such name", world.proof(of: "ada")) == .invalidParameter)
        func apple(_ bundleID: String) throws -> Laurel.ProviderProof {
            .gameCenter(
                teamPlayerID: "T:_1", bundleID: bundleID,
                publicKeyURL: try #require(URL(string: "https://static.gc.apple.com/public-key/gc-prod-10.cer")),
                signature: Data([1, 2, 3, 4]), salt: Data([5, 6, 7, 8]), timestamp: 1_000)
        }
        // Of 1970.
        #expect(await code("apple-games", try apple("org.example.game")) == .notAuthenticated)
        #expect(await code("apple-games", try apple("no bundle ID")) == .invalidParameter)
        // Nobody is signed in whom another account could be given to.
        await #expect(throws: GKError.self) {
            try await device.run { try await Laurel.upgradeGuest(with: "canaille", world.proof(of: "ada")) }
        }
        #expect(!device.local.isAuthenticated)
    }
}
