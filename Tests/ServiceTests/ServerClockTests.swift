import LaurelDomain
@testable import LaurelScores
import Testing

@testable import LaurelService

@Suite("Server time") struct ServerClockTests {
    /// A wall clock that is set by hand while a steady one runs.
    private struct World {
        let wall = ManualTime()
        let steady = ManualTime(5_000)
        let clock: ServerClock

        init() {
            clock = ServerClock(wall.clock, steady: steady.clock)
            _ = clock.now()
        }

        /// Lets time pass second by second, with a row in the journal each.
        func pass(_ seconds: Int) {
            for _ in 0..<seconds {
                let before = clock.now()
                wall.advance(.seconds(1))
                steady.advance(.seconds(1))
                let now = clock.now()
                let step = now.milliseconds - before.milliseconds
                #expect((500...1_100).contains(step), "\(step) ms in a second")
                clock.raise(to: now)
            }
        }

        /// How far server time is ahead of the wall clock.
        var ahead: Int64 { clock.now().milliseconds - wall.moment.milliseconds }
    }

    private static let jumps: [Timestamp.Span] = [.seconds(2), .minutes(5), .hours(1), .days(2), .days(4_000)]

    @Test("a wall clock that was set and stays so is reached, without standing still or leaping", arguments: jumps)
    func set(_ jump: Timestamp.Span) {
        for jump in [jump, -jump] {
            let world = World()
            world.pass(10)
            #expect(world.ahead == 0)
            world.wall.advance(jump)
            #expect(world.clock.takeJump() == nil)
            world.pass(1)
            #expect(world.clock.takeJump() == jump)
            let far = abs(world.ahead)
            world.pass(100)
            #expect(abs(world.ahead) <= max(0, far - 9_900))
            #expect(world.clock.takeJump() == nil)
            guard far < 600_000 else { continue }
            world.pass(3_300)
            #expect(world.ahead == 0)
        }
    }

    @Test("a wrong time that is mended after 8 s is forgotten within two minutes", arguments: jumps)
    func mended(_ jump: Timestamp.Span) {
        for jump in [jump, -jump] {
            let world = World()
            world.wall.advance(jump)
            world.pass(8)
            #expect(world.clock.takeJump() == jump)
            world.wall.advance(-jump)
            world.pass(1)
            #expect(world.clock.takeJump() == -jump)
            #expect(abs(world.ahead) <= 4_000)
            world.pass(60)
            #expect(world.ahead == 0)
        }
    }

    @Test("corrections of less than a second are no jumps, and time never goes back")
    func corrections() {
        let world = World()
        for correction in [900, -900, -30, 30] as [Int64] {
            let before = world.clock.now()
            world.wall.advance(Timestamp.Span(milliseconds: correction))
            #expect(world.clock.now() >= before)
            for _ in 0..<10 {
                world.wall.advance(.seconds(1))
                world.steady.advance(.seconds(1))
                _ = world.clock.now()
            }
            #expect(world.ahead == 0 && world.clock.takeJump() == nil)
        }
    }

    @Test("a server whose wall clock is behind its journal goes on from the journal's last row")
    func behind() {
        let world = World()
        let last = world.wall.moment.advanced(by: .hours(1))
        world.clock.raise(to: last)
        #expect(world.clock.now() == last)
        world.pass(7_200)
        #expect(world.ahead == 0)
    }
}
