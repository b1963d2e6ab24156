public import LaurelArcade

/// The pictures of the game. Each is one SVG file, by ``name``; its own origin is the point it hangs on.
public enum Sprite: Int32, SpriteKind {
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
    case swampHills, swampTrees, swampReeds, swampGround, swampCanopy, swampCattails
    case swampWater, swampLeft, swampRight
    case ruinsWalls, ruinsRubble, ruinsGround, ruinsColumn, ruinsLeft, ruinsRight
    case savannaHills, savannaTrees, savannaGrass, savannaGround, savannaTuft
    case savannaWater, savannaLeft, savannaRight
    case firefly, petal
    case banana, glow, flag, flagFriend
    case birdUp, birdDown

    public var entry: (name: StaticString, box: SpriteBox) {
        switch self {
        case .skyDay: ("sky-day", SpriteBox(0, 0, 64, 512))
        case .skyDusk: ("sky-dusk", SpriteBox(0, 0, 64, 512))
        case .skyNight: ("sky-night", SpriteBox(0, 0, 64, 512))
        case .stars: ("stars", SpriteBox(0, 0, 642, 360))
        case .sun: ("sun", SpriteBox(-90, -90, 180, 180))
        case .moon: ("moon", SpriteBox(-60, -60, 120, 120))
        case .cloudLarge: ("cloud-large", SpriteBox(-80, -34, 160, 60))
        case .cloudSmall: ("cloud-small", SpriteBox(-52, -22, 104, 40))
        case .mountains: ("mountains", SpriteBox(0, -180, 962, 190))
        case .hills: ("hills", SpriteBox(0, -130, 802, 140))
        case .jungle: ("jungle", SpriteBox(0, -240, 842, 250))
        case .bushes: ("bushes", SpriteBox(0, -70, 642, 80))
        case .ground: ("ground", SpriteBox(0, -14, 482, 414))
        case .fern: ("fern", SpriteBox(-100, -110, 200, 120))
        case .canopy: ("canopy", SpriteBox(0, -10, 722, 120))
        case .signpost: ("signpost", SpriteBox(-30, -60, 60, 64))
        case .monkeyBody: ("monkey-body", SpriteBox(-18, -20, 36, 40))
        case .monkeyHead: ("monkey-head", SpriteBox(-24, -36, 52, 46))
        case .monkeyBlink: ("monkey-blink", SpriteBox(-24, -36, 52, 46))
        case .monkeyHurt: ("monkey-hurt", SpriteBox(-24, -36, 52, 46))
        case .monkeyArm: ("monkey-arm", SpriteBox(-6, -6, 12, 22))
        case .monkeyForearm: ("monkey-forearm", SpriteBox(-8, -6, 16, 26))
        case .monkeyThigh: ("monkey-thigh", SpriteBox(-8, -8, 16, 24))
        case .monkeyShin: ("monkey-shin", SpriteBox(-8, -6, 24, 24))
        case .monkeyArmFar: ("monkey-arm-far", SpriteBox(-6, -6, 12, 22))
        case .monkeyForearmFar: ("monkey-forearm-far", SpriteBox(-8, -6, 16, 26))
        case .monkeyThighFar: ("monkey-thigh-far", SpriteBox(-8, -8, 16, 24))
        case .monkeyShinFar: ("monkey-shin-far", SpriteBox(-8, -6, 24, 24))
        case .monkeyTail: ("monkey-tail", SpriteBox(-4, -4, 18, 8))
        case .monkeyTailTip: ("monkey-tail-tip", SpriteBox(-4, -14, 20, 20))
        case .shadow: ("shadow", SpriteBox(-32, -6, 64, 12))
        case .snakeCoil: ("snake-coil", SpriteBox(-26, -24, 52, 28))
        case .snakeNeck: ("snake-neck", SpriteBox(-2, -7, 36, 14))
        case .snakeHead: ("snake-head", SpriteBox(-26, -14, 38, 28))
        case .snakeHeadOpen: ("snake-head-open", SpriteBox(-30, -18, 42, 36))
        case .coconut: ("coconut", SpriteBox(-19, -19, 38, 38))
        case .parrotBody: ("parrot-body", SpriteBox(-28, -22, 62, 44))
        case .parrotWing: ("parrot-wing", SpriteBox(-12, -34, 34, 40))
        case .parrotWingFar: ("parrot-wing-far", SpriteBox(-12, -34, 34, 40))
        case .frogSit: ("frog-sit", SpriteBox(-24, -34, 48, 38))
        case .frogLeap: ("frog-leap", SpriteBox(-30, -32, 66, 42))
        case .porcupineBody: ("porcupine-body", SpriteBox(-32, -30, 64, 36))
        case .porcupineQuills: ("porcupine-quills", SpriteBox(-36, -38, 72, 44))
        case .pitWater: ("pit-water", SpriteBox(0, 0, 128, 400))
        case .pitLeft: ("pit-left", SpriteBox(-18, -14, 36, 414))
        case .pitRight: ("pit-right", SpriteBox(-18, -14, 36, 414))
        case .dust: ("dust", SpriteBox(-12, -12, 24, 24))
        case .leaf: ("leaf", SpriteBox(-10, -7, 20, 14))
        case .star: ("star", SpriteBox(-11, -11, 22, 22))
        case .drop: ("drop", SpriteBox(-6, -8, 12, 16))
        case .logo: ("logo", SpriteBox(-230, -84, 460, 190))
        case .swampHills: ("swamp-hills", SpriteBox(0, -130, 802, 140))
        case .swampTrees: ("swamp-trees", SpriteBox(0, -240, 842, 250))
        case .swampReeds: ("swamp-reeds", SpriteBox(0, -70, 642, 80))
        case .swampGround: ("swamp-ground", SpriteBox(0, -14, 482, 414))
        case .swampCanopy: ("swamp-canopy", SpriteBox(0, -10, 722, 120))
        case .swampCattails: ("swamp-cattails", SpriteBox(-100, -110, 200, 120))
        case .swampWater: ("swamp-water", SpriteBox(0, 0, 128, 400))
        case .swampLeft: ("swamp-left", SpriteBox(-18, -14, 36, 414))
        case .swampRight: ("swamp-right", SpriteBox(-18, -14, 36, 414))
        case .ruinsWalls: ("ruins-walls", SpriteBox(0, -240, 842, 250))
        case .ruinsRubble: ("ruins-rubble", SpriteBox(0, -70, 642, 80))
        case .ruinsGround: ("ruins-ground", SpriteBox(0, -14, 482, 414))
        case .ruinsColumn: ("ruins-column", SpriteBox(-100, -110, 200, 120))
        case .ruinsLeft: ("ruins-left", SpriteBox(-18, -14, 36, 414))
        case .ruinsRight: ("ruins-right", SpriteBox(-18, -14, 36, 414))
        case .savannaHills: ("savanna-hills", SpriteBox(0, -130, 802, 140))
        case .savannaTrees: ("savanna-trees", SpriteBox(0, -240, 842, 250))
        case .savannaGrass: ("savanna-grass", SpriteBox(0, -70, 642, 80))
        case .savannaGround: ("savanna-ground", SpriteBox(0, -14, 482, 414))
        case .savannaTuft: ("savanna-tuft", SpriteBox(-100, -110, 200, 120))
        case .savannaWater: ("savanna-water", SpriteBox(0, 0, 128, 400))
        case .savannaLeft: ("savanna-left", SpriteBox(-18, -14, 36, 414))
        case .savannaRight: ("savanna-right", SpriteBox(-18, -14, 36, 414))
        case .firefly: ("firefly", SpriteBox(-10, -10, 20, 20))
        case .banana: ("banana", SpriteBox(-15, -15, 30, 30))
        case .glow: ("glow", SpriteBox(-24, -24, 48, 48))
        case .flag: ("flag", SpriteBox(-6, -70, 46, 74))
        case .flagFriend: ("flag-friend", SpriteBox(-6, -70, 46, 74))
        case .petal: ("petal", SpriteBox(-10, -7, 20, 14))
        case .birdUp: ("bird-up", SpriteBox(-14, -8, 28, 16))
        case .birdDown: ("bird-down", SpriteBox(-14, -8, 28, 16))
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
    /// On a sign by the track.
    case sign
    /// How to jump, for who plays for the first time.
    case hint
    /// How to jump higher.
    case hintHold
    /// 3, 2, 1.
    case countdown
    /// Where a land begins: the number of the ``Land``, to be said by its name.
    case land
    /// "120 m to go", until the run that is the ghost ended.
    case ghostToGo
    /// "12 m ahead" of where the ghost ended.
    case ghostPassed
    /// A rival's name on a flag; "6 m to marmoset-bot"; "Passed marmoset-bot!": see ``Arcade/RivalSign``.
    case flag, rivalToGo, rivalPassed
    /// Something was cleared by a hair.
    case nearMiss
    /// He has enough bananas, and they have saved him.
    case protected, spared
}
