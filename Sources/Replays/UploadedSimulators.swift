public import LaurelDomain
import LaurelHelperProcess
public import LaurelSimulators
public import LaurelStorage

/// The simulators that apps have brought: played in helper processes, out of envelopes.
public struct UploadedSimulators: Sendable {
    private let module: @Sendable (SimulatorName, AppNumber) -> BlobDigest?
    private let bytes: @Sendable (BlobDigest) throws(StoreError) -> [UInt8]?
    private let helpers: SimulatorHelpers

    /// - Parameters:
    ///   - module: which one has the name now; nil: none.
    ///   - bytes: of a module; may block.
    public init(
        _ helpers: SimulatorHelpers,
        module: @escaping @Sendable (SimulatorName, AppNumber) -> BlobDigest?,
        bytes: @escaping @Sendable (BlobDigest) throws(StoreError) -> [UInt8]?
    ) {
        self.module = module
        self.bytes = bytes
        self.helpers = helpers
    }

    func knows(_ name: SimulatorName, of app: AppNumber) -> Bool { module(name, app) != nil }

    /// Blocks; called on a thread of the ``Replayer`` alone.
    ///
    /// - Throws: when nothing can be said of the log.
    func play(
        _ job: ReplayJob, ticksLimit: Int64, overtime: Overtime
    ) throws(ReplayFailure) -> Result<PlayedRun, ReplayRefusal> {
        guard let module = module(job.simulator, job.app) else { throw .unknownSimulator }
        let envelope: RunEnvelope
        do throws(RunEnvelope.Invalid) { envelope = try RunEnvelope(decoding: job.log) } catch {
            return .failure(.unreadable(error.sentence))
        }
        let played = helpers.play(module, seed: envelope.seed, envelope.payload, overtime: overtime) {
            [bytes] () throws(StoreError) in
            try bytes(module)
        }
        switch played {
        case .answered(let answer):
            return answer.run(seed: envelope.seed, ticket: envelope.ticket, ticksLimit: ticksLimit)
        case .stopped(let sentence): return .failure(.stopped(sentence))
        case .givenUp: throw .busy
        case .broken(let reason): throw .broken(reason: reason)
        }
    }
}
