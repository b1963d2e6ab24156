import LaurelDomain
import LaurelMatches

/// How an ended match went, as one of its players is told.
struct MatchEnding {
    private let match: Match
    /// Who played, or at least was asked to: not those who declined, nor seats that no stranger took.
    private let seats: [Seat]

    init(_ match: Match) {
        self.match = match
        seats = match.seats.filter { seat in
            guard let participant = match[seat], participant.status == .done, participant.called != nil
            else { return false }
            return participant.player != nil || participant.outcome != .none
        }
    }

    /// Who won; of who won themselves, who came next.
    func other(of seat: Seat) -> PlayerNumber? { otherSeat(of: seat).flatMap { match[$0]?.player } }

    /// Numbers as in the match itself, so that nothing needs escaping.
    func details(for seat: Seat) -> String {
        let other = otherSeat(of: seat).map { #","otherOutcome":\#(outcome($0).rawValue)"# } ?? ""
        return #"{"outcome":\#(outcome(seat).rawValue)\#(other),"players":\#(seats.count)}"#
    }

    private func otherSeat(of seat: Seat) -> Seat? {
        seats.filter { $0 != seat && match[$0]?.player != nil }
            .min { (order(outcome($0)), $0) < (order(outcome($1)), $1) }
    }

    private func outcome(_ seat: Seat) -> MatchOutcome { match[seat]?.outcome ?? .none }

    /// The best first. A game's own outcomes say nothing here.
    private func order(_ outcome: MatchOutcome) -> Int {
        switch outcome {
        case .won, .first: 0
        case .second: 1
        case .third: 2
        case .fourth: 3
        case .tied: 4
        case .timeExpired: 6
        case .quit: 7
        default: 5
        }
    }
}
