import Foundation
import LaurelProcess
import Synchronization
import Testing

@testable import GameKit

@Suite("The matchmaker for turns", .timeLimit(.minutes(15)))
@MainActor struct MatchmakerTests {
    /// What a matchmaker ended with.
    private enum End: Sendable {
        case found(GKTurnBasedMatch)
        case failed(GKError.Code?)
        case cancelled
    }

    private final class Delegate: NSObject, GKTurnBasedMatchmakerViewControllerDelegate {
        let ends = Happening<End>()
        /// Nobody else keeps what presents.
        var roots: [UIViewController] = []

        func turnBasedMatchmakerViewControllerWasCancelled(_ viewController: GKTurnBasedMatchmakerViewController) {
            ends.happen(.cancelled)
            viewController.dismiss(animated: true)
        }

        func turnBasedMatchmakerViewController(
            _ viewController: GKTurnBasedMatchmakerViewController, didFailWithError error: any Error
        ) {
            ends.happen(.failed((error as? GKError)?.code))
            viewController.dismiss(animated: true)
        }

        func turnBasedMatchmakerViewController(
            _ viewController: GKTurnBasedMatchmakerViewController, didFind match: GKTurnBasedMatch
        ) {
            ends.happen(.found(match))
            viewController.dismiss(animated: true)
        }
    }

    /// A presenter that lets the test choose in the player's place.
    private final class Chooser: GameCenterPresenter {
        let pages = Happening<GameCenterPage>()
        private let choice: GameCenterMatchChoice

        init(_ choice: GameCenterMatchChoice) { self.choice = choice }

        func present(_ page: GameCenterPage, finished: @escaping @Sendable () -> Void) { finished() }
        func dismiss(_ page: GameCenterPage) {}
        func show(_ banner: GameCenterBanner) {}

        func chooseMatch(_ page: GameCenterPage, finished: @escaping @Sendable (GameCenterMatchChoice) -> Void) {
            pages.happen(page)
            finished(choice)
        }
    }

    private func present(
        _ request: GKMatchRequest, on device: TestDevice, _ delegate: Delegate,
        _ change: (GKTurnBasedMatchmakerViewController) -> Void = { _ in }
    ) {
        device.run {
            let controller = GKTurnBasedMatchmakerViewController(matchRequest: request)
            controller.turnBasedMatchmakerDelegate = delegate
            change(controller)
            let root = UIViewController()
            delegate.roots.append(root)
            root.present(controller, animated: false)
        }
    }

    @Test("it finds a match as the request says, shows those that there are, and takes the one entered there")
    func finding() async throws {
        let table = try await Table()
        let (ali, delegate, request) = (table.ali, Delegate(), GKMatchRequest())
        request.playerGroup = 3
        // Nothing to be shown: one is found at once.
        present(request, on: ali, delegate)
        guard case .found(let first)? = await delegate.ends.next() else {
            Issue.record("no match was found")
            return
        }
        #expect(first.currentParticipant?.player === ali.local && first.participants[1].status == .matching)
        #expect(ali.presenter.pageCount == 0)
        let told = try #require(await table.aliHears.turn())
        #expect(told.match == first && told.didBecomeActive)
        // With a match, its page comes first; the player enters another one there.
        let invitation = try await table.bea.run {
            let request = GKMatchRequest()
            request.recipients = [ali.local]
            return try await GKTurnBasedMatch.find(for: request)
        }
        try await invitation.endTurn(
            withNextParticipants: [invitation.participants[1]], turnTimeout: GKTurnTimeoutDefault,
            match: Data("i".utf8))
        let invited = try #require(await table.aliHears.turn()?.match)
        present(request, on: ali, delegate)
        let page = await ali.presenter.page()
        #expect(page?.url.path().hasPrefix("/matches") == true && page?.url.query() == "game=org.example.game")
        _ = try await invited.acceptInvite()
        ali.presenter.finish()
        guard case .found(let second)? = await delegate.ends.next() else {
            Issue.record("the match that was entered isn't found")
            return
        }
        #expect(second == invitation && second.participants[1].status == .active)
        // Nobody but who is invited, without a look at the others.
        let friends = GKMatchRequest()
        (friends.maxPlayers, friends.recipients) = (4, [table.bea.local])
        present(friends, on: ali, delegate) { ($0.showExistingMatches, $0.matchmakingMode) = (false, .inviteOnly) }
        guard case .found(let third)? = await delegate.ends.next() else {
            Issue.record("no match was found")
            return
        }
        #expect(third.participants.map(\.status) == [.active, .invited])
    }

