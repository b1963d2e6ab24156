/// A challenge about to be sent: a presenter may let the player edit its message and recipients.
public struct GameCenterChallengeDraft: Hashable, Sendable {
    /// What it's about, for the heading: the formatted score or the achievement ID.
    public let subject: String
    /// One line of at most 300 characters; empty for none.
    public var message: String
    /// 1 to 10 friends, by `gamePlayerID`.
    public var playerIDs: [String]

    public init(subject: String, message: String, playerIDs: [String]) {
        self.subject = subject
        self.message = message
        self.playerIDs = playerIDs
    }
}

extension GameCenterPresenter {
    /// By default there's no compose screen: the game's proposal is sent as is, if it has recipients.
    public func compose(
        _ draft: GameCenterChallengeDraft, finished: @escaping @Sendable (GameCenterChallengeDraft?) -> Void
    ) {
        finished(draft.playerIDs.isEmpty ? nil : draft)
    }
}

/// The controller, whether the challenge was sent, and to whom.
public typealias GKChallengeComposeCompletionBlock = (UIViewController, Bool, [String]?) -> Void
/// The same with the players themselves.
@available(iOS, deprecated: 26.0)
public typealias GKChallengeComposeHandler = (UIViewController, Bool, [GKPlayer]?) -> Void

/// The controller passed to a challenge's handler. Laurel's, not Apple's.
@preconcurrency @MainActor public protocol GameCenterChallengeSender: UIViewController {
    /// Why the challenge was not sent; nil: it was, or the player did not want to.
    var failure: (any Error)? { get }
}

/// What `challengeComposeController` returns. Presented, it hands the draft to the presenter and sends what comes back.
/// The game dismisses it in its handler; dismissed before, nothing is sent.
final class ChallengeComposeController: UIViewController, GameCenterChallengeSender {
    private(set) var failure: (any Error)?

    private var challenge: OutgoingChallenge
    private let subject: String
    private let center: Laurel
    /// Nil once it was called.
    private var completion: ((ChallengeComposeController, Bool, [String]?) -> Void)?

    init(
        _ challenge: OutgoingChallenge, about subject: String, in center: Laurel,
        completion: @escaping (ChallengeComposeController, Bool, [String]?) -> Void
    ) {
        self.challenge = challenge
        self.subject = subject
        self.center = center
        self.completion = completion
        super.init(nibName: nil, bundle: nil)
        title = "Game Center"
    }

    /// Made by GameKit alone.
    required init?(coder: NSCoder) { nil }

    override func wasPresented() {
        let draft = GameCenterChallengeDraft(
            subject: subject, message: challenge.message ?? "", playerIDs: challenge.players)
        let own = MainThreadOnly(self)
        let center = center
        center.present { presenter in
            presenter.compose(draft) { draft in
                center.tell { MainActor.assumeIsolated { own.value.decide(draft) } }
            }
        }
    }

    override func wasDismissed() { finish(false, nil) }

    /// - Parameter draft: nil: the player does not want to.
    private func decide(_ draft: GameCenterChallengeDraft?) {
        guard completion != nil else { return }
        guard let draft else { return finish(false, nil) }
        (challenge.message, challenge.players) = (draft.message, draft.playerIDs)
        let own = MainThreadOnly(self)
        let (center, challenge) = (center, challenge)
        center.perform {
            var failure: GKError?
            do throws(GKError) { try await center.challenge(challenge) } catch { failure = error }
            let error = failure
            center.tell {
                MainActor.assumeIsolated {
                    own.value.failure = error
                    own.value.finish(error == nil, error == nil ? challenge.players : nil)
                }
            }
            if let error { center.show(GameCenterBanner(title: "Game Center", message: error.localizedDescription)) }
        }
    }

    private func finish(_ wasSent: Bool, _ players: [String]?) {
        let completion = completion
        self.completion = nil
        completion?(self, wasSent, players)
    }
}

extension Laurel {
    /// On the main thread, like every view controller.
    func composeController(
        _ challenge: OutgoingChallenge, about subject: String,
        _ completion: @escaping (UIViewController, Bool, [String]?) -> Void
    ) -> UIViewController {
        let completion = MainThreadOnly(completion)
        return MainActor.assumeIsolated {
            MainThreadOnly<UIViewController>(
                ChallengeComposeController(challenge, about: subject, in: self) { controller, wasSent, players in
                    completion.value(controller, wasSent, players)
                })
        }.value
    }

    /// The same for handlers that want players: those that the game named, and others by their ids.
    func composeController(
        _ challenge: OutgoingChallenge, about subject: String, players: [GKPlayer],
        _ completion: GKChallengeComposeHandler?
    ) -> UIViewController {
        composeController(challenge, about: subject) { [self] controller, wasSent, ids in
            let sent = ids.map { ids in
                ids.map { id in
                    players.first { $0.gamePlayerID == id } ?? knownPlayer(id).map { player($0) } ?? GKPlayer()
                }
            }
            completion?(controller, wasSent, sent)
        }
    }
}
