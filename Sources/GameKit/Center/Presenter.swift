/// Shows Game Center inside a game: sign-in, dashboards, banners. Without a presenter, pages open in the player's
/// browser and banners go to the log (``Laurel/presenter``).
///
/// All calls are on the main thread.
public protocol GameCenterPresenter: AnyObject, Sendable {
    /// Shows a page of the server until the player is done with it.
    ///
    /// - Parameter finished: call it once, on any thread, when the player closes the page. A presenter that can't know,
    ///   such as a browser, calls it at once for dashboards and never for sign-in.
    func present(_ page: GameCenterPage, finished: @escaping @Sendable () -> Void)
    /// The page is no longer needed.
    func dismiss(_ page: GameCenterPage)
    /// Lets the player write a challenge. Without an implementation, the challenge is sent as the game proposes it.
    ///
    /// - Parameter finished: call it once, on any thread, with what the player wants to send; nil for nothing.
    func compose(
        _ draft: GameCenterChallengeDraft, finished: @escaping @Sendable (GameCenterChallengeDraft?) -> Void)
    /// Shows the player's matches until the player has chosen one, wants another one, or wants none. Without an
    /// implementation, the page is shown, and when it is closed, a match is found as the game asks for it.
    ///
    /// - Parameter finished: call it once, on any thread.
    func chooseMatch(_ page: GameCenterPage, finished: @escaping @Sendable (GameCenterMatchChoice) -> Void)
    /// Shows a short message at the edge of the screen for a few seconds. Banners are shown one after another.
    func show(_ banner: GameCenterBanner)

    /// Draws or redraws the access point.
    func show(_ accessPoint: GameCenterAccessPoint)
    /// Hides the access point.
    func hideAccessPoint()
    /// The access point's current frame in screen coordinates; nil if it isn't visible. Read on any thread.
    var accessPointFrame: CGRect? { get }
}

/// A page of the server shown by a game.
public struct GameCenterPage: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The sign-in page. The code is in the address; it can also be shown, and typed on another device.
        case signIn(code: String)
        /// Everything else: leaderboards, achievements, challenges, profiles, friend requests.
        case dashboard
    }

    public let kind: Kind
    public let url: URL

    public init(kind: Kind, url: URL) {
        self.kind = kind
        self.url = url
    }
}

/// A short message for the player.
public struct GameCenterBanner: Hashable, Sendable {
    public let title: String
    public let message: String
    /// How long to show it.
    public let duration: TimeInterval

    public init(title: String, message: String, duration: TimeInterval = 3) {
        self.title = title
        self.message = message
        self.duration = duration
    }
}

/// Opens pages in the player's browser and writes banners to the log.
final class BrowserPresenter: GameCenterPresenter {
    private let log: @Sendable (String) -> Void

    init(log: @escaping @Sendable (String) -> Void) { self.log = log }

    func present(_ page: GameCenterPage, finished: @escaping @Sendable () -> Void) {
        if case .signIn(let code) = page.kind {
            log("Sign in at \(page.url.absoluteString) (code \(code)) on this or another device.")
        } else {
            log("Open \(page.url.absoluteString)")
            finished()
        }
        #if os(Linux)
            open(page.url)
        #endif
    }

    func dismiss(_ page: GameCenterPage) {}

    func show(_ banner: GameCenterBanner) { log([banner.title, banner.message].joined(separator: " · ")) }

    #if os(Linux)
        /// On a machine without a screen, the log line is all there is.
        private func open(_ url: URL) {
            let variables = ProcessInfo.processInfo.environment
            guard variables["DISPLAY"] != nil || variables["WAYLAND_DISPLAY"] != nil else { return }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/xdg-open")
            process.arguments = [url.absoluteString]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            do { try process.run() } catch { log("Couldn't open a browser: \(error.localizedDescription)") }
        }
    #endif
}
