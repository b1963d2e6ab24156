/// Players who were found for a hosted match. None are found before there are real-time matches.
// SAFETY: holds nothing.
open class GKMatchedPlayers: NSObject, @unchecked Sendable {
    open var properties: [String: Any]? { nil }
    open var players: [GKPlayer] { [] }
    open var playerProperties: [GKPlayer: [String: Any]]? { nil }
}
