import LaurelArcade
public import LaurelDomain
import LaurelMonkeyJump
import LaurelWhackACac

/// The games that come with the server.
public enum BuiltInSimulators {
    /// By the name that a leaderboard is configured with. Names are stored: none is given to another game.
    ///
    /// - Parameters: the released versions of each game's core.
    public static func all(
        monkeyJump: KeptCores = .none, whackACac: KeptCores = .none
    ) -> [SimulatorName: any Simulator] {
        [
            name("monkeyjump"): CoreSimulator(
                LaurelMonkeyJump.Run.self, LaurelMonkeyJump.Feat.self, counted: { $0.intersection(.jump) },
                kept: monkeyJump),
            name("whackacac"): CoreSimulator(
                ClassicRun.self, LaurelWhackACac.Feat.self, counted: LaurelWhackACac.Run.counted, kept: whackACac),
            name("whackacac-timed"): CoreSimulator(
                TimedRun.self, LaurelWhackACac.Feat.self, counted: LaurelWhackACac.Run.counted, kept: whackACac),
        ]
    }

    /// Nobody uploads one of these names.
    public static let names = Set(all().keys)

    private static func name(_ text: String) -> SimulatorName {
        do throws(InvalidIdentifier) { return try SimulatorName(text) } catch {
            preconditionFailure("\(text) is no name of a simulator")
        }
    }
}
