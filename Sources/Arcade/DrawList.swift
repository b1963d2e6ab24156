/// Where and how a part is drawn: a point, a turn, a stretch.
///
/// - Unit: `x` and `y` in 1/256 of a view unit, `rotation` in 1/65536 of a turn (clockwise, as y grows downwards),
///   `scaleX` and `scaleY` in 1/1024, `alpha` 0–255.
public struct Pose: Hashable, Sendable {
    public var x: Int32
    public var y: Int32
    public var rotation: Int32
    public var scaleX: Int32
    public var scaleY: Int32
    public var alpha: Int32

    public init(
        x: Int32, y: Int32, rotation: Int32 = 0, scaleX: Int32 = 1024, scaleY: Int32 = 1024, alpha: Int32 = 255
    ) {
        self.x = x
        self.y = y
        self.rotation = rotation
        self.scaleX = scaleX
        self.scaleY = scaleY
        self.alpha = alpha
    }

    /// The pose of a part that hangs on this one.
    ///
    /// - Parameters:
    ///   - x: where it is fixed, in whole units of the parent's art; likewise `y`.
    ///   - rotation: relative to the parent.
    public func child(x dx: Int32, y dy: Int32, rotation turn: Int32 = 0) -> Pose {
        let sine = Trigonometry.sine(rotation)
        let cosine = Trigonometry.cosine(rotation)
        let sx = dx &* scaleX >> 2
        let sy = dy &* scaleY >> 2
        var child = self
        child.x = x &+ ((sx >> 2) &* cosine &- (sy >> 2) &* sine) >> 13
        child.y = y &+ ((sx >> 2) &* sine &+ (sy >> 2) &* cosine) >> 13
        child.rotation = rotation &+ turn
        return child
    }
}

/// What a frame looks like, for a host to draw in order: browser and desktop show the same.
///
/// A buffer of words that lives as long as the list, so that a host may read it in place; when it is full, the rest
/// of the frame is left out. Each command has ``stride`` words: kind and number, x, y, rotation, scale x, scale y,
/// alpha, and one more that depends on the kind.
public struct DrawList: ~Copyable {
    public static let stride = 8
    public static let capacity = 512
    /// Added to the number of a text, and of a plain rectangle.
    public static let textKind: Int32 = 0x1000
    public static let rectangleKind: Int32 = 0x2000

    public enum Alignment: Int32, Sendable { case left, center, right }

    public private(set) var count = 0
    private let words: UnsafeMutablePointer<Int32>

    public init() {
        words = .allocate(capacity: Self.capacity * Self.stride)
        words.initialize(repeating: 0, count: Self.capacity * Self.stride)
    }

    deinit { words.deallocate() }

    /// The first word of the first command. Valid as long as the list.
    public var address: UnsafePointer<Int32> { UnsafePointer(words) }

    public mutating func removeAll() { count = 0 }

    /// - Parameter sprite: the game's own number of it.
    public mutating func sprite(_ sprite: Int32, _ pose: Pose) {
        append(sprite, pose, 0)
    }

    /// A line of text that the host has in the player's language.
    ///
    /// - Parameters:
    ///   - text: the game's own number of it.
    ///   - value: the number that stands in it.
    ///   - pose: `scaleX` is the height of the letters in units, `scaleY` the ``Alignment``.
    public mutating func text(
        _ text: Int32, value: Int32, x: Int32, y: Int32, size: Int32, _ alignment: Alignment, alpha: Int32 = 255
    ) {
        append(
            Self.textKind | text, Pose(x: x, y: y, scaleX: size, scaleY: alignment.rawValue, alpha: alpha), value)
    }

    /// A plain rectangle, its corner at (x, y), its sides in 1/256 of a unit.
    /// - Parameter color: 0xRRGGBB.
    public mutating func rectangle(x: Int32, y: Int32, width: Int32, height: Int32, color: Int32, alpha: Int32) {
        guard alpha > 0 else { return }
        append(Self.rectangleKind, Pose(x: x, y: y, scaleX: width, scaleY: height, alpha: alpha), color)
    }

    /// A command as it was written, for tests.
    public subscript(index: Int) -> (kind: Int32, pose: Pose, extra: Int32) {
        guard (0..<count).contains(index) else { return (0, Pose(x: 0, y: 0), 0) }
        let at = words + index * Self.stride
        return (
            at[0], Pose(x: at[1], y: at[2], rotation: at[3], scaleX: at[4], scaleY: at[5], alpha: at[6]), at[7]
        )
    }

    private mutating func append(_ kind: Int32, _ pose: Pose, _ extra: Int32) {
        guard count < Self.capacity, pose.alpha > 0 else { return }
        let at = words + count * Self.stride
        at[0] = kind
        at[1] = pose.x
        at[2] = pose.y
        at[3] = pose.rotation
        at[4] = pose.scaleX
        at[5] = pose.scaleY
        at[6] = pose.alpha
        at[7] = extra
        count += 1
    }
}

/// The window onto the game, in its own units: what of it is seen depends on the shape of the screen.
public struct View: Hashable, Sendable {
    public let width: Int32
    public let height: Int32
    /// The player asked for little motion: no shaking, and the layers far away stand nearly still.
    public let isCalm: Bool

    /// - Parameters:
    ///   - width: in units, cut to 200...2000.
    ///   - height: in units, cut to 200...1100.
    public init(width: Int32, height: Int32, isCalm: Bool = false) {
        self.width = min(max(width, 200), 2000)
        self.height = min(max(height, 200), Self.heightLimit)
        self.isCalm = isCalm
    }

    /// What most games show at least: so much across on a tall screen, so much down on a wide one.
    public static let least = View(width: 480, height: 400)
    /// Units down, at most: a still taller screen shows less across.
    public static let heightLimit: Int32 = 1100
}
