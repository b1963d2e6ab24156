/// What one caller may have of what costs us something while it lasts.
public struct APILimits: Hashable, Sendable {
    /// Event streams in all; each holds a connection.
    public var eventStreams = 15_000
    /// Of one player: a few browsers, whose tabs share one stream each.
    public var eventStreamsPerPlayer = 16
    /// Of one address without a session: a school or an office behind one address still gets by.
    public var eventStreamsPerAddress = 256
    /// Encoded pages of leaderboards kept, of about 20 KB each.
    public var encodedPages = 1_024
    /// Bytes of a request's body; the largest is an import of a configuration.
    public var bodyBytes = 1_048_576
    /// The same for requests of nobody in particular, such as a sign-up, and where no token is needed. More than the
    /// server takes from a socket at a time, so it holds for each of them or for none.
    public var anonymousBodyBytes = 65_536
    /// How long a read may wait for a version that is not there yet.
    public var versionWait = Duration.seconds(2)

    public init() {}
}
