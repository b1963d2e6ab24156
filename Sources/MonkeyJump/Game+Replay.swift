public import LaurelArcade

extension Game {
    public static var coreVersion: UInt16 { Run.coreVersion }

    public static func replay(_ log: InputLog) throws(ReplayRefusal) -> RunResult { try simulate(log, as: Run.self) }
}
