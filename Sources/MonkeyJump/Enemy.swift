/// Something on the track that ends the run when it is touched.
public struct Enemy: Hashable, Sendable {
    public enum Kind: UInt8, CaseIterable, Sendable {
        /// Waits, rears up, and lunges at a monkey that comes near.
        case snake
        /// Rolls against the run, and bounces later on.
        case coconut
        /// Trots along slowly, and bristles when it is overtaken.
        case porcupine
        /// Flies low (jump over it), high (run under it), or swoops from high to low.
        case parrot
        /// Sits, hops, sits: now to be jumped over, now to be run under.
        case frog
        /// Water: nothing to stand on.
        case pit
    }

    public let kind: Kind
    /// Which of its kind's behaviors it has: 0, 1 or 2.
    public let variant: Int32
    /// Its number in the run, from 0.
    public let ordinal: Int32
    /// The middle on the ground; a pit's left edge.
    public internal(set) var x: Int64
    public internal(set) var height: Int32
    /// Upwards, a tick.
    public internal(set) var rise: Int32 = 0
    public internal(set) var timer: Int32
    /// A pit's.
    public let width: Int32

    init(_ plan: Plan, ordinal: Int32, x: Int64) {
        kind = plan.kind
        variant = plan.variant
        width = plan.width
        timer = max(plan.phase, 0)
        self.ordinal = ordinal
        self.x = x
        height = Self.startHeight(plan.kind, plan.variant)
    }

    /// What comes next, and when it meets the monkey.
    struct Plan: Hashable, Sendable {
        var kind: Kind
        var variant: Int32
        var width: Int32 = 0
        var phase: Int32 = 0
        var arrival: Int32 = 0
    }

    /// A box in which a touch counts: left and right on the ground, bottom and top above it.
    public struct Box: Hashable, Sendable {
        public let left: Int64
        public let right: Int64
        public let bottom: Int32
        public let top: Int32
    }

    /// None for a pit, which has no body.
    public var box: Box? {
        switch kind {
        case .snake:
            box(left: 14 + 34 * reach / 256, right: 13, bottom: 0, top: 27 + 9 * reach / 256)
        case .coconut: box(left: 14, right: 14, bottom: 1, top: 29)
        case .porcupine: box(left: 22, right: 20, bottom: 0, top: isBristling ? 34 : 27)
        case .parrot: box(left: 17, right: 15, bottom: 0, top: 20)
        case .frog: box(left: 15, right: 15, bottom: 0, top: 24)
        case .pit: nil
        }
    }

    /// Where it is behind a monkey that stands there: the right of its box; where a pit carries a foot again.
    var end: Int64 { box?.right ?? x + Int64(width - Rules.pitEdge) }

    private func box(left: Int32, right: Int32, bottom: Int32, top: Int32) -> Box {
        Box(
            left: x - Int64(left * 256), right: x + Int64(right * 256), bottom: height + bottom * 256,
            top: height + top * 256)
    }

    // MARK: Behaviors

    /// How far a snake has lunged, 0...256.
    public var reach: Int32 {
        guard kind == .snake else { return 0 }
        switch timer {
        case ...16: return 0
        case 17...22: return (timer - 16) * 256 / 6
        case 23...40: return 256
        case 41...56: return (56 - timer) * 16
        default: return 0
        }
    }

    /// A snake rears for 16 ticks before it lunges: a player who looks has time.
    public var isRearing: Bool { kind == .snake && timer > 0 && timer <= 22 }
    public var isBristling: Bool { kind == .porcupine && timer >= 12 }

    private static let hopTicks: Int32 = 26
    private static let sitTicks: Int32 = 30
    static let frogCycle: Int32 = hopTicks + sitTicks

    /// How far into its hop a frog is, 0...256; nil when it sits.
    public var hop: Int32? {
        guard kind == .frog, timer >= Self.sitTicks else { return nil }
        return (timer - Self.sitTicks) * 256 / Self.hopTicks
    }

    private static func startHeight(_ kind: Kind, _ variant: Int32) -> Int32 {
        guard kind == .parrot else { return 0 }
        return variant == 0 ? 22 * 256 : 76 * 256
    }

    /// How fast it comes on its own, against the run; the mean where it varies.
    static func ownSpeed(_ kind: Kind, _ variant: Int32) -> Int32 {
        switch kind {
        case .snake, .pit: 0
        case .coconut: 400 + variant * 90
        case .porcupine: -180
        case .parrot: 420
        case .frog: 512 * hopTicks / frogCycle
        }
    }

    /// One tick of its life.
    ///
    /// - Parameters:
    ///   - distance: where the monkey is.
    ///   - speed: how far he runs in this tick.
    mutating func tick(distance: Int64, speed: Int32) {
        switch kind {
        case .snake:
            if timer > 0 || ticksAway(distance, speed) < 44 { timer = min(timer + 1, 100) }
        case .coconut:
            x -= Int64(Self.ownSpeed(kind, variant))
            bounce()
        case .porcupine:
            if timer > 0 || ticksAway(distance, speed) < 56 { timer = min(timer + 1, 100) }
            x -= Int64(Self.ownSpeed(kind, variant))
        case .parrot:
            // A swooping one alone looks where the monkey is: a division.
            if variant == 2 { swoop(ticksAway: ticksAway(distance, speed)) }
            x -= Int64(Self.ownSpeed(kind, variant))
        case .frog:
            timer = (timer + 1) % Self.frogCycle
            leap()
        case .pit: break
        }
    }

    /// Until it meets the monkey.
    private func ticksAway(_ distance: Int64, _ speed: Int32) -> Int64 {
        (x - distance) / max(Int64(speed + Self.ownSpeed(kind, variant)), 1)
    }

    /// A coconut of the second kind springs 26 units high.
    private mutating func bounce() {
        guard variant == 1 else { return }
        rise -= 110
        height += rise
        if height <= 0 {
            height = 0
            rise = 1200
        }
    }

    /// From high to low, between 84 and 48 ticks before it meets the monkey: seen in time.
    private mutating func swoop(ticksAway: Int64) {
        let part = Int32(truncatingIfNeeded: min(max(84 - ticksAway, 0), 36))
        let eased = part * part * (108 - 2 * part)  // 36³ at the end
        height = 76 * 256 - Int32(truncatingIfNeeded: Int64(54 * 256) * Int64(eased) / 46656)
    }

    private mutating func leap() {
        guard let hop else {
            height = 0
            return
        }
        x -= 512
        height = hop * (256 - hop) / 256 * 4 * 68
    }
}
