import LaurelDomain
import LaurelSimulators

extension SimulatorAnswer {
    /// The run a module played, or why it failed. The module reports milliseconds, not steps: a step
    /// is a sixtieth of a second here.
    func run(seed: UInt64, ticket: [UInt8], ticksLimit: Int64) -> Result<PlayedRun, ReplayRefusal> {
        if let refusal = ReplayRefusal(code, ticksLimit) { return .failure(refusal) }
        guard milliseconds >= 0 else { return .failure(.stopped("it says the run ended before it started")) }
        guard milliseconds <= ticksLimit * 1_000 / 60 else {
            let product = milliseconds.multipliedReportingOverflow(by: 60)
            return .failure(.tooLong(ticks: product.overflow ? .max : product.partialValue / 1_000, limit: ticksLimit))
        }
        return .success(
            PlayedRun(
                score: score, ticks: (milliseconds * 60 + 500) / 1_000,
                length: Timestamp.Span(milliseconds: milliseconds), seed: seed, ticket: ticket, trace: trace,
                feats: achievements))
    }
}

extension ReplayRefusal {
    /// What a simulator's number means: the table of docs/simulators.md. Nil: the run is whole.
    fileprivate init?(_ code: UInt32, _ ticksLimit: Int64) {
        let number = code >> 8
        switch code & 0xFF {
        case 0 where number == 0: return nil
        case 1: self = .unreadable(number == 0 ? "the simulator can't read it" : "the simulator can't read \(number)")
        case 2: self = .otherGame
        case 3: self = .otherVersion(number)
        case 4: self = .unfinished(tick: Int64(number))
        case 5: self = .inputAfterEnd(tick: Int64(number))
        case 6: self = .tooLong(ticks: Int64(number), limit: ticksLimit)
        default: self = .stopped("the simulator refused it with an unknown code, \(code)")
        }
    }
}
