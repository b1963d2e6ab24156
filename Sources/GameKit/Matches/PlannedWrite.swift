import LaurelClient
import LaurelDomain
import LaurelWire

/// A write that names the version of its match, from the game's call on. It stands behind this program's writes to the
/// match that were called for before it, and names what they have made of the match: the game knew of them. Somebody
/// else's write in between is refused all the same (rule 12.22).
struct PlannedWrite<Body: Sendable>: Sendable {
    let match: GKTurnBasedMatch
    let body: Body
    let slot: Lines.Slot

    init(_ body: Body, to match: GKTurnBasedMatch) {
        self.match = match
        self.body = body
        slot = match.slotToWrite()
    }
}

/// The version that the end of a turn names: known when it is sent, for the queue has an order of its own.
struct LateVersion: Sendable {
    private let match: GKTurnBasedMatch
    /// Of the object, when its game called.
    let base: Int64
    /// Ends when the writes before it are done. Nobody in their line waits for the queue.
    private let isNext: Task<Void, Never>?

    init(of match: GKTurnBasedMatch) {
        let slot = match.slotToWrite()
        self.match = match
        base = match.answer.version
        isNext = match.center.tasks.start {
            await slot.comes()
            slot.leave()
        }
    }

    func settled() async -> Int64 {
        await isNext?.value
        return match.version(after: base)
    }

    /// The server has taken it.
    func noteWrite(of version: Int64, made new: Int64) { match.noteWrite(of: version, made: new) }
}

extension GKTurnBasedMatch {
    fileprivate func slotToWrite() -> Lines.Slot { center.lines.join("match " + matchID) }
}

extension Laurel {
    /// Sends a planned write when its turn comes.
    func write<Body: Sendable>(
        _ planned: PlannedWrite<Body>, naming version: WritableKeyPath<Body, Int64>,
        _ send: (Client, Body, MatchID, BundleID) async throws(ClientError) -> MatchAnswer
    ) async throws(GKError) -> MatchAnswer {
        await planned.slot.comes()
        defer { planned.slot.leave() }
        var named = planned.body
        named[keyPath: version] = planned.match.version(after: named[keyPath: version])
        let body = named
        let answer = try await write(to: planned.match) { (client, id, game) throws(ClientError) in
            try await send(client, body, id, game)
        }
        planned.match.noteWrite(of: body[keyPath: version], made: answer.version)
        return answer
    }
}