    @Test("a presenter says what the player chose: a match, none, or another one")
    func choosing() async throws {
        let table = try await Table()
        let (ali, delegate) = (table.ali, Delegate())
        let match = try await table.begun()
        let wrong = GKMatchRequest()
        wrong.minPlayers = 3
        let choices: [GameCenterMatchChoice] = [.match(match.matchID), .none, .new]
        for choice in choices {
            let chooser = Chooser(choice)
            ali.run { Laurel.presenter = chooser }
            present(wrong, on: ali, delegate)
            #expect(await chooser.pages.next() != nil)
            switch (choice, await delegate.ends.next()) {
            case (.match, .found(let found)?): #expect(found == match)
            case (.none, .cancelled?): break
            case (.new, .failed(.matchRequestInvalid)?): break
            case (_, let end): Issue.record("\(choice) ended with \(String(describing: end))")
            }
        }
    }

    @Test("the handler of iOS 5 and 6 hears of turns and of the end")
    func handler() async throws {
        final class Old: NSObject, GKTurnBasedEventHandlerDelegate {
            let events = Happening<String>()
            func handleTurnEvent(for match: GKTurnBasedMatch) { events.happen("turn \(match.matchID)") }
            func handleMatchEnded(_ match: GKTurnBasedMatch) { events.happen("end \(match.matchID)") }
        }
        let table = try await Table()
        let old = Old()
        table.ali.run { GKTurnBasedEventHandler.shared().delegate = old }
        let (match, hers) = try await table.inPlay()
        #expect(await old.events.next() == "turn \(match.matchID)")
        try await match.endTurn(
            withNextParticipants: [match.participants[1]], turnTimeout: GKTurnTimeoutDefault, match: Data())
        _ = try await hers.loadMatchData()
        for participant in hers.participants { participant.matchOutcome = .tied }
        try await hers.endMatchInTurn(withMatch: Data())
        // Her turns before it were told, too.
        var heard = await old.events.next()
        while heard == "turn \(match.matchID)" { heard = await old.events.next() }
        #expect(heard == "end \(match.matchID)")
        withExtendedLifetime(old) {}
    }

    @Test("a request is what the game made it") func request() {
        let request = GKMatchRequest()
        #expect(request.minPlayers == 2 && request.maxPlayers == 2 && request.playerAttributes == 0)
        (request.inviteMessage, request.queueName, request.restrictToAutomatch) = ("Hi", "q", true)
        request.properties = ["level": 3]
        let guest = GKPlayer.anonymousGuestPlayer(withIdentifier: "g")
        request.recipientProperties = [guest: ["level": 4]]
        request.playersToInvite = ["A:_1"]
        request.recipientResponseHandler = { player, response in #expect(player == guest && response == .noAnswer) }
        request.inviteeResponseHandler = { id, response in
            #expect(id == "A:_1" && response == .inviteeResponseDeclined)
        }
        #expect(request.inviteMessage == "Hi" && request.queueName == "q" && request.restrictToAutomatch)
        #expect(request.properties?["level"] as? Int == 3)
        #expect(request.recipientProperties?[guest]?["level"] as? Int == 4)
        #expect(request.playersToInvite == ["A:_1"])
        request.recipientResponseHandler?(guest, .inviteeResponseNoAnswer)
        request.inviteeResponseHandler?("A:_1", .declined)
        let invite = GKInvite(from: guest, isHosted: true, group: 4, attributes: 5)
        #expect(invite.sender == guest && invite.isHosted && invite.playerGroup == 4 && invite.playerAttributes == 5)
        #expect(invite.inviter == "g")
        let names: [GKInviteRecipientResponse] = [
            .inviteeResponseAccepted, .inviteeResponseDeclined, .inviteeResponseFailed, .inviteeResponseIncompatible,
            .inviteeResponseUnableToConnect, .inviteeResponseNoAnswer,
        ]
        #expect(names.map(\.rawValue) == Array(0...5))
        #expect(GKTurnTimeoutDefault == 604_800 && GKTurnTimeoutNone == 0)
    }
}
