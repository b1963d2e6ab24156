import LaurelDomain

/// Shows the game's own message in a banner, in turn with Game Center's.
@available(iOS, deprecated: 17.0)
open class GKNotificationBanner: NSObject {
    /// - Parameter completionHandler: called when the banner is gone.
    @preconcurrency open class func show(
        withTitle title: String?, message: String?, completionHandler: (@Sendable () -> Void)? = nil
    ) {
        show(GameCenterBanner(title: title ?? "", message: message ?? ""), completionHandler)
    }

    open class func show(withTitle title: String?, message: String?) async {
        await withCheckedContinuation { continuation in
            show(withTitle: title, message: message) { continuation.resume() }
        }
    }

    /// - Parameter duration: in seconds, at most a minute.
    @preconcurrency open class func show(
        withTitle title: String?, message: String?, duration: TimeInterval,
        completionHandler: (@Sendable () -> Void)? = nil
    ) {
        show(GameCenterBanner(title: title ?? "", message: message ?? "", duration: duration), completionHandler)
    }

    open class func show(withTitle title: String?, message: String?, duration: TimeInterval) async {
        await withCheckedContinuation { continuation in
            show(withTitle: title, message: message, duration: duration) { continuation.resume() }
        }
    }

    /// A banner without words is none; it is over at once.
    private class func show(_ banner: GameCenterBanner, _ completionHandler: (() -> Void)?) {
        let center = Laurel.current
        let gone = completionHandler.map { MainThreadOnly($0) }
        guard !banner.title.isEmpty || !banner.message.isEmpty else { return center.tell { gone?.value() } }
        center.screens.banners.add(banner, gone: gone, in: center)
    }
}
