/// A run that is fed from its log instead of by a player: it plays, pauses, steps, and goes to any tick.
///
/// ```swift
/// var playback = try Playback<Stage>(log)
/// playback.scan(playback.length)      // the whole run at once: its marks, the curve of its score
/// playback.play()
/// playback.tick()                     // 60 times a second
/// playback.seek(to: 1_800)            // exactly the picture of half a minute of playing
/// ```
/// A run ahead of the one that is shown, the *scout*, leaves a snapshot every ``spacing`` ticks; a stage is a value,
/// so a snapshot is a copy. Going anywhere means taking the one before it and playing on from there.
///
/// - Complexity: going to a tick that was scanned is O(``spacing``): a 240th of the log. Memory is O(bytes of the log)
///   and about 250 copies of the stage.
public struct Playback<Stage: PlaybackStage>: Sendable {
    /// How fast it goes on, in half ticks for each tick of the host.
    public enum Speed: Int32, CaseIterable, Sendable { case half = 1, normal = 2, double = 4, quadruple = 8 }

    /// From the end of a run to where its playback stops: a runner who falls has fallen then.
    public static var codaTicks: Int32 { 90 }
    private static var snapshotsWanted: Int32 { 240 }
    /// Half a second's curve in a short run is smooth enough.
    private static var spacingLeast: Int32 { 15 }
    /// Marks in all, and how many of them may be hits: those are many, and no other kind is lost for them.
    private static var marksLimit: Int { 2_048 }
    private static var hitsLimit: Int { 1_024 }

    /// Ticks from one snapshot to the next.
    public let spacing: Int32
    public private(set) var isPlaying = false
    public var speed = Speed.normal
    /// What happened in the ticks that were scanned, in order.
    public private(set) var marks: [Mark] = []
    /// All is scanned: ``length`` and ``marks`` are final.
    public private(set) var isScanned = false

    private let spans: [InputLog.Span]
    private let logTicks: Int32
    /// What is shown.
    private var head: Head
    private var scout: Head
    /// At tick 0, ``spacing``, twice that, and so on.
    private var snapshots: [Head]
    private var hitCount = 0
    /// Half ticks that are due.
    private var due: Int32 = 0
    private var cues: UInt32 = 0

    /// - Throws: why the log is none of this game's runs, as far as its header tells.
    public init(_ log: InputLog) throws(ReplayRefusal) {
        spans = log.spans
        logTicks = log.tickCount
        spacing = max(log.tickCount / Self.snapshotsWanted + 1, Self.spacingLeast)
        head = Head(stage: try Stage(playing: log))
        scout = head
        snapshots = [head]
    }

    // MARK: Where it is

    /// Ticks that are shown by now, 0 up to ``length``.
    public var position: Int32 { head.tick }
    /// Ticks from the first to the last, with what comes after the end. Before all is scanned it is a guess, and
    /// wrong for a log that is no whole run.
    public var length: Int32 { isScanned ? scout.tick : logTicks &+ Self.codaTicks }
    public var scanned: Int32 { scout.tick }
    public var stage: Stage { head.stage }
    public var isAtEnd: Bool { isScanned && head.tick >= scout.tick }

    /// The score at every snapshot, and last the one at ``scanned``: the curve over the time line.
    public var curve: [Int64] {
        var scores: [Int64] = []
        scores.reserveCapacity(snapshots.count + 1)
        for snapshot in snapshots { scores.append(snapshot.stage.run.score) }
        scores.append(scout.stage.run.score)
        return scores
    }

    /// The score after so many ticks, exactly; what is shown stays where it is.
    public mutating func score(at tick: Int32) -> Int64 {
        let tick = reach(tick)
        let start = snapshots[Int(tick / spacing)]
        var (run, cursor) = (start.stage.run, start.cursor)
        for _ in start.tick..<tick {
            guard !run.isOver, let input = cursor.next(in: spans) else { break }
            run.tick(input)
        }
        return run.score
    }

    // MARK: Time

    /// From where it stands; at the end, from the beginning.
    public mutating func play() {
        if isAtEnd { seek(to: 0) }
        isPlaying = !isAtEnd
    }

    public mutating func pause() {
        isPlaying = false
        due = 0
    }

