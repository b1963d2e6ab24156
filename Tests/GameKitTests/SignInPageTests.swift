import Foundation
import LaurelClient
import LaurelProcess
import Testing

@testable import GameKit

@Suite("The page to sign in", .timeLimit(.minutes(15)))
struct SignInPageTests {
    /// A game shows the page, and its player has said yes there. The engine has not asked since.
    private struct Visit: Sendable {
        let game: TestGame
        let device: TestDevice
        let calls: HandlerCalls
        let page: GameCenterPage
        let root: UIViewController
        let pauses = Pauses()

        init() async throws {
            game = try await TestGame(on: .started())
            _ = try await game.player("ali")
            let sleep = pauses.sleep
            device = try TestDevice(game) { $0.sleep = sleep }
            calls = device.authenticate()
            let controller = try #require(await calls.next().controller)
            root = await UIViewController()
            await root.present(controller, animated: true)
            page = try #require(await device.presenter.page())
            try await game.allow(page)
            await pauses.wait(for: 1)
        }

        /// Takes as long as what a game has set off before would need to ask a question of its own.
        func askTheServer() async throws { _ = try await game.server.http.json("GET", "/v1/games") }

        func expectSignedIn() async throws {
            let call = await calls.next()
            #expect(call.controller == nil && call.error == nil)
            #expect(device.local.alias == "ali" && device.presenter.pageCount == 1)
            #expect(try device.folder.state()?.session(of: device.game) != nil)
            #expect(try device.folder.state()?.cancels(in: device.game) == 0)
            pauses.end()
            #expect(await device.presenter.dismissedPage() == page)
        }
    }

    @Test("rule 1.3: a player who said yes and comes back to the game is signed in, and gets no other page")
    func foreground() async throws {
        let visit = try await Visit()
        visit.device.run {
            Laurel.didEnterBackground()
            Laurel.willEnterForeground()
        }
        try await visit.askTheServer()
        visit.pauses.end()
        try await visit.expectSignedIn()
    }

    @Test("rule 1.3: a player who said yes and closed the page is signed in; that is no cancel")
    func closed() async throws {
        let visit = try await Visit()
        visit.device.presenter.finish()
        try await visit.expectSignedIn()
    }

    @Test("rule 1.3: a player who said yes is signed in, though the game dismisses the view controller")
    @MainActor func dismissed() async throws {
        let visit = try await Visit()
        visit.root.dismiss(animated: true)
        try await visit.expectSignedIn()
    }

    @Test("rule 1.3: a player who said yes is signed in when the game asks anew")
    func askedAnew() async throws {
        let visit = try await Visit()
        visit.device.local.authenticate()
        try await visit.expectSignedIn()
    }

    @Test("rule 1.3: a player who said yes is signed in when another page of Game Center opens")
    @MainActor func dashboard() async throws {
        let visit = try await Visit()
        visit.device.run { UIViewController().present(GKGameCenterViewController(), animated: true) }
        let call = await visit.calls.next()
        #expect(call.controller == nil && call.error == nil && visit.device.local.alias == "ali")
        #expect(await visit.device.presenter.page()?.kind == .dashboard)
        visit.pauses.end()
    }

    @Test("as in iOS 4: without a handler the page opens when the game asks, and the completion is told how it ended")
    func completion() async throws {
        let game = try await TestGame(on: .started())
        _ = try await game.player("ali")
        let pauses = Pauses()
        let device = try TestDevice(game) { $0.sleep = pauses.sleep }
        async let cancelled = device.told { device.local.authenticate(completionHandler: $0) }
        _ = await device.presenter.page()
        device.presenter.finish()
        #expect(await cancelled.code == .cancelled)
        #expect(try device.folder.state()?.cancels(in: device.game) == 1)
        // Only when it asks.
        device.run { Laurel.willEnterForeground() }
        async let signedIn = device.told { device.local.authenticate(completionHandler: $0) }
        let page = try #require(await device.presenter.page())
        try await game.allow(page)
        await pauses.wait(for: 2)
        pauses.end()
        let told = await signedIn
        #expect(told.error == nil && told.isOnMainThread)
        #expect(device.local.alias == "ali" && device.presenter.pageCount == 2)
    }

    @Test("rule 1.5: a game that nobody sees does not ask a server that is away; seen again, it asks at once, and once")
    func background() async throws {
        let game = try await TestGame(on: .started())
        _ = try await game.player("ali")
        let before = try TestDevice(game)
        try await before.signIn("ali")
        let (network, pauses) = (CutTransport(), Pauses())
        network.cut(true)
        let device = try TestDevice(game, folder: before.folder) { world in
            (world.transport, world.sleep) = (network, pauses.sleep)
        }
        let calls = device.authenticate()
        #expect(await calls.next().error?.code == .communicationsFailure)
        await pauses.wait(for: 1)
        device.run { Laurel.didEnterBackground() }
        pauses.end()
        // Takes as long as a question of the game's.
        _ = try await game.server.http.json("GET", "/v1/games")
        #expect(network.count(of: "/players/me") == 1)
        network.cut(false)
        device.run { Laurel.willEnterForeground() }
        #expect(await calls.next().error == nil)
        #expect(network.count(of: "/players/me") == 2)
    }
}

extension TestGame {
    /// `ali` says yes on a page to sign in.
    fileprivate func allow(_ page: GameCenterPage) async throws {
        guard case .signIn(let code) = page.kind else { throw Trouble(description: "\(page) is no page to sign in.") }
        try await Arena(game: self).decide(code, as: "ali", allow: true)
    }
}
