/// What both protocols have, asked of the one that the connection speaks. The plain one is asked first in nothing but
/// its name: one look at a pointer tells.
extension Connection {
    var isStreaming: Bool { multiplexed == nil ? machine.isStreaming : !writers.isEmpty }
    var isLingering: Bool { multiplexed?.isLingering ?? machine.isLingering }

    /// Whether an answer to this request would go to anybody.
    func isOpen(_ sequence: UInt64) -> Bool { multiplexed?.isOpen(sequence) ?? true }

    func deadline(_ times: Turn.Deadlines) -> UInt64 {
        multiplexed?.deadline(times) ?? machine.deadline(times)
    }

    /// The client will send nothing more.
    ///
    /// - Returns: whether the connection has no further use.
    func inputEnded() -> Bool {
        if let multiplexed { return multiplexed.inputEnded() }
        return machine.inputEnded()
    }

    func drain(_ turn: Turn) {
        if let multiplexed { multiplexed.drain(turn) } else { machine.drain() }
    }

    func beginLingering(_ turn: Turn) {
        if let multiplexed { multiplexed.beginLingering(turn) } else { machine.beginLingering(turn) }
    }

    func admit(_ sequence: UInt64, limit: Int?, isJudged: Bool, _ turn: Turn) {
        if let multiplexed {
            multiplexed.admit(sequence, limit: limit, isJudged: isJudged, turn)
        } else {
            machine.admit(limit: limit, isJudged: isJudged)
        }
    }

    /// - Returns: the sequence to answer; nil when nobody waits for an answer any more.
    func answerWithoutBody(_ sequence: UInt64, _ turn: Turn) -> UInt64? {
        if let multiplexed { return multiplexed.answerWithoutBody(sequence) ? sequence : nil }
        return machine.answerWithoutBody(turn)
    }
}
