import LaurelTestSupport

/// Clients, who ask any node, and ask another one when they hear nothing.
extension ClusterWorld {
    private static let patience = second

    mutating func handle(_ event: ClientEvent) {
        switch event {
        case .operate:
            simulation.schedule(.client(.operate), after: simulation.between(0...requestInterval))
            lastRow += 1
            if simulation.random.chance(1, in: writeShare) {
                waitingWrites.insert(lastRow)
                send(lastRow, .write)
                simulation.schedule(.client(.retry(lastRow, tries: 1)), after: Self.patience)
            } else {
                floors[lastRow] = checker.highest
                send(lastRow, .read)
            }
        case .retry(let row, let tries):
            guard waitingWrites.contains(row), tries < 4 else { return }
            send(row, .write)
            simulation.schedule(.client(.retry(row, tries: tries + 1)), after: Self.patience)
        case .answered(let request, let sequence, let last): answered(request, sequence, last)
        }
    }

    private mutating func send(_ id: Int64, _ kind: SimulatedNode.Request.Kind) {
        let request = SimulatedNode.Request(id: id, kind: kind, end: now + Self.patience)
        let index = simulation.random.below(nodes.count)
        schedule(.request(request), at: index, after: simulation.between(100...10 * Self.millisecond))
    }

    /// Clients beside each node read at once, so that no short moment of an old answer is missed.
    mutating func readNearby() {
        for index in nodes.indices where nodes[index].isUp && machines[index].paused <= now {
            guard answersHere(index), let rows = nodes[index].memory else { continue }
            checker.read(floor: checker.highest, count: rows.count, last: rows.last?.id)
        }
    }

    /// A client beside a node has waited for it to become the owner.
    mutating func writeNearby(_ index: Int) {
        lastRow += 1
        waitingWrites.insert(lastRow)
        let request = SimulatedNode.Request(id: lastRow, kind: .write, end: now + Self.patience)
        schedule(.request(request), at: index, after: 0)
    }

    private mutating func answered(_ request: SimulatedNode.Request, _ sequence: Int, _ last: Int64?) {
        let isInTime = isQuiet && now - quietSince <= Self.recoveryLimit
        switch request.kind {
        case .write:
            waitingWrites.remove(request.id)
            checker.acknowledge(request.id, sequence: sequence)
            readNearby()
            if isInTime { hasWritten = true }
        case .read:
            checker.read(floor: floors[request.id] ?? 0, count: sequence, last: last)
            if isInTime { hasRead = true }
        }
    }
}
