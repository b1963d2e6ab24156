import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

/// The engine behind every object of this module: one device, one game, one player at a time. Games use it to set the
/// server, install a presenter and, without a run loop, receive callbacks.
///
/// A class with locks rather than an actor: most of Apple's interface is synchronous properties, which must return at
/// once on any thread. Each lock guards a few words and is never held during a wait; long work runs in tasks that
/// ``tasks`` owns.
public final class Laurel: Sendable {
    let world: World
    let configuration: Configuration
    let callbacks = Callbacks()
    let tasks = OwnedTasks()
    let disk = DiskThread()
    let authentication = Authentication()
    let queue = OfflineQueue()
    /// False when nothing waits for sure: then no success needs to look.
    let queueMayHold = Mutex(true)
    let events = EventListening()
    let heardEvents = HeardEvents()
    /// What goes one after the other: events, and writes to one thing.
    let lines = Lines()
    let listeners = Listeners()
    let watches = LeaderboardWatches()
    /// The friends that were loaded last; nil: none were.
    let friendIDs = Mutex<[String]?>(nil)
    let roster = PlayerRoster()
    let screens = Screens()
    let seenSavedGames = SeenSavedGames()
    /// What the player chose to play, until the game has heard of it.
    let chosenChallenge: Mutex<ChallengeID?>
    /// The same of matches.
    let chosenMatch: Mutex<MatchID?>
    let pendingActivity: PendingActivity
    let state = Mutex(State())
    /// What the device's folder should say, and could not be made to; nil: it says it.
    let unwritten = Mutex<DeviceState?>(nil)
    let matchEvents = MatchEvents()
    let enteredParties = EnteredParties()
    let isDeviceWatched = Mutex(false)
    let deviceWatch = Mutex<DeviceWatch?>(nil)
    private let local = Mutex<GKLocalPlayer?>(nil)

    struct State: Sendable {
        /// Nil: nobody is signed in.
        var session: StoredSession?
        var handler: MainThreadOnly<(UIViewController?, (any Error)?) -> Void>?
        var presenter: (any GameCenterPresenter)?
        var isInForeground = true
        /// Whether a guest can be made here: found out whenever nobody is signed in.
        var takesGuests = false
        /// When a frame looks at the device's folder again, and what it saw last.
        var nextLook: Date?
        var deviceMark: DeviceFolder.StateMark?
    }

    init(_ configuration: Configuration, _ world: World) {
        self.configuration = configuration
        self.world = world
        chosenChallenge = Mutex(configuration.challenge)
        chosenMatch = Mutex(configuration.match)
        pendingActivity = PendingActivity(configuration.activity)
    }

    /// Ends what runs. For engines that end before the program does.
    func close() {
        tasks.cancelAll()
        deviceWatch.withLock { $0 = nil }
        let events = events
        Task { await events.stop() }
    }

    var device: DeviceFolder { configuration.device }
    var isInForeground: Bool { state.withLock(\.isInForeground) }
    var session: StoredSession? { state.withLock(\.session) }

    /// The one object of this engine; who it speaks of changes.
    var localPlayer: GKLocalPlayer {
        local.withLock { local in
            if let local { return local }
            let made = GKLocalPlayer(in: self)
            local = made
            return made
        }
    }

    /// - Parameter token: nil asks as nobody.
    func client(_ game: DeviceGame, token: String?) -> Client {
        Client(server: game.server, transport: world.transport, token: token, language: world.language)
    }
}

// MARK: What games call

extension Laurel {
    /// Sets the server and the game. Call it before using anything else in GameKit. Values left nil come from
    /// `LAUREL_SERVER`, `LAUREL_BUNDLE_ID`, `LAUREL_ENVIRONMENT`, `LAUREL_DEVICE`, `LAUREL_GUESTS` and
    /// `LAUREL_GAME_VERSION`, then default to `http://127.0.0.1:8080`, the main bundle's ID, `production`,
    /// `$XDG_STATE_HOME/laurel`, `refused` and the main bundle's version.
    ///
    /// - Parameters:
    ///   - environment: `production` or `sandbox`.
    ///   - device: a folder that stands for one device; two folders are two devices.
    ///   - guests: whether somebody without an account is signed in as a guest, without a screen.
    ///   - version: of the game, as digits and dots; other text counts as an unknown version. Challenge definitions
    ///     that need a newer one aren't loaded.
    public static func configure(
        server: String? = nil, bundleID: String? = nil, environment: String? = nil, device: String? = nil,
        guests: GuestPolicy? = nil, version: String? = nil
    ) {
        let wasInUse = shared.withLock { shared in
            shared.choices = Configuration.Choices(
                server: server, bundleID: bundleID, environment: environment, device: device, guests: guests,
                version: version)
            return shared.center != nil
        }
        if wasInUse { current.world.log("Laurel.configure was called too late: GameKit is already in use.") }
    }

    /// Runs pending callbacks. For programs without a run loop: call it once a frame, on the main thread.
    public static func update() { current.update() }

    /// Shows Game Center's pages and banners; if nil, pages open in the player's browser and banners go to the log.
    public static var presenter: (any GameCenterPresenter)? {
        get { current.state.withLock(\.presenter) }
        set { current.install(newValue) }
    }

    /// Call when the game is hidden: connections close, nothing is sent, and an unreachable server isn't retried.
    /// Sign-in is still polled while the player is on the sign-in page.
    public static func didEnterBackground() { current.didEnterBackground() }

    /// Call when the game is visible again: the player is authenticated as at launch (rule 1.3).
    public static func willEnterForeground() { current.willEnterForeground() }
}

/// The name until now. A variable, not a type: in a game that has a type of this name, the compiler takes the game's.
// swift-format-ignore: AlwaysUseLowerCamelCase
@available(*, deprecated, renamed: "Laurel")
@_disfavoredOverload
public var GameCenter: Laurel.Type { Laurel.self }

// MARK: The engine of the process

extension Laurel {
    private struct Shared: Sendable {
        var choices = Configuration.Choices()
        var center: Laurel?
    }

    private static let shared = Mutex(Shared())

    /// In whose name this task runs, where it is not the process's: two devices in one program, in tests.
    @TaskLocal static var override: Laurel?

    /// Whom the interface's class members mean.
    static var current: Laurel { override ?? process }

    private static var process: Laurel {
        shared.withLock { shared in
            if let center = shared.center { return center }
            let configuration = Configuration(
                shared.choices, variables: ProcessInfo.processInfo.environment,
                mainBundleID: Bundle.main.bundleIdentifier,
                mainVersion: Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String,
                arguments: CommandLine.arguments)
            let made = Laurel(configuration, .system())
            shared.center = made
            // What a game made last is on the disk before its program ends by itself.
            atexit { Laurel.shared.withLock(\.center)?.disk.finish() }
            return made
        }
    }
}
