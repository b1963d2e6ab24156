/// Shows what belongs to Game Center inside a game: sign-in, dashboards, banners. A game that installs none gets the
/// player's browser for pages, and lines in its log for banners (``GameCenter/presenter``).
///
/// Everything is called on the main thread.
public protocol GameCenterPresenter: AnyObject, Sendable {
    /// Shows a page of the server until the player is done with it.
    ///
    /// - Parameter finished: to be called once, on any thread, when the player has closed it. A presenter that cannot
    ///   know, such as a browser, calls it at once for dashboards, and not at all for sign-in.
    func present(_ page: GameCenterPage, finished: @escaping @Sendable () -> Void)
    /// Nobody needs this page any more.
    func dismiss(_ page: GameCenterPage)
    /// Lets the player write a challenge; without an implementation it goes out as the game proposes it.
    ///
    /// - Parameter finished: to be called once, on any thread, with what he wants to send; nil: nothing.
    func compose(
        _ draft: GameCenterChallengeDraft, finished: @escaping @Sendable (GameCenterChallengeDraft?) -> Void)
    /// A few words at the edge of the screen, for a few seconds. The next one comes when they are over.
    func show(_ banner: GameCenterBanner)

    /// Draws the access point, or draws it anew.
    func show(_ accessPoint: GameCenterAccessPoint)
    /// Takes the access point away.
    func hideAccessPoint()
    /// Where the access point is seen at this moment, in coordinates of the screen; nil: nowhere. Asked for on any
    /// thread.
    var accessPointFrame: CGRect? { get }
}

/// A page of the server that a game shows.
public struct GameCenterPage: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The player signs in there; the code is in the address, and may be shown or typed on another device.
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

/// A few words for the player.
public struct GameCenterBanner: Hashable, Sendable {
    public let title: String
    public let message: String
    /// How long it should be seen.
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
        /// On a machine without a screen the line in the log is all there is.
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
