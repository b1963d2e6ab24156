import LaurelDomain
import Synchronization

/// One visit of the player to a page of Game Center: sign-in first where nobody is signed in, then the page, then its
/// end, which is told once.
final class PageVisit: Sendable {
    private enum Phase {
        /// Nobody may be signed in yet.
        case opening(SignInScreen?)
        case shown(GameCenterPage)
        case over
    }

    /// What the game is told, on the main thread.
    struct Events {
        /// The page is seen, or it is clear that it will not be.
        var settled: () -> Void = {}
        /// The player is done with it, or could not be shown it. Not told after ``PageVisit/leave()``.
        var finished: () -> Void = {}
    }

    private let center: Laurel
    private let address: @Sendable (Laurel) async -> PageAddress?
    private let show: @Sendable (any GameCenterPresenter, GameCenterPage, @escaping @Sendable () -> Void) -> Void
    private let events: MainThreadOnly<Events>
    private let phase = Mutex(Phase.opening(nil))

    /// - Parameters:
    ///   - address: asked for once somebody is signed in; nil: there's nothing to be shown.
    ///   - show: how the presenter is asked.
    init(
        in center: Laurel, _ events: Events, to address: @escaping @Sendable (Laurel) async -> PageAddress?,
        show: @escaping @Sendable (any GameCenterPresenter, GameCenterPage, @escaping @Sendable () -> Void) -> Void = {
            $0.present($1, finished: $2)
        }
    ) {
        self.center = center
        self.address = address
        self.show = show
        self.events = MainThreadOnly(events)
    }

    func begin() {
        center.screens.state.withLock { $0.openVisits += 1 }
        center.refreshAccessPoint()
        center.perform { [self] in await open() }
    }

    private func open() async {
        let isSomebody = await center.authentication.signInFirst(in: center) { [self] screen in
            phase.withLock { phase in
                guard case .opening = phase else { return false }
                phase = .opening(screen)
                return true
            }
        }
        guard isSomebody, case .success(let game) = center.configuration.game,
            let url = await address(center)?.url(of: game)
        else { return end() }
        let page = GameCenterPage(kind: .dashboard, url: url)
        let goesOn = phase.withLock { phase in
            guard case .opening = phase else { return false }
            phase = .shown(page)
            return true
        }
        guard goesOn else { return }
        center.present { [self] presenter in
            show(presenter, page) { self.end() }
            events.value.settled()
        }
    }

    /// The player is done, or there is nothing to be shown.
    private func end() {
        guard let before = close() else { return }
        center.tell { [self] in
            if case .opening = before { events.value.settled() }
            events.value.finished()
        }
    }

    /// The game wants no more of it.
    func leave() {
        switch close() {
        case nil, .over: break
        case .opening(let screen):
            let center = center
            if let screen { center.perform { await center.authentication.leave(screen, in: center) } }
            center.tell { [self] in events.value.settled() }
        case .shown(let page): center.present { $0.dismiss(page) }
        }
    }

    /// - Returns: where it stood; nil when it was over.
    private func close() -> Phase? {
        let before: Phase? = phase.withLock { phase in
            if case .over = phase { return nil }
            defer { phase = .over }
            return phase
        }
        if before != nil {
            center.screens.state.withLock { $0.openVisits -= 1 }
            center.refreshAccessPoint()
        }
        return before
    }
}
