public import LaurelDomain

/// Plays a game's logs again and says what they give.
public protocol Simulator: Sendable {
    /// Plays a log to its end. Blocks as long as that takes, so it is called on a thread of the ``Replayer`` alone.
    ///
    /// - Parameters:
    ///   - log: bytes from anywhere, at most `Challenge.replayBytesLimit`.
    ///   - ticksLimit: more steps than these are ``ReplayRefusal/tooLong(ticks:limit:)``.
    /// - Returns: the run, or why it is not a whole run of this game. Equal logs get equal answers.
    /// - Throws: when nothing can be said of the log.
    func play(_ log: [UInt8], ticksLimit: Int64) throws(ReplayFailure) -> Result<PlayedRun, ReplayRefusal>
}
