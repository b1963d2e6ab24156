import Foundation
import GameKit

/// A party whose table is made, as its maker sees it before they play: the code, and who is there.
struct PartyRoom {
    var party: GameCenterParty
    var match: GKTurnBasedMatch
    /// The QR code of its page, in PNG.
    var picture: Data?
    /// The link was copied just now.
    var isCopied = false

    /// Who is there, besides the local player.
    var others: [GKPlayer] { party.players.filter { $0 != GKLocalPlayer.local } }
}
