/// A thing that flies about and decides nothing: dust, a leaf, a spark.
public struct Particle: Sendable {
    /// The game's own number of its picture.
    public var sprite: Int32
    /// In 1/256 of a unit, from wherever its game says; y grows downwards.
    public var x: Int32
    public var y: Int32
    /// A tick; likewise what follows.
    public var dx: Int32
    public var dy: Int32
    public var weight: Int32
    public var rotation: Int32
    public var spin: Int32
    public var size: Int32
    public var growth: Int32
    /// In ticks.
    public private(set) var age: Int32 = 0
    public var life: Int32

    public init<Kind: SpriteKind>(
        _ sprite: Kind, x: Int32, y: Int32, dx: Int32 = 0, dy: Int32 = 0, weight: Int32 = 0, rotation: Int32 = 0,
        spin: Int32 = 0, size: Int32 = 1024, growth: Int32 = 0, life: Int32
    ) {
        self.sprite = sprite.rawValue
        self.x = x
        self.y = y
        self.dx = dx
        self.dy = dy
        self.weight = weight
        self.rotation = rotation
        self.spin = spin
        self.size = size
        self.growth = growth
        self.life = life
    }

    /// Ticks that are left of it.
    public var left: Int32 { life &- age }

    /// - Returns: false when its time is over.
    mutating func tick() -> Bool {
        age &+= 1
        guard age < life else { return false }
        x &+= dx
        dy &+= weight
        y &+= dy
        rotation &+= spin
        size = max(size &+ growth, 0)
        return true
    }
}
