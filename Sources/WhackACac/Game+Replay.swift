public import LaurelArcade

extension Game {
    public static var coreVersion: UInt16 { Run.coreVersion }

    /// The log says in which mode.
    public static func replay(_ log: InputLog) throws(ReplayRefusal) -> RunResult {
        switch mode(of: log) {
        case .classic: try simulate(log, as: ClassicRun.self)
        case .timed: try simulate(log, as: TimedRun.self)
        }
    }

    static func mode(of log: InputLog) -> Mode { log.header.coreID == Mode.timed.coreID ? .timed : .classic }
}