    /// One step of the host's time, 1/60 s.
    public mutating func tick() {
        guard isPlaying else { return }
        due &+= speed.rawValue
        while due >= 2 {
            due &-= 2
            guard head.advance(spans) else {
                // What is shown is at the end, so the scout has no reason to stay behind.
                scan(.max)
                return pause()
            }
            cues |= head.stage.cues
        }
    }

    /// Stops, and goes so many ticks on or back.
    public mutating func step(_ ticks: Int32) {
        pause()
        let wanted = Int64(head.tick) + Int64(ticks)
        seek(to: Int32(truncatingIfNeeded: min(max(wanted, 0), Int64(length))))
    }

    /// Shows what is to be seen after so many ticks, to the bit as if it had been played there. It goes on if it did.
    ///
    /// - Parameter tick: cut to 0...``length``.
    public mutating func seek(to tick: Int32) {
        let tick = reach(tick)
        let start = snapshots[Int(tick / spacing)]
        if head.tick > tick || head.tick < start.tick { head = start }
        while head.tick < tick, head.advance(spans) {}
        due = 0
        cues = 0
    }

    /// The sounds to begin now, a bit for each: none of those that were passed over.
    public mutating func takeCues() -> UInt32 {
        defer { cues = 0 }
        return cues
    }

    /// Draws the frame that is `fraction`/256 of a tick of the host after the last one.
    public func draw(into list: inout DrawList, view: View, fraction: Int32) {
        list.removeAll()
        let part = isPlaying ? due &* 128 &+ min(max(fraction, 0), 255) &* speed.rawValue / 2 : 0
        head.stage.draw(into: &list, view: view, fraction: min(part, 255))
    }

    // MARK: Scanning

    /// Looks so many ticks further ahead: a host does so between its frames until ``isScanned``.
    public mutating func scan(_ ticks: Int32) {
        var left = ticks
        while left > 0, !isScanned {
            left &-= 1
            let (feats, wasOver) = (scout.stage.run.feats, scout.stage.run.isOver)
            guard scout.advance(spans) else {
                isScanned = true
                return
            }
            if !wasOver { note(since: feats) }
            if scout.tick % spacing == 0 { snapshots.append(scout) }
        }
    }

    /// Scans up to a tick. - Returns: the tick, or the last one there is.
    private mutating func reach(_ tick: Int32) -> Int32 {
        let wanted = max(tick, 0)
        // One more, to know an end when it stands there.
        if wanted >= scout.tick { scan(Int32(clamping: Int64(wanted) - Int64(scout.tick) + 1)) }
        return min(wanted, scout.tick)
    }

    private mutating func note(since feats: Feats) {
        for moment in scout.stage.moments { add(moment) }
        let earned = scout.stage.run.feats.subtracting(feats)
        if !earned.isEmpty {
            for bit: Int32 in 0..<32 where earned.contains(Feats(rawValue: 1 << UInt32(bit))) {
                add(Mark.Moment(.feat, bit))
            }
        }
        if scout.stage.run.isOver { add(Mark.Moment(.end, scout.stage.ending.cause.number)) }
    }

    private mutating func add(_ moment: Mark.Moment) {
        if moment.kind == .hit {
            hitCount += 1
            guard hitCount <= Self.hitsLimit else { return }
        }
        guard marks.count < Self.marksLimit else { return }
        marks.append(Mark(tick: scout.tick, moment: moment, score: scout.stage.run.score))
    }

    /// A stage and its position in the log.
    private struct Head: Sendable {
        var stage: Stage
        private(set) var cursor = LogCursor()
        private(set) var tick: Int32 = 0
        /// Ticks after the end of the run.
        private var coda: Int32 = 0

        init(stage: Stage) { self.stage = stage }

        /// - Returns: false at the end: of the coda, or of a log that no run ends with.
        mutating func advance(_ spans: [InputLog.Span]) -> Bool {
            if stage.run.isOver {
                guard coda < Playback.codaTicks else { return false }
                coda &+= 1
                stage.tick([])
            } else {
                guard let input = cursor.next(in: spans) else { return false }
                stage.tick(input)
            }
            tick &+= 1
            return true
        }
    }
}
