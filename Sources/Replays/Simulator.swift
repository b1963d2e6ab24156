public import LaurelDomain

/// Plays a game's logs again and says what they give.
///
/// A built-in one runs in this process, since a core of ours cannot trap, does not allocate and costs a bounded time
/// for each step. One that a developer brings runs in a helper process with limits of its own.
public protocol Simulator: Sendable {
    /// Plays a log to its end. Blocks as long as that takes, so it is called on a thread of the ``Replayer`` alone.
    ///
    /// - Parameters:
    ///   - log: bytes from anywhere, at most `Challenge.replayBytesLimit`.
    ///   - ticksLimit: more steps than these are ``ReplayRefusal/tooLong(ticks:limit:)``.
    /// - Throws: why it is not a whole run of this game. Equal logs get equal answers.
    func play(_ log: [UInt8], ticksLimit: Int64) throws(ReplayRefusal) -> PlayedRun
}
