/// That a player likes a game, and since when.
public struct GameLike: Hashable, Sendable {
    public var app: AppNumber
    public var since: Timestamp

    public init(app: AppNumber, since: Timestamp) {
        self.app = app
        self.since = since
    }
}
