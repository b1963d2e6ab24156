import LaurelCluster
import LaurelDomain

/// What the process around a ``NodeState`` does.
extension ClusterWorld {
    mutating func newNode() -> SimulatedNode {
        lastNodeID += 1
        guard let id = NodeID(rawValue: lastNodeID) else { preconditionFailure("counted from 1") }
        let node = NodeAnnouncement(id: id, name: "node \(lastNodeID)", address: "\(lastNodeID):8080", level: 1)
        return SimulatedNode(node, times: times)
    }

    mutating func start(_ index: Int) {
        guard !nodes[index].isUp else { return }
        machines[index].generation += 1
        nodes[index] = newNode()
        nodes[index].isUp = true
        nodes[index].warmFrom = now + Self.readingLength(of: nodes[index].state.node.id)
        schedule(.look, at: index, after: 0)
        schedule(.beat, at: index, after: 0)
        schedule(.follow, at: index, after: 0)
    }

    /// At once, whatever it was doing.
    mutating func end(_ index: Int) {
        machines[index].generation += 1
        nodes[index].isUp = false
    }

    /// SIGTERM.
    mutating func leave(_ index: Int) {
        guard nodes[index].isUp else { return }
        counts[.left] += 1
        if flaws.contains(.releasesFirst), let lease = nodes[index].ownedLease {
            ask(.release(lease), by: index, about: lease)
        } else if let lease = nodes[index].state.leave() {
            nodes[index].forget()
            // What it had begun is finished first.
            schedule(.letGo(lease), at: index, after: simulation.between(0...Self.second))
        }
        schedule(.end, at: index, after: min(2 * Self.second, troubleEnd - now))
    }

    mutating func handle(_ event: NodeEvent, at index: Int) {
        switch event {
        case .look: ask(.look, by: index)
        case .beat:
            beat(index)
            schedule(.beat, at: index, after: machines[index].span(times.beatInterval))
        case .transmit(let call): transmit(call, by: index)
        case .answered(let number, let answer):
            guard let call = nodes[index].calls.removeValue(forKey: number) else { return }
            handle(answer, to: call, at: index)
        case .timedOut(let number):
            fates[number] = nil
            guard let call = nodes[index].calls.removeValue(forKey: number) else { return }
            handleFailure(of: call, at: index)
        case .request(let request): handle(request, at: index)
        case .reply(let request, let sequence, let last):
            simulation.schedule(
                .client(.answered(request, sequence: sequence, last: last)),
                after: simulation.between(100...10 * Self.millisecond))
        case .follow:
            follow(index)
            schedule(.follow, at: index, after: Self.followInterval)
        case .question(let number, let asker, let generation): tell(number, asker, generation, by: index)
        case .told(let number, let count, let last): told(number, count, last, at: index)
        case .questionTimedOut(let number): questionTimedOut(number, at: index)
        case .letGo(let lease):
            nodes[index].state.letGo()
            ask(.release(lease), by: index, about: lease)
        case .end:
            end(index)
            simulation.schedule(.start(index), after: min(simulation.between(0...2 * Self.second), troubleEnd - now))
        }
    }

    private mutating func beat(_ index: Int) {
        let following = boards(of: index)
        nodes[index].state.follows(following)
        let lease = nodes[index].state.beat()
        ask(.beat(nodes[index].state.node, lease), by: index, about: lease)
    }

