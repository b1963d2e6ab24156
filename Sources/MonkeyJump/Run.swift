public import LaurelArcade

/// One run of the monkey, from the first step to the enemy that he did not clear.
///
/// Holds all that decides the score and nothing of how it looks, so that a server plays a log again in a fraction of
/// a microsecond a tick.
public struct Run: Simulation {
    public static let coreID: UInt32 = 0x4D4A_0001
    public static let coreVersion: UInt16 = 1

    /// More than ever fit between where enemies appear and where they are forgotten.
    public static let enemiesLimit = 16

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
    }

    public let seed: UInt64
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
    private var course: Course
    private var wasHeld = false
    /// The jump that is on was not let go yet.
    private var isHolding = false
    private var buffered: Int32 = 0
    private var coyote: Int32 = 0
    private var deeds = Deeds()

    public init(seed: UInt64) {
        self.seed = seed
        trace = Trace(seed: seed)
        course = Course(seed: seed)
        let nothing = Enemy(Enemy.Plan(kind: .snake, variant: 0), ordinal: -1, x: 0)
        slots = InlineArray(repeating: nothing)
    }

    /// Whole metres run.
    public var score: Int64 { distance / Rules.metre }

    /// The enemies on the track, the nearest first. - Precondition: `index` is below ``enemyCount``.
    public func enemy(_ index: Int) -> Enemy { slots[index] }

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
        rise -= isRising ? (isHolding ? Rules.gravityHeld : Rules.gravityCut) : Rules.gravityFalling
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
        isOver = true
        nemesis = kind
        events.insert(kind == .pit ? [.died, .splashed] : .died)
    }

    // MARK: The enemies

    private mutating func moveEnemies() {
        if let enemy = course.enemy(tick: ticks, distance: distance, speed: speed), enemyCount < Self.enemiesLimit {
            slots[enemyCount] = enemy
            enemyCount += 1
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
        guard !isOver else { return }
        let left = distance - Int64(Rules.halfWidth)
        let right = distance + Int64(Rules.halfWidth)
        for index in 0..<enemyCount {
            guard let box = slots[index].box, box.left < right, box.right > left else { continue }
            if box.bottom < height + Rules.top, box.top > height + Rules.feet {
                die(of: slots[index].kind)
                return
            }
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
        let flags: Int32 = (isGrounded ? 1 : 0) | (isOver ? 2 : 0) | (isHolding ? 4 : 0) | (wasHeld ? 8 : 0)
        trace.fold(flags | Int32(events.rawValue) << 8, buffered << 8 | coyote)
        for index in 0..<enemyCount {
            let enemy = slots[index]
            trace.fold(UInt64(bitPattern: enemy.x) << 8 | UInt64(enemy.kind.rawValue))
            trace.fold(enemy.height, enemy.timer)
        }
    }
}
