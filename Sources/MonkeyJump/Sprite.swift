/// The pictures of the game. Each is one SVG file, by ``name``; its own origin is the point it hangs on.
public enum Sprite: Int32, CaseIterable, Sendable {
    case skyDay, skyDusk, skyNight, stars, sun, moon, cloudLarge, cloudSmall
    case mountains, hills, jungle, bushes, ground, fern, canopy, signpost
    case monkeyBody, monkeyHead, monkeyBlink, monkeyHurt
    case monkeyArm, monkeyForearm, monkeyThigh, monkeyShin
    case monkeyArmFar, monkeyForearmFar, monkeyThighFar, monkeyShinFar
    case monkeyTail, monkeyTailTip
    case shadow, snakeCoil, snakeNeck, snakeHead, snakeHeadOpen, coconut
    case parrotBody, parrotWing, parrotWingFar, frogSit, frogLeap, porcupineBody, porcupineQuills
    case pitWater, pitLeft, pitRight
    case dust, leaf, star, drop
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
        case .skyDay: ("sky-day", Box(0, 0, 64, 512))
        case .skyDusk: ("sky-dusk", Box(0, 0, 64, 512))
        case .skyNight: ("sky-night", Box(0, 0, 64, 512))
        case .stars: ("stars", Box(0, 0, 642, 360))
        case .sun: ("sun", Box(-90, -90, 180, 180))
        case .moon: ("moon", Box(-60, -60, 120, 120))
        case .cloudLarge: ("cloud-large", Box(-80, -34, 160, 60))
        case .cloudSmall: ("cloud-small", Box(-52, -22, 104, 40))
        case .mountains: ("mountains", Box(0, -180, 962, 190))
        case .hills: ("hills", Box(0, -130, 802, 140))
        case .jungle: ("jungle", Box(0, -240, 842, 250))
        case .bushes: ("bushes", Box(0, -70, 642, 80))
        case .ground: ("ground", Box(0, -14, 482, 414))
        case .fern: ("fern", Box(-100, -110, 200, 120))
        case .canopy: ("canopy", Box(0, -10, 722, 120))
        case .signpost: ("signpost", Box(-30, -60, 60, 64))
        case .monkeyBody: ("monkey-body", Box(-18, -20, 36, 40))
        case .monkeyHead: ("monkey-head", Box(-24, -36, 52, 46))
        case .monkeyBlink: ("monkey-blink", Box(-24, -36, 52, 46))
        case .monkeyHurt: ("monkey-hurt", Box(-24, -36, 52, 46))
        case .monkeyArm: ("monkey-arm", Box(-6, -6, 12, 22))
        case .monkeyForearm: ("monkey-forearm", Box(-8, -6, 16, 26))
        case .monkeyThigh: ("monkey-thigh", Box(-8, -8, 16, 24))
        case .monkeyShin: ("monkey-shin", Box(-8, -6, 24, 24))
        case .monkeyArmFar: ("monkey-arm-far", Box(-6, -6, 12, 22))
        case .monkeyForearmFar: ("monkey-forearm-far", Box(-8, -6, 16, 26))
        case .monkeyThighFar: ("monkey-thigh-far", Box(-8, -8, 16, 24))
        case .monkeyShinFar: ("monkey-shin-far", Box(-8, -6, 24, 24))
        case .monkeyTail: ("monkey-tail", Box(-4, -4, 18, 8))
        case .monkeyTailTip: ("monkey-tail-tip", Box(-4, -14, 20, 20))
        case .shadow: ("shadow", Box(-32, -6, 64, 12))
        case .snakeCoil: ("snake-coil", Box(-26, -24, 52, 28))
        case .snakeNeck: ("snake-neck", Box(-2, -7, 36, 14))
        case .snakeHead: ("snake-head", Box(-26, -14, 38, 28))
        case .snakeHeadOpen: ("snake-head-open", Box(-30, -18, 42, 36))
        case .coconut: ("coconut", Box(-19, -19, 38, 38))
        case .parrotBody: ("parrot-body", Box(-28, -22, 62, 44))
        case .parrotWing: ("parrot-wing", Box(-12, -34, 34, 40))
        case .parrotWingFar: ("parrot-wing-far", Box(-12, -34, 34, 40))
        case .frogSit: ("frog-sit", Box(-24, -34, 48, 38))
        case .frogLeap: ("frog-leap", Box(-30, -32, 66, 42))
        case .porcupineBody: ("porcupine-body", Box(-32, -30, 64, 36))
        case .porcupineQuills: ("porcupine-quills", Box(-36, -38, 72, 44))
        case .pitWater: ("pit-water", Box(0, 0, 128, 400))
        case .pitLeft: ("pit-left", Box(-18, -14, 36, 414))
        case .pitRight: ("pit-right", Box(-18, -14, 36, 414))
        case .dust: ("dust", Box(-12, -12, 24, 24))
        case .leaf: ("leaf", Box(-10, -7, 20, 14))
        case .star: ("star", Box(-11, -11, 22, 22))
        case .drop: ("drop", Box(-6, -8, 12, 16))
        case .logo: ("logo", Box(-230, -84, 460, 190))
        }
    }
}

/// The texts of the draw list; the host has them in the player's language.
public enum Words: Int32, CaseIterable, Sendable {
    /// "128 m", the distance so far.
    case distance
    /// "Best 512 m".
    case best
    /// "300 m!", in passing.
    case milestone
    /// On a sign by the way.
    case sign
    /// How to jump, for who plays for the first time.
    case hint
    /// How to jump higher.
    case hintHold
    /// 3, 2, 1.
    case countdown
}
