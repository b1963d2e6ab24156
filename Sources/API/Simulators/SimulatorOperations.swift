import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// What apps play their runs again with.
struct SimulatorFeature: Sendable {
    let setSimulator: SetSimulator
    let catalogue: Catalogue
    let answers: Answers
    let replies: Replies

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: SimulatorRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .list(let id): try simulators(id, caller)
        case .simulator(let id, let name): try simulator(request, id, name, caller)
        case .set(let id, let name): try setSimulator(request, id, name, caller)
        case .remove(let id, let name): try removeSimulator(request, id, name, caller)
        }
    }

    func simulators(_ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let simulators = catalogue.simulators.all(of: try catalogue.find(bundleID).number)
        return .now(
            answers.json(.ok, simulators.map { SimulatorAnswer($0) }, as: SimulatorAnswer.listShape))
    }

    func simulator(
        _ request: Request, _ bundleID: BundleID, _ name: SimulatorName, _ caller: Caller
    ) throws(Problem) -> Reply {
        _ = try caller.administering()
        return replies.later(request) { () async throws(SimulatorError) in
            return answers.module(try await setSimulator.read(name, of: bundleID))
        }
    }

    func setSimulator(
        _ request: Request, _ bundleID: BundleID, _ name: SimulatorName, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        guard request.headers["content-type"]?.lowercased() == "application/wasm" else {
            throw Problem(.invalidSimulator, "Content-Type must be application/wasm.")
        }
        return replies.later(request) { () async throws(SimulatorError) in
            let simulator = try await setSimulator(request.body, as: name, of: bundleID, by: administrator)
            return answers.json(.ok, SimulatorAnswer(simulator))
        }
    }

    func removeSimulator(
        _ request: Request, _ bundleID: BundleID, _ name: SimulatorName, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        return replies.later(request) { () async throws(SimulatorError) in
            try await setSimulator.remove(name, of: bundleID, by: administrator)
            return answers.noContent()
        }
    }
}

extension Problem {
    init(from error: SimulatorError) {
        switch error {
        case .unknownApp(let id): self = .unknown(id)
        case .unknown(let name): self.init(.unknownSimulator, "There's no simulator named \(name.text).")
        case .builtIn(let name):
            self.init(.conflict, "\(name.text) is built into the server. Choose another name.")
        case .tooMany(let limit):
            self = .tooMany(limit, "An app can have at most \(limit) simulators. Delete one first.")
        case .tooLarge(let limit): self.init(.tooLarge, "A simulator can have at most \(limit) bytes.")
        case .invalid(let sentence): self.init(.invalidSimulator, sentence)
        case .inUse(let id):
            self.init(.conflict, "Leaderboard \(id.text) uses it to check scores. Change its “replays” first.")
        case .busy:
            self.init(
                .unavailable, "Other simulators are being compiled.", retryAfterSeconds: 5,
                cause: "the simulator helpers are busy")
        case .notRunnable(let reason):
            self.init(
                .unavailable,
                "This server can't run simulators. Its operator must install the wasmtime library; "
                    + "“laurel doctor” says how.", retryAfterSeconds: 3_600, cause: reason)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
