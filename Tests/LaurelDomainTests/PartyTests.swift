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
        party.enter(ada, at: start)
        party.enter(zoe, at: after(4))
        #expect(party.present(at: after(9)) == [ada, zoe])
        #expect(party.present(at: after(10)) == [zoe])
        party.enter(ada, at: after(11))
        #expect(party.present(at: after(13)) == [zoe, ada])
        #expect(party.present(at: after(14)) == [ada])
        #expect(party.present(at: after(21)) == [])
        party.enter(zoe, at: after(22))
        // Who isn't in it any more isn't kept.
        #expect(party.players.map(\.player) == [zoe])
    }

    @Test("rule 14.9: a code lives an hour after the last one was in it")
    func empty() throws {
        var party = try party()
        party.enter(ada, at: start)
        #expect(party.isLive(at: after(69)) && !party.isLive(at: after(70)))
        party.enter(zoe, at: after(60))
        #expect(party.isLive(at: after(129)) && !party.isLive(at: after(130)))
        let left = party.leave(zoe, at: after(62))
        #expect(left && party.isLive(at: after(121)) && !party.isLive(at: after(122)))
        #expect(party.present(at: after(62)) == [])
        let again = party.leave(zoe, at: after(63))
        #expect(!again && party.ends == after(122))
    }

    @Test("who leaves ends nobody else's time")
    func leaving() throws {
        var party = try party()
        party.enter(ada, at: start)
        party.enter(zoe, at: after(1))
        party.leave(ada, at: after(2))
        #expect(party.present(at: after(10)) == [zoe] && party.ends == after(71))
    }

    @Test("rule 14.9: no code lives longer than a day")
    func day() throws {
        var party = try party()
        for hour in stride(from: 0, to: 24 * 60, by: 5) as StrideTo<Int64> { party.enter(ada, at: after(hour)) }
        #expect(party.isLive(at: after(24 * 60 - 1)) && !party.isLive(at: after(24 * 60)))
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
