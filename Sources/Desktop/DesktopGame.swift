public import LaurelArcade

/// A game as a window needs it: its core, its pictures and sounds, its texts, and what its keys mean.
@MainActor public protocol DesktopGame: AnyObject {
    /// As the player knows it, and as its program and its folder are called.
    var name: String { get }
    var identifier: String { get }
    var bundleID: String { get }
    /// By their numbers, which are those of ``boards``.
    var leaderboards: [String] { get }
    var boards: [BoardTexts] { get }
    /// The achievement of who beats a friend in a challenge: no run tells of it.
    var beatAFriend: String { get }
    /// In the order of the core's pictures and sounds.
    var sprites: [SpriteSource] { get }
    var sounds: [DesktopSound] { get }
    /// How long the strongest of the sounds is felt, in milliseconds.
    func touch(_ cues: UInt32) -> Int32
    /// The sound that is heard as a loop now: it may change with the scene.
    var music: Int { get }
    /// Where the pause button is.
    var isPauseLeft: Bool { get }
    /// Somebody runs on the ground at the bottom: an upright menu leaves the room above it to him.
    var hasRunner: Bool { get }
    /// What the window shows at least, whatever its shape.
    var leastView: View { get }

    /// A text over the picture, by the core's number. - Parameter isTouch: fingers play, not keys.
    func sign(_ number: Int32, _ value: Int32, isTouch: Bool) -> String
    /// A text on a screen, by the core's number.
    func text(_ number: Int32, a: Int32) -> String

    /// Makes the core's game anew. The seed decides the seeds of all runs.
    func begin(seed: UInt64, bests: [Int64])
    /// The next run has this seed, and its log this ticket; those after it are the game's own again.
    func prepare(seed: UInt64, ticket: [UInt8])
    /// Begins a run with the log's seed, and that run beside it. - Returns: false: it is none of this game's.
    func race(_ log: InputLog) -> Bool
    /// The best on a leaderboard is this now.
    func best(_ score: Int64, board: Int32)
    func tick(_ input: Input)
    /// Whose runs are seen in the player's.
    var rivals: Rivals { get set }
    /// The name of one, by its number: for ``sign(_:_:isTouch:)``. The host sets it.
    var rivalName: (Int32) -> String { get set }
    /// Whether a list lies over the home screen.
    func cover(_ isCovered: Bool)
    func takeCues() -> UInt32
    func draw(into list: inout DrawList, view: View, fraction: Int32)
    var scene: Scene { get }
    /// Whether the run is over; its end may still be on the screen.
    var isOver: Bool { get }
    var ending: Ending { get }
    /// The inputs of the run that is on, or was last.
    var log: InputLog { get }
    /// What the bot would do now: for the announcements' `advice`.
    var advice: GameAdvice { get }

    /// Whether a key is the game's own while a run is on.
    func wants(_ key: UInt32) -> Bool
    /// What the player does while a run is on.
    func act(_ event: PlayEvent, view: View)
    /// The inputs of the next tick.
    func takeInput() -> Input
}

/// A sound of a game's, made when it is wanted: left and right in turn.
public struct DesktopSound: Sendable {
    public let rate: Int32
    public let isMusic: Bool
    public let render: @Sendable () -> [Int16]

    public init(rate: Int32, isMusic: Bool, render: @escaping @Sendable () -> [Int16]) {
        self.rate = rate
        self.isMusic = isMusic
        self.render = render
    }
}

/// A key, a finger or a button of a gamepad, while a run is on. Points are in the core's units.
public enum PlayEvent: Hashable, Sendable {
    /// By its position on the keyboard, whatever is printed on it: SDL's scancodes.
    case keyDown(UInt32)
    case keyUp(UInt32)
    case pointerDown(id: Int64, x: Int32, y: Int32)
    case pointerUp(id: Int64)
    case gamepadDown(id: Int32)
    case gamepadUp(id: Int32)
    /// The stick, in units a tick; where it led is ``DesktopGame``'s to keep.
    case stick(x: Int32, y: Int32)
    /// The window lost its fingers and keys.
    case letGo
}

/// What would be well done now. For tests, and for who cannot see the picture.
public enum GameAdvice: Hashable, Sendable {
    case nothing
    /// Hold the one button.
    case hold
    /// Touch here, in the core's units; the key that is at this position of the field, by row and column.
    case touch(x: Int32, y: Int32, row: Int32, column: Int32)
}
