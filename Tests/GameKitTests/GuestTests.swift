import Foundation
import LaurelClient
import LaurelDomain
import LaurelProcess
import LaurelWire
import Testing

@testable import GameKit

@Suite("Guests in a game", .timeLimit(.minutes(15)))
struct GuestTests {
    private static let allowed = ["LAUREL_GUESTS": "allowed"]

    @Test("rule 1.11: a guest is signed in without a screen, with a drawn name, and their score is ranked")
    func signedIn() async throws {
        let game = try await TestGame(on: .started())
        let device = try TestDevice(game, variables: Self.allowed)
        let call = await device.authenticate().next()
        #expect(call.controller == nil && call.error == nil)
        let player = device.local
        #expect(player.isAuthenticated && player.alias.contains(" ") && device.run { Laurel.isGuest })
        #expect(player.isMultiplayerGamingRestricted && player.isPersonalizedCommunicationRestricted)
        #expect(player.gamePlayerID.hasPrefix("A:_") && player.scopedIDsArePersistent())
        // The next start finds the session; a session that is gone is opened anew by the secret, for the same player.
        let next = try TestDevice(game, folder: device.folder, variables: Self.allowed)
        #expect(await next.authenticate().next().error == nil && next.local.gamePlayerID == player.gamePlayerID)
        _ = try device.folder.change { $0.signOut(of: device.game) }
        let third = try TestDevice(game, folder: device.folder, variables: Self.allowed)
        #expect(await third.authenticate().next().controller == nil)
        #expect(third.local.gamePlayerID == player.gamePlayerID)
        // Another device is somebody else.
        let other = try TestDevice(game, variables: Self.allowed)
        #expect(await other.authenticate().next().error == nil)
        #expect(other.local.gamePlayerID != player.gamePlayerID && other.local.alias != player.alias)
    }

    @Test("rule 11.4: a guest meets no strangers, and the error says what guests can do")
    func strangers() async throws {
        let game = try await TestGame(on: .started())
        let device = try TestDevice(game, variables: Self.allowed)
        #expect(await device.authenticate().next().error == nil)
        do {
            _ = try await device.run { try await GKTurnBasedMatch.find(for: GKMatchRequest()) }
            Issue.record("a guest has found a match")
        } catch {
            let error = try #require(error as? GKError)
            #expect(error.code == .notAuthorized && !error.localizedDescription.contains("guardian"))
            #expect(error.userInfo[GKError.problemTypeKey] as? String == "player-restricted")
        }
    }

    @Test("rule 1.11: another game on the device has the same guest")
    func secondGame() async throws {
        let game = try await TestGame(on: .started())
        let device = try TestDevice(game, variables: Self.allowed)
        #expect(await device.authenticate().next().error == nil)
        let second = try await TestGame(on: game.server, bundleID: "org.example.second")
        let other = try TestDevice(second, folder: device.folder, variables: Self.allowed)
        #expect(await other.authenticate().next().error == nil)
        #expect(other.local.alias == device.local.alias && other.local.gamePlayerID != device.local.gamePlayerID)
    }

    @Test("rule 1.3: without the game's word, and where guests are off, the player is asked to sign in")
    func asked() async throws {
        let game = try await TestGame(on: .started())
        let plain = try TestDevice(game)
        #expect(await plain.authenticate().next().controller != nil)
        let off = try await game.server.administration.json(
            "PATCH", "/v1/connect/apps/\(game.bundleID)", ["allowsGuests": false])
        #expect(off.status == 200)
        let device = try TestDevice(game, variables: Self.allowed)
        #expect(await device.authenticate().next().controller != nil)
        #expect(!device.run { Laurel.isGuest || Laurel.mayPlayAsGuest })
    }

    @Test("rule 1.11: a game that asks first makes a guest of who begins to play, and shows them how to keep the name")
    func whenPlaying() async throws {
        let game = try await TestGame(on: .started())
        let device = try TestDevice(game)
        let calls = device.authenticate()
        #expect(await calls.next().controller != nil && device.run { Laurel.mayPlayAsGuest })
        device.run { Laurel.playAsGuest() }
        let call = await calls.next()
        #expect(call.controller == nil && call.error == nil && device.local.isAuthenticated)
        #expect(device.run { Laurel.isGuest && !Laurel.mayPlayAsGuest })
        device.run { Laurel.showGuestUpgrade() }
        let page = await device.presenter.page()
        let secret = try #require(try device.folder.state()?.guestSecret(on: device.game.server))
        // What stands in an address is seen by others: a code that is good once.
        let address = try #require(page?.url.absoluteString)
        let start = game.server.base.absoluteString + "/sign-in/?keep#code="
        #expect(address.hasPrefix(start) && !address.contains(secret.text))
        let client = game.server.http
        let code = ["code": String(address.dropFirst(start.count))]
        let first = try await client.json("POST", "/v1/guests/codes/session", code)
        #expect(first.status == 201)
        #expect(try await client.json("POST", "/v1/guests/codes/session", code).status == 401)
    }

