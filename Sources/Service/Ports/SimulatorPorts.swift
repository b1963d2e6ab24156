public import LaurelDomain

/// What uploading simulators needs of the world.
public struct SimulatorPorts: Sendable {
    public enum Failure: Error, Hashable, Sendable {
        /// It is no simulator; why, in a sentence for the developer.
        case invalid(String)
        case busy
        /// Nothing can be run here; why, for the operator.
        case broken(reason: String)
    }

    /// Whether a game that comes with the server has this name.
    public var isBuiltIn: @Sendable (SimulatorName) -> Bool
    /// Compiles a module and looks for what it must have, in a process of its own.
    public var compile: @Sendable ([UInt8]) async -> Result<Void, Failure>

    public init(
        isBuiltIn: @escaping @Sendable (SimulatorName) -> Bool,
        compile: @escaping @Sendable ([UInt8]) async -> Result<Void, Failure>
    ) {
        self.isBuiltIn = isBuiltIn
        self.compile = compile
    }

    public static let none = SimulatorPorts(
        isBuiltIn: { _ in false }, compile: { _ in .failure(.broken(reason: "simulators aren't run here")) })
}
