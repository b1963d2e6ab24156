import LaurelCluster
import LaurelDomain
import LaurelTestSupport

/// Between the nodes and the store.
extension ClusterWorld {
    /// A node asks the store. The clock is read first; the request leaves later, perhaps much later.
    mutating func ask(_ operation: StoreOperation, by index: Int, about lease: Lease? = nil) {
        lastCall += 1
        nodes[index].calls[lastCall] = SimulatedNode.Call(
            operation: operation, sent: machines[index].steady(now), lease: lease)
        schedule(.transmit(call: lastCall), at: index, after: simulation.between(0...Self.millisecond))
        meetFate(lastCall, operation, by: index)
        schedule(.timedOut(call: lastCall), at: index, after: Self.callLimit)
    }

    mutating func transmit(_ call: Int, by index: Int) {
        guard let operation = nodes[index].calls[call]?.operation else { return }
        guard machines[index].requestsLost <= now, !isRequestLost(call), !isLostByChance() else { return }
        simulation.schedule(
            .arrive(index, generation: machines[index].generation, call: call, operation),
            after: delay(index) + requestLateness(call))
        transmitted(call, by: index)
    }

    mutating func arrive(_ index: Int, _ generation: Int, _ call: Int, _ operation: StoreOperation) {
        let clock = Timestamp(clamping: Self.wallStart + now / Self.millisecond + storeAhead)
        if machines[index].readsPast(operation, at: now), let answer = store.performFormer(operation, clock: clock) {
            counts[.readPast] += 1
            return deliver(answer, call, to: index, generation)
        }
        guard storeDown <= now else { return }
        let (answer, commit) = store.perform(operation, clock: clock, &simulation.random)
        guard let commit else { return deliver(answer, call, to: index, generation) }
        let wait = max(0, standbyStalled - now) + simulation.between(0...5 * Self.millisecond)
        simulation.schedule(
            .replicate(
                index, generation: generation, call: call, answer, commit: commit, promotions: store.promotions),
            after: wait)
    }

    mutating func deliver(_ answer: StoreAnswer, _ call: Int, to index: Int, _ generation: Int) {
        guard machines[index].answersLost <= now, !isAnswerLost(call), !isLostByChance() else { return }
        simulation.schedule(
            .node(index, generation: generation, .answered(call: call, answer)),
            after: delay(index) + answerLateness(call))
    }

    mutating func schedule(_ event: NodeEvent, at index: Int, after delay: Int64) {
        simulation.schedule(.node(index, generation: machines[index].generation, event), after: delay)
    }

    private mutating func isLostByChance() -> Bool { !isQuiet && simulation.random.chance(1, in: 200) }

    private mutating func delay(_ index: Int) -> Int64 {
        simulation.between(100...(machines[index].slow > now ? 700 * Self.millisecond : 10 * Self.millisecond))
    }
}
