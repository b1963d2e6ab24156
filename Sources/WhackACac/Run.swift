public import LaurelArcade

/// One game, from the first cactus to the last life.
///
/// Holds all that decides the score and nothing of how it looks, so that a server plays a log again.
public struct Run: Steps {
    public static let coreVersion: UInt16 = 1

    /// What happened in the last tick, for pictures and sounds.
    public struct Events: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// A cactus came.
        public static let came = Events(rawValue: 1)
        public static let hit = Events(rawValue: 2)
        /// A finger came down on sand.
        public static let swung = Events(rawValue: 4)
        /// A life was lost.
        public static let missed = Events(rawValue: 8)
        /// From now on one more stands at a time.
        public static let grew = Events(rawValue: 16)
        public static let ended = Events(rawValue: 32)
    }

    public let mode: Mode
    public private(set) var ticks: Int32 = 0
    public private(set) var hits: Int32 = 0
    public private(set) var lives: Int32 = Rules.lives
    public private(set) var isOver = false
    /// The player ended it himself.
    public private(set) var wasQuit = false
    public private(set) var trace: Trace
    public private(set) var events: Events = []
    /// The position of the cactus that was hit last.
    public private(set) var lastHit = 0

    public private(set) var slotCount: Int32 = 0
    private var slots: InlineArray<7, Cactus>
    private var random: SeededRandom
    private var deeds = Deeds()

    public init(seed: UInt64, mode: Mode) {
        self.mode = mode
        random = SeededRandom(seed: seed)
        trace = Trace(seed: seed ^ UInt64(mode.coreID))
        slots = InlineArray(repeating: Cactus())
    }

    /// Cacti hit, or hundredths of a second survived.
    public var score: Int64 {
        switch mode {
        case .classic: Int64(hits)
        case .timed: Int64(ticks) * 100 / 60
        }
    }

    /// - Precondition: `index` is below ``slotCount``.
    public func cactus(_ index: Int) -> Cactus { slots[index] }

    /// One step of 1/60 s. Of the input only a finger and ``Arcade/Input/quit`` count.
    public mutating func tick(_ input: Input) {
        guard !isOver else { return }
        events = []
        ticks &+= 1
        if input.contains(.quit) {
            wasQuit = true
            end()
        } else {
            // The finger first: a hit at the last moment is in time.
            if let point = input.tap { strike(x: point.x, y: point.y) }
            for index in 0..<Int(slotCount) where !isOver { age(index) }
            if !isOver { grow() }
        }
        record(input)
    }

    /// What of an input a run takes notice of, and a log keeps.
    public static func counted(_ input: Input) -> Input {
        input.subtracting(input.buttons.subtracting(.quit))
    }

    private mutating func end() {
        isOver = true
        events.insert(.ended)
    }

    // MARK: Hits and misses

    /// The cactus that a finger there hits: what is nearer covers what is farther.
    func struck(x: Int32, y: Int32) -> Int? {
        var struck: Int?
        for index in 0..<Int(slotCount) where slots[index].isHit(x: x, y: y) {
            if let other = struck, slots[other].row >= slots[index].row { continue }
            struck = index
        }
        return struck
    }

    private mutating func strike(x: Int32, y: Int32) {
        guard let struck = struck(x: x, y: y) else {
            events.insert(.swung)
            deeds.swing()
            return
        }
        hits &+= 1
        lastHit = struck
        deeds.hit(slots[struck], hits: hits, lives: lives)
        leave(struck, .hit)
        // This tick ages it too: its time begins with the next.
        slots[struck].age = -1
        events.insert(.hit)
    }

    private mutating func leave(_ index: Int, _ state: Cactus.State) {
        slots[index].state = state
        slots[index].age = 0
        slots[index].wait = random.between(Rules.replacementTicks.least, Rules.replacementTicks.most)
    }

    private mutating func age(_ index: Int) {
        slots[index].age &+= 1
        switch slots[index].state {
        case .absent:
            slots[index].wait &-= 1
            if slots[index].wait <= 0 { come(index) }
        case .standing:
            guard slots[index].age >= slots[index].patience else { return }
            leave(index, .missed)
            events.insert(.missed)
            lives &-= 1
            if lives <= 0 { end() }
        case .hit: vanish(index, after: Rules.fadeTicks)
        case .missed: vanish(index, after: Rules.slideTicks)
        }
    }

    private mutating func vanish(_ index: Int, after ticks: Int32) {
        guard slots[index].age >= ticks else { return }
        slots[index].state = .absent
        slots[index].age = 0
        // The wait began with the hit or the miss.
        slots[index].wait &-= ticks
    }

    // MARK: Feats

    public var feats: Feats {
        var feats = deeds.earned
        guard mode == .timed else { return feats }
        if ticks >= Feat.minute { feats.insert(Feat.survive1.mask) }
        if ticks >= 3 * Feat.minute { feats.insert(Feat.survive3.mask) }
        return feats
    }

    // MARK: Coming

    private mutating func grow() {
        let wanted = Rules.slots(mode, hits: hits, ticks: ticks)
        while slotCount < wanted {
            let isSecond = slotCount == 1 && wanted == Rules.slotsAtStart
            if isSecond, ticks < Rules.secondCactusTick { return }
            let index = Int(slotCount)
            slotCount &+= 1
            if index >= Int(Rules.slotsAtStart) { events.insert(.grew) }
            come(index)
        }
    }

    private mutating func come(_ index: Int) {
        var cactus = Cactus()
        cactus.state = .standing
        cactus.patience = Rules.patience(mode, hits: hits, ticks: ticks)
        switch random.below(3) {
        case 0: cactus.size = .small
        case 1: cactus.size = .medium
        default: cactus.size = .large
        }
        // Where it would cover another of its row it looks for a better position, within a limit.
        for _ in 0..<8 {
            cactus.row = random.below(Rules.rowCount)
            cactus.x = random.between(0, Rules.width &- cactus.size.width)
            if !isCrowded(cactus, besides: index) { break }
        }
        slots[index] = cactus
        events.insert(.came)
    }

    private func isCrowded(_ cactus: Cactus, besides index: Int) -> Bool {
        for other in 0..<Int(slotCount) where other != index && slots[other].state != .absent {
            guard slots[other].row == cactus.row else { continue }
            if slots[other].x < cactus.x &+ cactus.size.width, cactus.x < slots[other].x &+ slots[other].size.width {
                return true
            }
        }
        return false
    }

    // MARK: The trace

    private mutating func record(_ input: Input) {
        trace.fold(UInt64(UInt32(bitPattern: ticks)) << 32 | UInt64(Self.counted(input).rawValue))
        trace.fold(hits, lives &<< 8 | slotCount &<< 1 | (isOver ? 1 : 0))
        for index in 0..<Int(slotCount) {
            let cactus = slots[index]
            trace.fold(cactus.x &<< 8 | cactus.row &<< 4 | Int32(cactus.size.rawValue), cactus.age)
            trace.fold(cactus.wait, cactus.patience &<< 4 | Int32(cactus.state.rawValue))
        }
    }
}

/// The classic game, as a server replays it.
public struct ClassicRun: Simulation {
    public static let coreID = Mode.classic.coreID
    public static let coreVersion = Run.coreVersion
    public private(set) var run: Run

    public init(seed: UInt64) { run = Run(seed: seed, mode: .classic) }
    public mutating func tick(_ input: Input) { run.tick(input) }
    public var isOver: Bool { run.isOver }
    public var score: Int64 { run.score }
    public var trace: Trace { run.trace }
    public var feats: Feats { run.feats }
}

/// The timed game, as a server replays it.
public struct TimedRun: Simulation {
    public static let coreID = Mode.timed.coreID
    public static let coreVersion = Run.coreVersion
    public private(set) var run: Run

    public init(seed: UInt64) { run = Run(seed: seed, mode: .timed) }
    public mutating func tick(_ input: Input) { run.tick(input) }
    public var isOver: Bool { run.isOver }
    public var score: Int64 { run.score }
    public var trace: Trace { run.trace }
    public var feats: Feats { run.feats }
}
