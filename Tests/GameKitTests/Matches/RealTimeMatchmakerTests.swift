import Foundation
import Testing

@testable import GameKit

@Suite("The matchmaker for real-time matches", .timeLimit(.minutes(15)))
@MainActor struct RealTimeMatchmakerTests {
    private final class Delegate: NSObject, GKMatchmakerViewControllerDelegate {
        let failures = Happening<GKError.Code?>()
        /// Nobody else keeps what presents.
        var roots: [UIViewController] = []

        func matchmakerViewControllerWasCancelled(_ viewController: GKMatchmakerViewController) {
            viewController.dismiss(animated: true)
        }

        func matchmakerViewController(
            _ viewController: GKMatchmakerViewController, didFailWithError error: any Error
        ) {
            viewController.dismiss(animated: true)
            failures.happen((error as? GKError)?.code)
        }
    }

    @Test("rule 11.8: how many have asked for a match lately, in one group or in all, in both forms")
    func activity() async throws {
        let table = try await Table()
        let (ali, bea) = (table.ali, table.bea)
        #expect(try await ali.run { try await GKMatchmaker.shared().queryActivity() } == 0)
        for (device, group) in [(ali, 3), (ali, 3), (bea, 4)] {
            let request = GKMatchRequest()
            request.playerGroup = group
            _ = try await device.run { try await GKTurnBasedMatch.find(for: request) }
        }
        #expect(try await ali.run { try await GKMatchmaker.shared().queryActivity() } == 2)
        #expect(try await bea.run { try await GKMatchmaker.shared().queryPlayerGroupActivity(3) } == 1)
        let all = await ali.told { GKMatchmaker.shared().queryActivity(completionHandler: $0) }
        #expect(all.value == 2 && all.error == nil && all.isOnMainThread)
        let other = await ali.told {
            GKMatchmaker.shared().queryPlayerGroupActivity(-5, withCompletionHandler: $0)
        }
        #expect(other.value == 0 && other.error == nil && other.isOnMainThread)
    }

    @Test("rule 11.8: nobody who is signed out hears how many, and queues have no numbers")
    func refusedActivity() async throws {
        let arena = try await FullGame()
        let nobody = try TestDevice(arena.game)
        let ali = try await arena.device("ali")
        for (device, code) in [(nobody, GKError.Code.notAuthenticated), (ali, .notSupported)] {
            #expect(await device.failure { _ = try await GKMatchmaker.shared().queryQueueActivity("ranked") } == code)
            let told = await device.told {
                GKMatchmaker.shared().queryQueueActivity("ranked", withCompletionHandler: $0)
            }
            #expect(told.value == 0 && told.code == code && told.isOnMainThread)
        }
        #expect(await nobody.failure { _ = try await GKMatchmaker.shared().queryActivity() } == .notAuthenticated)
        let told = await nobody.told { GKMatchmaker.shared().queryActivity(completionHandler: $0) }
        #expect(told.value == 0 && told.code == .notAuthenticated)
    }

    @Test("players of a hosted match aren't found yet, and the error says why")
    func hosted() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let nobody = try TestDevice(arena.game)
        let (request, wrong) = (GKMatchRequest(), GKMatchRequest())
        wrong.maxPlayers = 17
        let cases = [
            (ali, request, GKError.Code.notSupported), (ali, wrong, .matchRequestInvalid),
            (nobody, request, .notAuthenticated),
        ]
        for (device, request, code) in cases {
            #expect(
                await device.failure { _ = try await GKMatchmaker.shared().findPlayers(forHostedRequest: request) }
                    == code)
            #expect(await device.failure { _ = try await GKMatchmaker.shared().findMatchedPlayers(request) } == code)
            let players = await device.told {
                GKMatchmaker.shared().findPlayers(forHostedRequest: request, withCompletionHandler: $0)
            }
            #expect(players.value == nil && players.code == code && players.isOnMainThread)
            let ids = await device.told {
                GKMatchmaker.shared().findPlayers(forHostedMatchRequest: request, withCompletionHandler: $0)
            }
            #expect(ids.value == nil && ids.code == code)
            let matched = await device.told {
                GKMatchmaker.shared().findMatchedPlayers(request, withCompletionHandler: $0)
            }
            #expect(matched.value == nil && matched.code == code)
        }
    }

    @Test("rule 11.12: nothing is pending, so canceling leaves turn-based matches and their invitations as they are")
    func canceling() async throws {
        let table = try await Table()
        let match = try await table.begun()
        try await match.endTurn(
            withNextParticipants: [match.participants[1]], turnTimeout: GKTurnTimeoutDefault, match: Data())
        let hers = try #require(await table.beaHears.turn(in: match))
        table.ali.run {
            GKMatchmaker.shared().cancelPendingInvite(to: table.bea.local)
            GKMatchmaker.shared().cancelInvite(toPlayer: table.bea.local.gamePlayerID)
            GKMatchmaker.shared().cancel()
        }
        let accepted = try await hers.acceptInvite()
        #expect(accepted == match && accepted.participants[1].status == .active)
        #expect(GKMatchmaker.shared() === GKMatchmaker.shared())
    }

    @Test("rule 11.1: the screen fails: for a wrong request, nobody's, or because there are no such matches")
    func screen() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let nobody = try TestDevice(arena.game)
        let (request, wrong, delegate) = (GKMatchRequest(), GKMatchRequest(), Delegate())
        wrong.minPlayers = 3
        let cases = [
            (ali, request, GKError.Code.notSupported), (ali, wrong, .matchRequestInvalid),
            (nobody, request, .notAuthenticated),
        ]
        for (device, request, code) in cases {
            let made = device.run { GKMatchmakerViewController(matchRequest: request) }
            let controller = try #require(made)
            #expect(controller.matchRequest === request && controller.matchmakingMode == .default)
            #expect(!controller.isHosted && !controller.canStartWithMinimumPlayers)
            controller.matchmakerDelegate = delegate
            let root = UIViewController()
            delegate.roots.append(root)
            device.run { root.present(controller, animated: false) }
            let failure = try #require(await delegate.failures.next())
            #expect(failure == code && root.presentedViewController == nil)
        }
    }

    @Test("the screen for an invitation asks as the invitation says")
    func invitation() throws {
        let guest = GKPlayer.anonymousGuestPlayer(withIdentifier: "g")
        let invite = GKInvite(from: guest, isHosted: true, group: 4, attributes: 5)
        let controller = try #require(GKMatchmakerViewController(invite: invite))
        #expect(controller.isHosted && controller.matchRequest.playerGroup == 4)
        #expect(controller.matchRequest.playerAttributes == 5)
        controller.setHostedPlayer(guest, didConnect: true)
        controller.setHostedPlayer("g", connected: false)
    }
}
