import LaurelCluster
import LaurelDomain
import LaurelTestSupport

/// What nodes do with requests of clients.
extension ClusterWorld {
    mutating func handle(_ request: SimulatedNode.Request, at index: Int) {
        guard request.end > now else { return }
        if answersHere(index) {
            return nodes[index].memory == nil ? hold(request, at: index) : answer(request, at: index)
        }
        let route = nodes[index].state.route(at: machines[index].steady(now))
        guard case .to(let owner) = route, request.hops < 2 else { return hold(request, at: index) }
        if request.kind == .read, request.hops == 0, simulation.random.chance(1, in: 2) {
            return readHere(request, at: index)
        }
        forward(request, from: index, to: owner.id)
    }

    func answersHere(_ index: Int) -> Bool {
        if flaws.contains(.noTrustCheck) { return nodes[index].ownedLease != nil }
        return nodes[index].state.route(at: machines[index].steady(now)) == .here
    }

    mutating func hold(_ request: SimulatedNode.Request, at index: Int) {
        counts[.heldForTrust] += 1
        schedule(.request(request), at: index, after: 100 * Self.millisecond)
    }

    private mutating func forward(_ request: SimulatedNode.Request, from index: Int, to owner: NodeID) {
        guard let target = nodes.firstIndex(where: { $0.state.node.id == owner }),
            machines[index].peersLost <= now, machines[target].peersLost <= now
        else { return }
        counts[.forwarded] += 1
        var request = request
        request.hops += 1
        schedule(.request(request), at: target, after: simulation.between(100...10 * Self.millisecond))
    }

    /// The node trusts its lease at this moment. What it says is of this moment; it may leave later.
    private mutating func answer(_ request: SimulatedNode.Request, at index: Int) {
        let known = nodes[index].sequences[request.id]
        if request.kind == .read || known != nil {
            let rows = nodes[index].memory ?? []
            reply(to: request, sequence: known ?? rows.count, last: rows.last?.id, at: index)
        } else {
            nodes[index].queue.append(request)
            append(index)
        }
    }

    mutating func reply(to request: SimulatedNode.Request, sequence: Int, last: Int64?, at index: Int) {
        schedule(
            .reply(request, sequence: sequence, last: last), at: index, after: simulation.between(0...Self.millisecond))
    }

    /// The writer: one row at a time.
    mutating func append(_ index: Int) {
        while nodes[index].appending == nil, let rows = nodes[index].memory, let lease = nodes[index].ownedLease,
            let request = nodes[index].queue.first
        {
            nodes[index].queue.removeFirst()
            if let sequence = nodes[index].sequences[request.id] {
                reply(to: request, sequence: sequence, last: nil, at: index)
                continue
            }
            let row = StoredRow(
                id: request.id, epoch: lease.epoch, claim: lease.claim, node: nodes[index].state.node.id,
                counter: nodes[index].counter + 1)
            nodes[index].appending = (row, rows.count + 1, lease, request)
            ask(.append(row, sequence: rows.count + 1), by: index, about: lease)
        }
    }

    /// The row in doubt is sent again, as long as the node owns the store.
    mutating func settle(_ index: Int) {
        guard let appending = nodes[index].appending else { return }
        guard nodes[index].owns(appending.lease) else {
            nodes[index].appending = nil
            return append(index)
        }
        counts[.settled] += 1
        ask(.append(appending.row, sequence: appending.sequence), by: index, about: appending.lease)
    }

    mutating func appended(_ appended: StoreAnswer.Appended, at index: Int) {
        guard let appending = nodes[index].appending else { return }
        nodes[index].appending = nil
        switch appended {
        case .written:
            // Also if ownership was lost meanwhile: it is stored.
            reply(to: appending.request, sequence: appending.sequence, last: nil, at: index)
            if nodes[index].owns(appending.lease), nodes[index].memory != nil {
                nodes[index].counter += 1
                nodes[index].remember(appending.row)
            }
        case .refused, .conflict:
            counts[.refused] += 1
            perform(nodes[index].state.writeRefused(under: appending.lease), at: index)
        }
        append(index)
    }
}
