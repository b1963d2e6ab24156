public import LaurelArcade

/// One run of the monkey, from the first step to the enemy that he did not clear.
///
/// Holds all that decides the score and nothing of how it looks, so that a server plays a log again in a fraction of
/// a microsecond a tick.
public struct Run: Simulation {
    public static let coreID: UInt32 = 0x4D4A_0001
    public static let coreVersion: UInt16 = 2
    /// Version 1 has no bananas, and nothing spares the monkey.
    public static let oldestVersion: UInt16 = 1

    /// More than ever fit between where enemies appear and where they are forgotten.
    public static let enemiesLimit = 16
    /// The price of being spared: it grows by as much each time.
    public static let bananasStep: Int32 = 5
    private static let bananasLimit: Int32 = 50

    /// What happened in the last tick, for pictures and sounds.
    public struct Events: OptionSet, Hashable, Sendable {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        public static let jumped = Events(rawValue: 1)
        public static let landed = Events(rawValue: 2)
        public static let died = Events(rawValue: 4)
        public static let milestone = Events(rawValue: 8)
        public static let lunged = Events(rawValue: 16)
        public static let croaked = Events(rawValue: 32)
        public static let splashed = Events(rawValue: 64)
        /// A banana was taken; with the last of ``Run/bananasWanted`` he is protected.
        public static let collected = Events(rawValue: 128)
        public static let protected = Events(rawValue: 256)
        /// What would have ended the run cost the bananas.
        public static let spared = Events(rawValue: 512)
        /// An enemy was cleared by a hair, or a pit's far edge just reached.
        public static let nearMiss = Events(rawValue: 1024)
    }

    public let seed: UInt64
    /// By whose rules it goes: an open challenge keeps those of its time.
    public let version: UInt16
    public private(set) var ticks: Int32 = 0
    /// Where the monkey is, in 1/256 of a unit from the start.
    public private(set) var distance: Int64 = 0
    /// How far he runs in the next tick. Kept, as is ``isOverPit``: a division, and a look at all enemies.
    public private(set) var speed = Rules.speed(at: 0)
    /// Of his feet above the ground; below zero in a pit.
    public private(set) var height: Int32 = 0
    /// Upwards, a tick.
    public private(set) var rise: Int32 = 0
    public private(set) var isGrounded = true
    /// There is nothing under his feet but water.
    public private(set) var isOverPit = false
    public private(set) var isOver = false
    public private(set) var trace: Trace
    public private(set) var events: Events = []
    /// What ended the run.
    public private(set) var nemesis: Enemy.Kind?

    public private(set) var enemyCount = 0
    private var slots: InlineArray<16, Enemy>
    /// Of those that hang on the track.
    public private(set) var bananaCount = 0
    private var fruits: InlineArray<16, Banana>
    /// Those that he has: 0...``bananasWanted``.
    public private(set) var bananas: Int32 = 0
    /// With so many the next blow costs them, and not the run.
    public private(set) var bananasWanted = bananasStep
    /// Ticks in which nothing can end the run, after he was spared.
    public private(set) var mercy: Int32 = 0
    private var orchard: Orchard
    /// The enemy that was missed by a hair last.
    private var missed: Int32 = -1
    private var course: Course
    private var wasHeld = false
    /// The jump that is on was not let go yet.
    private var isHolding = false
    private var buffered: Int32 = 0
    private var coyote: Int32 = 0
    private var deeds = Deeds()

    public init(seed: UInt64) { self.init(seed: seed, version: Self.coreVersion) }

    public init(seed: UInt64, version: UInt16) {
        self.seed = seed
        self.version = min(max(version, Self.oldestVersion), Self.coreVersion)
        orchard = Orchard(seed: seed)
        fruits = InlineArray(repeating: Banana(x: 0, height: 0))
        trace = Trace(seed: seed)
        course = Course(seed: seed)
        let nothing = Enemy(Enemy.Plan(kind: .snake, variant: 0), ordinal: -1, x: 0)
        slots = InlineArray(repeating: nothing)
    }

    /// Whole metres run.
    public var score: Int64 { distance / Rules.metre }

    /// The enemies on the track, the nearest first. - Precondition: `index` is below ``enemyCount``.
    public func enemy(_ index: Int) -> Enemy { slots[index] }
    /// The bananas on the track, the nearest first. - Precondition: `index` is below ``bananaCount``.
    public func banana(_ index: Int) -> Banana { fruits[index] }
    private var hasBananas: Bool { version > 1 }

