import Foundation
import Synchronization

@testable import GameKit

/// A game's own presenter: it shows nothing, and remembers in which order it was asked to.
final class ScreenPresenter: GameCenterPresenter {
    enum Event: Hashable, Sendable {
        case page(GameCenterPage)
        case dismissed(GameCenterPage)
        case banner(GameCenterBanner)
        /// Nil: taken away.
        case accessPoint(GameCenterAccessPoint?)
    }

    private struct State {
        var finish: [GameCenterPage: @Sendable () -> Void] = [:]
        var frame: CGRect?
    }

    private let state = Mutex(State())
    private let stream: AsyncStream<Event>
    private let feed: AsyncStream<Event>.Continuation
    private let corner: CGRect?

    /// - Parameter corner: where it draws the access point; nil: nowhere.
    init(corner: CGRect?) {
        (stream, feed) = AsyncStream.makeStream()
        self.corner = corner
    }

    func present(_ page: GameCenterPage, finished: @escaping @Sendable () -> Void) {
        state.withLock { $0.finish[page] = finished }
        feed.yield(.page(page))
    }

    func dismiss(_ page: GameCenterPage) { feed.yield(.dismissed(page)) }
    func show(_ banner: GameCenterBanner) { feed.yield(.banner(banner)) }

    func show(_ accessPoint: GameCenterAccessPoint) {
        state.withLock { $0.frame = corner }
        feed.yield(.accessPoint(accessPoint))
    }

    func hideAccessPoint() {
        state.withLock { $0.frame = nil }
        feed.yield(.accessPoint(nil))
    }

    var accessPointFrame: CGRect? { state.withLock(\.frame) }

    /// Waits for what happens next.
    func next() async -> Event? {
        for await event in stream { return event }
        return nil
    }

    /// The next page, whatever else comes before it.
    func page() async -> GameCenterPage? {
        for await event in stream {
            if case .page(let page) = event { return page }
        }
        return nil
    }

    /// Its address behind the server's.
    func path() async -> String? {
        guard let url = await page()?.url else { return nil }
        return url.path() + (url.path().hasSuffix("/") ? "" : "/") + (url.query().map { "?" + $0 } ?? "")
    }

    /// The next banner, whatever else comes before it.
    func banner() async -> GameCenterBanner? {
        for await event in stream {
            if case .banner(let banner) = event { return banner }
        }
        return nil
    }

    /// The player closes it.
    func finish(_ page: GameCenterPage) { state.withLock { $0.finish[page] }?() }
}

/// Something that happens once or more, waited for in order.
final class Happening<Value: Sendable>: Sendable {
    private let stream: AsyncStream<Value>
    private let feed: AsyncStream<Value>.Continuation
    private let happened = Mutex(0)

    init() { (stream, feed) = AsyncStream.makeStream() }

    func happen(_ value: Value) {
        happened.withLock { $0 += 1 }
        feed.yield(value)
    }

    var count: Int { happened.withLock(\.self) }

    func next() async -> Value? {
        for await value in stream { return value }
        return nil
    }
}

extension Happening<Void> {
    func happen() { happen(()) }
}

/// A closed gate; callers that wait go on when it opens.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

extension TestDevice {
    /// A device whose game draws everything itself.
    func screen(corner: CGRect? = nil) -> ScreenPresenter {
        let screen = ScreenPresenter(corner: corner)
        run { Laurel.presenter = screen }
        return screen
    }

    /// Waits until all that the game was to be told until now has been told.
    func settle() async {
        await withCheckedContinuation { continuation in center.tell { continuation.resume() } }
    }
}
