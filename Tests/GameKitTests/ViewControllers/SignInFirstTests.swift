import Foundation
import LaurelClient
import LaurelProcess
import Testing

@testable import GameKit

@Suite("View controllers of nobody", .timeLimit(.minutes(15)))
@MainActor struct SignInFirstTests {
    private final class Delegate: NSObject, GKGameCenterControllerDelegate {
        let finished = Happening<Void>()
        func gameCenterViewControllerDidFinish(_ gameCenterViewController: GKGameCenterViewController) {
            finished.happen()
            gameCenterViewController.dismiss(animated: true)
        }
    }

    @Test("rule 1.3: presented signed out, sign-in comes first, and then the page")
    func signInFirst() async throws {
        let game = try await TestGame(on: .started())
        _ = try await game.player("ali")
        let decided = Gate()
        let device = try TestDevice(game) { $0.sleep = { _ in await decided.wait() } }
        let screen = device.screen()
        let calls = device.authenticate()
        #expect(await calls.next().controller != nil)
        device.run { UIViewController().present(GKGameCenterViewController(state: .achievements), animated: true) }
        let first = try #require(await screen.page())
        guard case .signIn(let code) = first.kind else {
            Issue.record("\(first) is no sign-in")
            return
        }
        try await allow(code, "ali", game)
        decided.open()
        let call = await calls.next()
        #expect(call.controller == nil && call.error == nil && device.local.alias == "ali")
        #expect(await screen.path() == "/games/?id=org.example.game&view=achievements")
    }

    @Test("rule 1.3: leaving sign-in is a cancel, and the end of the view controller")
    func cancelled() async throws {
        let game = try await TestGame(on: .started())
        let device = try TestDevice(game) { $0.sleep = { _ in await Gate().wait() } }
        let screen = device.screen()
        let calls = device.authenticate()
        #expect(await calls.next().controller != nil)
        let (root, delegate) = (UIViewController(), Delegate())
        let controller = device.run { GKGameCenterViewController() }
        controller.gameCenterDelegate = delegate
        root.present(controller, animated: true)
        let page = try #require(await screen.page())
        screen.finish(page)
        #expect(await calls.next().error?.code == .cancelled)
        #expect(try device.folder.state()?.cancels(in: device.game) == 1)
    }

    @Test("rule 1.3: a game that dismisses while the player signs in has cancelled it")
    func dismissed() async throws {
        let game = try await TestGame(on: .started())
        let device = try TestDevice(game) { $0.sleep = { _ in await Gate().wait() } }
        let screen = device.screen()
        let calls = device.authenticate()
        #expect(await calls.next().controller != nil)
        let (root, delegate) = (UIViewController(), Delegate())
        let controller = device.run { GKGameCenterViewController() }
        controller.gameCenterDelegate = delegate
        root.present(controller, animated: true)
        _ = await screen.page()
        root.dismiss(animated: true)
        #expect(await calls.next().error?.code == .cancelled)
        await device.settle()
        #expect(delegate.finished.count == 0)
    }

    @Test("rule 1.3: a page that is opened and closed before the sign-in was offered doesn't take its place")
    func closedAtOnce() async throws {
        let game = try await TestGame(on: .started())
        let (network, gate) = (AnsweringTransport(), Pauses())
        let device = try TestDevice(game) { $0.transport = network }
        network.answer { request in
            guard request.method == "GET", request.url.contains("/v1/games/") else { return nil }
            do { try await gate.sleep(.zero) } catch { return ForeignAnswer.missing.response }
            return nil
        }
        let calls = device.authenticate()
        await gate.wait(for: 1)
        let root = UIViewController()
        root.present(device.run { GKGameCenterViewController() }, animated: true)
        await gate.wait(for: 2)
        root.dismiss(animated: true)
        network.answer { _ in nil }
        gate.end()
        let call = await calls.next()
        #expect(call.controller != nil && call.error == nil)
    }

    @Test("rule 1.3: after three cancels a banner says why nothing opens, and the delegate is told")
    func turnedAway() async throws {
        let game = try await TestGame(on: .started())
        let device = try TestDevice(game)
        _ = try device.folder.change { state in for _ in 0..<3 { state.countCancel(in: device.game) } }
        let screen = device.screen()
        let delegate = Delegate()
        let controller = device.run { GKGameCenterViewController() }
        controller.gameCenterDelegate = delegate
        UIViewController().present(controller, animated: true)
        #expect(await screen.banner()?.message.contains("laurel sign-in") == true)
        #expect(await delegate.finished.next() != nil)
    }

    /// The player signs in on the page that the game opened, and says yes there.
    private func allow(_ code: String, _ alias: String, _ game: TestGame) async throws {
        let http = game.server.http
        let session = try await http.json(
            "POST", "/v1/sessions", ["alias": alias, "password": TestDevice.password(alias)])
        let token = try #require(session.object["token"] as? String, "\(session.text)")
        let said = try await http.json(
            "POST", "/v1/device-authorizations/\(code)/decision", ["allow": true], token: token)
        #expect(said.status < 300, "\(said.text)")
    }
}
