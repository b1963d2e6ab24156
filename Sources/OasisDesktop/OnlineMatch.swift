import Foundation
import GameKit
import LaurelDesktop
import LaurelOasis

/// A match over the server, which knows the rules and shows the local player a view.
@MainActor struct OnlineMatch {
    let match: GKTurnBasedMatch
    /// As it was when it was last heard of.
    let view: SeatView

    /// - Returns: nil where there is no game to be shown.
    init?(_ match: GKTurnBasedMatch) {
        guard let data = match.matchData, let view = SeatView(decoding: [UInt8](data)),
            match.participants.count == Int(view.seats)
        else { return nil }
        self.match = match
        self.view = view
    }

    private var participants: [GKTurnBasedParticipant] { match.participants }
    var own: GKTurnBasedParticipant { participants[Int(view.seat)] }
    var isOver: Bool { match.status == .ended }
    var isInvited: Bool { !isOver && own.status == .invited }
    /// Whether the player still plays.
    var isPlaying: Bool { !isOver && own.status == .active }
    var isMine: Bool { isPlaying && match.currentParticipant == own }

    /// Who has the turn, if they can be reminded.
    var remindable: GKTurnBasedParticipant? {
        guard isPlaying, let current = match.currentParticipant, current != own, current.player != nil else {
            return nil
        }
        return current
    }

    /// The code by which friends come, as long as a seat is free.
    var sharedCode: String? {
        isPlaying && participants.contains { $0.status == .matching } ? match.partyCode : nil
    }

    /// How far the game is: what is heard late is told from news by it.
    var progress: Int32 { view.board.count * 1000 + view.idle }

    func name(_ seat: Int) -> String {
        guard participants.indices.contains(seat) else { return "" }
        if seat == Int(view.seat) { return Words.text("oasis.you") }
        let participant = participants[seat]
        if let name = participant.player?.displayName, !name.isEmpty { return name }
        return Words.text(participant.status == .matching ? "oasis.free" : "oasis.gone")
    }

    /// Who made the match, as far as can be seen: who else plays in it already.
    var host: String {
        name(participants.indices.first { $0 != Int(view.seat) && participants[$0].status == .active } ?? 0)
    }

    /// Whose turn it is.
    var status: String {
        guard !isOver, let current = match.currentParticipant,
            let seat = participants.firstIndex(of: current)
        else { return Words.text("oasis.over") }
        if isMine { return Words.text("oasis.your") }
        switch current.status {
        case .matching: return Words.text(match.partyCode == nil ? "oasis.searching" : "oasis.waiting")
        case .invited: return Words.text("oasis.answering", slot: name(seat))
        default: return Words.text("oasis.turn", slot: name(seat))
        }
    }

    /// How long they have yet; empty: as long as they like.
    var left: String {
        guard !isOver, let due = match.currentParticipant?.timeoutDate else { return "" }
        return Words.text("oasis.left", value: Self.duration(due.timeIntervalSinceNow))
    }

    /// Whose turn it is, and how long they have yet.
    var turn: String { [status, left].filter { !$0.isEmpty }.joined(separator: " · ") }

    /// Who didn't play to the end, and what became of them: each a sentence.
    var departures: [String] {
        participants.indices.compactMap { seat -> String? in
            let key: String
            switch (participants[seat].status, participants[seat].matchOutcome) {
            case (.declined, _): key = "oasis.declined"
            case (_, .quit): key = "oasis.gone.now"
            case (_, .timeExpired): key = "oasis.expired"
            default: return nil
            }
            return seat == Int(view.seat) ? Words.text("\(key).you") : Words.text(key, slot: name(seat))
        }
    }

    /// As the pages of matches have it.
    private static func duration(_ seconds: TimeInterval) -> String {
        let minutes = Int64(min(max((seconds / 60).rounded(), 1), 1_000_000))
        if minutes >= 2_880 { return Words.text("oasis.days", a: (minutes + 720) / 1_440) }
        if minutes >= 90 { return Words.text("oasis.hours", a: (minutes + 30) / 60) }
        return Words.text("oasis.minutes", a: minutes)
    }

    /// By seat, from 1: how it ended. Those who left come last.
    var ranks: [Int] {
        let worth = participants.indices.map { seat -> Int in
            let (participant, outcome) = (participants[seat], participants[seat].matchOutcome)
            let hasLeft = participant.status == .declined || outcome == .quit || outcome == .timeExpired
            return Int(view.points[seat]) + (outcome == .won ? 10_000 : 0) - (hasLeft ? 5_000 : 0)
        }
        return worth.map { own in 1 + worth.count { $0 > own } }
    }

    /// Whether its points count for the player: it was played to its end, and they stayed.
    var hasCounted: Bool {
        switch own.matchOutcome {
        case .won, .lost, .tied: isOver && view.isOver
        default: false
        }
    }

    /// When the last turn ended.
    var ended: Date? { participants.compactMap { $0.lastTurnDate }.max() }

    /// Whether anybody played to the end.
    var hasWinner: Bool { participants.contains { $0.matchOutcome == .won || $0.matchOutcome == .tied } }
}
