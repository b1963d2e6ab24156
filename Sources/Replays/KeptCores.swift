import LaurelArcade
import LaurelDomain
import LaurelHelperProcess
public import LaurelSimulators
public import LaurelStorage

/// The released versions of a game's core, each as the module that browsers were sent: docs/internals/cores.md.
///
/// They are ours, and played like those of others all the same: WebAssembly is run in one place, within limits.
public struct KeptCores: Sendable {
    public struct Module: Sendable {
        let digest: BlobDigest
        let bytes: [UInt8]

        public init(digest: BlobDigest, bytes: [UInt8]) {
            self.digest = digest
            self.bytes = bytes
        }
    }

    private let modules: [UInt16: Module]
    private let helpers: SimulatorHelpers?

    /// None: a log of another version than the present one is refused.
    public static let none = KeptCores()

    private init() { (modules, helpers) = ([:], nil) }

    /// - Parameter modules: by version.
    public init(_ modules: [UInt16: Module], _ helpers: SimulatorHelpers) {
        (self.modules, self.helpers) = (modules, helpers)
    }

    /// - Parameters:
    ///   - log: of the game that these are of.
    ///   - bytes: what it was read from.
    /// - Throws: ``ReplayFailure/broken(reason:)`` where no WebAssembly is run: the score waits for the operator, since
    ///   a player cannot help that their game was brought up to date while they were offline.
    func play(
        _ log: InputLog, _ bytes: [UInt8], ticksLimit: Int64, overtime: Overtime
    ) throws(ReplayFailure) -> Result<PlayedRun, LaurelDomain.ReplayRefusal> {
        guard let helpers, let module = modules[log.header.coreVersion] else {
            return .failure(.otherVersion(UInt32(log.header.coreVersion)))
        }
        switch helpers.play(
            module.digest, seed: log.header.seed, bytes, overtime: overtime, bytes: { module.bytes })
        {
        case .answered(let answer):
            return answer.run(seed: log.header.seed, ticket: log.header.ticket, ticksLimit: ticksLimit).map { run in
                var run = run
                run.changes = log.spans.count
                return run
            }
        case .stopped(let sentence): return .failure(.stopped(sentence))
        case .givenUp: throw .busy
        case .broken(let reason): throw .broken(reason: reason)
        }
    }
}
