import LaurelClient
import LaurelDomain
import Synchronization

extension GKLocalPlayer {
    /// Whether a friend request is on screen.
    public var isPresentingFriendRequestViewController: Bool {
        center.screens.state.withLock(\.isPresentingFriendRequest)
    }

    /// Shows a friend request, which the player addresses and sends.
    ///
    /// - Throws: `notAuthenticated`, or `friendRequestNotAvailable` while another one is on screen.
    public func presentFriendRequestCreator(from viewController: UIViewController) throws {
        try presentFriendRequest { viewController }
    }

    #if !canImport(UIKit)
        /// - Parameter window: nil for none of the game's windows.
        public func presentFriendRequestCreator(from window: NSWindow?) throws {
            #if canImport(AppKit)
                try presentFriendRequest { window?.contentViewController ?? UIViewController() }
            #else
                try presentFriendRequest { window?.rootViewController ?? UIViewController() }
            #endif
        }
    #endif

    private func presentFriendRequest(from host: @escaping @MainActor () -> UIViewController) throws(GKError) {
        guard isAuthenticated else { throw GKError(.notAuthenticated) }
        let screens = center.screens
        let isFree = screens.state.withLock { state in
            defer { state.isPresentingFriendRequest = true }
            return !state.isPresentingFriendRequest
        }
        guard isFree else { throw GKError(.friendRequestNotAvailable) }
        let done = { @Sendable in screens.state.withLock { $0.isPresentingFriendRequest = false } }
        center.tell {
            MainActor.assumeIsolated {
                let (host, request) = (host(), GKFriendRequestComposeViewController())
                // The host has nobody else to keep it while it shows the request.
                request.closed = { [host] in withExtendedLifetime(host, done) }
                host.present(request, animated: true)
                if request.presentingViewController == nil { done() }
            }
        }
    }
}
