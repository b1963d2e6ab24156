import Foundation
import LaurelClient
import LaurelProcess
import Testing

@testable import GameKit

@Suite("View controllers", .timeLimit(.minutes(15)))
@MainActor struct ViewControllerTests {
    /// A device with a player on it, and the screen of its game.
    private func signedIn(
        _ environment: String = "production"
    ) async throws -> (game: TestGame, device: TestDevice, screen: ScreenPresenter) {
        let game = try await TestGame(on: .started())
        _ = try await game.player("ali")
        let device = try TestDevice(game, environment: environment)
        let screen = device.screen()
        try await device.signIn("ali")
        return (game, device, screen)
    }

    /// A recorded end of a view controller.
    private final class Delegate: NSObject, GKGameCenterControllerDelegate, GKLeaderboardViewControllerDelegate,
        GKFriendRequestComposeViewControllerDelegate
    {
        let finished = Happening<Bool>()

        func gameCenterViewControllerDidFinish(_ gameCenterViewController: GKGameCenterViewController) {
            finished.happen(Thread.isMainThread || Callbacks.isOnMain)
            gameCenterViewController.dismiss(animated: true)
        }

        func leaderboardViewControllerDidFinish(_ viewController: GKLeaderboardViewController) {
            finished.happen(Thread.isMainThread || Callbacks.isOnMain)
            viewController.dismiss(animated: true)
        }

        func friendRequestComposeViewControllerDidFinish(_ viewController: GKFriendRequestComposeViewController) {
            finished.happen(Thread.isMainThread || Callbacks.isOnMain)
            viewController.dismiss(animated: true)
        }
    }

    @Test("each opens the page that it names")
    func addresses() async throws {
        let (_, device, screen) = try await signedIn()
        let page = "/games/?id=org.example.game"
        let friend = GKPlayer(PlayerRecord(id: "A:_1", alias: "Zoë & co", displayName: "Zoë"), in: device.center)
        let leaderboard = try await device.run { try await GKLeaderboard.loadLeaderboards(IDs: ["best"]) }.first
        let loaded = try #require(leaderboard)
        let table: [(String, @MainActor () -> GKGameCenterViewController)] = [
            (page, { GKGameCenterViewController() }),
            (page, { GKGameCenterViewController(state: .default) }),
            (page, { GKGameCenterViewController(state: .dashboard) }),
            (page + "&view=leaderboards", { GKGameCenterViewController(state: .leaderboards) }),
            (page + "&view=achievements", { GKGameCenterViewController(state: .achievements) }),
            (page + "&view=challenges", { GKGameCenterViewController(state: .challenges) }),
            ("/me/", { GKGameCenterViewController(state: .localPlayerProfile) }),
            ("/me/?view=friends", { GKGameCenterViewController(state: .localPlayerFriendsList) }),
            (
                page + "&view=leaderboards&leaderboard=best&players=friends&time=week",
                { GKGameCenterViewController(leaderboardID: "best", playerScope: .friendsOnly, timeScope: .week) }
            ),
            (
                page + "&view=leaderboards&leaderboard=best&players=friends&time=allTime",
                { GKGameCenterViewController(leaderboard: loaded, playerScope: .friendsOnly) }
            ),
            (page + "&view=leaderboards&set=cups", { GKGameCenterViewController(leaderboardSetID: "cups") }),
            (page + "&view=achievements&achievement=a.b-1", { GKGameCenterViewController(achievementID: "a.b-1") }),
            ("/me/?view=friends&player=Zo%C3%AB%20%26%20co", { GKGameCenterViewController(player: friend) }),
            ("/me/", { GKGameCenterViewController(player: GKLocalPlayer.local) }),
            (
                page + "&view=leaderboards&leaderboard=best&players=global&time=today",
                {
                    let controller = GKGameCenterViewController()
                    controller.viewState = .leaderboards
                    controller.leaderboardIdentifier = "best"
                    controller.leaderboardTimeScope = .today
                    return controller
                }
            ),
            // No id has a hundred and one letters: the page above it.
            (
                page + "&view=leaderboards&players=global&time=allTime",
                {
                    GKGameCenterViewController(
                        leaderboardID: String(repeating: "x", count: 101), playerScope: .global, timeScope: .allTime)
                }
            ),
        ]
        for (expected, make) in table {
            device.run {
                let controller = make()
                UIViewController().present(controller, animated: false)
            }
            #expect(await screen.path() == expected)
        }
    }

    @Test("a page of the Sandbox says so")
    func sandbox() async throws {
        let (_, device, screen) = try await signedIn("sandbox")
        device.run { UIViewController().present(GKGameCenterViewController(), animated: false) }
        #expect(await screen.path() == "/games/?id=org.example.game&environment=sandbox")
    }

