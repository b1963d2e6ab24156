import Synchronization

/// Hears of turn-based matches as in iOS 5 and 6. Since then, ``GKTurnBasedEventListener`` does.
@available(iOS, deprecated: 7.0)
public protocol GKTurnBasedEventHandlerDelegate: NSObjectProtocol {
    /// The player asked, outside of the game, to play with these. No page of Laurel's asks a game for a match.
    @available(iOS, deprecated: 7.0)
    func handleInvite(fromGameCenter playersToInvite: [String])
    /// As in iOS 5.
    @available(iOS, deprecated: 6.0)
    func handleTurnEvent(for match: GKTurnBasedMatch)
    /// - Parameter didBecomeActive: the player has just chosen this match.
    @available(iOS, deprecated: 7.0)
    func handleTurnEvent(for match: GKTurnBasedMatch, didBecomeActive: Bool)
    @available(iOS, deprecated: 7.0)
    func handleMatchEnded(_ match: GKTurnBasedMatch)
}

// All of them are optional.
@available(iOS, deprecated: 7.0)
extension GKTurnBasedEventHandlerDelegate {
    public func handleInvite(fromGameCenter playersToInvite: [String]) {}
    @available(iOS, deprecated: 6.0)
    public func handleTurnEvent(for match: GKTurnBasedMatch) {}
    public func handleTurnEvent(for match: GKTurnBasedMatch, didBecomeActive: Bool) { handleTurnEvent(for: match) }
    public func handleMatchEnded(_ match: GKTurnBasedMatch) {}
}

/// The one object to which a game of iOS 5 or 6 gives its delegate.
// SAFETY: the delegate is called on the main thread only, and read there.
@available(iOS, deprecated: 7.0)
open class GKTurnBasedEventHandler: NSObject, @unchecked Sendable {
    /// The program's.
    open class func shared() -> GKTurnBasedEventHandler {
        Laurel.current.matchEvents.handler.withLock { handler in
            if let handler { return handler }
            let made = GKTurnBasedEventHandler()
            handler = made
            return made
        }
    }

    private let isSet = Mutex(false)
    /// Whether the game has set the delegate: asked on any thread, so it isn't looked at.
    var isInUse: Bool { isSet.withLock(\.self) }

    /// Set on the main thread. It isn't kept alive.
    open weak var delegate: (any GKTurnBasedEventHandlerDelegate)? {
        didSet {
            isSet.withLock { $0 = delegate != nil }
            let center = Laurel.current
            center.perform {
                await center.playChosenMatch()
                await center.tellKept()
            }
        }
    }
}
