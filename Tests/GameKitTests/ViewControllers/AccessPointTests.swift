import Foundation
import LaurelClient
import LaurelProcess
import Testing

@testable import GameKit

@Suite("Access point", .timeLimit(.minutes(15)))
@MainActor struct AccessPointTests {
    private let corner = CGRect(x: 8, y: 8, width: 44, height: 44)

    private func game() async throws -> TestGame {
        let game = try await TestGame(on: .started())
        _ = try await game.player("ali")
        return game
    }

    /// The next change of the access point, past banners.
    private func change(_ screen: ScreenPresenter) async -> GameCenterAccessPoint? {
        while let event = await screen.next() {
            if case .accessPoint(let point) = event { return point }
        }
        return nil
    }

    @Test("it is seen once it is active, somebody is signed in, and nothing of Game Center is open")
    func visible() async throws {
        let game = try await game()
        let device = try TestDevice(game)
        let screen = device.screen(corner: corner)
        let point = device.run { GKAccessPoint.shared }
        #expect(device.run { GKAccessPoint.shared } === point)
        #expect(!point.isActive && !point.isVisible && point.location == .topLeading && !point.showHighlights)
        point.isActive = true
        await device.settle()
        #expect(point.isActive && !point.isVisible && point.frameInScreenCoordinates == .zero)
        try await device.signIn("ali")
        #expect(await change(screen) == GameCenterAccessPoint(location: .topLeading, showsHighlights: false))
        #expect(point.isVisible && point.frameInScreenCoordinates == corner)

        let root = UIViewController()
        device.run { root.present(GKGameCenterViewController(), animated: true) }
        #expect(point.isPresentingGameCenter)
        #expect(await change(screen) == nil)
        #expect(!point.isVisible && point.frameInScreenCoordinates == .zero)
        _ = await screen.page()
        root.dismiss(animated: true)
        #expect(await change(screen) != nil)
        #expect(point.isVisible && !point.isPresentingGameCenter)

        point.isActive = false
        #expect(await change(screen) == nil)
        #expect(!point.isVisible && !point.isActive)
    }

    @Test("its place, highlights and window are what the game says")
    func look() async throws {
        let game = try await game()
        let device = try TestDevice(game)
        let screen = device.screen(corner: corner)
        let point = device.run { GKAccessPoint.shared }
        try await device.signIn("ali")
        point.location = .bottomTrailing
        point.showHighlights = true
        #expect(point.location == .bottomTrailing && point.showHighlights)
        point.isActive = true
        #expect(await change(screen) == GameCenterAccessPoint(location: .bottomTrailing, showsHighlights: true))
        point.location = .topTrailing
        #expect(await change(screen) == GameCenterAccessPoint(location: .topTrailing, showsHighlights: true))
        var window: UIWindow? = UIWindow()
        point.parentWindow = window
        #expect(point.parentWindow === window)
        window = nil
        #expect(point.parentWindow == nil)
    }

    @Test("where no presenter draws it, it is not visible; another presenter draws it anew")
    func presenters() async throws {
        let game = try await game()
        let device = try TestDevice(game)
        let blind = device.screen()
        let point = device.run { GKAccessPoint.shared }
        point.isActive = true
        try await device.signIn("ali")
        #expect(await change(blind) != nil)
        #expect(!point.isVisible && point.frameInScreenCoordinates == .zero)
        let screen = device.screen(corner: corner)
        #expect(await change(blind) == nil)
        #expect(await change(screen) != nil)
        #expect(point.isVisible)
        #expect(device.run { Laurel.presenter } === screen)
        device.run { Laurel.presenter = nil }
        #expect(device.run { Laurel.presenter } == nil)
        #expect(await change(screen) == nil)
        #expect(!point.isVisible)
    }

    @Test("a trigger opens its page, and its handler is called once the page is seen")
    func triggers() async throws {
        let game = try await game()
        let device = try TestDevice(game)
        let screen = device.screen()
        try await device.signIn("ali")
        let point = device.run { GKAccessPoint.shared }
        let friend = GKPlayer(PlayerRecord(id: "A:_1", alias: "bea", displayName: "Bea"), in: device.center)
        let page = "/games/?id=org.example.game"
        let table: [(String, @MainActor (@escaping @Sendable () -> Void) -> Void)] = [
            (page, { point.trigger(handler: $0) }),
            (page + "&view=achievements", { point.trigger(state: .achievements, handler: $0) }),
            ("/me/", { point.trigger(state: .localPlayerProfile, handler: $0) }),
            (page + "&view=achievements&achievement=first", { point.trigger(achievementID: "first", handler: $0) }),
            (page + "&view=leaderboards&set=cups", { point.trigger(leaderboardSetID: "cups", handler: $0) }),
            (
                page + "&view=leaderboards&leaderboard=best&players=friends&time=today",
                {
                    point.trigger(
                        leaderboardID: "best", playerScope: .friendsOnly, timeScope: .today, handler: $0)
                }
            ),
            ("/me/?view=friends&player=bea", { point.trigger(player: friend, handler: $0) }),
            (page + "&view=challenges", { point.triggerForChallenges(handler: $0) }),
            (
                "/challenges/groups/new/?game=org.example.game&definition=Fast%20Laps",
                { point.trigger(challengeDefinitionID: "Fast Laps", handler: $0) }
            ),
            ("/me/?view=request", { point.triggerForFriending(handler: $0) }),
        ]
        for (expected, trigger) in table {
            let handled = Happening<Bool>()
            trigger { handled.happen(Callbacks.isOnMain && point.isPresentingGameCenter) }
            let shown = try #require(await screen.page())
            #expect(shown.url.absoluteString.hasSuffix(expected))
            #expect(await handled.next() == true)
            screen.finish(shown)
            await device.settle()
            #expect(!point.isPresentingGameCenter && handled.count == 1)
        }
    }

