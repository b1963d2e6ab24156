import LaurelDomain
import LaurelWire

// What the document says of simulators.
extension Endpoint {
    var simulatorDocumentation: Documentation {
        switch self {
        case .simulators:
            Documentation(
                summary: "List an app's uploaded simulators by name.",
                answer: .json(200, SimulatorAnswers.listSchema), problems: [.unknownGame])
        case .simulator:
            Documentation(
                summary: "Download a simulator's module.", answer: .bytes("application/wasm"),
                problems: [.unknownGame, .unknownSimulator])
        case .setSimulator:
            Documentation(
                summary: "Upload a simulator, replacing the one with this name: a WebAssembly module of at most "
                    + "\(SimulatorModule.bytesLimit) bytes, with the exports in docs/simulators.md and no imports. It "
                    + "must compile. Uploading the same module again changes nothing.",
                answer: .json(200, SimulatorAnswers.schema),
                problems: [.unknownGame, .tooLarge, .invalidSimulator, .conflict, .unavailable],
                uploads: ["application/wasm"])
        default:
            Documentation(
                summary: "Delete a simulator that no leaderboard of the app uses.",
                answer: .noContent, problems: [.unknownGame, .unknownSimulator, .conflict])
        }
    }
}
