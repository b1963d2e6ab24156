/// A run with all that is seen and heard of it, moved by nothing but the inputs of its log.
public protocol PlaybackStage: Sendable {
    associatedtype Core: Steps

    /// Before the first tick.
    ///
    /// - Throws: why the log is none of this game's runs, as far as its header tells.
    init(playing log: InputLog) throws(ReplayRefusal)

    var run: Core { get }
    /// The sounds that began in the last tick, a bit for each.
    var cues: UInt32 { get }
    /// The number of the loop that is heard now.
    var musicNumber: Int32 { get }
    /// What the run came to, so far.
    var ending: Ending { get }

    /// One step of 1/60 s. When the run is over, what is in the air comes down.
    mutating func tick(_ input: Input)
    /// What in the last tick is worth a mark, besides feats and the end.
    var moments: [Mark.Moment] { get }
    /// The frame that is `fraction`/256 of a tick after the last one, with the signs over it.
    func draw(into list: inout DrawList, view: View, fraction: Int32)
}

/// What happened when in a run: a mark on its time line.
public struct Mark: Hashable, Sendable {
    /// Numbers are the page's too.
    public enum Kind: Int32, Sendable {
        /// The run is over; `detail` is the number of the text that says why.
        case end = 0
        /// An achievement: its index in the game's list.
        case feat = 1
        /// A life lost: how many are left.
        case heart = 2
        /// Something was hit: how many by now.
        case hit = 3
        /// Another land: its number.
        case land = 4
    }

    public struct Moment: Hashable, Sendable {
        public let kind: Kind
        public let detail: Int32

        public init(_ kind: Kind, _ detail: Int32) {
            self.kind = kind
            self.detail = detail
        }
    }

    /// So many ticks have been played when it is seen.
    public let tick: Int32
    public let moment: Moment
    /// With it.
    public let score: Int64

    public init(tick: Int32, moment: Moment, score: Int64) {
        self.tick = tick
        self.moment = moment
        self.score = score
    }
}
