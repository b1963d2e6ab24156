import LaurelDomain
import LaurelMatches
import LaurelOasis

/// Oasis as the server judges it. docs/internals/oasis.md has the bytes.
struct OasisRules: TurnRules {
    var seats: ClosedRange<Int> { Int(Rules.seats.lowerBound)...Int(Rules.seats.upperBound) }

    func start(seats: Int, seed: UInt64) -> [UInt8] {
        LaurelOasis.Match(seats: Int32(clamping: seats), seed: seed).encoded()
    }

    func apply(_ move: [UInt8], by seat: Seat, to state: [UInt8]) -> [UInt8]? {
        guard let match = LaurelOasis.Match(decoding: state), let move = Move(decoding: move) else { return nil }
        do throws(Refusal) { return try match.after(move, by: Int32(clamping: seat.index)).encoded() } catch {
            return nil
        }
    }

    func leave(_ seat: Seat, from state: [UInt8]) -> [UInt8]? {
        LaurelOasis.Match(decoding: state)?.leaving(Int32(clamping: seat.index)).encoded()
    }

    func view(of seat: Seat, in state: [UInt8]) -> [UInt8]? {
        LaurelOasis.Match(decoding: state)?.view(of: Int32(clamping: seat.index))?.encoded()
    }

    func standing(in state: [UInt8], of playing: [Seat]) -> TurnStanding? {
        guard let match = LaurelOasis.Match(decoding: state) else { return nil }
        guard match.isOver else { return Seat(Int(match.current)).map { .turn($0) } }
        func points(_ seat: Seat) -> Int32 { match.points.indices.contains(seat.index) ? match.points[seat.index] : 0 }
        let best = playing.map(points).max() ?? 0
        let winners = playing.filter { points($0) == best }
        return .over(
            Dictionary(
                playing.map { seat in
                    (seat, points(seat) < best ? .lost : winners.count > 1 ? .tied : .won)
                }
            ) { first, _ in first })
    }

    var prizes: TurnPrizes { Self.prizes }

    func awards(in state: [UInt8], to playing: [Seat]) -> TurnAwards {
        guard let match = LaurelOasis.Match(decoding: state), match.isOver else { return TurnAwards() }
        let finishers = playing.map { Int32(clamping: $0.index) }
        var points: [TurnAwards.Points] = []
        var feats: [TurnAwards.Feat] = []
        for seat in playing where match.points.indices.contains(seat.index) {
            for board in Self.boards {
                let value = Int64(match.points[seat.index])
                points.append(TurnAwards.Points(seat: seat, leaderboard: board, value: value))
            }
            for feat in match.feats(of: Int32(clamping: seat.index), among: finishers) {
                guard let achievement = Self.achievements[feat] else { continue }
                feats.append(TurnAwards.Feat(seat: seat, achievement: achievement))
            }
        }
        return TurnAwards(points: points, feats: feats)
    }

    private static let boards: [LeaderboardID] = PointsBoard.allCases.map { board in
        do throws(InvalidIdentifier) { return try LeaderboardID("\(board.identifier)") } catch {
            preconditionFailure("\(board.identifier) is no leaderboard ID")
        }
    }
    private static let achievements: [Feat: AchievementID] = Dictionary(
        Feat.allCases.map { feat -> (Feat, AchievementID) in
            do throws(InvalidIdentifier) { return (feat, try AchievementID("\(feat.identifier)")) } catch {
                preconditionFailure("\(feat.identifier) is no achievement ID")
            }
        }
    ) { first, _ in first }
    private static let prizes = TurnPrizes(leaderboards: Set(boards), achievements: Set(achievements.values))
}
