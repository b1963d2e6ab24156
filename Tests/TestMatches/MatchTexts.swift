import LaurelDomain
import LaurelMatches

extension NaiveMatches.Game {
    /// All that there is to compare, as text: a difference can be read.
    var text: String {
        let status = endedAt != nil ? 2 : chairs.contains { $0.state == 3 && $0.called != nil } ? 3 : 1
        let head = "\(id) group \(group) v \(version)/\(turnVersion) status \(status) turns \(turns)"
        let turn = holder.map { holder in
            let list = list.filter { chairs[$0].mayPlay }
            return "turn \(holder) \(list) \(began) \(span ?? 0) \(isWarned) \(isOverdue)"
        }
        let seats = chairs.map { chair in
            "\(chair.player ?? -1) \(chair.state) \(chair.outcome) \(chair.lastTurn ?? -1) \(chair.called ?? -1) "
                + "\(chair.mask) \(chair.reminded ?? -1) \(chair.asked ?? -1) \(chair.isRemoved)"
        }
        let trades = trades.map { "\($0.number) \($0.sender) \($0.to) \($0.due ?? -1) \($0.replied) \($0.isComplete)" }
        let end = "made \(made) ended \(endedAt ?? -1) again \(again?.id ?? 0)"
        return ([head, end, turn ?? "no turn", "data \(data) \(message ?? "-") \(messageBy ?? -1)"] + seats + trades)
            .joined(separator: "\n")
    }
}

/// A match with the contents that its facts had, as the store would keep them.
struct StoredMatch {
    let match: Match
    var data: [UInt8] = []
    var message: String?

    var text: String {
        let head =
            "\(match.number.rawValue) group \(match.group) v \(match.version.rawValue)/\(match.turnVersion.rawValue) "
            + "status \(match.status.rawValue) turns \(match.turnsEnded)"
        let turn = match.turn.map { turn in
            let list = turn.fallback.filter { seat in
                guard let status = match[seat]?.status else { return false }
                return status != .declined && status != .done
            }.map(\.index)
            return "turn \(turn.seat.index) \(list) \(turn.began.milliseconds) "
                + "\(turn.timeout.span?.milliseconds ?? 0) \(turn.isWarned) \(turn.isOverdue)"
        }
        let seats = match.participants.map { seat in
            "\(seat.player.map { Int($0.rawValue) } ?? -1) \(seat.status.rawValue) \(seat.outcome.rawValue) "
                + "\(number(seat.lastTurn)) \(number(seat.called)) \(seat.attributes) \(number(seat.reminded)) "
                + "\(number(seat.askedToQuit)) \(seat.isRemoved)"
        }
        let trades = match.exchanges.map { trade in
            "\(trade.number.rawValue) \(trade.sender.index) \(trade.recipients.map(\.index)) \(number(trade.due)) "
                + "\(trade.replies.map(\.index)) \(!trade.isActive)"
        }
        let end =
            "made \(match.created.milliseconds) ended \(number(match.ended)) "
            + "again \(match.rematch?.match.rawValue ?? 0)"
        let contents = "data \(data) \(message ?? "-") \(match.messageSeat?.index ?? -1)"
        return ([head, end, turn ?? "no turn", contents] + seats + trades).joined(separator: "\n")
    }

    private func number(_ time: Timestamp?) -> Int64 { time?.milliseconds ?? -1 }
}