    private mutating func handle(_ answer: StoreAnswer, to call: SimulatedNode.Call, at index: Int) {
        let steady = machines[index].steady(now)
        let trusted = flaws.contains(.trustFromAnswer) ? steady : call.sent
        switch answer {
        case .look(let look): looked(look, call.sent, steady, at: index)
        case .beat(let holds):
            perform(nodes[index].state.beatAnswered(holds, of: call.lease, sent: trusted), at: index)
        case .claim(let lease):
            if lease != nil { counts[.claimed] += 1 }
            perform(nodes[index].state.claimAnswered(lease, sent: trusted), at: index)
        case .released:
            if flaws.contains(.releasesFirst), nodes[index].state.leave() != nil { nodes[index].forget() }
        case .loaded(let lease, let rows): loaded(lease, rows, for: call.lease, at: index)
        case .tail(let lease, let count, let before, let rows):
            if call.lease != nil {
                takeOver(lease, after: count, before, rows, for: call.lease, at: index)
            } else {
                followed(after: count, before, rows, at: index)
            }
        case .appended(let appended): self.appended(appended, at: index)
        }
    }

    private mutating func looked(_ look: ClusterLook, _ sent: Timestamp, _ answered: Timestamp, at index: Int) {
        schedule(.look, at: index, after: machines[index].span(times.lookInterval))
        let following = boards(of: index)
        nodes[index].state.follows(following)
        let span = flaws.contains(.wholeRoundTrips) ? (answered, sent) : (sent, answered)
        let decision = nodes[index].state.looked(
            look, sent: span.0, answered: span.1, wallClock: machines[index].wall(now))
        let isClaimable = look.lease.holder == .nobody && !nodes[index].state.clockDiffers
        if !following.isWarm, decision == .nothing, isClaimable, nodes[index].state.role == .following {
            counts[.leftToWarm] += 1
        }
        if case .own(let lease) = decision {
            counts[.adopted] += 1
            if flaws.contains(.lookGivesTrust) {
                _ = nodes[index].state.beatAnswered(true, of: lease, sent: sent)
            }
        }
        if case .release = decision, nodes[index].state.role == .following { counts[.handedOver] += 1 }
        perform(decision, at: index)
    }

    private mutating func handleFailure(of call: SimulatedNode.Call, at index: Int) {
        switch call.operation {
        case .look:
            nodes[index].state.lookFailed()
            schedule(.look, at: index, after: machines[index].span(times.lookInterval))
        case .claim(let seen, let node):
            guard flaws.contains(.adoptsUnseen) else { return nodes[index].state.claimFailed() }
            let guess = Lease(epoch: seen.epoch + 1, claim: 1, holder: .node(node.id), beat: 0)
            perform(nodes[index].state.claimAnswered(guess, sent: call.sent), at: index)
        case .load: if let lease = call.lease, nodes[index].owns(lease) { ask(.load, by: index, about: lease) }
        case .tail:
            if let lease = call.lease {
                if nodes[index].owns(lease) { ask(.load, by: index, about: lease) }
            } else {
                nodes[index].isReadingTail = false
            }
        // In doubt: sent again until it is settled.
        case .append: settle(index)
        case .release:
            if flaws.contains(.releasesFirst), nodes[index].state.leave() != nil { nodes[index].forget() }
        case .beat: break
        }
    }

    mutating func perform(_ decision: NodeState.Decision, at index: Int) {
        switch decision {
        case .nothing: break
        case .claim(let seen): ask(.claim(seen, nodes[index].state.node), by: index)
        case .own(let lease):
            nodes[index].forget()
            beat(index)
            ask(.tail(after: nodes[index].seen.count), by: index, about: lease)
        case .resign:
            counts[.resigned] += 1
            nodes[index].forget()
        case .release(let lease):
            nodes[index].forget()
            ask(.release(lease), by: index, about: lease)
        }
    }

    mutating func loaded(_ lease: Lease, _ rows: [StoredRow], for own: Lease?, at index: Int) {
        guard let own, nodes[index].owns(own), nodes[index].memory == nil else { return }
        let isOwn = lease.epoch == own.epoch && lease.claim == own.claim
        guard isOwn || flaws.contains(.loadsAnything) || flaws.contains(.adoptsUnseen) else {
            return ask(.load, by: index, about: own)
        }
        nodes[index].remember(rows)
        readNearby()
        writeNearby(index)
        append(index)
    }
}
