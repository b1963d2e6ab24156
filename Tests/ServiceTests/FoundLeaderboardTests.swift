import LaurelDomain
import Testing

@testable import LaurelScores

/// The catalogue remembers what was looked for. It must never remember what isn't so any more.
@Suite("Found leaderboards") struct FoundLeaderboardTests {
    private let id: LeaderboardID
    private let app: App
    private let other: App
    private let catalogue: Catalogue

    init() throws {
        id = try LeaderboardID("high")
        app = App(
            number: AppNumber(1), team: TeamNumber(1), bundleID: try BundleID("com.example.one"), name: "One", sku: "1")
        other = App(
            number: AppNumber(2), team: TeamNumber(1), bundleID: try BundleID("com.example.two"), name: "Two", sku: "2")
        catalogue = Catalogue(apps: [app, other])
        catalogue.put(leaderboard(1, id, of: app))
    }

    private func leaderboard(_ number: UInt32, _ id: LeaderboardID, of app: App) -> Leaderboard {
        Leaderboard(
            number: LeaderboardNumber(number), app: app.number, id: id,
            settings: LeaderboardSettings(referenceName: "Leaderboard \(number)"))
    }

    @Test("are what the two lookups say, and one object until something changes") func same() throws {
        let found = try #require(catalogue.found(id, of: app.bundleID))
        #expect(found.app == app && found.leaderboard == catalogue.leaderboard(id, of: app.number))
        #expect(catalogue.found(id, of: app.bundleID) === found)
        #expect(catalogue.found(id, of: other.bundleID) == nil)
        #expect(catalogue.found(try LeaderboardID("High"), of: app.bundleID) == nil)
        #expect(catalogue.found(id, of: try BundleID("com.example.none")) == nil)
    }

    @Test("are looked for anew after each change of an app or a leaderboard") func changes() throws {
        func found(_ app: App) -> FoundLeaderboard? { catalogue.found(id, of: app.bundleID) }
        #expect(found(app)?.app.isReleased == false && found(other) == nil)
        var released = app
        released.isReleased = true
        catalogue.put(released)
        #expect(found(app)?.app.isReleased == true)

        var changed = leaderboard(1, id, of: app)
        changed.settings.referenceName = "Another name"
        catalogue.put(changed)
        #expect(found(app)?.leaderboard.settings.referenceName == "Another name")

        // One that wasn't there is there at once.
        catalogue.put(leaderboard(2, id, of: other))
        #expect(found(other)?.leaderboard.number == LeaderboardNumber(2))

        // Its id answers for the group from now on.
        let group = leaderboard(3, try LeaderboardID("grp.all"), of: app)
        catalogue.put(group)
        var moved = leaderboard(2, id, of: other)
        moved.movedInto = group.number
        catalogue.put(moved)
        #expect(found(other)?.leaderboard.number == group.number)

        catalogue.remove(LeaderboardNumber(1))
        #expect(found(app) == nil)
    }

    @Test("are right however many are looked for") func many() throws {
        let ids = try (0..<Catalogue.foundLimit + 10).map { try LeaderboardID("L\($0)") }
        for (index, id) in ids.enumerated() { catalogue.put(leaderboard(UInt32(10 + index), id, of: other)) }
        for (index, id) in (ids + ids).enumerated() {
            let number = LeaderboardNumber(UInt32(10 + index % ids.count))
            #expect(catalogue.found(id, of: other.bundleID)?.leaderboard.number == number)
        }
    }
}