    @Test("the delegate is told once, on the main thread, and the game is free again")
    func delegate() async throws {
        let (_, device, screen) = try await signedIn()
        let (root, delegate) = (UIViewController(), Delegate())
        #expect(UINavigationController(rootViewController: root).viewControllers == [root])
        let controller = device.run { GKGameCenterViewController(state: .leaderboards) }
        controller.gameCenterDelegate = delegate
        root.present(controller, animated: true)
        #expect(root.presentedViewController === controller && GKAccessPoint(in: device.center).isPresentingGameCenter)
        let page = try #require(await screen.page())
        screen.finish(page)
        screen.finish(page)
        #expect(await delegate.finished.next() == true)
        await device.settle()
        #expect(delegate.finished.count == 1 && root.presentedViewController == nil)
        #expect(!GKAccessPoint(in: device.center).isPresentingGameCenter)
        // It can be shown once more.
        root.present(controller, animated: true)
        #expect(await screen.page() == page)
        screen.finish(page)
        #expect(await delegate.finished.next() == true)
    }

    @Test("without a delegate the player's end is the end")
    func withoutDelegate() async throws {
        let (_, device, screen) = try await signedIn()
        let root = UIViewController()
        device.run { root.present(GKGameCenterViewController(), animated: true) }
        screen.finish(try #require(await screen.page()))
        await device.settle()
        #expect(root.presentedViewController == nil)
    }

    @Test("a game that dismisses closes the page, and the delegate hears nothing")
    func dismissed() async throws {
        let (_, device, screen) = try await signedIn()
        let (root, delegate) = (UIViewController(), Delegate())
        let controller = device.run { GKGameCenterViewController() }
        controller.gameCenterDelegate = delegate
        root.present(controller, animated: true)
        let page = try #require(await screen.page())
        root.dismiss(animated: true)
        #expect(await screen.next() == .dismissed(page))
        screen.finish(page)
        await device.settle()
        #expect(delegate.finished.count == 0)
        #expect(!GKAccessPoint(in: device.center).isPresentingGameCenter)
    }

    @Test("a leaderboard view controller of iOS 4 names its leaderboard and has a delegate of its own")
    func leaderboardController() async throws {
        let (_, device, screen) = try await signedIn()
        let (root, delegate) = (UIViewController(), Delegate())
        let controller = device.run { GKLeaderboardViewController() }
        controller.category = "best"
        controller.timeScope = .week
        controller.leaderboardDelegate = delegate
        #expect(controller.category == "best" && controller.timeScope == .week)
        root.present(controller, animated: true)
        let page = try #require(await screen.page())
        #expect(page.url.query() == "id=org.example.game&view=leaderboards&leaderboard=best&players=global&time=week")
        screen.finish(page)
        #expect(await delegate.finished.next() == true)
        #expect(root.presentedViewController == nil)
        device.run { root.present(GKLeaderboardViewController(), animated: true) }
        #expect(await screen.path() == "/games/?id=org.example.game&view=leaderboards")
    }

    @Test("the shared one of iOS 6 takes a category, a time scope and a delegate")
    func shared() async throws {
        let (_, device, screen) = try await signedIn()
        let (root, delegate) = (UIViewController(), Delegate())
        let controller = device.run { GKGameCenterViewController.shared }
        #expect(device.run { GKGameCenterViewController.shared } === controller)
        controller.delegate = delegate
        controller.leaderboardCategory = "best"
        controller.leaderboardTimeScope = .today
        #expect(controller.delegate === delegate && controller.leaderboardCategory == "best")
        root.present(controller, animated: true)
        let page = try #require(await screen.page())
        #expect(page.url.query() == "id=org.example.game&view=leaderboards&leaderboard=best&players=global&time=today")
        screen.finish(page)
        #expect(await delegate.finished.next() == true)
    }

    @Test("a dialog controller shows one thing at a time, in its window, and dismisses it")
    func dialogs() async throws {
        let (_, device, screen) = try await signedIn()
        let dialogs = device.run { GKDialogController.shared() }
        #expect(device.run { GKDialogController.shared() } === dialogs)
        let window = NSWindow()
        window.rootViewController = NSViewController()
        dialogs.parentWindow = window
        #expect(dialogs.parentWindow === window)
        let controller = device.run { GKGameCenterViewController(state: .achievements) }
        #expect(dialogs.present(controller))
        #expect(window.rootViewController?.presentedViewController === controller)
        let page = try #require(await screen.page())
        #expect(!device.run { dialogs.present(GKGameCenterViewController()) })
        dialogs.dismiss(self)
        #expect(await screen.next() == .dismissed(page))
        #expect(window.rootViewController?.presentedViewController == nil)
        dialogs.parentWindow = nil
        #expect(dialogs.present(controller))
        #expect(await screen.page() == page)
    }

    // MARK: Friends

    @Test("a request to be friends names those whom the game filled in, by alias, and goes by its delegate")
    func friendRequest() async throws {
        let (game, device, screen) = try await signedIn()
        for alias in ["bea", "cem"] { _ = try await game.player(alias) }
        let (bea, cem) = try await (playerID("bea", game), playerID("cem", game))
        let player = GKPlayer(PlayerRecord(id: bea, alias: "bea", displayName: "Bea"), in: device.center)
        let (root, delegate) = (UIViewController(), Delegate())
        let controller = device.run { GKFriendRequestComposeViewController() }
        controller.setMessage("Play with me?")
        controller.addRecipientPlayers([player, device.local])
        controller.addRecipients(withPlayerIDs: [cem])
        controller.addRecipients(withEmailAddresses: ["dan@example.org", "nobody"])
        controller.composeViewDelegate = delegate
        root.present(controller, animated: true)
        let page = try #require(await screen.page())
        #expect(page.url.path() == "/me/")
        #expect(
            page.url.query() == "view=request&to=bea&to=cem&mail=dan%40example.org&message=Play%20with%20me%3F")
        screen.finish(page)
        #expect(await delegate.finished.next() == true)
        #expect(root.presentedViewController == nil)
    }

