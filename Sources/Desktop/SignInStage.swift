import GameCenterHelpers
import GameKit

/// On which Game Center shows itself. Sign-in waits there until the player wants it: no page opens unasked.
@MainActor final class SignInStage: UIViewController {
    /// Sign-in that was offered and is not shown.
    private(set) var offered: UIViewController?
    /// It is offered, or shown.
    var isOffering: Bool {
        offered != nil
            || presentedViewController is FriendsPickerViewController == false && presentedViewController != nil
    }
    /// The player asked for it before there was one.
    private var isWanted = false

    override func present(
        _ viewController: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) {
        guard viewController is FriendsPickerViewController == false else {
            return super.present(viewController, animated: flag, completion: completion)
        }
        offered = viewController
        completion?()
        if isWanted { show() }
    }

    /// - Returns: false when there is none to show yet: it will be, as soon as it is offered.
    @discardableResult
    func show() -> Bool {
        guard let offered else {
            isWanted = true
            return false
        }
        isWanted = false
        self.offered = nil
        if presentedViewController != nil { dismiss(animated: true) }
        super.present(offered, animated: true)
        return true
    }

    /// Somebody is signed in, or nobody can be.
    func forget() {
        offered = nil
        isWanted = false
    }
}

/// Opens Game Center's pages, and shows its banners.
@MainActor protocol PageOpening: AnyObject, Sendable {
    func open(_ page: GameCenterPage)
    func show(_ banner: GameCenterBanner)
}

extension GameCenterPage {
    /// Opens it in the player's browser.
    ///
    /// - Returns: what is announced of it, and what the player is told; empty: nothing.
    @MainActor func open() -> (fields: [String: Any], words: String) {
        let isOpen = Browser.open(url)
        var fields: [String: Any] = ["url": url.absoluteString, "isOpen": isOpen]
        var words = isOpen ? "" : url.absoluteString
        if case .signIn(let code) = kind {
            fields["code"] = code
            // The code is in the address too: who types it types it once.
            let address = url.absoluteString.split(separator: "?").first.map(String.init) ?? ""
            words = Words.signIn(at: address, code: code, isOpen: isOpen)
        }
        return (fields, words)
    }
}

/// Shows what belongs to Game Center in the game's window, and its pages in the player's browser.
final class WindowPresenter: GameCenterPresenter {
    private let center: any PageOpening

    init(_ center: any PageOpening) { self.center = center }

    func present(_ page: GameCenterPage, finished: @escaping @Sendable () -> Void) {
        // A browser does not say when its page is closed: dashboards are done with at once; sign-in asks the server.
        if page.kind == .dashboard { finished() }
        let center = center
        MainActor.assumeIsolated { center.open(page) }
    }

    func dismiss(_ page: GameCenterPage) {}

    func show(_ banner: GameCenterBanner) {
        let center = center
        MainActor.assumeIsolated { center.show(banner) }
    }

    func show(_ accessPoint: GameCenterAccessPoint) {}
    func hideAccessPoint() {}
    var accessPointFrame: CGRect? { nil }
}

/// The player's browser.
enum Browser {
    private static let program = "/usr/bin/xdg-open"

    /// - Returns: whether it was started; else the player is told the address.
    static func open(_ url: URL) -> Bool {
        let variables = ProcessInfo.processInfo.environment
        guard variables["DISPLAY"] != nil || variables["WAYLAND_DISPLAY"] != nil,
            FileManager.default.isExecutableFile(atPath: program)
        else { return false }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [url.absoluteString]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
            return true
        } catch {
            return false
        }
    }
}
