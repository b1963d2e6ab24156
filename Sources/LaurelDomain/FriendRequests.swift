/// Requests that wait for an answer.
public struct FriendRequests: Hashable, Sendable {
    public struct Row: Hashable, Sendable {
        /// The other one.
        public let player: PlayerNumber
        public let message: String
        public let created: Timestamp

        public init(player: PlayerNumber, message: String, created: Timestamp) {
            self.player = player
            self.message = message
            self.created = created
        }
    }

    public var received: [Row]
    public var sent: [Row]

    public init(received: [Row] = [], sent: [Row] = []) {
        self.received = received
        self.sent = sent
    }
}

/// Somebody whom a player may know.
public struct FriendSuggestion: Hashable, Sendable {
    public let player: PlayerNumber
    /// How many are friends of both; at least 1.
    public let sharedFriends: Int

    public init(player: PlayerNumber, sharedFriends: Int) {
        self.player = player
        self.sharedFriends = sharedFriends
    }
}