    /// As the game knows him.
    private func playerID(_ alias: String, _ game: TestGame) async throws -> String {
        let device = try TestDevice(game)
        try await device.signIn(alias)
        return device.local.gamePlayerID
    }

    @Test("no more players are asked than fit, and a message no longer than the server takes")
    func friendRequestLimits() async throws {
        let (_, device, screen) = try await signedIn()
        let limit = GKFriendRequestComposeViewController.maxNumberOfRecipients()
        #expect(limit > 1)
        let controller = device.run { GKFriendRequestComposeViewController() }
        controller.addRecipientPlayers(
            (0...limit).map {
                GKPlayer(PlayerRecord(id: "A:_\($0)", alias: "p\($0)", displayName: ""), in: device.center)
            })
        controller.addRecipients(withEmailAddresses: ["dan@example.org"])
        controller.setMessage(String(repeating: "m", count: 201))
        UIViewController().present(controller, animated: true)
        let query = try #require(await screen.page()?.url.query())
        let names = (0..<limit).map { "to=p\($0)" }.joined(separator: "&")
        #expect(query == "view=request&\(names)&message=" + String(repeating: "m", count: 200))
    }

    @Test("the local player's request is on the screen once, over a view controller or a window")
    func friendRequestCreator() async throws {
        let (_, device, screen) = try await signedIn()
        let root = UIViewController()
        #expect(!device.local.isPresentingFriendRequestViewController)
        try device.local.presentFriendRequestCreator(from: root)
        #expect(device.local.isPresentingFriendRequestViewController)
        let page = try #require(await screen.page())
        #expect(page.url.path() == "/me/" && page.url.query() == "view=request")
        #expect(root.presentedViewController is GKFriendRequestComposeViewController)
        #expect(throws: GKError.self) { try device.local.presentFriendRequestCreator(from: root) }
        screen.finish(page)
        await device.settle()
        #expect(!device.local.isPresentingFriendRequestViewController && root.presentedViewController == nil)

        let window = NSWindow()
        window.rootViewController = root
        try device.local.presentFriendRequestCreator(from: window)
        #expect(await screen.page() == page)
        #expect(root.presentedViewController is GKFriendRequestComposeViewController)
        screen.finish(page)
        await device.settle()
        #expect(root.presentedViewController == nil)
        try device.local.presentFriendRequestCreator(from: nil as NSWindow?)
        #expect(await screen.page() == page)
        screen.finish(page)
        await device.settle()
        #expect(!device.local.isPresentingFriendRequestViewController)
        // Over something that shows another one, nothing is presented.
        let other = UIViewController()
        root.present(other, animated: true)
        try device.local.presentFriendRequestCreator(from: root)
        await device.settle()
        #expect(root.presentedViewController === other && !device.local.isPresentingFriendRequestViewController)
    }

    @Test("nobody asks to be friends before somebody is signed in")
    func friendRequestSignedOut() async throws {
        let device = try TestDevice(try await TestGame(on: .started()))
        #expect {
            try device.local.presentFriendRequestCreator(from: UIViewController())
        } throws: {
            ($0 as? GKError)?.code == .notAuthenticated
        }
        #expect(!device.local.isPresentingFriendRequestViewController)
    }
}
