import Foundation
import LaurelClient
import Testing

@testable import GameKit

@Suite("What a game lets go of may ask GameKit as it goes", .timeLimit(.minutes(15)))
struct LettingGoTests {
    /// Something of the game's that asks GameKit when it goes.
    private final class Asking: Sendable {
        private let ask: @Sendable () -> Void
        init(_ ask: @escaping @Sendable () -> Void) { self.ask = ask }
        deinit { ask() }
    }

    private final class Presenter: GameCenterPresenter {
        private let asking: Asking
        init(_ asking: Asking) { self.asking = asking }
        func present(_ page: GameCenterPage, finished: @escaping @Sendable () -> Void) {}
        func dismiss(_ page: GameCenterPage) {}
        func show(_ banner: GameCenterBanner) {}
        func show(_ accessPoint: GameCenterAccessPoint) {}
        func hideAccessPoint() {}
        var accessPointFrame: CGRect? { nil }
    }

    // SAFETY: set once, before anybody else has it.
    private final class Friend: GKPlayer, @unchecked Sendable {
        var asking: Asking?
    }

    private final class Listener: NSObject, GKLocalPlayerListener {
        private let local: GKLocalPlayer
        init(_ local: GKLocalPlayer) { self.local = local }
        deinit { local.unregisterListener(self) }
    }

    /// An engine whose server is never there.
    private let center: Laurel = {
        var world = World.system()
        world.log = { _ in }
        let folder = FileManager.default.temporaryDirectory.appending(path: "device-\(UUID().uuidString)")
        let choices = Configuration.Choices(
            server: "http://127.0.0.1:1", bundleID: "org.example.game", environment: nil, device: folder.path)
        return Laurel(Configuration(choices, variables: [:], mainBundleID: nil), world)
    }()

    @Test("a handler") func handler() async {
        let (gone, center) = (Happening<Void>(), center)
        let local = center.localPlayer
        func set() {
            let asking = Asking {
                #expect(!local.isAuthenticated)
                gone.happen()
            }
            local.authenticateHandler = { _, _ in _ = asking }
        }
        set()
        local.authenticateHandler = nil
        await gone.next()
        #expect(local.authenticateHandler == nil)
        center.close()
    }

    @Test("a watch") func watch() {
        let (gone, center) = (Happening<Void>(), center)
        Laurel.$override.withValue(center) {
            func watched() -> Laurel.LeaderboardWatch {
                let asking = Asking {
                    #expect(center.watches.isEmpty)
                    gone.happen()
                }
                return Laurel.watch(leaderboardID: "best") { _ = asking }
            }
            _ = watched()
        }
        #expect(gone.count == 1)
        center.close()
    }

    @Test("a presenter") func presenter() async {
        let (gone, center) = (Happening<Void>(), center)
        Laurel.$override.withValue(center) {
            let asking = Asking {
                #expect(center.session == nil)
                gone.happen()
            }
            Laurel.presenter = Presenter(asking)
        }
        Laurel.$override.withValue(center) { Laurel.presenter = nil }
        await gone.next()
        center.close()
    }

    @Test("a player of a class of its own") func player() {
        let gone = Happening<Void>()
        Laurel.$override.withValue(center) {
            let score = GKLeaderboardScore()
            func set() {
                let friend = Friend()
                friend.asking = Asking { [weak score] in
                    #expect(score?.value == 0)
                    gone.happen()
                }
                score.player = friend
            }
            set()
            score.player = GKPlayer()
            #expect(gone.count == 1)
        }
        center.close()
    }

    @Test("a listener, which nobody keeps") func listener() {
        let local = center.localPlayer
        let kept = Listener(local)
        func register() { local.register(Listener(local)) }
        register()
        local.register(kept)
        register()
        local.register(kept)
        #expect(center.listeners.living.count == 1 && !center.listeners.isEmpty)
        local.unregisterListener(kept)
        #expect(center.listeners.count == 0 && center.listeners.isEmpty)
        center.close()
    }
}
