public import LaurelArcade

/// The pictures of the game. Each is one SVG file, by ``name``; its own origin is the point it hangs on.
public enum Sprite: Int32, SpriteKind {
    case sky, sun, cloud, mesas, farDunes
    case duneBack, duneMiddle, duneFront
    case cactusSmall, cactusSmallHit, cactusSmallLaugh
    case cactusMedium, cactusMediumHit, cactusMediumLaugh
    case cactusLarge, cactusLargeHit, cactusLargeLaugh
    case heart, heartEmpty, heartBroken
    case spine, star, sand, ring, tumbleweed, vulture
    case logo
    case ghostBlow
    case cactusSmallGold, cactusMediumGold, cactusLargeGold, owl, owlHit, heartGold

    public var entry: (name: StaticString, box: SpriteBox) {
        switch self {
        case .sky: ("sky", SpriteBox(0, 0, 64, 512))
        case .sun: ("sun", SpriteBox(-90, -90, 180, 180))
        case .cloud: ("cloud", SpriteBox(-80, -30, 160, 56))
        case .mesas: ("mesas", SpriteBox(0, -120, 802, 130))
        case .farDunes: ("far-dunes", SpriteBox(0, -50, 642, 120))
        case .duneBack: ("dune-back", SpriteBox(0, -18, 482, 160))
        case .duneMiddle: ("dune-middle", SpriteBox(0, -18, 562, 160))
        case .duneFront: ("dune-front", SpriteBox(0, -18, 522, 160))
        case .cactusSmall: ("cactus-small", SpriteBox(-27, -62, 54, 66))
        case .cactusSmallHit: ("cactus-small-hit", SpriteBox(-27, -62, 54, 66))
        case .cactusSmallLaugh: ("cactus-small-laugh", SpriteBox(-27, -62, 54, 66))
        case .cactusMedium: ("cactus-medium", SpriteBox(-33, -84, 66, 88))
        case .cactusMediumHit: ("cactus-medium-hit", SpriteBox(-33, -84, 66, 88))
        case .cactusMediumLaugh: ("cactus-medium-laugh", SpriteBox(-33, -84, 66, 88))
        case .cactusLarge: ("cactus-large", SpriteBox(-40, -106, 80, 110))
        case .cactusLargeHit: ("cactus-large-hit", SpriteBox(-40, -106, 80, 110))
        case .cactusLargeLaugh: ("cactus-large-laugh", SpriteBox(-40, -106, 80, 110))
        case .heart: ("heart", SpriteBox(-11, -11, 22, 22))
        case .heartEmpty: ("heart-empty", SpriteBox(-11, -11, 22, 22))
        case .heartBroken: ("heart-broken", SpriteBox(-13, -13, 26, 26))
        case .spine: ("spine", SpriteBox(-2, -8, 4, 16))
        case .star: ("star", SpriteBox(-11, -11, 22, 22))
        case .sand: ("sand", SpriteBox(-8, -8, 16, 16))
        case .ring: ("ring", SpriteBox(-40, -40, 80, 80))
        case .tumbleweed: ("tumbleweed", SpriteBox(-20, -20, 40, 40))
        case .vulture: ("vulture", SpriteBox(-24, -12, 48, 24))
        case .logo: ("logo", SpriteBox(-230, -84, 460, 190))
        case .cactusSmallGold: ("cactus-small-gold", SpriteBox(-27, -62, 54, 66))
        case .cactusMediumGold: ("cactus-medium-gold", SpriteBox(-33, -84, 66, 88))
        case .cactusLargeGold: ("cactus-large-gold", SpriteBox(-40, -106, 80, 110))
        case .owl: ("owl", SpriteBox(-27, -62, 54, 66))
        case .owlHit: ("owl-hit", SpriteBox(-27, -62, 54, 66))
        case .heartGold: ("heart-gold", SpriteBox(-11, -11, 22, 22))
        case .ghostBlow: ("ghost-blow", SpriteBox(-24, -24, 48, 48))
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
    /// "Challenger 000042", and "Challenger 0:42.35": what the ghost has so far.
    case ghostScore
    case ghostTime
    /// "×12", hit in a row; "Day 2".
    case combo, day
    /// "6 to gecko-bot", the same with a time, and "Passed gecko-bot!": see ``Arcade/RivalSign``.
    case rivalScore, rivalTime, rivalPassed
    /// A life came back; an owl was hit.
    case healed, owl
}
