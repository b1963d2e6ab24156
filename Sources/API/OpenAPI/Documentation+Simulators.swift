import LaurelDomain
import LaurelWire

// What the document says of simulators.
extension Endpoint {
    var simulatorDocumentation: Documentation {
        switch self {
        case .simulators:
            Documentation(
                summary: "The simulators that were uploaded for an app, in order of name.",
                answer: .json(200, SimulatorAnswers.listSchema), problems: [.unknownGame])
        case .simulator:
            Documentation(
                summary: "A simulator's module, as it was uploaded.", answer: .bytes("application/wasm"),
                problems: [.unknownGame, .unknownSimulator])
        case .setSimulator:
            Documentation(
                summary: "Uploads a simulator, in place of the one of this name: a module of WebAssembly of at most "
                    + "\(SimulatorModule.bytesLimit) bytes, with the exports of docs/simulators.md and no imports. It "
                    + "is compiled before it is taken. The same again changes nothing.",
                answer: .json(200, SimulatorAnswers.schema),
                problems: [.unknownGame, .tooLarge, .invalidSimulator, .conflict, .unavailable],
                uploads: ["application/wasm"])
        default:
            Documentation(
                summary: "Deletes a simulator that no leaderboard of the app checks its scores with.",
                answer: .noContent, problems: [.unknownGame, .unknownSimulator, .conflict])
        }
    }
}
