import LaurelTestSupport
import Testing

/// Whole clusters at random. A failure names its seed: `LAUREL_SEED=7 make test TESTS=ClusterTests` runs it again.
@Suite("Simulated clusters", .timeLimit(.minutes(60))) struct ClusterSimulationTests {
    @Test(
        "no acknowledged row is lost, no read is old, and answers come again after trouble",
        arguments: Depth.seeds(200))
    func holds(seed: UInt64) {
        var world = ClusterWorld(seed: seed)
        if let failure = world.run() { Issue.record("after \(world.now) µs: \(failure)") }
    }

    @Test("everything happens that can go wrong")
    func counts() {
        var counts = EventCounts()
        for seed in 1...UInt64(40) {
            var world = ClusterWorld(seed: seed)
            _ = world.run()
            counts += world.counts
        }
        for kind in EventCounts.Kind.allCases { #expect(counts[kind] > 0, "\(kind) never happened") }
    }

    /// The slowest to find takes some 200 worlds.
    @Test("the checker finds each flaw", arguments: Flaw.allCases)
    func finds(flaw: Flaw) {
        let found = (1...UInt64(2000)).first { seed in
            var world = ClusterWorld(seed: seed, flaw: flaw)
            return world.run() != nil
        }
        #expect(found != nil, "nothing was found in 2000 worlds")
    }
}
