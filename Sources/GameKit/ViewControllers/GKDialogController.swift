import Synchronization

/// Marks the view controllers that a ``GKDialogController`` shows.
@preconcurrency @MainActor public protocol GKViewController {}

/// Shows Game Center over a window, as on macOS.
@preconcurrency @MainActor open class GKDialogController: NSObject {
    /// The window it's shown in; nil for none of the game's windows.
    open weak var parentWindow: NSWindow?

    private var host: NSViewController?

    open class func shared() -> GKDialogController {
        let screens = Laurel.current.screens
        if let made = screens.state.withLock(\.dialogs) { return made }
        let made = GKDialogController()
        screens.state.withLock { $0.dialogs = made }
        return made
    }

    /// - Returns: false if something else is already presented there.
    @discardableResult
    open func present(_ viewController: any NSViewController & GKViewController) -> Bool {
        guard host?.presentedViewController == nil else { return false }
        let host = parentWindow?.rootViewController ?? NSViewController()
        self.host = host
        host.present(viewController, animated: true)
        return viewController.presentingViewController === host
    }

    /// Dismisses what it presents.
    open func dismiss(_ sender: Any) {
        host?.dismiss(animated: true)
        host = nil
    }
}
