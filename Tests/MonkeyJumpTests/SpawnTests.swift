import LaurelArcade
import LaurelMonkeyJump
import Testing

/// What holds of every obstacle, seen along a quarter of the recorded hour: 13 km, nearly at top speed.
@Suite("Obstacles")
struct SpawnTests {
    private static let ticks: Int32 = 54_000

    /// Calls for each tick, with the run before and after it.
    private static func follow(_ see: (Run, Run) -> Void) throws {
        let log = try RecordedHour.log()
        var run = Run(seed: log.header.seed)
        for span in log.spans {
            for _ in 0..<span.ticks {
                let before = run
                run.tick(span.input)
                see(before, run)
                if run.ticks >= Self.ticks { return }
            }
        }
    }

    @Test("come one by one, out of sight, and never nearer to each other in time than the rules say")
    func spawn() throws {
        var next: Int32 = 0
        var metAt: [Int32: Int32] = [:]
        var last: (tick: Int32, kind: Enemy.Kind)?
        var gaps = 0
        try Self.follow { before, run in
            for index in 0..<run.enemyCount {
                let enemy = run.enemy(index)
                if enemy.ordinal >= next {
                    #expect(enemy.ordinal == next)
                    #expect(enemy.x - run.distance > 900 * 256)
                    next = enemy.ordinal + 1
                }
                guard metAt[enemy.ordinal] == nil, enemy.x <= run.distance else { continue }
                metAt[enemy.ordinal] = run.ticks
                if let last {
                    let gap = run.ticks - last.tick
                    // Two of a kind close together are one jump.
                    let isPair = last.kind == enemy.kind && gap < 10
                    // A tick is lost by the uneven pace of those that move.
                    #expect(isPair || gap >= Rules.gapTicks(at: run.distance) - 2, "\(last.kind) and \(enemy.kind)")
                    gaps += 1
                }
                last = (run.ticks, enemy.kind)
            }
        }
        #expect(gaps > 500)
    }

    @Test("cannot be passed through in one tick, at top speed and beyond")
    func tunnelling() throws {
        let spare = Int64(Rules.speed(at: .max / 4096))
        var checked = 0
        try Self.follow { before, run in
            for index in 0..<run.enemyCount {
                let enemy = run.enemy(index)
                guard let box = enemy.box else { continue }
                for old in 0..<before.enemyCount where before.enemy(old).ordinal == enemy.ordinal {
                    guard let from = before.enemy(old).box else { continue }
                    let distance = abs((box.left - run.distance) - (from.left - before.distance))
                    let width = box.right - box.left + 2 * Int64(Rules.halfWidth)
                    // Even with the top speed on top of what it is.
                    #expect(distance + spare < width, "\(enemy.kind)")
                    let fall = abs((box.bottom - run.height) - (from.bottom - before.height))
                    #expect(fall < box.top - box.bottom + Rules.top - Rules.feet, "\(enemy.kind)")
                    checked += 1
                }
            }
        }
        #expect(checked > 10_000)
    }

    @Test("lands come one after the other, the second at 150 m, then every 400 m, and begin anew after a day")
    func lands() {
        let metres: [(Int64, Land)] = [
            (-5, .jungle), (0, .jungle), (149, .jungle), (150, .swamp), (399, .swamp), (400, .ruins), (800, .savanna),
            (1199, .savanna), (1200, .jungle), (1600, .swamp), (2000, .ruins), (1_000_000, .swamp),
        ]
        for (metre, land) in metres { #expect(Land(at: metre * Rules.metre) == land, "\(metre)") }
    }
}
