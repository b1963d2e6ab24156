/// A cell of the field, and the cactus that stands there, comes or goes.
public struct Cactus: Hashable, Sendable {
    public enum State: UInt8, Hashable, Sendable {
        /// Nobody is there; somebody comes when ``wait`` is over.
        case absent
        /// Coming up, or up: can be hit.
        case standing
        case hit
        /// It went unhit for too long, and goes down. It can't be hit any more.
        case missed
    }

    public enum Size: UInt8, CaseIterable, Hashable, Sendable {
        case small, medium, large

        public var width: Int32 {
            switch self {
            case .small: 46
            case .medium: 58
            case .large: 70
            }
        }

        public var height: Int32 {
            switch self {
            case .small: 56
            case .medium: 76
            case .large: 96
            }
        }
    }

    public enum Kind: UInt8, Hashable, Sendable {
        case green
        /// Gives a life, and does not stay long.
        case golden
        /// Not to be hit: it leaves by itself.
        case owl
    }

    public internal(set) var state: State = .absent
    public internal(set) var kind: Kind = .green
    public internal(set) var size: Size = .small
    /// 0: the farthest; each stands behind a dune of its own.
    public internal(set) var row: Int32 = 0
    /// The left edge.
    public internal(set) var x: Int32 = 0
    /// Ticks in this state.
    public internal(set) var age: Int32 = 0
    /// How long it waits to be hit.
    public internal(set) var patience: Int32 = 0
    /// Ticks until the next one comes here.
    var wait: Int32 = 0

    /// How much of it is above the sand, in 1/256 of its height.
    public var shown: Int32 {
        switch state {
        case .absent: 0
        case .standing: min(age, Rules.slideTicks) &* 256 / Rules.slideTicks
        case .hit: 256
        case .missed: 256 &- min(age, Rules.slideTicks) &* 256 / Rules.slideTicks
        }
    }

    /// Whether a finger at that point is on what shows of it.
    func isHit(x px: Int32, y py: Int32) -> Bool {
        guard state == .standing else { return false }
        let bottom = Rules.crest(row: row)
        let top = bottom &- size.height &* shown / 256
        let margin = Rules.fingerMargin
        return px >= x &- margin && px < x &+ size.width &+ margin && py >= top &- margin && py < bottom &+ margin
    }
}
