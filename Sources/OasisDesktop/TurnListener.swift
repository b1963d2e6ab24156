import GameKit

/// Hears of matches: whose turn it is, what others did, and how they ended.
// SAFETY: it never changes; GameKit calls it on the main thread, on which the game is.
final class TurnListener: NSObject, GKLocalPlayerListener, @unchecked Sendable {
    private let game: OasisGame

    init(_ game: OasisGame) { self.game = game }

    func player(_ player: GKPlayer, receivedTurnEventFor match: GKTurnBasedMatch, didBecomeActive: Bool) {
        // The player chose it on a page, or the program was started for it.
        MainActor.assumeIsolated { didBecomeActive ? game.open(match) : game.told(of: match) }
    }

    func player(_ player: GKPlayer, matchEnded match: GKTurnBasedMatch) {
        MainActor.assumeIsolated { game.told(of: match) }
    }

    /// Of a link to *Play with friends*, which the program was started with or was handed.
    func player(
        _ player: GKPlayer, wantsToPlay activity: GKGameActivity, completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        MainActor.assumeIsolated {
            if let code = activity.partyCode { game.meet(code) } else { game.askForParty() }
        }
        completionHandler(true)
    }

    /// Asked for on the pages; a match that the server judges has nothing to add.
    func player(_ player: GKPlayer, wantsToQuitMatch match: GKTurnBasedMatch) {
        MainActor.assumeIsolated { game.quit(match) }
    }
}
