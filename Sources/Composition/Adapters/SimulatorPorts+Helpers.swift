import LaurelReplays
public import LaurelService
public import LaurelSimulators

extension SimulatorPorts {
    public init(_ helpers: SimulatorHelpers) {
        self.init(
            isBuiltIn: { BuiltInSimulators.names.contains($0) },
            compile: { bytes in
                switch await helpers.compile(bytes) {
                case .fine: .success(())
                case .invalid(let sentence): .failure(.invalid(sentence))
                case .busy: .failure(.busy)
                case .broken(let reason): .failure(.broken(reason: reason))
                }
            })
    }
}
