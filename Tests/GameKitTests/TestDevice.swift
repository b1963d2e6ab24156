import Foundation
import LaurelClient
import LaurelDomain
import LaurelProcess
import LaurelWire
import Synchronization

@testable import GameKit

/// One device with one game on it: an engine of its own over a folder of its own. Several fit into one test.
final class TestDevice: Sendable {
    let folder: DeviceFolder
    let game: DeviceGame
    let center: Laurel
    /// Runs as long as there is a device of it.
    private let server: LaurelProcess
    /// What the engine would have written to standard error, and what it would have shown.
    let presenter = RecordingPresenter()

    /// - Parameters:
    ///   - folder: nil makes a new device.
    ///   - server: nil: of the game.
    init(
        _ game: TestGame, folder: DeviceFolder? = nil, server: String? = nil, bundleID: String? = nil,
        environment: String = "production", variables: [String: String] = [:],
        world change: (inout World) -> Void = { _ in }
    ) throws {
        let folder =
            folder
            ?? DeviceFolder(
                path: FileManager.default.temporaryDirectory.appending(path: "device-\(UUID().uuidString)").path)
        self.folder = folder
        self.server = game.server
        var world = World.system()
        world.languages = ["en"]
        world.log = { _ in }
        world.seeBanner = { _ in }
        // Else a sign-in from outside and the test's own authentication would both be told, in either order.
        world.watch = { _, _ in nil }
        change(&world)
        let configuration = Configuration(
            Configuration.Choices(
                server: server ?? game.server.base.absoluteString, bundleID: bundleID ?? game.bundleID,
                environment: environment,
                device: folder.path), variables: variables, mainBundleID: nil)
        self.game = try configuration.game.get()
        center = Laurel(configuration, world)
        center.state.withLock { $0.presenter = presenter }
    }

    deinit { center.close() }

    /// Runs `body` as code of the game on this device.
    func run<Value>(_ body: () throws -> Value) rethrows -> Value {
        try Laurel.$override.withValue(center) { try body() }
    }

    func run<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        try await Laurel.$override.withValue(center) { try await body() }
    }

    var listenerCount: Int { center.listeners.count }
    var local: GKLocalPlayer { center.localPlayer }

    /// As `laurel sign-in` does it.
    func signInFromOutside(_ alias: String) async throws {
        var body = SignInBody()
        body.alias = alias
        body.password = TestDevice.password(alias)
        body.session.bundleID = game.bundleID
        body.session.environment = game.environment
        body.session.device = try folder.change { $0.deviceName }.0
        let opened = try await Client(server: game.server, transport: center.world.transport).signIn(body)
        let session = StoredSession(opened, for: game)
        _ = try folder.change { $0.signIn(session, to: game) }
    }

    static func password(_ alias: String) -> String { "correct horse \(alias)" }

    /// Sets the handler and returns what it is called with.
    func authenticate() -> HandlerCalls {
        let calls = HandlerCalls()
        run { GKLocalPlayer.local.authenticateHandler = calls.handler }
        return calls
    }

    /// Signs in and waits until the handler says so.
    func signIn(_ alias: String) async throws {
        try await signInFromOutside(alias)
        let call = await authenticate().next()
        if let error = call.error { throw error }
    }
}

/// What `authenticateHandler` was called with, in order.
final class HandlerCalls: Sendable {
    struct Call: Sendable {
        let controller: UIViewController?
        let error: GKError?
        let isOnMainThread: Bool
    }

    private let stream: AsyncStream<Call>
    private let feed: AsyncStream<Call>.Continuation

    init() { (stream, feed) = AsyncStream.makeStream() }

    var handler: (UIViewController?, (any Error)?) -> Void {
        { [feed] controller, error in
            feed.yield(
                Call(controller: controller, error: error as? GKError, isOnMainThread: Callbacks.isOnMain))
        }
    }

    /// Waits for it.
    func next() async -> Call {
        for await call in stream { return call }
        return Call(controller: nil, error: GKError(.unknown), isOnMainThread: false)
    }
}

/// Remembers what it was asked to show.
final class RecordingPresenter: GameCenterPresenter {
    private struct State {
        var banners: [GameCenterBanner] = []
        var pageCount = 0
        var finish: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let pageStream: AsyncStream<GameCenterPage>
    private let pageFeed: AsyncStream<GameCenterPage>.Continuation
    private let dismissals: AsyncStream<GameCenterPage>
    private let dismissalFeed: AsyncStream<GameCenterPage>.Continuation

    init() {
        (pageStream, pageFeed) = AsyncStream.makeStream()
        (dismissals, dismissalFeed) = AsyncStream.makeStream()
    }

    var banners: [GameCenterBanner] { state.withLock(\.banners) }

    /// Pages that were shown.
    var pageCount: Int { state.withLock(\.pageCount) }

    func present(_ page: GameCenterPage, finished: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.finish = finished
            state.pageCount += 1
        }
        pageFeed.yield(page)
    }

    func dismiss(_ page: GameCenterPage) { dismissalFeed.yield(page) }
    func show(_ banner: GameCenterBanner) { state.withLock { $0.banners.append(banner) } }

    /// The next page that is shown.
    func page() async -> GameCenterPage? {
        for await page in pageStream { return page }
        return nil
    }

    func dismissedPage() async -> GameCenterPage? {
        for await page in dismissals { return page }
        return nil
    }

    /// The player closes the page.
    func finish() { state.withLock(\.finish)?() }
}

extension OfflineQueue {
    /// Keeps a submission, and waits for what comes of it.
    func submit(
        _ kind: QueuedSubmission.Kind, _ body: [UInt8], by playerID: String, in center: Laurel
    ) async throws(GKError) -> Outcome {
        try await add(kind, body, by: playerID, in: center).outcome()
    }
}
