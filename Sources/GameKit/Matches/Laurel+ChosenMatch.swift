import LaurelClient
import LaurelWire
import Synchronization

extension Laurel {
    /// By the player, outside the game. The latest choice counts.
    func choose(_ match: MatchID) {
        chosenMatch.withLock { $0 = match }
        // An event may have brought it: what is told stands in line behind that event.
        perform { await self.playChosenMatch() }
    }

    /// Tells the game which match the player chose, once: as soon as somebody is signed in and somebody hears of turns.
    /// In line with the events, so that no older match is told after a later one (rule 12.18).
    func playChosenMatch() async {
        guard let player = session?.player.id, hearsOfTurns else { return }
        await inLine(Self.eventLine(of: player)) { [self] in
            guard session?.player.id == player, hearsOfTurns else { return }
            await tellChosenMatch(to: player)
        }
    }

    /// In line with the events.
    func tellChosenMatch(to player: String) async {
        let chosen = chosenMatch.withLock { chosen in
            defer { chosen = nil }
            return chosen
        }
        guard let chosen else { return }
        do throws(GKError) {
            let match = try await loadMatch(chosen.text)
            // What one player of the device chose isn't the next one's.
            guard session?.player.id == player else { return }
            // The notice that led to the choice has nothing to add. The end is told as such, too.
            if match.status != .ended { _ = matchEvents.isNews(match.answer) }
            tellTurn(match, didBecomeActive: true)
        } catch {
            world.log("Can't play match \(chosen.text): \(error.localizedDescription)")
            // The server can't be reached: retried after the next sign-in.
            guard error.code == .communicationsFailure else { return }
            chosenMatch.withLock { later in if later == nil { later = chosen } }
        }
    }
}
