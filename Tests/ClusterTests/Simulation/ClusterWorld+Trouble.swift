import LaurelTestSupport

/// What goes wrong.
extension ClusterWorld {
    enum Trouble: CaseIterable {
        case requestsLost, answersLost, cut, slow, peersLost, pause, crash, leave
        case storeDown, standbyStalls, promotion, nodeClock, storeClock
    }

    /// Which troubles a world has, and how many: each has a few kinds only, and so more of what only two together do
    /// (Groce and others, "Swarm Testing", 2012).
    struct Weather {
        var troubles: [Trouble] = []
        var interval: Int64 = 0
        /// One of so many calls has a ``Fate``; 0: none has.
        var fateInterval = 0
        var length: Int64 = 0

        /// Of these kinds alone, in quick succession.
        init(_ troubles: [Trouble], fateInterval: Int = 0) {
            self.troubles = troubles
            self.fateInterval = fateInterval
            interval = 2 * second
            length = 5 * second
        }

        init(_ simulation: inout Simulation<Event>) {
            for trouble in Trouble.allCases where simulation.random.chance(1, in: 3) {
                troubles += Array(repeating: trouble, count: 1 + simulation.random.below(4))
            }
            fateInterval = simulation.random.below(2) * (4 + simulation.random.below(40))
            interval = simulation.between(100 * millisecond...2 * second)
            length = simulation.between(second...5 * second)
        }
    }

    mutating func makeTrouble() {
        guard !isQuiet else { return }
        simulation.schedule(.trouble, after: simulation.between(0...weather.interval))
        guard let trouble = weather.troubles.randomElement(using: &simulation.random) else { return }
        let end = min(troubleEnd, now + simulation.between(0...weather.length))
        guard simulation.random.chance(1, in: 4) else { return begin(trouble, at: victim(), until: end) }
        // The same cause, such as a switch, a backup or a new version.
        for index in machines.indices where simulation.random.chance(2, in: 3) { begin(trouble, at: index, until: end) }
    }

    /// Most of what matters happens to the owner.
    private mutating func victim() -> Int {
        let owner = nodes.firstIndex { $0.isUp && $0.ownedLease != nil }
        if simulation.random.chance(1, in: 2), let owner { return owner }
        return simulation.random.below(machines.count)
    }

    private mutating func begin(_ trouble: Trouble, at index: Int, until end: Int64) {
        switch trouble {
        case .requestsLost: machines[index].requestsLost = end
        case .answersLost: machines[index].answersLost = end
        case .cut: (machines[index].requestsLost, machines[index].answersLost) = (end, end)
        case .slow: machines[index].slow = end
        case .peersLost: machines[index].peersLost = end
        case .pause:
            counts[.paused] += 1
            machines[index].paused = end
        case .crash: crash(index, until: end)
        case .leave: leave(index)
        case .storeDown: storeDown = end
        case .standbyStalls: standbyStalled = end
        case .promotion:
            // As a rule, the standby had lost its primary before.
            standbyStalled = end
            simulation.schedule(.promote, after: simulation.random.chance(1, in: 3) ? 0 : end - now)
        case .nodeClock: machines[index].wallAhead = simulation.between(-200_000...200_000)
        case .storeClock: storeAhead = simulation.between(-200_000...200_000)
        }
    }

    private mutating func crash(_ index: Int, until end: Int64) {
        guard nodes[index].isUp else { return }
        counts[.crashed] += 1
        self.end(index)
        simulation.schedule(.start(index), after: end - now)
    }

    /// For a while, some nodes read from the former primary.
    mutating func promote() {
        let end = min(troubleEnd, now + simulation.between(0...4 * Self.second))
        counts[.promoted] += 1
        store.promote(keeping: simulation.random.below(store.unsafeCommits + 1))
        standbyStalled = 0
        if simulation.random.chance(1, in: 2) { storeDown = min(end, now + Self.second) }
        for index in machines.indices {
            if simulation.random.chance(1, in: 3) { machines[index].looksPast = end }
            if simulation.random.chance(1, in: 3) { machines[index].loadsPast = end }
        }
    }
}
