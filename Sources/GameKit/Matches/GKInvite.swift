/// An invitation to a real-time match. None is made here before there are such matches; an invitation to a turn-based
/// match is a ``GKTurnBasedMatch`` whose local participant is `invited`.
// SAFETY: holds nothing that changes.
open class GKInvite: NSObject, @unchecked Sendable {
    private let player: GKPlayer
    private let group: Int
    private let attributes: UInt32
    private let isOfHostedMatch: Bool

    init(from player: GKPlayer, isHosted: Bool, group: Int, attributes: UInt32) {
        self.player = player
        self.group = group
        self.attributes = attributes
        isOfHostedMatch = isHosted
    }

    open var sender: GKPlayer { player }
    open var isHosted: Bool { isOfHostedMatch }
    open var playerGroup: Int { group }
    open var playerAttributes: UInt32 { attributes }
    @available(iOS, deprecated: 8.0)
    open var inviter: String { player.playerID }
}
