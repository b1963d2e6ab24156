import LaurelDomain

/// How much of what is over is kept of a player in memory (rule 12.1). The archive has a limit of
/// its own. So nobody fills the store by many accounts.
extension MatchBook {
    /// Matches that one write takes out at most.
    private static let batchLimit = 16

    /// What makes room for one more match of the player: their oldest ended ones leave their list, and go to
    /// the archive with the last player who has them listed. O(the player's matches).
    ///
    /// - Parameter other: stays, however old it is.
    func planRoom(for player: PlayerNumber, at now: Timestamp, keeping other: MatchNumber? = nil) -> [MatchFact] {
        let kept = numbers(of: player).filter { number in
            guard let match = matches[number], match.ended != nil, let seat = match.seat(of: player) else {
                return false
            }
            // One that nobody sees any more counts to all who sat there.
            return match[seat]?.isRemoved == false || !match.isListed
        }
        let spare = kept.count - (MatchLimits.listedEndedMatches - 1)
        let going = kept.filter { $0 != other }.prefix(min(max(0, spare), Self.batchLimit))
        return going.flatMap { number -> [MatchFact] in
            guard let match = matches[number], let seat = match.seat(of: player) else { return [] }
            var draft = MatchDraft(match, at: now)
            if match[seat]?.isRemoved == false { draft.record(.removed(seat)) }
            if !draft.match.isListed { draft.record(.archived) }
            return draft.facts
        }
    }
}

extension Match {
    /// Whether somebody still has it in their list.
    fileprivate var isListed: Bool { participants.contains { $0.player != nil && $0.isTold && !$0.isRemoved } }
}
