import LaurelCluster
import LaurelDomain

/// What nodes do that don't own the store: they follow it, answer reads, and take over with what they have.
extension ClusterWorld {
    static let followInterval = 300 * millisecond
    private static let questionLimit = 300 * millisecond

    // MARK: Boards

    /// How long a process that starts reads its boards. By its number, so that nothing is drawn for it.
    static func readingLength(of node: NodeID) -> Int64 { node.rawValue % 2 == 0 ? 4 * second : followInterval }

    /// What a node tells the others. An owner's boards go with its ownership.
    func boards(of index: Int) -> NodeAnnouncement.Following {
        switch nodes[index].state.role {
        case .owning, .leaving: .cold
        case .following, .claiming: nodes[index].warmFrom > now ? .cold : .rows(Int64(nodes[index].seen.count))
        }
    }

    // MARK: Rows

    mutating func follow(_ index: Int) {
        guard nodes[index].memory == nil, nodes[index].ownedLease == nil, !nodes[index].isReadingTail else { return }
        nodes[index].isReadingTail = true
        ask(.tail(after: nodes[index].seen.count), by: index)
    }

    mutating func followed(after count: Int, _ before: StoredRow?, _ rows: [StoredRow], at index: Int) {
        nodes[index].isReadingTail = false
        guard nodes[index].ownedLease == nil, count == nodes[index].seen.count else { return }
        guard before == nodes[index].seen.last else {
            counts[.followedInVain] += 1
            nodes[index].seen = []
            return follow(index)
        }
        nodes[index].seen += rows
        answerReaders(at: index)
    }

    /// The store is this node's, and these are the rows after those that it has seen.
    mutating func takeOver(
        _ lease: Lease, after count: Int, _ before: StoredRow?, _ rows: [StoredRow], for own: Lease?, at index: Int
    ) {
        guard let own, nodes[index].owns(own), nodes[index].memory == nil else { return }
        guard count == nodes[index].seen.count, before == nodes[index].seen.last || flaws.contains(.goesOnBlindly)
        else {
            counts[.followedInVain] += 1
            return ask(.load, by: index, about: own)
        }
        if count > 0 { counts[.tookOverWarm] += 1 }
        loaded(lease, nodes[index].seen + rows, for: own, at: index)
    }

    // MARK: Reads

    mutating func readHere(_ request: SimulatedNode.Request, at index: Int) {
        if flaws.contains(.noQuestion) {
            let seen = nodes[index].seen
            return reply(to: request, sequence: seen.count, last: seen.last?.id, at: index)
        }
        if nodes[index].questions.arrive(request) { askOwner(by: index) }
    }

    private mutating func askOwner(by index: Int) {
        nodes[index].question += 1
        let number = nodes[index].question
        schedule(.questionTimedOut(number), at: index, after: Self.questionLimit)
        guard case .to(let owner) = nodes[index].state.route(at: machines[index].steady(now)),
            let target = nodes.firstIndex(where: { $0.state.node.id == owner.id }), target != index,
            reach(index, target)
        else { return }
        let question = NodeEvent.question(number, from: index, generation: machines[index].generation)
        schedule(question, at: target, after: simulation.between(100...10 * Self.millisecond))
    }

    /// The owner says how far it is: what it may show at this moment.
    mutating func tell(_ number: Int, _ asker: Int, _ generation: Int, by index: Int) {
        guard answersHere(index), let rows = nodes[index].memory, reach(index, asker) else { return }
        simulation.schedule(
            .node(asker, generation: generation, .told(number, count: rows.count, last: rows.last)),
            after: simulation.between(100...10 * Self.millisecond))
    }

    private func reach(_ index: Int, _ other: Int) -> Bool {
        machines[index].peersLost <= now && machines[other].peersLost <= now
    }

    mutating func told(_ number: Int, _ count: Int, _ last: StoredRow?, at index: Int) {
        guard number == nodes[index].question else { return }
        var (readers, isAskedAgain) = nodes[index].questions.answered()
        if flaws.contains(.answersLateComers), isAskedAgain {
            readers += nodes[index].questions.answered().readers
            isAskedAgain = false
        }
        nodes[index].readers += readers.map { SimulatedNode.Reader(request: $0, count: count, last: last) }
        // A late answer to this question is nobody's any more.
        nodes[index].question += 1
        if isAskedAgain { askOwner(by: index) }
        answerReaders(at: index)
        if !nodes[index].readers.isEmpty { follow(index) }
    }

    mutating func questionTimedOut(_ number: Int, at index: Int) {
        guard number == nodes[index].question else { return }
        counts[.questionLost] += 1
        nodes[index].question += 1
        // They are asked anew where the owner is by now, or answered here.
        for request in nodes[index].questions.abandon() { hold(request, at: index) }
    }

    private mutating func answerReaders(at index: Int) {
        let readers = nodes[index].readers.filter { $0.request.end > now }
        nodes[index].readers = []
        for reader in readers {
            let seen = nodes[index].seen
            guard reader.count <= seen.count else {
                nodes[index].readers.append(reader)
                continue
            }
            guard reader.count == 0 || seen[reader.count - 1] == reader.last else {
                // Of rows that were lost.
                nodes[index].seen = []
                nodes[index].readers.append(reader)
                continue
            }
            counts[.answeredByFollower] += 1
            let shown = flaws.contains(.showsUntold) ? seen.count : reader.count
            reply(to: reader.request, sequence: shown, last: shown > 0 ? seen[shown - 1].id : nil, at: index)
        }
    }
}
