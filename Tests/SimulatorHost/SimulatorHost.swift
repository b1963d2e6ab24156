import Glibc
import LaurelSimulators

/// Simulators' helper process and nothing else: built in a moment, for the tests of the module.
@main struct SimulatorHost {
    static func main() {
        guard CommandLine.arguments.dropFirst().first == SimulatorHelper.command else { exit(2) }
        exit(SimulatorHelper.run(Array(CommandLine.arguments.dropFirst(2))))
    }
}
