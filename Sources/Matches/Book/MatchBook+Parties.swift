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
                guard match.group == group, let participant = match.seat(of: player).flatMap({ match[$0] }) else {
                    continue
                }
                if match.ended == nil, participant.status == .active {
                    seated.insert(player)
                } else if let moment = match.ended ?? participant.seenBeforeLeaving {
                    last = max(last ?? moment, moment)
                }
            }
        }
        return PartySeats(players: seated, ended: last)
    }
}

extension Participant {
    /// When who has left a match that goes on sat there for certain: when they last ended a turn, which may be how they
    /// left, or else when they came. Out of turn they may have left later; nothing keeps that moment.
    fileprivate var seenBeforeLeaving: Timestamp? {
        status == .done && !isUnanswered ? lastTurn ?? called : nil
    }
}
