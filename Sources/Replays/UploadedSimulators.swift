public import LaurelDomain
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
    func play(_ job: ReplayJob, ticksLimit: Int64) throws(ReplayFailure) -> Result<PlayedRun, ReplayRefusal> {
        guard let module = module(job.simulator, job.app) else { throw .unknownSimulator }
        let envelope: RunEnvelope
        do throws(RunEnvelope.Invalid) { envelope = try RunEnvelope(decoding: job.log) } catch {
            return .failure(.unreadable(error.sentence))
        }
        let played = helpers.play(module, seed: envelope.seed, envelope.payload) { [bytes] () throws(StoreError) in
            try bytes(module)
        }
        switch played {
        case .answered(let answer): return Self.run(answer, envelope, ticksLimit)
        case .stopped(let sentence): return .failure(.stopped(sentence))
        case .broken(let reason): throw .broken(reason: reason)
        }
    }

    /// An uploaded game says how long a run was, not in how many steps: a step is a sixtieth of a second here.
    private static func run(
        _ answer: SimulatorAnswer, _ envelope: RunEnvelope, _ ticksLimit: Int64
    ) -> Result<PlayedRun, ReplayRefusal> {
        if let refusal = ReplayRefusal(answer.code, ticksLimit) { return .failure(refusal) }
        guard answer.milliseconds >= 0 else { return .failure(.stopped("it says that the run ended before it began")) }
        let ticks = answer.milliseconds.multipliedReportingOverflow(by: 60)
        guard !ticks.overflow, ticks.partialValue / 1_000 <= ticksLimit else {
            return .failure(.tooLong(ticks: ticks.overflow ? .max : ticks.partialValue / 1_000, limit: ticksLimit))
        }
        return .success(
            PlayedRun(
                score: answer.score, ticks: ticks.partialValue / 1_000,
                length: Timestamp.Span(milliseconds: answer.milliseconds), seed: envelope.seed,
                ticket: envelope.ticket, trace: answer.trace ?? envelope.trace))
    }
}

extension ReplayRefusal {
    /// What a simulator's number means: the table of docs/simulators.md. Nil: the run is whole.
    fileprivate init?(_ code: UInt32, _ ticksLimit: Int64) {
        let number = code >> 8
        switch code & 0xFF {
        case 0 where number == 0: return nil
        case 1: self = .unreadable(number == 0 ? "the simulator cannot read it" : "the simulator cannot read \(number)")
        case 2: self = .otherGame
        case 3: self = .otherVersion(number)
        case 4: self = .unfinished(tick: Int64(number))
        case 5: self = .inputAfterEnd(tick: Int64(number))
        case 6: self = .tooLong(ticks: Int64(number), limit: ticksLimit)
        default: self = .stopped("the simulator refused it with \(code), which means nothing")
        }
    }
}
