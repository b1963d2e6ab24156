public import LaurelDomain

/// Matches that came of a party (rule 14.9).
extension MatchBook {
    /// Who of its players sit in them. From the newest back to the party's creation: O(the players' matches since).
    ///
    /// - Parameters:
    ///   - players: who has come by the code. Who only knows its group isn't asked about.
    ///   - group: of the party's code.
    ///   - since: when the party was made: a code of players' own choice may have been in use before.
    public func seats(of players: [PlayerNumber], group: Int64, since: Timestamp) -> PartySeats {
        var seated: Set<PlayerNumber> = []
        var last: Timestamp?
        for player in players {
            for number in numbers(of: player).reversed() {
                guard let match = matches[number], match.created >= since else { break }
                guard match.group == group, let seat = match.seat(of: player) else { continue }
                if let ended = match.ended {
                    last = max(last ?? ended, ended)
                } else if match[seat]?.status == .active {
                    seated.insert(player)
                }
            }
        }
        return PartySeats(players: seated, ended: last)
    }
}
