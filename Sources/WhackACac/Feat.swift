public import LaurelArcade

/// The achievements of Whack-a-Cac.
public enum Feat: Int32, FeatKind {
    /// The first cactus.
    case killOne
    /// So many in one game, in either mode.
    case hits50
    case hits100
    /// 25 from the beginning of a game without a life lost.
    case flawless25
    /// 30 blows in a row, none of them into the sand.
    case sharpshooter
    /// One hit within 0.4 s of its coming.
    case quickDraw
    /// One hit in the last tenth of a second of its patience.
    case closeCall
    /// A minute of the timed mode, and three.
    case survive1
    case survive3
    /// A friend's score beaten in a challenge: the challenge says so, no run does.
    case beatAFriend

    public var identifier: StaticString {
        switch self {
        case .killOne: "com.dragonforged.whackacac.killone"
        case .hits50: "com.dragonforged.whackacac.hits50"
        case .hits100: "com.dragonforged.whackacac.hits100"
        case .flawless25: "com.dragonforged.whackacac.flawless25"
        case .sharpshooter: "com.dragonforged.whackacac.sharpshooter"
        case .quickDraw: "com.dragonforged.whackacac.quickdraw"
        case .closeCall: "com.dragonforged.whackacac.closecall"
        case .survive1: "com.dragonforged.whackacac.survive1"
        case .survive3: "com.dragonforged.whackacac.survive3"
        case .beatAFriend: "com.dragonforged.whackacac.beatafriend"
        }
    }

    public var isOfRun: Bool { self != .beatAFriend }

    /// In ticks.
    static let minute: Int32 = 3600
}

/// What in a game counts towards feats. It decides nothing, so no trace has it.
struct Deeds: Hashable, Sendable {
    private(set) var earned: Feats = []
    private var blowsInARow: Int32 = 0

    private static let quickTicks: Int32 = 24
    private static let closeTicks: Int32 = 6

    mutating func swing() { blowsInARow = 0 }

    /// - Parameters:
    ///   - cactus: as it stood when it was hit.
    ///   - hits: this one among them.
    ///   - isFlawless: no life was lost so far.
    mutating func hit(_ cactus: Cactus, hits: Int32, isFlawless: Bool) {
        blowsInARow &+= 1
        earned.insert(Feat.killOne.mask)
        if hits >= 50 { earned.insert(Feat.hits50.mask) }
        if hits >= 100 { earned.insert(Feat.hits100.mask) }
        if hits >= 25, isFlawless { earned.insert(Feat.flawless25.mask) }
        if blowsInARow >= 30 { earned.insert(Feat.sharpshooter.mask) }
        if cactus.age <= Self.quickTicks { earned.insert(Feat.quickDraw.mask) }
        if cactus.patience &- cactus.age <= Self.closeTicks { earned.insert(Feat.closeCall.mask) }
    }
}
