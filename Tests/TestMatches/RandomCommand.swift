import LaurelDomain
import LaurelMatches
import LaurelTestSupport

/// What somebody might ask of a match: mostly what makes sense, and some of all that does not.
struct RandomCommand {
    let match: Match
    /// The last one that there can be: nobody sits there, but in a match for sixteen.
    private static let lastSeat = [Seat(Seat.countLimit - 1)].compactMap(\.self)

    init(match: Match) { self.match = match }

    mutating func make(by seat: Seat?, _ random: inout SplitMix64) -> MatchCommand {
        let participant = seat.flatMap { match[$0] }
        if participant?.status == .invited, random.chance(2, in: 3) {
            return random.chance(5, in: 6) ? .accept : .decline
        }
        if let seat, match.turn?.seat == seat, random.chance(3, in: 4) { return turn(by: seat, &random) }
        switch random.below(22) {
        case 0: return .accept
        case 1: return .decline
        case 2: return turn(by: seat, &random)
        case 3: return .quitOutOfTurn(outcome(&random))
        case 4, 5: return .askToQuit
        case 6, 7: return .claim
        case 8, 9: return .remove
        case 10, 11: return .remind(others(seat, &random), message(&random))
        case 12..<16:
            let size = random.chance(1, in: 15) ? MatchLimits.exchangeDataBytes + 1 : random.below(3)
            return .sendExchange(
                to: others(seat, &random), data: Array(repeating: 1, count: size), message(&random),
                timeout(&random))
        case 16..<20: return .reply(exchange(&random), data: [], message(&random))
        default: return .cancel(exchange(&random), message(&random))
        }
    }

    private func turn(by seat: Seat?, _ random: inout SplitMix64) -> MatchCommand {
        var seen = match.version
        if random.chance(1, in: 8) {
            let low = Int(match.turnVersion.rawValue) - 1
            seen = MatchVersion(UInt64(low + random.below(Int(match.version.rawValue) - low + 2)))
        }
        let size = random.chance(1, in: 40) ? MatchLimits.dataBytes + 1 : random.below(4)
        let data = Array(repeating: UInt8(random.below(256)), count: size)
        let action: TurnWrite.Action =
            switch random.below(20) {
            case ..<3: .save
            case ..<6:
                .saveMerged(random.chance(4, in: 5) ? match.completedExchanges : [exchange(&random)])
            case ..<17: .end(handover(besides: nil, &random))
            case ..<18: .quit(outcome(&random), handover(besides: seat, &random))
            default: .endMatch(outcomes(&random))
            }
        return .turn(
            TurnWrite(action, data: data, message: random.chance(1, in: 3) ? message(&random) : nil), seen: seen)
    }

    private func handover(besides seat: Seat?, _ random: inout SplitMix64) -> TurnWrite.Handover {
        var list = match.seats.shuffled(using: &random)
        if random.chance(6, in: 7) { list = list.filter { match[$0]?.status != .done && $0 != seat } }
        list = Array(list.prefix(random.chance(1, in: 12) ? 0 : 1 + random.below(3)))
        if random.chance(1, in: 20) { list += list.isEmpty ? Self.lastSeat : [list[0]] }
        if random.chance(1, in: 20) { list += Self.lastSeat }
        return TurnWrite.Handover(next: list, timeout: timeout(&random))
    }

    private func outcomes(_ random: inout SplitMix64) -> [Seat: MatchOutcome] {
        var outcomes: [Seat: MatchOutcome] = [:]
        for seat in match.seats where random.chance(30, in: 31) { outcomes[seat] = outcome(&random) }
        if random.chance(1, in: 20) { for seat in Self.lastSeat { outcomes[seat] = .won } }
        return outcomes
    }

    private func outcome(_ random: inout SplitMix64) -> MatchOutcome {
        let all: [MatchOutcome] = [.won, .lost, .tied, .quit, .first, .fourth, .timeExpired]
        return random.chance(1, in: 60) ? .none : all[random.below(all.count)]
    }

    private func others(_ seat: Seat?, _ random: inout SplitMix64) -> [Seat] {
        var seats = match.seats.shuffled(using: &random)
        if random.chance(9, in: 10) { seats = seats.filter { $0 != seat && match[$0]?.status == .active } }
        return Array(seats.prefix(1 + random.below(3)))
    }

    private func exchange(_ random: inout SplitMix64) -> ExchangeNumber {
        if random.chance(5, in: 6), !match.exchanges.isEmpty {
            return match.exchanges[random.below(match.exchanges.count)].number
        }
        return ExchangeNumber(UInt32(random.below(Int(match.lastExchange.rawValue) + 2)))
    }

    private func timeout(_ random: inout SplitMix64) -> MatchTimeout {
        let spans: [Timestamp.Span] = [.minutes(1), .minutes(30), .hours(24), .hours(30), .days(7), .days(90)]
        let index = random.below(spans.count + 1)
        guard spans.indices.contains(index) else { return .none }
        return Result(catching: { () throws(MatchRefusal) in try MatchTimeout(spans[index]) }).value ?? .turnDefault
    }

    private func message(_ random: inout SplitMix64) -> MatchMessage {
        let text = String(random.below(100))
        return Result(catching: { () throws(MatchRefusal) in try MatchMessage(text: text) }).value ?? .empty
    }
}

extension Result {
    fileprivate var value: Success? { if case .success(let value) = self { value } else { nil } }
}