    @Test("the async triggers return once their page is seen")
    func asyncTriggers() async throws {
        let game = try await game()
        let device = try TestDevice(game)
        let screen = device.screen()
        try await device.signIn("ali")
        let point = device.run { GKAccessPoint.shared }
        await point.triggerForChallenges()
        let challenges = try #require(await screen.page())
        #expect(challenges.url.query()?.hasSuffix("view=challenges") == true)
        screen.finish(challenges)
        await device.settle()
        await point.trigger(challengeDefinitionID: "daily")
        let definition = try #require(await screen.page())
        #expect(definition.url.query() == "game=org.example.game&definition=daily")
        screen.finish(definition)
        await device.settle()
        await point.triggerForFriending()
        #expect(await screen.path() == "/me/?view=request")
    }

    @Test("while a page is open a trigger opens no other, and its handler is called all the same")
    func twice() async throws {
        let game = try await game()
        let device = try TestDevice(game)
        let screen = device.screen()
        try await device.signIn("ali")
        let point = device.run { GKAccessPoint.shared }
        point.trigger {}
        let page = try #require(await screen.page())
        let handled = Happening<Void>()
        point.trigger(state: .achievements) { handled.happen() }
        #expect(await handled.next() != nil)
        screen.finish(page)
        await device.settle()
        point.trigger(state: .challenges) {}
        #expect(await screen.path() == "/games/?id=org.example.game&view=challenges")
    }

    @Test("rule 1.3: a trigger that cannot sign anybody in calls its handler, and opens nothing")
    func turnedAway() async throws {
        let game = try await game()
        let device = try TestDevice(game)
        _ = try device.folder.change { state in for _ in 0..<3 { state.countCancel(in: device.game) } }
        let screen = device.screen()
        let point = device.run { GKAccessPoint.shared }
        await point.triggerForChallenges()
        #expect(await screen.banner()?.title == "Game Center")
        await device.settle()
        #expect(!point.isPresentingGameCenter)
    }
}

@Suite("Notification banners", .timeLimit(.minutes(15)))
@MainActor struct NotificationBannerTests {
    /// A device whose banners end when the test says so, and the durations that they were to be seen.
    private func device(
        _ durations: Happening<Duration>, _ turns: Happening<Void>
    ) async throws -> (TestDevice, ScreenPresenter) {
        let game = try await TestGame(on: .started())
        let device = try TestDevice(game) {
            $0.seeBanner = { duration in
                durations.happen(duration)
                _ = await turns.next()
            }
        }
        return (device, device.screen())
    }

    @Test("banners come one after the other, and each says when it is gone")
    func order() async throws {
        let (durations, turns) = (Happening<Duration>(), Happening<Void>())
        let (device, screen) = try await device(durations, turns)
        let gone = Happening<String>()
        device.run {
            GKNotificationBanner.show(withTitle: "One", message: "first") { gone.happen("One") }
            GKNotificationBanner.show(withTitle: "Two", message: nil, duration: 7) { gone.happen("Two") }
            GKNotificationBanner.show(withTitle: nil, message: "third")
        }
        #expect(await screen.next() == .banner(GameCenterBanner(title: "One", message: "first")))
        #expect(await durations.next() == .seconds(3))
        await device.settle()
        #expect(gone.count == 0)
        turns.happen()
        #expect(await gone.next() == "One")
        #expect(await screen.next() == .banner(GameCenterBanner(title: "Two", message: "", duration: 7)))
        #expect(await durations.next() == .seconds(7))
        turns.happen()
        #expect(await gone.next() == "Two")
        #expect(await screen.next() == .banner(GameCenterBanner(title: "", message: "third")))
        turns.happen()
    }

    @Test("the async forms return when the banner is gone")
    func asynchronous() async throws {
        let (durations, turns) = (Happening<Duration>(), Happening<Void>())
        let (device, screen) = try await device(durations, turns)
        turns.happen()
        await device.run { await GKNotificationBanner.show(withTitle: "One", message: "m") }
        #expect(await screen.next() == .banner(GameCenterBanner(title: "One", message: "m")))
        turns.happen()
        await device.run { await GKNotificationBanner.show(withTitle: "Two", message: "m", duration: 2) }
        #expect(await screen.next() == .banner(GameCenterBanner(title: "Two", message: "m", duration: 2)))
        #expect(await durations.next() == .seconds(3))
        #expect(await durations.next() == .seconds(2))
    }

    @Test("durations out of all measure are cut, and a banner without words is none")
    func limits() async throws {
        let (durations, turns) = (Happening<Duration>(), Happening<Void>())
        let (device, _) = try await device(durations, turns)
        let table: [(TimeInterval, Duration)] = [
            (.nan, .zero), (-1, .zero), (.infinity, .seconds(60)), (1e300, .seconds(60)),
        ]
        for (wanted, seen) in table {
            turns.happen()
            await device.run { await GKNotificationBanner.show(withTitle: "B", message: "m", duration: wanted) }
            #expect(await durations.next() == seen)
        }
        await device.run { await GKNotificationBanner.show(withTitle: nil, message: "") }
        #expect(durations.count == table.count)
    }

    @Test("of too many banners those that waited longest are dropped, and say so")
    func tooMany() async throws {
        let (durations, turns) = (Happening<Duration>(), Happening<Void>())
        let (device, _) = try await device(durations, turns)
        let gone = Happening<Int>()
        device.run {
            for number in 0...BannerLine.limit + 1 {
                GKNotificationBanner.show(withTitle: "\(number)", message: nil) { gone.happen(number) }
            }
        }
        #expect(await gone.next() == 1)
        await device.settle()
        #expect(gone.count == 1)
    }
}