    @Test("rule 1.11: where somebody with an account signed in, no guest plays on when their session ends")
    func account() async throws {
        let game = try await TestGame(on: .started())
        _ = try await game.player("ali")
        let device = try TestDevice(game, variables: Self.allowed)
        try await device.signIn("ali")
        #expect(!device.run { Laurel.isGuest })
        _ = try device.folder.change { $0.signOut(of: device.game) }
        let next = try TestDevice(game, folder: device.folder, variables: Self.allowed)
        #expect(await next.authenticate().next().controller != nil)
    }

    @Test("rule 1.12: an upgrade keeps the player and the session, and ends what guests may not do")
    func upgraded() async throws {
        let game = try await TestGame(on: .started())
        let device = try TestDevice(game, variables: Self.allowed)
        #expect(await device.authenticate().next().error == nil)
        let id = device.local.gamePlayerID
        await #expect(throws: GKError.self) {
            try await device.run { try await Laurel.upgradeGuest(alias: "x", password: "correct horse") }
        }
        let codes = try await device.run {
            try await Laurel.upgradeGuest(alias: "lasting", password: "correct horse battery")
        }
        #expect(codes.count == 8 && device.local.gamePlayerID == id && device.local.alias == "lasting")
        #expect(!device.run { Laurel.isGuest } && !device.local.isMultiplayerGamingRestricted)
        #expect(try device.folder.state()?.guestSecret(on: device.game.server) == nil)
        let next = try TestDevice(game, folder: device.folder, variables: Self.allowed)
        #expect(await next.authenticate().next().error == nil && next.local.gamePlayerID == id)
        await #expect(throws: GKError.self) {
            try await device.run { try await Laurel.upgradeGuest(alias: "again", password: "correct horse battery") }
        }
    }

    @Test("a device from before there were guests is read, and one with a guest is written whole")
    func state() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "device-\(UUID().uuidString)").path
        let folder = DeviceFolder(path: path)
        try folder.make()
        try Data(#"{"version":1,"device":"abc","sessions":[],"cancels":{}}"#.utf8)
            .write(to: URL(filePath: folder.file("session.json")))
        let secret = try GuestSecret("dRxBCr2vptqNkYZS3WpA4VXns-HXcsXZunCIzdjz6Tk")
        let other = try GuestSecret("Zm9yIHRlc3RzIGFsb25lLCBub2JvZHkgaGFzIGl0IQx")
        let game = DeviceGame(
            server: .local, bundleID: try BundleID("com.example.hop"), environment: .production)
        #expect(try folder.state()?.mayPlayAsGuest(in: game) == true)
        try folder.change { $0.settleGuestSecret(secret, on: .local) }
        try folder.change { $0.settleGuestSecret(other, on: .local) }
        #expect(try folder.state()?.guestSecret(on: .local) == secret)
        try folder.change { $0.forgetGuestSecret(other, on: .local) }
        #expect(try folder.state()?.guestSecret(on: .local) == secret)
        try folder.change { $0.forgetGuestSecret(secret, on: .local) }
        #expect(try folder.state()?.guestSecret(on: .local) == nil)
    }

    @Test("a game says in code or by LAUREL_GUESTS whether guests play")
    func configuration() {
        func guests(_ choice: Laurel.GuestPolicy?, _ variable: String?) -> Laurel.GuestPolicy {
            let choices = Configuration.Choices(bundleID: "com.example.hop", guests: choice)
            let variables = variable.map { ["LAUREL_GUESTS": $0] } ?? [:]
            return Configuration(choices, variables: variables, mainBundleID: nil).guests
        }
        #expect(guests(nil, nil) == .refused && guests(nil, "allowed") == .allowed)
        #expect(guests(.refused, "allowed") == .refused && guests(.allowed, nil) == .allowed)
        #expect(guests(nil, "whatever") == .refused)
    }
}
