import LaurelDomain
import Testing

@testable import LaurelMatches
@testable import LaurelTestMatches

@Suite("Matchmaking by turns") struct MatchmakingTests {
    /// Finds one for two, and hands the turn to the other seat.
    private func opened(_ table: inout Table, by player: Int, group: Int64 = 0, mask: UInt32 = 0) throws -> MatchNumber
    {
        let match = try table.find(try MatchRequest(group: group, attributes: mask), by: player)
        try table.turn(table.next(1), match, by: player)
        return match
    }

    @Test(
        "rule 11.1: 2 to 16 players, and a default between them",
        arguments: [(1, 2, nil), (2, 17, nil), (3, 2, nil), (2, 4, 5), (3, 4, 2)] as [(Int, Int, Int?)])
    func numbers(_ low: Int, _ high: Int, _ usual: Int?) {
        #expect(throws: MatchRefusal.requestInvalid) {
            try MatchRequest(minPlayers: low, maxPlayers: high, defaultNumberOfPlayers: usual)
        }
    }

    @Test("rule 11.1: without a default it is the player's last number, or else the most")
    func lastNumber() throws {
        var table = Table()
        func seats(_ match: MatchNumber) -> Int? { table.book[match]?.participants.count }
        let most = try MatchRequest(minPlayers: 2, maxPlayers: 8)
        let first = try table.find(most, by: 0)
        #expect(seats(first) == 8)
        try table.find(try MatchRequest(minPlayers: 2, maxPlayers: 8, defaultNumberOfPlayers: 3), by: 0)
        let third = try table.find(most, by: 0)
        #expect(seats(third) == 3)
    }

    @Test("rules 11.2 and 12.4: a search joins the oldest open match of its group, never one's own")
    func groups() throws {
        var table = Table()
        let first = try opened(&table, by: 0)
        let second = try opened(&table, by: 1, group: 7)
        let third = try table.find(try MatchRequest(), by: 0)
        #expect(third != first)
        let joined = try table.find(try MatchRequest(group: 7), by: 2)
        let other = try table.find(try MatchRequest(), by: 3)
        #expect(joined == second && other == first)
        #expect(table.book[first]?.turn?.began == table.now && table.holder(first) == 1)
    }

    @Test("rule 12.4: a seat is open to strangers once it was handed the turn")
    func opening() throws {
        var table = Table()
        let match = try table.find(try MatchRequest(), by: 0)
        #expect(table.book[match]?.status == .open)
        let other = try table.find(try MatchRequest(), by: 1)
        #expect(other != match)
        try table.turn(table.next(1), match, by: 0)
        #expect(table.book[match]?.status == .matching)
        let joined = try table.find(try MatchRequest(), by: 2)
        #expect(joined == match)
        #expect(table.book[match]?.status == .open)
    }

    @Test("rules 12.4 and 14.10: who comes by a party's code gets a seat at its table before the first turn is over")
    func party() throws {
        var table = Table()
        let request = try MatchRequest(minPlayers: 2, maxPlayers: 3, group: 7)
        let match = try table.find(request, by: 0, isInParty: true)
        let stranger = try table.find(request, by: 1)
        #expect(stranger != match)
        try table.perform(.askToQuit, stranger, by: 1)
        let other = try table.find(try MatchRequest(minPlayers: 2, maxPlayers: 3, group: 8), by: 2, isInParty: true)
        #expect(other != match)
        let joined = try table.find(request, by: 2, isInParty: true)
        #expect(joined == match && table.status(match, 1) == .active && table.holder(match) == 0)
        // It is theirs as well: who made it can't take it away.
        try table.perform(.askToQuit, match, by: 0)
        #expect(table.book[match] != nil)
        // The same player never sits there twice, and blocked ones not together.
        let again = try table.find(request, by: 2, isInParty: true)
        #expect(again != match)
        table.circle.blocks = [[0, 4]]
        let blocked = try table.find(request, by: 4, isInParty: true)
        #expect(blocked != match)
        let last = try table.find(request, by: 3, isInParty: true)
        #expect(last == match && table.status(match, 2) == .active)
        // Nobody is sought any more once the turn comes to them.
        try table.turn(table.next(1), match, by: 0)
        #expect(table.book[match]?.status == .open && table.holder(match) == 1)
        let late = try table.find(request, by: 5, isInParty: true)
        #expect(late != match)
    }

    @Test("rules 14.6 and 14.10: it doesn't matter how soon a friend follows the code")
    func late() throws {
        var table = Table()
        let request = try MatchRequest(minPlayers: 2, maxPlayers: 2, group: 7)
        let match = try table.find(request, by: 0, isInParty: true)
        table.pass(.hours(3))
        let joined = try table.find(request, by: 1, isInParty: true)
        #expect(joined == match && table.holder(match) == 0)
    }

    @Test("rule 14.9: who of a party sits in its matches, and when the last of those that are over ended")
    func partySeats() throws {
        var table = Table()
        let made = table.now
        func seats(_ players: Int..., since: Timestamp) -> PartySeats {
            table.book.seats(of: players.map { table.number($0) }, group: 7, since: since)
        }
        let request = try MatchRequest(minPlayers: 2, maxPlayers: 2, group: 7)
        let match = try table.find(request, by: 0, isInParty: true)
        // Neither a match of another group nor one of a party that had the code before.
        try table.find(try MatchRequest(group: 8), by: 1)
        #expect(seats(0, 1, since: made) == PartySeats(players: [table.number(0)], ended: nil))
        #expect(seats(0, 1, since: made.advanced(by: Timestamp.Span(milliseconds: 1))) == .nobody)
        // An invitation is no seat yet.
        let invites = try MatchRequest(group: 7, recipients: [table.number(2)], takesStrangers: false)
        let other = try table.find(invites, by: 3)
        try table.turn(table.next(1), other, by: 3)
        #expect(seats(2, since: made) == .nobody)
        table.pass(.hours(3))
        try table.find(request, by: 1, isInParty: true)
        #expect(seats(0, 1, since: made).players == [table.number(0), table.number(1)])
        try table.turn(.endMatch([table.seat(0): .won, table.seat(1): .lost]), match, by: 0)
        #expect(seats(0, 1, since: made) == PartySeats(players: [], ended: table.now))
    }

    @Test("rule 14.9: who of a party left a match that goes on was in it until then, as far as that is known")
    func partyLeft() throws {
        var table = Table()
        let made = table.now
        func seats(_ players: Int...) -> PartySeats {
            table.book.seats(of: players.map { table.number($0) }, group: 7, since: made)
        }
        let request = try MatchRequest(minPlayers: 3, maxPlayers: 3, group: 7)
        let match = try table.find(request, by: 0, isInParty: true)
        for player in 1...2 {
            table.pass(.hours(1))
            try table.find(request, by: player, isInParty: true)
        }
        let came = made.advanced(by: .hours(1))
        table.pass(.hours(1))
        try table.perform(.quitOutOfTurn(.quit), match, by: 1)
        // Nothing but when they came is known of who never had a turn.
        #expect(seats(1) == PartySeats(players: [], ended: came))
        try table.turn(
            .quit(.quit, TurnWrite.Handover(next: [table.seat(2)], timeout: .turnDefault)), match, by: 0)
        #expect(seats(0, 1) == PartySeats(players: [], ended: table.now) && table.book[match]?.ended == nil)
        #expect(seats(0, 1, 2).players == [table.number(2)])
    }

    @Test("rule 14.6: those with one code meet only one another, and more than fit are split over matches")
    func split() throws {
        var table = Table()
        let request = try MatchRequest(minPlayers: 2, maxPlayers: 2, group: 7)
        let everybody = Array(0..<5)
        let found = try everybody.map { try table.find(request, by: $0, isInParty: true) }
        #expect(found[1] == found[0] && found[3] == found[2] && Set(found).count == 3)
        // The last one waits for the next who comes, and for nobody with another code.
        let other = try table.find(try MatchRequest(group: 8), by: 5, isInParty: true)
        let sixth = try table.find(request, by: 6, isInParty: true)
        #expect(sixth == found[4] && !found.contains(other))
    }

    @Test("rule 12.4: a pair that shares three matches goes elsewhere, while others wait")
    func pairs() throws {
        var table = Table()
        table.circle.blocks = [[0, 2]]
        for _ in 0..<3 {
            let match = try opened(&table, by: 0)
            let joined = try table.find(try MatchRequest(), by: 1)
            #expect(joined == match)
        }
        let worn = try opened(&table, by: 0)
        let fresh = try opened(&table, by: 2)
        let joined = [try table.find(try MatchRequest(), by: 1), try table.find(try MatchRequest(), by: 1)]
        #expect(joined == [fresh, worn])
    }

    @Test("rule 11.3: masks of a full match are all there is to play, and 0 is everything")
    func masks() throws {
        var table = Table()
        let half = try opened(&table, by: 0, mask: 0xFFFF_0000)
        let wrong = try table.find(try MatchRequest(attributes: 0xFFFF_0000), by: 1)
        #expect(wrong != half)
        let right = try table.find(try MatchRequest(attributes: 0xFFFF), by: 2)
        #expect(right == half)
        let zeros = try opened(&table, by: 3)
        let any = try table.find(try MatchRequest(), by: 4)
        #expect(any == zeros)
    }

    @Test("rule 11.4: no match for who is blocked, or restricted and a stranger")
    func meetings() throws {
        var table = Table()
        table.circle.blocks = [[0, 1]]
        table.circle.restricted = [3]
        table.circle.friends = [[3, 4]]
        let match = try opened(&table, by: 0)
        let other = try table.find(try MatchRequest(), by: 1)
        #expect(other != match)
        #expect(throws: MatchRefusal.restricted) { try table.find(try MatchRequest(), by: 3) }
        for (player, invited) in [(0, 1), (3, 0)] {
            let request = try MatchRequest(recipients: [PlayerNumber(UInt32(invited))], takesStrangers: false)
            #expect(throws: MatchRefusal.cannotMeet) { try table.find(request, by: player) }
        }
        let friends = try MatchRequest(recipients: [PlayerNumber(4)], takesStrangers: false)
        #expect(try table.find(friends, by: 3) != match)
    }

    @Test("rule 11.10: each is invited once, and nobody themselves")
    func recipients() throws {
        var table = Table()
        #expect(throws: MatchRefusal.requestInvalid) {
            try MatchRequest(maxPlayers: 4, recipients: [PlayerNumber(1), PlayerNumber(1)])
        }
        #expect(throws: MatchRefusal.requestInvalid) {
            try MatchRequest(maxPlayers: 2, recipients: [PlayerNumber(1), PlayerNumber(2)])
        }
        let oneself = try MatchRequest(recipients: [PlayerNumber(0)])
        #expect(throws: MatchRefusal.invitesOneself) { try table.find(oneself, by: 0) }
    }

    @Test("rule 11.10: up to 300 characters are said with an invitation, and are there until all have answered")
    func invitation() throws {
        var table = Table()
        let words = String(repeating: "\u{9999}", count: 300)
        #expect(throws: MatchRefusal.messageTooLong) {
            try MatchRequest(recipients: [PlayerNumber(1)], invitation: words + "!")
        }
        #expect(throws: MatchRefusal.messageTooLong) {
            try MatchRequest(
                recipients: [PlayerNumber(1)], invitation: "a" + String(repeating: "\u{301}", count: 600))
        }
        // Code points count, as in a request's body.
        #expect(throws: MatchRefusal.messageTooLong) {
            try MatchRequest(
                recipients: [PlayerNumber(1)], invitation: String(repeating: "\u{1F468}\u{200D}\u{1F467}", count: 101))
        }
        _ = try MatchRequest(recipients: [PlayerNumber(1)], invitation: String(repeating: "\u{1F412}", count: 300))
        let alone = try MatchRequest(invitation: words)
        #expect(alone.invitation.isEmpty, "nobody is invited")
        let request = try MatchRequest(
            maxPlayers: 3, recipients: [PlayerNumber(1), PlayerNumber(2)], takesStrangers: false, invitation: words)
        let match = try table.find(request, by: 0)
        try table.turn(table.next(1, 2), match, by: 0)
        #expect(table.book[match]?.invitation == words)
        try table.perform(.decline, match, by: 1)
        #expect(table.book[match]?.invitation == words)
        try table.perform(.accept, match, by: 2)
        #expect(table.book[match]?.invitation == nil)
    }

    @Test(
        "rules 11.10 and 12.26: what is said with an invitation goes when who said it leaves", arguments: [true, false])
    func invitationOfWhoLeft(isBanned: Bool) throws {
        var table = Table()
        let request = try MatchRequest(
            maxPlayers: 3, recipients: [PlayerNumber(1), PlayerNumber(2)], takesStrangers: false, invitation: "Hello")
        let match = try table.find(request, by: 0)
        try table.turn(table.next(1, 2), match, by: 0)
        try table.perform(.accept, match, by: 1)
        #expect(table.book[match]?.invitation == "Hello")
        if isBanned {
            table.depart(0, isErased: false)
        } else {
            try table.perform(.quitOutOfTurn(.quit), match, by: 0)
        }
        #expect(table.book[match]?.invitation == nil && table.status(match, 2) == .invited)
        #expect(table.book[match]?.ended == nil)
    }

    @Test("rule 11.10: three invitations without an answer stop further ones to that player for an hour")
    func unanswered() throws {
        var table = Table()
        func request(_ player: Int) throws -> MatchRequest {
            try MatchRequest(recipients: [PlayerNumber(UInt32(player))], takesStrangers: false)
        }
        let first = try table.find(try request(1), by: 0)
        for _ in 0..<2 { try table.find(try request(1), by: 0) }
        let refusal = MatchRefusal.unanswered(retryAfter: .hours(1))
        // Nobody is told yet, but their sender could hand over any number of them at once.
        #expect(throws: refusal) { try table.find(try request(1), by: 0) }
        // Others can be invited, others can invite that player, and an answer makes room.
        try table.find(try request(2), by: 0)
        try table.find(try request(1), by: 2)
        try table.turn(table.next(1), first, by: 0)
        try table.perform(.accept, first, by: 1)
        try table.find(try request(1), by: 0)
        #expect(throws: refusal) { try table.find(try request(1), by: 0) }
        table.pass(.hours(1))
        try table.find(try request(1), by: 0)
        #expect(throws: refusal) { try table.find(try request(1), by: 0) }
    }

    @Test("rule 11.10: an invitation without an answer counts, too, when its sender has ended the match since")
    func unansweredAndOver() async throws {
        var table = Table()
        let request = try MatchRequest(recipients: [PlayerNumber(1)], takesStrangers: false)
        func sent(isAccepted: Bool = false) throws -> MatchNumber {
            let match = try table.find(request, by: 0)
            try table.turn(table.next(1), match, by: 0)
            if isAccepted { try table.perform(.accept, match, by: 1) }
            try table.perform(.quitOutOfTurn(.quit), match, by: 0)
            return match
        }
        // Who came and went without a turn has answered.
        let answered = try sent(isAccepted: true)
        table.depart(1, isErased: false)
        #expect(table.book[answered]?.ended != nil)
        var over: [MatchNumber] = []
        for _ in 0..<3 { over.append(try sent()) }
        #expect(over.allSatisfy { table.book[$0]?.ended != nil })
        let refusal = MatchRefusal.unanswered(retryAfter: .hours(1))
        #expect(throws: refusal) { try table.find(request, by: 0) }
        // Taken out of both lists, they were sent all the same.
        for match in over {
            try table.perform(.remove, match, by: 0)
            try table.perform(.remove, match, by: 1)
        }
        #expect(throws: refusal) { try table.find(request, by: 0) }
        table.pass(.minutes(59))
        #expect(throws: MatchRefusal.unanswered(retryAfter: .minutes(1))) { try table.find(request, by: 0) }
        table.pass(.minutes(1))
        // Nobody can answer them any more, so they stop nothing after that hour.
        for _ in 0..<3 { _ = try sent() }
        #expect(throws: refusal) { try table.find(request, by: 0) }
    }

    @Test("rule 11.10: who was never told of a match owes no answer to it")
    func untold() throws {
        var table = Table()
        let request = try MatchRequest(
            maxPlayers: 3, recipients: [PlayerNumber(1), PlayerNumber(2)], takesStrangers: false)
        for _ in 0..<4 {
            let match = try table.find(request, by: 0)
            // The turn goes to and fro between two; the third one's never comes.
            try table.turn(table.next(1), match, by: 0)
            try table.perform(.accept, match, by: 1)
        }
        #expect(table.book.matches(of: PlayerNumber(2)).isEmpty && table.book.numbers(of: PlayerNumber(2)).count == 4)
    }

    @Test("rules 11.4 and 12.13: who asks second doesn't come to sit with somebody they can't meet by now")
    func blockedRematch() throws {
        var table = Table()
        let match = try table.playing(3)
        let outcomes = [table.seat(0): MatchOutcome.won, table.seat(1): .lost, table.seat(2): .lost]
        try table.turn(.endMatch(outcomes), match, by: 0)
        let first = try table.rematch(match, by: 1)
        table.circle.blocks = [[1, 2]]
        #expect(throws: MatchRefusal.cannotMeet) { try table.rematch(match, by: 2) }
        #expect(table.status(first, 2) == .invited)
        let second = try table.rematch(match, by: 0)
        #expect(second == first && table.status(first, 1) == .active)
        // Who has left it is met no more.
        let next = TurnWrite.Handover(next: [table.seat(1)], timeout: .turnDefault)
        try table.turn(.quit(.quit, next), first, by: 1)
        let last = try table.rematch(match, by: 2)
        #expect(last == first && table.status(first, 2) == .active)
    }

    @Test("rules 12.3, 12.7 and 12.14: an invitation comes with the turn; a decline passes it on without an outcome")
    func invitations() throws {
        var table = Table()
        let request = try MatchRequest(
            maxPlayers: 3, recipients: [PlayerNumber(1), PlayerNumber(2)], takesStrangers: false)
        let match = try table.find(request, by: 0)
        #expect(table.status(match, 1) == .invited && table.book[match]?[table.seat(1)]?.player == PlayerNumber(1))
        #expect(table.book.matches(of: PlayerNumber(1)).isEmpty)
        #expect(throws: MatchRefusal.noMatch) { try table.perform(.accept, match, by: 1) }
        try table.turn(table.next(1, 2), match, by: 0)
        #expect(table.book.matches(of: PlayerNumber(1)).map(\.number) == [match])
        #expect(throws: MatchRefusal.noMatch) { try table.book.match(match, for: PlayerNumber(9)) }
        try table.perform(.decline, match, by: 1)
        #expect(table.status(match, 1) == .declined && table.outcomes(match)[1] == .none)
        #expect(table.holder(match) == 2)
        #expect(throws: MatchRefusal.invalidState) { try table.turn(.save, match, by: 2) }
        try table.perform(.accept, match, by: 2)
        try table.turn(.save, match, by: 2)
    }

    @Test("rule 12.1: a player has 30 open matches")
    func limit() throws {
        var table = Table()
        for _ in 0..<30 { try table.find(try MatchRequest(), by: 0) }
        #expect(throws: MatchRefusal.tooManyMatches(limit: 30)) { try table.find(try MatchRequest(), by: 0) }
        #expect(MatchRefusal.tooManyMatches(limit: 30).gameKitCode == 21)
    }

    @Test("rule 12.13: all who ask for a rematch within a week get the same one")
    func rematches() throws {
        var table = Table()
        let match = try table.playing(3)
        #expect(throws: MatchRefusal.invalidState) { try table.rematch(match, by: 1) }
        let outcomes = [table.seat(0): MatchOutcome.won, table.seat(1): .lost, table.seat(2): .lost]
        try table.turn(.endMatch(outcomes), match, by: 0)
        let first = try table.rematch(match, by: 1)
        let second = try table.rematch(match, by: 2)
        #expect(first == second && first != match)
        #expect(table.book[first]?.participants.map(\.player) == [1, 0, 2].map { PlayerNumber(UInt32($0)) })
        #expect(table.book[first]?.participants.map(\.status) == [.active, .invited, .active])
        table.pass(.days(7))
        let late = try table.rematch(match, by: 0)
        #expect(late != first)
    }
}
