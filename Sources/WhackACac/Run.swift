public import LaurelArcade

/// One game, from the first cactus to the last life.
///
/// Holds all that decides the score and nothing of how it looks, so that a server plays a log again.
public struct Run: Steps {
    public static let coreVersion: UInt16 = 2
    /// Version 1 has green cacti alone, gives no life back, and knows no evening.
    public static let oldestVersion: UInt16 = 1

    /// What happened in the last tick, for pictures and sounds.
    public struct Events: OptionSet, Hashable, Sendable {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }
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
        /// A golden cactus was hit; an owl was, which costs a life.
        public static let gold = Events(rawValue: 64)
        public static let owl = Events(rawValue: 128)
        /// A life came back.
        public static let healed = Events(rawValue: 256)
        /// So many in a row that it is to be told.
        public static let combo = Events(rawValue: 512)
        /// The day is over: what stands goes, and costs nothing.
        public static let evening = Events(rawValue: 1024)
    }

    public let mode: Mode
    /// By whose rules it goes: an open challenge keeps those of its time.
    public let version: UInt16
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
    /// Cacti hit since the last blow into the sand, life lost or owl.
    public private(set) var combo: Int32 = 0
    /// The combo that gives a life back next, and how much longer than the last one it is: the price grows.
    public private(set) var comboGoal = Rules.comboStep
    private var comboStep = Rules.comboStep
    /// Before it no golden cactus comes.
    private var nextGold = Rules.firstGoldTick
    /// Lives that were lost, whether or not they came back.
    private var losses: Int32 = 0

    public private(set) var slotCount: Int32 = 0
    private var slots: InlineArray<7, Cactus>
    private var random: SeededRandom
    private var deeds = Deeds()

    public init(seed: UInt64, mode: Mode, version: UInt16 = Run.coreVersion) {
        self.mode = mode
        self.version = min(max(version, Self.oldestVersion), Self.coreVersion)
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
    /// Whether the rules are those with gold, owls, combos and evenings.
    private var isRich: Bool { version > 1 }

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
            if isRich, !isOver, ticks % Rules.dayTicks == 0 { setSun() }
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
            breakCombo()
            return
        }
        lastHit = struck
        guard slots[struck].kind != .owl else { return scare(struck) }
        hits &+= 1
        deeds.hit(slots[struck], hits: hits, isFlawless: losses == 0)
        if isRich { reward(slots[struck].kind) }
        leave(struck, .hit)
        // This tick ages it too: its time begins with the next.
        slots[struck].age = -1
        events.insert(.hit)
    }

    /// The owl meant no harm.
    private mutating func scare(_ index: Int) {
        leave(index, .hit)
        slots[index].age = -1
        events.insert(.owl)
        deeds.swing()
        lose()
    }

    private mutating func lose() {
        events.insert(.missed)
        breakCombo()
        losses &+= 1
        lives &-= 1
        if lives <= 0 { end() }
    }

    private mutating func reward(_ kind: Cactus.Kind) {
        combo &+= 1
        if kind == .golden {
            events.insert(.gold)
            heal(limit: Rules.livesLimit)
        }
        guard combo >= comboGoal else { return }
        events.insert(.combo)
        heal(limit: Rules.lives)
        comboStep = min(comboStep &+ Rules.comboGrowth, Rules.comboLimit)
        comboGoal &+= comboStep
    }

    private mutating func breakCombo() {
        combo = 0
        comboGoal = comboStep
    }

    private mutating func heal(limit: Int32) {
        guard lives < limit else { return }
        lives &+= 1
        events.insert(.healed)
    }

    /// All that stands goes, and nobody comes for a while; a new day has a life more, if one is missing.
    private mutating func setSun() {
        for index in 0..<Int(slotCount) {
            if slots[index].state == .standing { leave(index, .missed) }
            slots[index].wait = max(slots[index].wait, Rules.nightTicks)
        }
        events.insert(.evening)
        heal(limit: Rules.lives)
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
            if slots[index].kind != .owl { lose() }
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
        if isRich { disguise(&cactus, besides: index) }
        // Where it would cover another of its row it looks for a better position, within a limit.
        for _ in 0..<8 {
            cactus.row = random.below(Rules.rowCount)
            cactus.x = random.between(0, Rules.width &- cactus.size.width)
            if !isCrowded(cactus, besides: index) { break }
        }
        slots[index] = cactus
        events.insert(.came)
    }

    /// Some are golden and hurry; now and then it is an owl.
    private mutating func disguise(_ cactus: inout Cactus, besides index: Int) {
        let dice = random.below(1000)
        if dice < Rules.goldChance, ticks > nextGold {
            cactus.kind = .golden
            nextGold = ticks &+ Rules.goldTicks
            cactus.patience = max(cactus.patience &* 5 / 8, Rules.goldPatience)
        } else if dice >= 1000 &- Rules.owlChance, ticks > Rules.firstOwlTick, !hasOwl(besides: index) {
            cactus.kind = .owl
            cactus.size = .small
            cactus.patience = Rules.owlPatience
        }
    }

    private func hasOwl(besides index: Int) -> Bool {
        for other in 0..<Int(slotCount) where other != index {
            if slots[other].kind == .owl, slots[other].state == .standing { return true }
        }
        return false
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
            if isRich { trace.fold(Int32(cactus.kind.rawValue) &<< 16 | comboGoal, combo) }
            trace.fold(cactus.wait, cactus.patience &<< 4 | Int32(cactus.state.rawValue))
        }
    }
}

/// The classic game, as a server replays it.
public struct ClassicRun: Simulation {
    public static let coreID = Mode.classic.coreID
    public static let coreVersion = Run.coreVersion
    public static let oldestVersion = Run.oldestVersion
    public private(set) var run: Run

    public init(seed: UInt64) { run = Run(seed: seed, mode: .classic) }
    public init(seed: UInt64, version: UInt16) { run = Run(seed: seed, mode: .classic, version: version) }
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
    public static let oldestVersion = Run.oldestVersion
    public private(set) var run: Run

    public init(seed: UInt64) { run = Run(seed: seed, mode: .timed) }
    public init(seed: UInt64, version: UInt16) { run = Run(seed: seed, mode: .timed, version: version) }
    public mutating func tick(_ input: Input) { run.tick(input) }
    public var isOver: Bool { run.isOver }
    public var score: Int64 { run.score }
    public var trace: Trace { run.trace }
    public var feats: Feats { run.feats }
}
