/// Another's run, played again from its log beside the player's.
///
/// A tick of it is a tick of the core and allocates nothing.
public struct Ghost<Core: Steps>: Sendable {
    public private(set) var run: Core
    /// What the whole log comes to.
    public let end: RunResult
    /// What it did in the last tick.
    public private(set) var input: Input = []
    /// It has come to its end and stays there.
    public private(set) var isOver = false

    private let spans: [InputLog.Span]
    private var cursor = LogCursor()

    /// - Parameters:
    ///   - run: the core at its beginning, with the log's seed.
    ///   - end: from ``simulate(_:as:)``, which says whether the log is one of this core at all.
    public init(_ run: Core, _ log: InputLog, end: RunResult) {
        self.run = run
        self.end = end
        spans = log.spans
    }

    public mutating func tick() {
        // A run that has ended does nothing any more: its last input isn't repeated.
        input = []
        guard !isOver else { return }
        guard !run.isOver, let next = cursor.next(in: spans) else {
            isOver = true
            return
        }
        input = next
        run.tick(input)
        isOver = run.isOver
    }
}

extension Ghost where Core: Simulation {
    /// - Throws: why the log is none of this core's runs.
    public init(_ log: InputLog) throws(ReplayRefusal) {
        self.init(
            Core(seed: log.header.seed, version: log.header.coreVersion), log, end: try simulate(log, as: Core.self))
    }
}
