import LaurelDomain
import LaurelScores
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import LaurelTestSupport
import Synchronization
import Testing

@testable import LaurelService

@Suite("Drawn party codes", .timeLimit(.minutes(15))) struct PartyDrawTests {
    @Test("rule 14.8: a drawn code is none that lives, and has no word in it that nobody should have to read")
    func drawn() async throws {
        let directory = try TestStores.directory()
        let catalogue = Catalogue()
        let new = NewApp(
            team: try await directory.firstTeam(named: "Team"), bundleID: try BundleID("com.example.game"),
            name: "Game", sku: "", defaultLanguage: .english, link: nil)
        var app = try #require(try await directory.addApp(new))
        (app.isGameCenterEnabled, app.isReleased) = (true, true)
        catalogue.put(app)
        var race = ActivityDefinition(
            id: try ActivityID("Race"), referenceName: "Race",
            localizations: [ActivityLocalization(language: .english, title: "Race", details: "")])
        (race.supportsPartyCodes, race.isReleased) = (true, true)
        catalogue.activities.put(race, of: app.number)
        var people = AccountsWorld(directory: directory, catalogue: catalogue)
        let ada = try await people.signUp("ada").player.number
        let bob = try await people.signUp("bob").player.number
        // The same numbers again and again: without the two rules, all would have the first code.
        var same = SplitMix64(seed: 1)
        let codes = (0..<3).map { _ in PartyCode.drawn(using: &same) }
        let source = Mutex(SplitMix64(seed: 1))
        people.accounts.random = Random { count in
            let number = source.withLock { $0.next() }
            return (0..<count).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0 % 8))) }
        }
        people.accounts.words.put(try #require(WordFilter.folded(codes[0].parts[0])), .blocked)
        // For its matches: there are none.
        let play = try await PlayFixture()
        let parties = Parties(
            play.keeper, people.accounts, friends: people.friends(directory).graph, directory: directory)
        let room = PartyRoom(app: app, environment: .production, address: .local)
        let first = try await EnterParty(parties).make(race.id, code: nil, at: room, by: ada)
        #expect(first.party.code == codes[1])
        source.withLock { $0 = SplitMix64(seed: 1) }
        let second = try await EnterParty(parties).make(race.id, code: nil, at: room, by: bob)
        #expect(second.party.code == codes[2])
    }
}