    public mutating func tick(_ input: Input) {
        guard !isOver else { return }
        events = []
        ticks += 1
        let before = score
        distance += Int64(speed)
        speed = Rules.speed(at: distance)
        steer(isHeld: input.contains(.jump))
        moveEnemies()
        meetEnemies()
        if hasBananas { meetBananas() }
        if score / 100 > before / 100 { events.insert(.milestone) }
        record(input)
        if !isOver { noteDeeds() }
    }

    /// Takes an enemy off the track, for a look ahead that does not see it.
    mutating func forget(ordinal: Int32) {
        for index in 0..<enemyCount where slots[index].ordinal == ordinal {
            remove(at: index)
            return
        }
    }

    // MARK: The monkey

    private mutating func steer(isHeld: Bool) {
        if isHeld, !wasHeld { buffered = Rules.bufferTicks }
        wasHeld = isHeld
        if !isHeld { isHolding = false }
        lookDown()
        if isGrounded, isOverPit {
            isGrounded = false
            coyote = Rules.coyoteTicks
            rise = 0
        }
        if buffered > 0, isGrounded || coyote > 0 {
            jump()
        } else if !isGrounded {
            fly()
        }
        if buffered > 0 { buffered -= 1 }
        if coyote > 0 { coyote -= 1 }
    }

    private mutating func jump() {
        rise = Rules.jumpRise
        height = max(height, 0) + rise
        isGrounded = false
        isHolding = true
        buffered = 0
        coyote = 0
        events.insert(.jumped)
    }

    private mutating func fly() {
        let isRising = rise > 0
        let before = height
        // Who was spared is carried high enough to come down beyond it.
        rise -= isRising ? (isHolding || isCarried ? Rules.gravityHeld : Rules.gravityCut) : Rules.gravityFalling
        height += rise
        guard height <= 0, !isOverPit else {
            if height < -Rules.pitDepth { die(of: .pit) }
            return
        }
        // From above the ground he lands on it, however fast; from within a pit only its edge can save him.
        if before < -Rules.ledge {
            die(of: .pit)
        } else {
            height = 0
            rise = 0
            isGrounded = true
            events.insert(.landed)
            if hasBananas { grazeEdges() }
        }
    }

    private mutating func lookDown() {
        isOverPit = false
        for index in 0..<enemyCount where slots[index].kind == .pit {
            let pit = slots[index]
            let edge = Int64(Rules.pitEdge)
            if distance > pit.x + edge, distance < pit.x + Int64(pit.width) - edge { isOverPit = true }
        }
    }

    private mutating func die(of kind: Enemy.Kind) {
        if mercy > 0 || bananas >= bananasWanted { return spare() }
        isOver = true
        nemesis = kind
        events.insert(kind == .pit ? [.died, .splashed] : .died)
    }

    /// Just spared: he rises as if the button were held.
    private var isCarried: Bool { mercy > Rules.mercyTicks - 24 }

    /// The bananas go, and he is thrown up.
    private mutating func spare() {
        if mercy == 0 {
            bananas = 0
            bananasWanted = min(bananasWanted + Self.bananasStep, Self.bananasLimit)
            mercy = Rules.mercyTicks
            events.insert(.spared)
        }
        rise = Rules.jumpRise
        height = max(height, 0)
        isGrounded = false
        isHolding = false
    }

    // MARK: The bananas

    private mutating func grow(beside enemy: Enemy) {
        let banana = orchard.banana(beside: enemy, distance: distance, speed: speed)
        guard let banana, bananaCount < fruits.count else { return }
        fruits[bananaCount] = banana
        bananaCount += 1
    }

    private mutating func meetBananas() {
        if mercy > 0 { mercy -= 1 }
        guard !isOver else { return }
        let reach = Int64(Rules.halfWidth + Banana.reach)
        var index = 0
        while index < bananaCount {
            let banana = fruits[index]
            let isNear = abs(banana.x - distance) < reach
            if isNear, banana.height + Banana.reach > height + Rules.feet,
                banana.height - Banana.reach < height + Rules.top
            {
                take()
                drop(at: index)
            } else if banana.x < distance - Rules.forgetBehind {
                drop(at: index)
            } else {
                index += 1
            }
        }
    }

    private mutating func take() {
        guard bananas < bananasWanted else { return events.formUnion(.collected) }
        bananas += 1
        events.insert(bananas == bananasWanted ? [.collected, .protected] : .collected)
    }

