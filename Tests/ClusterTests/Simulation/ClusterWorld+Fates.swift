import LaurelTestSupport

/// What goes wrong with one call, at the worst moment for it.
extension ClusterWorld {
    enum Fate: CaseIterable {
        case requestLost, answerLost, requestLate, answerLate
        /// The node is stopped between the decision to send and the sending.
        case paused
        /// Done and visible, but lost: the standby stalls, and is promoted.
        case unreplicated
        /// The last request that leaves for a while, and its answer may be late: an owner that trusts, and beats no
        /// more.
        case last
    }

    /// Claims and releases are rare, and matter most.
    mutating func meetFate(_ call: Int, _ operation: StoreOperation, by index: Int) {
        guard !isQuiet, weather.fateInterval > 0 else { return }
        let (interval, candidates): (Int, [Fate]) =
            switch operation {
            case .claim, .release: (3, Fate.allCases)
            case .beat, .load, .tail, .append: (weather.fateInterval, Fate.allCases)
            case .look: (max(2, weather.fateInterval / 2), [.requestLate, .answerLate, .requestLost])
            }
        guard simulation.random.chance(1, in: interval) else { return }
        let fate = candidates[simulation.random.below(candidates.count)]
        fates[call] = fate
        switch fate {
        case .requestLost, .answerLost, .requestLate, .answerLate, .last: break
        case .paused:
            counts[.paused] += 1
            machines[index].paused = min(troubleEnd, now + simulation.between(0...5 * Self.second))
        case .unreplicated:
            standbyStalled = min(troubleEnd, now + simulation.between(0...3 * Self.second))
            simulation.schedule(.promote, after: standbyStalled - now)
        }
    }

    func isRequestLost(_ call: Int) -> Bool { fates[call] == .requestLost }
    func isAnswerLost(_ call: Int) -> Bool { fates[call] == .answerLost || fates[call] == .unreplicated }

    /// In microseconds.
    mutating func requestLateness(_ call: Int) -> Int64 { fates[call] == .requestLate ? lateness() : 0 }
    mutating func answerLateness(_ call: Int) -> Int64 {
        fates[call] == .answerLate || fates[call] == .last ? lateness() : 0
    }

    private mutating func lateness() -> Int64 { simulation.between(0...Self.callLimit - 20 * Self.millisecond) }

    mutating func transmitted(_ call: Int, by index: Int) {
        guard fates[call] == .last else { return }
        machines[index].requestsLost = min(troubleEnd, now + simulation.between(0...5 * Self.second))
    }
}
