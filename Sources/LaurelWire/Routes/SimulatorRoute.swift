public import LaurelDomain

/// Simulators that developers upload.
public enum SimulatorRoute: FeatureRoute {
    case list(BundleID)
    case simulator(BundleID, SimulatorName)
    case set(BundleID, SimulatorName)
    case remove(BundleID, SimulatorName)

    public var route: Route { .simulators(self) }

    public static let endpoints: [Endpoint] = [
        .setSimulator, .simulators, .simulator, .removeSimulator,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .list: .simulators
        case .simulator: .simulator
        case .set: .setSimulator
        case .remove: .removeSimulator
        }
    }
}

extension Endpoint {
    public static let setSimulator = SimulatorRoute.endpoint(
        "setSimulator", .put, "/v1/connect/apps/{bundleID}/simulators/{simulator}", .app, .path(.simulator),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Upload a simulator, replacing the one with this name: a WebAssembly module of at most "
            + "\(SimulatorModule.bytesLimit) bytes, with the exports in docs/simulators.md and no imports. It "
            + "must compile. Uploading the same module again changes nothing.",
        body: .file(["application/wasm"]), answer: .json(200, SimulatorAnswer.schema),
        problems: [.unknownGame, .tooLarge, .invalidSimulator, .conflict, .unavailable],
        route: { .set($0, $1) },
        values: { if case .set(let app, let simulator) = $0 { (app, simulator) } else { nil } })

    public static let simulators = SimulatorRoute.endpoint(
        "simulators", .get, "/v1/connect/apps/{bundleID}/simulators", .app,
        access: .team(.view), origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "List an app's uploaded simulators by name.",
        body: .none, answer: .json(200, SimulatorAnswer.listShape.schema), problems: [.unknownGame],
        route: { .list($0) }, values: { if case .list(let app) = $0 { app } else { nil } })

    public static let simulator = SimulatorRoute.endpoint(
        "simulator", .get, "/v1/connect/apps/{bundleID}/simulators/{simulator}", .app, .path(.simulator),
        access: .team(.view), origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "Download a simulator's module.",
        body: .none, answer: .bytes("application/wasm"), problems: [.unknownGame, .unknownSimulator],
        route: { .simulator($0, $1) },
        values: { if case .simulator(let app, let simulator) = $0 { (app, simulator) } else { nil } })

    public static let removeSimulator = SimulatorRoute.endpoint(
        "removeSimulator", .delete, "/v1/connect/apps/{bundleID}/simulators/{simulator}", .app, .path(.simulator),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Delete a simulator that no leaderboard of the app uses.",
        body: .none, answer: .noContent, problems: [.unknownGame, .unknownSimulator, .conflict],
        route: { .remove($0, $1) },
        values: { if case .remove(let app, let simulator) = $0 { (app, simulator) } else { nil } })
}
