/// What goes on by fixed steps, 60 a second, and by nothing but its inputs.
public protocol Steps: Sendable {
    /// One step of 1/60 s. Does nothing once the run is over.
    mutating func tick(_ input: Input)

    var isOver: Bool { get }
    /// What a leaderboard ranks.
    var score: Int64 { get }
    /// The chained hash over state and input of every tick so far.
    var trace: Trace { get }
    /// What it earned so far, and keeps. No part of the trace: it follows from the run.
    var feats: Feats { get }
}

/// A game that a log can be played on.
///
/// The same seed and inputs give the same states to the bit, on every machine: integers only, own random numbers,
/// no clock, and no order of a dictionary.
public protocol Simulation: Steps {
    /// Which game a log belongs to. Never given to another game.
    static var coreID: UInt32 { get }
    /// Raised whenever the same inputs may lead to another run.
    static var coreVersion: UInt16 { get }
    /// The oldest version whose rules it still has: logs of it and of those after it are played, too.
    static var oldestVersion: UInt16 { get }

    init(seed: UInt64)
    /// A run by the rules of a version, cut to ``oldestVersion``...``coreVersion``.
    init(seed: UInt64, version: UInt16)
}

extension Simulation {
    public static var oldestVersion: UInt16 { coreVersion }
    public init(seed: UInt64, version: UInt16) { self.init(seed: seed) }

    /// Whether logs of that version are played.
    public static func plays(version: UInt16) -> Bool { version >= oldestVersion && version <= coreVersion }
}

/// What a log gives when it is played again.
public struct RunResult: Hashable, Sendable {
    public let score: Int64
    public let ticks: Int32
    public let isOver: Bool
    public let trace: UInt64
    public let feats: Feats

    /// How long that was for the player, pauses left out.
    public var milliseconds: Int64 { Int64(ticks) * 1_000 / 60 }
}

/// Why a log cannot be a run of a game.
public enum ReplayRefusal: Error, Hashable, Sendable {
    case otherGame(UInt32)
    case otherVersion(UInt16)
    /// The run was over before its inputs were.
    case inputAfterEnd(tick: Int32)
}

/// Plays a log from its first tick to its last, without a picture or a sound.
///
/// - Complexity: O(ticks of the log), which `InputLog.tickLimit` bounds; it allocates nothing.
public func simulate<Core: Simulation>(_ log: InputLog, as core: Core.Type) throws(ReplayRefusal) -> RunResult {
    guard log.header.coreID == Core.coreID else { throw .otherGame(log.header.coreID) }
    guard Core.plays(version: log.header.coreVersion) else { throw .otherVersion(log.header.coreVersion) }
    var run = Core(seed: log.header.seed, version: log.header.coreVersion)
    var ticks: Int32 = 0
    for span in log.spans {
        for _ in 0..<span.ticks {
            guard !run.isOver else { throw .inputAfterEnd(tick: ticks) }
            run.tick(span.input)
            ticks &+= 1
        }
    }
    return RunResult(
        score: run.score, ticks: ticks, isOver: run.isOver, trace: run.trace.value, feats: run.feats)
}
