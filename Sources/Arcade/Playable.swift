/// A whole game as a host sees it: ticks in, pictures and sounds out.
public protocol Playable {
    associatedtype Sprite: SpriteKind
    associatedtype Cue: CueKind
    associatedtype Core: Steps
    associatedtype Feat: FeatKind
    /// A run as it is seen, by which logs are watched.
    associatedtype Stage: PlaybackStage

    /// What is going on, or was last.
    var run: Core { get }
    /// Steps of the run so far.
    var ticks: Int32 { get }
    /// The inputs of the run that is on, or was last.
    var log: InputLog { get }
    /// Where it is, and what the run came to: what its screens follow.
    var screen: Scene { get }
    var ending: Ending { get }
    /// The modes, and their leaderboards.
    static var boards: [BoardTexts] { get }
    /// That of its core, or of all of them.
    static var coreVersion: UInt16 { get }
    /// What a window shows of it at least, whatever its shape: hosts fit the view to it.
    static var leastView: View { get }

    /// Plays a log again, of whichever mode it is.
    static func replay(_ log: InputLog) throws(ReplayRefusal) -> RunResult

    /// A list lies over the home screen: its logo would show behind it.
    var isCovered: Bool { get set }

    /// Whose runs are seen in the player's. Runs and logs are the same without them.
    var rivals: Rivals { get set }

    /// The loop that is heard now: it changes with the scene.
    var music: Cue { get }

    /// One step of 1/60 s, with the buttons that are down.
    mutating func tick(_ input: Input)
    /// The sounds to begin now, a bit for each ``Cue``.
    mutating func takeCues() -> UInt32
    /// Draws the frame that is `fraction`/256 of a tick after the last one.
    func draw(into list: inout DrawList, view: View, fraction: Int32)

    /// The next run that is begun has this seed, and its log this ticket; those after it are the game's own again.
    mutating func prepare(seed: UInt64, ticket: [UInt8])
    /// Begins a run with the log's seed, and that run beside it as a ghost.
    ///
    /// - Throws: why the log is none of this game's runs; then nothing has changed.
    mutating func begin(against log: InputLog) throws(ReplayRefusal)
}

extension Playable {
    public static var leastView: View { .least }
}
