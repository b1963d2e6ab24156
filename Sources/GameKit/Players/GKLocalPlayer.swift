import LaurelClient
import Synchronization

/// The player signed in on this device: always the same object, for whichever account is signed in.
// SAFETY: everything that changes is the engine's, behind its locks.
open class GKLocalPlayer: GKPlayer, @unchecked Sendable {
    private let owner = Mutex<Laurel?>(nil)

    public required init() { super.init() }

    convenience init(in center: Laurel) {
        self.init()
        owner.withLock { $0 = center }
    }

    override var center: Laurel { owner.withLock(\.self) ?? .current }
    override var record: PlayerRecord? { center.session?.player }

    /// Always exists, signed in or not.
    open class var local: GKLocalPlayer { Laurel.current.localPlayer }
    /// Before Swift 4.2.
    @available(iOS, deprecated: 11.0, renamed: "local")
    open class func localPlayer() -> GKLocalPlayer { local }

    // MARK: Who it is

    /// Whether a player is signed in. An unreachable server doesn't end a session.
    open var isAuthenticated: Bool { center.session != nil }
    open var isUnderage: Bool { restrictions.isUnderage }
    open var isMultiplayerGamingRestricted: Bool { restrictions.isMultiplayerGamingRestricted }
    open var isPersonalizedCommunicationRestricted: Bool { restrictions.isPersonalizedCommunicationRestricted }

    private var restrictions: PlayerRestrictions { center.session?.restrictions ?? PlayerRestrictions() }

    // MARK: Signing in

    /// Set it once, at launch: it's called now and on every change, on the main thread.
    ///
    /// - With a view controller: nobody is signed in. Pause and present it when convenient.
    /// - With neither: check ``isAuthenticated`` and go on.
    /// - With an error: what went wrong and what to do. Go on without Game Center.
    open var authenticateHandler: ((UIViewController?, (any Error)?) -> Void)? {
        get { center.state.withLock { $0.handler?.value } }
        set {
            let handler = newValue.map { MainThreadOnly($0) }
            center.state.set(\.handler, handler)
            if handler != nil { center.authenticate(.asked) }
        }
    }

    /// As in iOS 4: authenticates again; ``authenticateHandler`` and the notification report the result. Without a
    /// handler, the sign-in page opens by itself.
    @available(iOS, deprecated: 6.0, message: "Set authenticateHandler.")
    open func authenticate() { center.authenticate(.asked) }

    /// As in iOS 4 and 5: if nobody is signed in, the sign-in page opens by itself and the completion gets the result.
    /// If a handler is set, it gets the view controller, and the completion gets `notAuthenticated`.
    @available(iOS, deprecated: 6.0, message: "Set authenticateHandler.")
    @preconcurrency open func authenticate(completionHandler: (@Sendable ((any Error)?) -> Void)?) {
        center.authenticate(.asked, completion: completionHandler.map { MainThreadOnly($0) })
    }
}
