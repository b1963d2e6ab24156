import Foundation
import LaurelClient
import LaurelProcess
import Synchronization
import Testing

@testable import GameKit

@Suite("Signing in from a game", .timeLimit(.minutes(15)))
struct AuthenticationTests {
    private func game(_ aliases: String...) async throws -> TestGame {
        let game = try await TestGame(on: .started())
        for alias in aliases { _ = try await game.player(alias) }
        return game
    }

    @Test("rule 1.3: a player who is signed in on the device is there at once, with names and ids")
    func storedSession() async throws {
        let game = try await game("ali")
        let device = try TestDevice(game, environment: "sandbox")
        try await device.signInFromOutside("ali")
        let call = await device.authenticate().next()
        #expect(call.controller == nil && call.error == nil && call.isOnMainThread)
        let player = device.run { GKLocalPlayer.local }
        #expect(device.run { GKLocalPlayer.localPlayer() } === player && player.authenticateHandler != nil)
        #expect(player.isAuthenticated && player.alias == "ali" && player.displayName == "ali")
        #expect(player.gamePlayerID.hasPrefix("A:_") && player.teamPlayerID.hasPrefix("T:_"))
        #expect(player.playerID == player.gamePlayerID && player.scopedIDsArePersistent())
        #expect(!player.isUnderage && player.guestIdentifier == nil)
        // Rule 1.6.
        #expect(device.presenter.banners.map(\.title) == ["Welcome back, ali"])
        #expect(device.presenter.banners.map(\.message) == ["Sandbox"])
        // Set again, it authenticates again; nobody is welcomed twice.
        #expect(await device.authenticate().next().error == nil)
        #expect(device.presenter.banners.count == 1)
    }

