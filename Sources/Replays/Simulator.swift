public import LaurelDomain
public import LaurelHelperProcess

/// Plays a game's logs again and says what they give.
public protocol Simulator: Sendable {
    /// Plays a log to its end. Blocks as long as that takes, so it is called on a thread of the ``Replayer`` alone.
    ///
    /// - Parameters:
    ///   - log: bytes from anywhere, at most `Challenge.replayBytesLimit`.
    ///   - ticksLimit: more steps than these are ``ReplayRefusal/tooLong(ticks:limit:)``.
    ///   - overtime: asked for by a play that may take long; refused, it is ``ReplayFailure/busy``.
    /// - Returns: the run, or why it is not a whole run of this game. Equal logs get equal answers.
    /// - Throws: when nothing can be said of the log.
    func play(
        _ log: [UInt8], ticksLimit: Int64, overtime: Overtime
    ) throws(ReplayFailure) -> Result<PlayedRun, ReplayRefusal>
}
