import LaurelClient
import Synchronization

/// The player who is signed in on this device: one object, of whom it speaks changes with the account.
// SAFETY: everything that changes is the engine's, behind its locks.
open class GKLocalPlayer: GKPlayer, @unchecked Sendable {
    private let owner = Mutex<GameCenter?>(nil)

    public required init() { super.init() }

    convenience init(in center: GameCenter) {
        self.init()
        owner.withLock { $0 = center }
    }

    override var center: GameCenter { owner.withLock(\.self) ?? .current }
    override var record: PlayerRecord? { center.session?.player }

    /// There is one, signed in or not.
    open class var local: GKLocalPlayer { GameCenter.current.localPlayer }
    /// Before Swift 4.2.
    @available(iOS, deprecated: 11.0, renamed: "local")
    open class func localPlayer() -> GKLocalPlayer { local }

    // MARK: Who it is

    /// Whether somebody is signed in. A server that is away ends no session.
    open var isAuthenticated: Bool { center.session != nil }
    open var isUnderage: Bool { restrictions.isUnderage }
    open var isMultiplayerGamingRestricted: Bool { restrictions.isMultiplayerGamingRestricted }
    open var isPersonalizedCommunicationRestricted: Bool { restrictions.isPersonalizedCommunicationRestricted }

    private var restrictions: PlayerRestrictions { center.session?.restrictions ?? PlayerRestrictions() }

    // MARK: Signing in

    /// Set it once, at start: it is called now and at every change, on the main thread.
    ///
    /// - With a view controller: nobody is signed in. The game pauses and presents it when it suits.
    /// - With nothing: look at ``isAuthenticated``, and go on.
    /// - With an error: what went wrong, and what to do. The game goes on without Game Center.
    open var authenticateHandler: ((UIViewController?, (any Error)?) -> Void)? {
        get { center.state.withLock { $0.handler?.value } }
        set {
            let handler = newValue.map { MainThreadOnly($0) }
            center.state.set(\.handler, handler)
            if handler != nil { center.authenticate(.asked) }
        }
    }

    /// As in iOS 4: once more, and whoever wants to know is told by ``authenticateHandler`` and the notification.
    /// Without a handler the page to sign in opens by itself.
    @available(iOS, deprecated: 6.0, message: "Set authenticateHandler.")
    open func authenticate() { center.authenticate(.asked) }

    /// As in iOS 4 and 5: where nobody is signed in, the page to sign in opens by itself, and the completion is told
    /// how that ended. Where a handler is set, it gets the view controller, and the completion `notAuthenticated`.
    @available(iOS, deprecated: 6.0, message: "Set authenticateHandler.")
    open func authenticate(completionHandler: (((any Error)?) -> Void)?) {
        center.authenticate(.asked, completion: completionHandler.map { MainThreadOnly($0) })
    }
}
