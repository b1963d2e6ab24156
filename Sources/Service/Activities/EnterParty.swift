public import LaurelDomain
import LaurelScores
import LaurelStorage

/// Makes codes and takes players in: they are in one party of a game and environment at a time (rules 14.8 to 14.10).
public struct EnterParty: Sendable {
    private let parties: Parties
    public init(_ parties: Parties) { self.parties = parties }

    /// Begins a party, and is in it.
    ///
    /// - Parameter code: of the player's own choice; nil: one is drawn. Who chooses a code that is in use for the
    ///   same activity enters it.
    public func make(
        _ id: ActivityID, code: PartyCode?, at room: PartyRoom, by player: PlayerNumber
    ) async throws(PartyError) -> PartyDetails {
        let activity = try parties.activity(id, at: room)
        guard !parties.catalogue.bans.isBanned(player, in: room.app.team) else { throw .banned }
        return try await parties.gate.run { () throws(PartyError) in
            let now = parties.clock.now()
            let made = try parties.countMaking(by: player)
            let counted: TryWindows.Reservation
            do throws(PartyError) {
                // A code of one's own choice can be a guess.
                counted = try parties.count(
                    code == nil
                        ? []
                        : [(.player(player), Parties.triesOfPlayer), (.address(room.address), Parties.triesOfAddress)])
            } catch {
                parties.making.giveBack(made)
                throw error
            }
            if let code, let there = try await parties.party(code, at: room, now) {
                guard there.activity == id, try await parties.meets(player, there, now) else { throw .codeTaken }
                parties.making.giveBack(made)
                parties.tries.giveBack(counted)
                return try await enter(there, activity, room.app, player, now)
            }
            let drawn: PartyCode
            if let code { drawn = code } else { drawn = try await draw(now) }
            let party = Party(
                app: room.app.number, environment: room.environment, code: drawn, activity: id, created: now)
            return try await enter(party, activity, room.app, player, now)
        }
    }

    /// Enters a party that is there, or once more.
    public func join(
        _ code: PartyCode, at room: PartyRoom, by player: PlayerNumber
    ) async throws(PartyError) -> PartyDetails {
        guard !parties.catalogue.bans.isBanned(player, in: room.app.team) else { throw .banned }
        return try await parties.gate.run { () throws(PartyError) in
            let now = parties.clock.now()
            let party = try await parties.find(code, at: room, by: player, now)
            let activity = try parties.activity(party.activity, at: room)
            return try await enter(party, activity, room.app, player, now)
        }
    }

    /// Nothing happens to who isn't in it.
    public func leave(_ code: PartyCode, at room: PartyRoom, by player: PlayerNumber) async throws(PartyError) {
        try await parties.gate.run { () throws(PartyError) in
            let now = parties.clock.now()
            guard var party = try await parties.party(code, at: room, now),
                party.leave(player, at: now, parties.keeper.seats(of: party))
            else { return }
            try await parties.write([party], now)
        }
    }

    private func enter(
        _ party: Party, _ activity: ActivityDefinition, _ app: App, _ player: PlayerNumber, _ now: Timestamp
    ) async throws(PartyError) -> PartyDetails {
        var party = party
        party.enter(player, at: now, parties.keeper.seats(of: party))
        guard party.players.count <= Party.playersLimit else { throw .full(limit: Party.playersLimit) }
        var written = [party]
        let others = try await PartyError.translating { () throws(StoreError) in
            try await parties.directory.parties(of: player, at: now)
        }
        for var other in others
        where other.app == party.app && other.environment == party.environment && other.code != party.code {
            if other.leave(player, at: now, parties.keeper.seats(of: other)) { written.append(other) }
        }
        try await parties.write(written, now)
        return parties.details(party, app, activity, now)
    }

    /// Unique among those that live in any game, and with no word in it that nobody should have to read.
    private func draw(_ now: Timestamp) async throws(PartyError) -> PartyCode {
        var generator = PortGenerator(parties.random)
        for _ in 0..<100 {
            let code = PartyCode.drawn(using: &generator)
            let texts = code.parts + [code.parts.joined()]
            guard texts.allSatisfy({ parties.words.allows($0) }) else { continue }
            if try await parties.parties(code, now).isEmpty { return code }
        }
        throw .unavailable
    }
}

/// The port's bytes, for what draws with Swift's generators.
private struct PortGenerator: RandomNumberGenerator {
    private let random: Random
    init(_ random: Random) { self.random = random }

    mutating func next() -> UInt64 { random.bytes(8).reduce(0) { $0 << 8 | UInt64($1) } }
}
