import LaurelArcade
public import LaurelDomain
import LaurelMonkeyJump
import LaurelWhackACac

/// The games that come with the server.
public enum BuiltInSimulators {
    /// By the name that a leaderboard is configured with. Names are stored: none is given to another game.
    public static let all: [SimulatorName: any Simulator] = [
        name("monkeyjump"): CoreSimulator<LaurelMonkeyJump.Run, LaurelMonkeyJump.Feat>(),
        name("whackacac"): CoreSimulator<ClassicRun, LaurelWhackACac.Feat>(),
        name("whackacac-timed"): CoreSimulator<TimedRun, LaurelWhackACac.Feat>(),
    ]

    private static func name(_ text: String) -> SimulatorName {
        do throws(InvalidIdentifier) { return try SimulatorName(text) } catch {
            preconditionFailure("\(text) is no name of a simulator")
        }
    }
}
