/// What a restart does to those who wait: of two whose turn came at one time, or at times that went back, the order
/// isn't kept.
extension NaiveMatches {
    private struct Called: Equatable {
        let at: Int64, id: UInt64, seat: Int, order: Int
    }

    /// From now on chairs stand in the order of the times at which they were called, as matches that are read from a
    /// store do.
    mutating func sortCalls() {
        calls = 0
        for next in Self.sorted(games.flatMap { called(in: $0) { _ in true } }) {
            guard let index = games.firstIndex(where: { $0.id == next.id }) else { continue }
            calls += 1
            games[index].chairs[next.seat].callOrder = calls
        }
    }

    /// Whether those who wait in a group stand in the same order before and after ``sortCalls()``.
    func keepsOrder(in group: Int64) -> Bool {
        let waiting = games.filter { $0.group == group }.flatMap { called(in: $0) { $0.state == 3 } }
        return Self.sorted(waiting) == waiting.sorted { $0.order < $1.order }
    }

    private func called(in game: Game, _ isMeant: (Chair) -> Bool) -> [Called] {
        game.chairs.indices.compactMap { seat in
            let chair = game.chairs[seat]
            guard isMeant(chair), let at = chair.called else { return nil }
            return Called(at: at, id: game.id, seat: seat, order: chair.callOrder)
        }
    }

    private static func sorted(_ called: [Called]) -> [Called] {
        called.sorted { ($0.at, $0.id, $0.seat) < ($1.at, $1.id, $1.seat) }
    }
}
