/// The pictures of the game. Each is one SVG file, by ``name``; its own origin is the point it hangs on.
public enum Sprite: Int32, CaseIterable, Sendable {
    case sky, sun, cloud, mesas, farDunes
    case duneBack, duneMiddle, duneFront
    case cactusSmall, cactusSmallHit, cactusSmallLaugh
    case cactusMedium, cactusMediumHit, cactusMediumLaugh
    case cactusLarge, cactusLargeHit, cactusLargeLaugh
    case heart, heartEmpty, heartBroken
    case spine, star, sand, ring, tumbleweed, vulture
    case logo

    /// The `viewBox` of its file: the corner, as seen from the origin, and the sides.
    public struct Box: Hashable, Sendable {
        public let x, y, width, height: Int32
        init(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    public var name: StaticString { entry.name }
    public var box: Box { entry.box }

    /// Layers repeat after this many units; their art goes on two units further, so that no seam shows.
    var period: Int32 { box.width - 2 }

    private var entry: (name: StaticString, box: Box) {
        switch self {
        case .sky: ("sky", Box(0, 0, 64, 512))
        case .sun: ("sun", Box(-90, -90, 180, 180))
        case .cloud: ("cloud", Box(-80, -30, 160, 56))
        case .mesas: ("mesas", Box(0, -120, 802, 130))
        case .farDunes: ("far-dunes", Box(0, -50, 642, 120))
        case .duneBack: ("dune-back", Box(0, -18, 482, 160))
        case .duneMiddle: ("dune-middle", Box(0, -18, 562, 160))
        case .duneFront: ("dune-front", Box(0, -18, 522, 160))
        case .cactusSmall: ("cactus-small", Box(-27, -62, 54, 66))
        case .cactusSmallHit: ("cactus-small-hit", Box(-27, -62, 54, 66))
        case .cactusSmallLaugh: ("cactus-small-laugh", Box(-27, -62, 54, 66))
        case .cactusMedium: ("cactus-medium", Box(-33, -84, 66, 88))
        case .cactusMediumHit: ("cactus-medium-hit", Box(-33, -84, 66, 88))
        case .cactusMediumLaugh: ("cactus-medium-laugh", Box(-33, -84, 66, 88))
        case .cactusLarge: ("cactus-large", Box(-40, -106, 80, 110))
        case .cactusLargeHit: ("cactus-large-hit", Box(-40, -106, 80, 110))
        case .cactusLargeLaugh: ("cactus-large-laugh", Box(-40, -106, 80, 110))
        case .heart: ("heart", Box(-11, -11, 22, 22))
        case .heartEmpty: ("heart-empty", Box(-11, -11, 22, 22))
        case .heartBroken: ("heart-broken", Box(-13, -13, 26, 26))
        case .spine: ("spine", Box(-2, -8, 4, 16))
        case .star: ("star", Box(-11, -11, 22, 22))
        case .sand: ("sand", Box(-8, -8, 16, 16))
        case .ring: ("ring", Box(-40, -40, 80, 80))
        case .tumbleweed: ("tumbleweed", Box(-20, -20, 40, 40))
        case .vulture: ("vulture", Box(-24, -12, 48, 24))
        case .logo: ("logo", Box(-230, -84, 460, 190))
        }
    }
}

/// The texts of the draw list; the host has them in the player's language.
public enum Words: Int32, CaseIterable, Sendable {
    /// "000042".
    case score
    /// "0:42.35", from hundredths of a second.
    case time
    /// How to play, for who plays for the first time.
    case hint
    /// 3, 2, 1.
    case countdown
}
