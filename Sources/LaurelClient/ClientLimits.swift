/// How long the client waits and how much it takes: all of it in one place.
public enum ClientLimits {
    /// Between two signs of life of a request. A phone that changes its network needs some seconds.
    public static let requestTimeout: Duration = .seconds(15)
    /// Between two lines of an event stream; the server sends a heartbeat every 20 seconds.
    public static let streamTimeout: Duration = .seconds(60)
    /// Bytes of an answer in JSON: a hundred entries have 40 thousand, five hundred leaderboards 400 thousand.
    public static let answerBytes = 4 << 20
    /// Bytes of what the queue sends in one request: a server takes 1 MiB, and `waiting` comes on top.
    public static let requestBytes = 1_000_000
    /// Of one player in a game: as many pages of them are read.
    public static let matches = 10_000
    /// Bytes of a picture or a saved game.
    public static let blobBytes = 32 << 20
    /// Bytes of one line of an event stream.
    public static let lineBytes = 256 << 10
    /// Lines of an event stream that nobody has read yet. Then it ends, and is resumed where the reader was.
    public static let unreadLines = 4_096
}
