public import LaurelDomain
import LaurelMatches
import LaurelScores
import LaurelStorage

/// Looks who waits behind a code (rule 14.10). Nobody enters by looking.
public struct ReadParty: Sendable {
    private let parties: Parties
    public init(_ parties: Parties) { self.parties = parties }

    public func callAsFunction(
        _ code: PartyCode, at room: PartyRoom, by player: PlayerNumber
    ) async throws(PartyError) -> PartyDetails {
        let now = parties.clock.now()
        let party = try await parties.find(code, at: room, by: player, now)
        let activity = try parties.activity(party.activity, at: room)
        return parties.details(party, room.app, activity, now)
    }

    /// In all games: for a link, which names none. In order of game and environment.
    public func all(_ code: PartyCode, from address: ClientAddress) async throws(PartyError) -> [PartyDetails] {
        let now = parties.clock.now()
        let counted = try parties.count([(.address(address), Parties.triesOfAddress)])
        let found = try await parties.parties(code, now).compactMap { party -> PartyDetails? in
            guard let app = parties.catalogue.app(party.app), app.isGameCenterEnabled,
                let activity = parties.catalogue.activities.activity(party.activity, of: app.number)
            else { return nil }
            return parties.details(party, app, activity, now)
        }
        guard !found.isEmpty else { throw .unknownParty }
        parties.tries.giveBack(counted)
        return found
    }

    /// Those that a player entered and that live.
    public func entered(by player: PlayerNumber) async throws(PartyError) -> [Party] {
        let now = parties.clock.now()
        let found = try await PartyError.translating { () throws(StoreError) in
            try await parties.directory.parties(of: player, at: now)
        }
        return parties.live(found, now)
    }
}

extension Parties {
    /// As players see it.
    func activity(_ id: ActivityID, at room: PartyRoom) throws(PartyError) -> ActivityDefinition {
        let shown = catalogue.shownActivities(of: room.app, in: room.environment)
        guard let activity = shown.first(where: { $0.id == id }) else { throw .unknownActivity(id) }
        guard activity.supportsPartyCodes else { throw .noCodes(id) }
        return activity
    }

    /// One that the player may enter. All that is wrong looks the same, and is counted.
    func find(
        _ code: PartyCode, at room: PartyRoom, by player: PlayerNumber, _ now: Timestamp
    ) async throws(PartyError) -> Party {
        let counted = try count(
            [(.player(player), Self.triesOfPlayer), (.address(room.address), Self.triesOfAddress)])
        guard let party = try await party(code, at: room, now), try await meets(player, party, now) else {
            throw .unknownParty
        }
        tries.giveBack(counted)
        return party
    }

    func party(_ code: PartyCode, at room: PartyRoom, _ now: Timestamp) async throws(PartyError) -> Party? {
        try await parties(code, now).first { $0.app == room.app.number && $0.environment == room.environment }
    }

    /// Those that live.
    func parties(_ code: PartyCode, _ now: Timestamp) async throws(PartyError) -> [Party] {
        let found = try await PartyError.translating { () throws(StoreError) in
            try await directory.parties(code, at: now)
        }
        return live(found, now)
    }

    /// Without those that have been empty for an hour, in which nobody sits in a match either.
    func live(_ parties: [Party], _ now: Timestamp) -> [Party] {
        parties.filter { $0.isLive(at: now, keeper.seats(of: $0)) }
    }

    func details(_ party: Party, _ app: App, _ activity: ActivityDefinition, _ now: Timestamp) -> PartyDetails {
        let seats = keeper.seats(of: party)
        return PartyDetails(
            party: party, app: app, activity: activity, present: party.present(at: now, seats), ends: party.ends(seats))
    }

    func write(_ parties: [Party], _ now: Timestamp) async throws(PartyError) {
        try await PartyError.translating { () throws(StoreError) in try await directory.putParties(parties, at: now) }
    }

    /// Nobody meets somebody whom they block, or who blocks them (rule 11.4).
    ///
    /// - Returns: false: as if there were no such party.
    /// - Throws: ``PartyError/restricted`` for a player who meets no strangers, where somebody in it is no friend.
    func meets(_ player: PlayerNumber, _ party: Party, _ now: Timestamp) async throws(PartyError) -> Bool {
        let others = party.present(at: now, keeper.seats(of: party)).filter { $0 != player }
        guard !others.isEmpty else { return true }
        let circle = try await PartyError.translating { () throws(StoreError) in
            try await meetings.circle(of: [player], isByCode: true)
        }
        let obstacles = others.compactMap { circle.obstacle(between: player, and: $0) }
        guard obstacles.allSatisfy({ $0 == .isRestricted }) else { return false }
        guard obstacles.isEmpty else { throw .restricted }
        return true
    }

    func count(_ counters: [TryWindows.Counter]) throws(PartyError) -> TryWindows.Reservation {
        do throws(TooManyAttempts) {
            return try tries.reserve(counters.filter { $0.key != .address(.local) }, at: steady.now())
        } catch {
            throw .tooManyAttempts(error.retryAfter)
        }
    }
    /// A code that a player makes.
    func countMaking(by player: PlayerNumber) throws(PartyError) -> AttemptLimiter.Reservation {
        do throws(TooManyAttempts) {
            return try making.reserve(
                AttemptLimiter.Attempt(own: [(.partyMaking(player), Self.codesOfPlayer)]), at: steady.now())
        } catch {
            throw .tooManyAttempts(error.retryAfter)
        }
    }
}