    private mutating func drop(at index: Int) {
        for later in index..<(bananaCount - 1) { fruits[later] = fruits[later + 1] }
        bananaCount -= 1
    }

    // MARK: The enemies

    private mutating func moveEnemies() {
        if let enemy = course.enemy(tick: ticks, distance: distance, speed: speed), enemyCount < Self.enemiesLimit {
            slots[enemyCount] = enemy
            enemyCount += 1
            if hasBananas { grow(beside: enemy) }
        }
        for index in 0..<enemyCount {
            let before = slots[index].timer
            slots[index].tick(distance: distance, speed: speed)
            note(slots[index], before: before)
        }
        while enemyCount > 0, slots[0].x + Int64(slots[0].width) < distance - Rules.forgetBehind { remove(at: 0) }
    }

    private mutating func note(_ enemy: Enemy, before: Int32) {
        guard before != enemy.timer else { return }
        if enemy.kind == .snake, enemy.timer == 17 { events.insert(.lunged) }
        if enemy.kind == .frog, before == Enemy.frogCycle - 27 { events.insert(.croaked) }
    }

    private mutating func remove(at index: Int) {
        for later in index..<(enemyCount - 1) { slots[later] = slots[later + 1] }
        enemyCount -= 1
    }

    private mutating func meetEnemies() {
        guard !isOver, mercy == 0 else { return }
        let left = distance - Int64(Rules.halfWidth)
        let right = distance + Int64(Rules.halfWidth)
        for index in 0..<enemyCount {
            guard let box = slots[index].box, box.left < right, box.right > left else { continue }
            if box.bottom < height + Rules.top, box.top > height + Rules.feet {
                die(of: slots[index].kind)
                return
            }
            let gap = max(box.bottom - height - Rules.top, height + Rules.feet - box.top)
            if hasBananas, gap < Rules.hair { graze(slots[index]) }
        }
    }

    private mutating func graze(_ enemy: Enemy) {
        guard enemy.ordinal > missed else { return }
        missed = enemy.ordinal
        events.insert(.nearMiss)
    }

    /// He has come down behind a pit with no more than a hair of ground to spare.
    private mutating func grazeEdges() {
        for index in 0..<enemyCount where slots[index].kind == .pit {
            let behind = distance - slots[index].end
            if behind >= 0, behind < Int64(Rules.hair) { graze(slots[index]) }
        }
    }

    // MARK: Feats

    public var feats: Feats {
        var feats = deeds.earned
        if isOver { feats.insert(Feat.firstRun.mask) }
        if score >= 500 { feats.insert(Feat.metres500.mask) }
        if score >= 1000 { feats.insert(Feat.metres1000.mask) }
        if score >= 1600 { feats.insert(Feat.roundTheClock.mask) }
        return feats
    }

    private mutating func noteDeeds() {
        if events.contains(.jumped) { deeds.takeOff() }
        for index in 0..<enemyCount where slots[index].ordinal >= deeds.passed {
            let enemy = slots[index]
            if enemy.end <= distance - Int64(enemy.kind == .pit ? 0 : Rules.halfWidth) {
                deeds.pass(enemy)
            } else if isGrounded, let box = enemy.box, box.bottom >= Rules.top {
                let isOverhead =
                    box.left < distance + Int64(Rules.halfWidth) && box.right > distance - Int64(Rules.halfWidth)
                if isOverhead { deeds.under(enemy) }
            }
        }
        if events.contains(.landed) { deeds.land(at: distance) }
        deeds.run(to: distance)
    }

    // MARK: The trace

    private mutating func record(_ input: Input) {
        trace.fold(UInt64(bitPattern: distance) << 8 | UInt64(input.buttons.rawValue))
        trace.fold(height, rise)
        if hasBananas {
            trace.fold(bananas << 16 | bananasWanted << 8 | mercy, Int32(truncatingIfNeeded: bananaCount) << 8)
        }
        let flags: Int32 = (isGrounded ? 1 : 0) | (isOver ? 2 : 0) | (isHolding ? 4 : 0) | (wasHeld ? 8 : 0)
        trace.fold(flags | Int32(events.rawValue) << 8, buffered << 8 | coyote)
        for index in 0..<enemyCount {
            let enemy = slots[index]
            trace.fold(UInt64(bitPattern: enemy.x) << 8 | UInt64(enemy.kind.rawValue))
            trace.fold(enemy.height, enemy.timer)
        }
    }
}
