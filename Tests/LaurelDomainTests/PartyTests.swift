import LaurelDomain
import Testing

@Suite("Parties") struct PartyTests {
    private let start = Timestamp(clamping: 1_800_000_000_000)
    private let ada = PlayerNumber(1)
    private let zoe = PlayerNumber(2)

    private func after(_ minutes: Int64) -> Timestamp { start.advanced(by: .minutes(minutes)) }

    private func party() throws -> Party {
        Party(
            app: AppNumber(1), environment: .sandbox, code: try #require(PartyCode("23-45")),
            activity: try ActivityID("Race"), created: start)
    }

    @Test("rule 14.9: a player is in it for ten minutes after they entered, and again after each entry")
    func presence() throws {
        var party = try party()
        party.enter(ada, at: start, .nobody)
        party.enter(zoe, at: after(4), .nobody)
        #expect(party.present(at: after(9), .nobody) == [ada, zoe])
        #expect(party.present(at: after(10), .nobody) == [zoe])
        party.enter(ada, at: after(11), .nobody)
        #expect(party.present(at: after(13), .nobody) == [zoe, ada])
        #expect(party.present(at: after(14), .nobody) == [ada])
        #expect(party.present(at: after(21), .nobody) == [])
        party.enter(zoe, at: after(22), .nobody)
        // Who isn't in it any more isn't kept.
        #expect(party.players.map(\.player) == [zoe])
    }

    @Test("rule 14.9: a code lives an hour after the last one was in it")
    func empty() throws {
        var party = try party()
        party.enter(ada, at: start, .nobody)
        #expect(party.isLive(at: after(69), .nobody) && !party.isLive(at: after(70), .nobody))
        party.enter(zoe, at: after(60), .nobody)
        #expect(party.isLive(at: after(129), .nobody) && !party.isLive(at: after(130), .nobody))
        let left = party.leave(zoe, at: after(62), .nobody)
        #expect(left && party.isLive(at: after(121), .nobody) && !party.isLive(at: after(122), .nobody))
        #expect(party.present(at: after(62), .nobody) == [])
        let again = party.leave(zoe, at: after(63), .nobody)
        #expect(!again && party.ends(.nobody) == after(122))
    }

    @Test("who leaves ends nobody else's time")
    func leaving() throws {
        var party = try party()
        party.enter(ada, at: start, .nobody)
        party.enter(zoe, at: after(1), .nobody)
        party.leave(ada, at: after(2), .nobody)
        #expect(party.present(at: after(10), .nobody) == [zoe] && party.ends(.nobody) == after(71))
    }

    @Test("rule 14.9: who sits in a match is in it, and the code lives until an hour after the match")
    func seated() throws {
        var party = try party()
        party.enter(ada, at: start, .nobody)
        party.enter(zoe, at: after(1), .nobody)
        let seats = PartySeats(players: [ada], ended: nil)
        #expect(party.present(at: after(180), seats) == [ada] && party.present(at: after(180), .nobody) == [])
        #expect(party.isLive(at: after(180), seats) && !party.isLive(at: after(180), .nobody))
        #expect(party.ends(seats) == after(24 * 60) && !party.isLive(at: after(24 * 60), seats))
        let over = PartySeats(players: [], ended: after(200))
        #expect(party.isLive(at: after(259), over) && !party.isLive(at: after(260), over))
        // A match that ended before the last ten minutes did shortens nothing.
        #expect(party.ends(PartySeats(players: [], ended: start)) == after(71))
        // Who isn't in it any more goes with the next who comes, and who sits there doesn't.
        party.enter(zoe, at: after(180), seats)
        #expect(party.players.map(\.player) == [ada, zoe])
        party.enter(zoe, at: after(300), .nobody)
        #expect(party.players.map(\.player) == [zoe])
    }

    @Test("rule 14.9: who leaves and sits in a match is in it until that is over, and no longer")
    func leavingTable() throws {
        var party = try party()
        party.enter(zoe, at: start, .nobody)
        party.enter(ada, at: after(5), .nobody)
        let seats = PartySeats(players: [ada], ended: nil)
        let left = party.leave(ada, at: after(6), seats)
        #expect(left && party.present(at: after(6), seats) == [ada, zoe])
        #expect(party.present(at: after(6), .nobody) == [zoe] && party.ends(.nobody) == after(70))
        let again = party.leave(ada, at: after(7), seats)
        #expect(!again)
    }

    @Test("rule 14.9: no code lives longer than a day")
    func day() throws {
        var party = try party()
        for minute in stride(from: 0, to: 24 * 60, by: 5) as StrideTo<Int64> {
            party.enter(ada, at: after(minute), .nobody)
        }
        #expect(party.isLive(at: after(24 * 60 - 1), .nobody) && !party.isLive(at: after(24 * 60), .nobody))
    }

    @Test("rule 14.11: the link is the start URL, the activity and the code")
    func link() throws {
        var activity = ActivityDefinition(id: try ActivityID("Race"), referenceName: "Race", localizations: [])
        let code = try #require(PartyCode("23-45"))
        #expect(activity.startURL(code: code, link: nil) == nil)
        #expect(activity.startURL(code: code, link: "/play/hop/") == "/play/hop/?activity=Race&partyCode=23-45")
        activity.fallbackURL = "https://hop.example/get?from=laurel#race"
        #expect(
            activity.startURL(code: code, link: "/play/hop/")
                == "https://hop.example/get?from=laurel&activity=Race&partyCode=23-45#race")
        #expect(
            activity.startURL(code: nil, link: nil) == "https://hop.example/get?from=laurel&activity=Race#race")
    }
}