    @Test("rule 1.7: unknown, switched off, away and not signed in are told apart, with the server's request id")
    func refusals() async throws {
        let game = try await game()
        let unknown = try TestDevice(game, bundleID: "org.example.other")
        let refused = await unknown.authenticate().next()
        #expect(refused.error?.code == .gameUnrecognized && refused.controller == nil)
        let information = try #require(refused.error).userInfo
        #expect(information[GKError.problemTypeKey] as? String == "unknown-game")
        #expect((information[GKError.requestIDKey] as? String)?.isEmpty == false)
        #expect((information[NSLocalizedDescriptionKey] as? String)?.contains("bundle ID") == true)
        let off = try await game.server.administration.json(
            "PATCH", "/v1/connect/apps/\(game.bundleID)", ["isGameCenterEnabled": false])
        #expect(off.status == 200)
        let disabled = try TestDevice(game)
        #expect(await disabled.authenticate().next().error?.code == .notSupported)
        let away = try TestDevice(game, server: "http://127.0.0.1:1")
        #expect(await away.authenticate().next().error?.code == .communicationsFailure)
        let wrong = try TestDevice(game, folder: DeviceFolder(path: away.folder.path))
        await #expect(throws: GKError.self) {
            try await wrong.run { try await GKPlayer.loadPlayers(forIdentifiers: ["A:_0"]) }
        }
        do {
            _ = try await wrong.run { try await GKPlayer.loadPlayers(forIdentifiers: ["A:_0"]) }
        } catch GKError.notAuthenticated {
            return
        }
        Issue.record("nobody is signed in, and players were loaded")
    }

    @Test("rule 1.3: the player signs in on the page that the view controller opens, and stays signed in")
    func deviceCode() async throws {
        let game = try await game("ali")
        let pauses = Pauses()
        let device = try TestDevice(game) { $0.sleep = pauses.sleep }
        let calls = device.authenticate()
        let controller = try #require(await calls.next().controller)
        #expect(!device.local.isAuthenticated)
        let root = await UIViewController()
        await root.present(controller, animated: true)
        let page = try #require(await device.presenter.page())
        guard case .signIn(let code) = page.kind else {
            Issue.record("no page to sign in")
            return
        }
        #expect(page.url.absoluteString.hasSuffix("?code=" + code))
        try await Arena(game: game).decide(code, as: "ali", allow: true)
        await pauses.wait(for: 1)
        pauses.end()
        let call = await calls.next()
        #expect(call.controller == nil && call.error == nil)
        #expect(device.local.isAuthenticated && device.local.alias == "ali")
        #expect(await device.presenter.dismissedPage() == page)
        // The next start of the game finds the session.
        let next = try TestDevice(game, folder: device.folder)
        #expect(await next.authenticate().next().error == nil)
        #expect(next.local == device.local)
    }

    @Test(
        "rule 1.3: after three cancels in a row, over restarts too, nobody is asked until somebody signs in outside"
    )
    func threeCancels() async throws {
        let game = try await game("ali")
        let folder = DeviceFolder(
            path: FileManager.default.temporaryDirectory.appending(path: "device-\(UUID().uuidString)").path)
        for _ in 0..<3 {
            let device = try TestDevice(game, folder: folder)
            let calls = device.authenticate()
            let controller = try #require(await calls.next().controller)
            let root = await UIViewController()
            await root.present(controller, animated: false)
            await root.dismiss(animated: false)
            let call = await calls.next()
            #expect(call.controller == nil && call.error?.code == .cancelled)
        }
        let device = try TestDevice(game, folder: folder)
        let calls = device.authenticate()
        let refused = await calls.next()
        #expect(refused.controller == nil && refused.error?.code == .cancelled)
        #expect(refused.error?.localizedDescription.contains("laurel sign-in") == true)
        // Another game on this device may ask.
        let other = try await TestGame(on: game.server, bundleID: "org.example.second")
        let second = try TestDevice(other, folder: folder)
        #expect(await second.authenticate().next().controller != nil)
        try await device.signInFromOutside("ali")
        device.center.willEnterForeground()
        let back = await calls.next()
        #expect(back.error == nil && device.local.isAuthenticated)
    }

    @Test("rule 1.3: saying no on the page, and closing it, are cancels")
    func denied() async throws {
        let game = try await game("ali")
        let pauses = Pauses()
        let device = try TestDevice(game) { $0.sleep = pauses.sleep }
        let calls = device.authenticate()
        let root = await UIViewController()
        await root.present(try #require(await calls.next().controller), animated: true)
        guard case .signIn(let code)? = await device.presenter.page()?.kind else {
            Issue.record("no page to sign in")
            return
        }
        try await Arena(game: game).decide(code, as: "ali", allow: false)
        await pauses.wait(for: 1)
        pauses.end()
        #expect(await calls.next().error?.code == .cancelled)
        let again = device.authenticate()
        await root.dismiss(animated: false)
        await root.present(try #require(await again.next().controller), animated: true)
        _ = await device.presenter.page()
        device.presenter.finish()
        #expect(await again.next().error?.code == .cancelled)
        #expect(try device.folder.state()?.cancels(in: device.game) == 2)
    }

    @Test("rule 1.4: every change of the player is posted, the first sign-in included")
    func notifications() async throws {
        let game = try await game("ali", "bea")
        let device = try TestDevice(game)
        let posted = Mutex<[String]>([])
        let observer = NotificationCenter.default.addObserver(
            forName: .GKPlayerAuthenticationDidChangeNotificationName, object: device.local, queue: nil
        ) { [local = device.local] _ in posted.withLock { $0.append(local.isAuthenticated ? local.alias : "nobody") } }
        defer { NotificationCenter.default.removeObserver(observer) }
        try await device.signIn("ali")
        #expect(posted.withLock(\.self) == ["ali"])
        try await device.signInFromOutside("bea")
        #expect(await device.authenticate().next().error == nil)
        #expect(posted.withLock(\.self) == ["ali", "bea"])
        // Rule 1.5: revoked, it is told once, and dropped.
        let calls = device.authenticate()
        #expect(await calls.next().error == nil)
        let token = try #require(device.center.session?.token)
        _ = try await game.server.http.json("DELETE", "/v1/sessions/current", token: token)
        await #expect(throws: GKError.self) {
            try await device.run { try await GKPlayer.loadPlayers(forIdentifiers: ["A:_0"]) }
        }
        #expect(await calls.next().error?.code == .notAuthenticated)
        #expect(posted.withLock(\.self) == ["ali", "bea", "nobody"])
        #expect(try device.folder.state()?.session(of: device.game) == nil)
    }

    @Test("rule 1.3: a session that ended while the game was hidden is told once, by the offer to sign in")
    func endedWhileHidden() async throws {
        let game = try await game("ali", "bea")
        let (network, openings, gate) = (AnsweringTransport(), StreamOpenings(), Pauses())
        let device = try TestDevice(game) { world in
            world.transport = network
            world.eventStreamOpened = openings.opened
        }
        try await device.signInFromOutside("ali")
        let calls = device.authenticate()
        #expect(await calls.next().error == nil)
        await openings.next()
        device.center.didEnterBackground()
        await device.center.events.adjust(in: device.center)
        let token = try #require(device.center.session?.token)
        _ = try await game.server.http.json("DELETE", "/v1/sessions/current", token: token)
        // The round knows that the session is over, and asks whether the player may be asked.
        network.answer { request in
            guard request.method == "GET", request.url.contains("/v1/games/") else { return nil }
            do { try await gate.sleep(.zero) } catch { return ForeignAnswer.missing.response }
            return nil
        }
        device.center.willEnterForeground()
        await gate.wait(for: 1)
        // The event stream hears of it meanwhile.
        while device.local.isAuthenticated { await Task.yield() }
        network.answer { _ in nil }
        gate.end()
        let call = await calls.next()
        #expect(call.controller != nil && call.error == nil)
        #expect(try device.folder.state()?.session(of: device.game) == nil)
        // Nothing else is told in between.
        try await device.signInFromOutside("bea")
        device.center.willEnterForeground()
        let next = await calls.next()
        #expect(next.controller == nil && next.error == nil && device.local.alias == "bea")
    }

    @Test("rule 1.3: a session whose end is heard before the game's return is looked into is told once, too")
    func endedAtReturn() async throws {
        let device = try TestDevice(try await game("ali", "bea"))
        try await device.signInFromOutside("ali")
        let calls = device.authenticate()
        #expect(await calls.next().error == nil)
        let (center, session) = (device.center, try #require(device.center.session))
        await center.authentication.announce()
        await center.authentication.sessionEnded(session, in: center)
        await center.authentication.authenticate(.foreground, in: center)
        let call = await calls.next()
        #expect(call.controller != nil && call.error == nil)
        try await device.signInFromOutside("bea")
        center.willEnterForeground()
        let next = await calls.next()
        #expect(next.controller == nil && next.error == nil && device.local.alias == "bea")
    }

    @Test("rule 1.5: a server that is away ends no session, and is tried again by itself")
    func away() async throws {
        let game = try await game("ali")
        let proxy = try CuttingProxy(to: UInt16(game.server.base.port ?? 0))
        defer { proxy.stop() }
        let pauses = Pauses()
        let folder: DeviceFolder
        do {
            let device = try TestDevice(game, server: proxy.address)
            try await device.signIn("ali")
            folder = device.folder
        }
        proxy.limit(CuttingProxy.Limits(up: 0))
        let device = try TestDevice(game, folder: folder, server: proxy.address) { $0.sleep = pauses.sleep }
        let calls = device.authenticate()
        let call = await calls.next()
        #expect(call.controller == nil && call.error?.code == .communicationsFailure)
        #expect(device.local.isAuthenticated && device.local.alias == "ali")
        // That of the event stream, and that of the sign-in.
        await pauses.wait(for: 2)
        proxy.limit(CuttingProxy.Limits())
        pauses.end()
        #expect(await calls.next().error == nil)
    }

    @Test("where nothing watches the device's folder, a frame notices that somebody signed in")
    func frame() async throws {
        let game = try await game("ali")
        let device = try TestDevice(game)
        let calls = device.authenticate()
        #expect(await calls.next().controller != nil)
        device.center.update()
        try await device.signInFromOutside("ali")
        device.center.state.withLock { $0.nextLook = nil }
        device.center.update()
        #expect(await calls.next().error == nil)
        #expect(device.local.alias == "ali")
    }

    @Test("a program without frames notices that somebody signed in on the device from the shell")
    func shell() async throws {
        let game = try await game("ali")
        let device = try TestDevice(game) { $0.watch = World.system().watch }
        let calls = device.authenticate()
        #expect(await calls.next().controller != nil)
        let process = Process()
        process.executableURL = BuiltProducts.executable("laurel")
        process.arguments = [
            "sign-in", "--device", device.folder.path, "--alias", "ali", "--server", device.game.server.text,
            "--bundle-id", game.bundleID,
        ]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        let status = await withCheckedContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
                try input.fileHandleForWriting.write(contentsOf: Data((TestDevice.password("ali") + "\n").utf8))
                try input.fileHandleForWriting.close()
            } catch {
                Issue.record(error)
            }
        }
        #expect(status == 0)
        let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        #expect(said.hasPrefix("ali is signed in to \(game.bundleID)"))
        let permissions = try FileManager.default.attributesOfItem(atPath: device.folder.file("session.json"))
        #expect(permissions[.posixPermissions] as? Int == 0o600)
        #expect(await calls.next().error == nil)
        #expect(device.local.alias == "ali")
    }
}
