import Synchronization

/// Banners one after the other: while one is seen, the next waits.
final class BannerLine: Sendable {
    /// As many wait; then the oldest of them are dropped. Nobody reads a minute of banners.
    static let limit = 20
    /// Seconds. Longer ones are cut.
    static let longest: TimeInterval = 60

    private struct Item: Sendable {
        let banner: GameCenterBanner
        /// Called when it is no longer seen.
        let gone: MainThreadOnly<() -> Void>?
    }

    private struct State: Sendable {
        var isShowing = false
        var waiting: [Item] = []
    }

    private let state = Mutex(State())

    func add(_ banner: GameCenterBanner, gone: MainThreadOnly<() -> Void>? = nil, in center: Laurel) {
        let item = Item(banner: banner, gone: gone)
        let (isFree, dropped) = state.withLock { state -> (Bool, Item?) in
            guard state.isShowing else {
                state.isShowing = true
                return (true, nil)
            }
            state.waiting.append(item)
            return (false, state.waiting.count > Self.limit ? state.waiting.removeFirst() : nil)
        }
        if let dropped { center.tell { dropped.gone?.value() } }
        if isFree { show(item, in: center) }
    }

    private func show(_ item: Item, in center: Laurel) {
        center.present { $0.show(item.banner) }
        center.perform { [self] in
            await center.world.seeBanner(Self.duration(of: item.banner))
            center.tell { item.gone?.value() }
            let next = state.withLock { state -> Item? in
                state.isShowing = !state.waiting.isEmpty
                return state.isShowing ? state.waiting.removeFirst() : nil
            }
            if let next { show(next, in: center) }
        }
    }

    private static func duration(of banner: GameCenterBanner) -> Duration {
        banner.duration.isNaN ? .zero : .seconds(min(max(banner.duration, 0), longest))
    }
}
