public import LaurelArcade

/// The achievements of MonkeyJump.
public enum Feat: Int32, FeatKind {
    /// A run to its end, however short.
    case firstRun
    case metres500
    case metres1000
    /// From the morning through a night and into the next morning.
    case roundTheClock
    /// 250 m in a row without a jump for nothing: each has come down behind something that it went over.
    case clean250
    /// Two obstacles with one jump.
    case twoAtOnce
    /// Each kind of obstacle left behind in one run.
    case naturalist
    /// Five run under, feet on the ground, in one run: parrots that fly high, and frogs in the air.
    case limbo
    /// A friend's score beaten in a challenge: the challenge says so, no run does.
    case beatAFriend

    public var identifier: StaticString {
        switch self {
        case .firstRun: "FirstRun"
        case .metres500: "Metres500"
        case .metres1000: "Metres1000"
        case .roundTheClock: "RoundTheClock"
        case .clean250: "Clean250"
        case .twoAtOnce: "TwoAtOnce"
        case .naturalist: "Naturalist"
        case .limbo: "Limbo"
        case .beatAFriend: "BeatAFriend"
        }
    }

    public var isOfRun: Bool { self != .beatAFriend }
}
