import LaurelDomain
import Testing

@Suite("Links to activities") struct ActivityLinkTests {
    private func race() throws -> ActivityDefinition {
        var race = ActivityDefinition(id: try ActivityID("Race"), referenceName: "Race", localizations: [])
        race.properties = [
            ActivityProperty(name: "course", value: "jungle"), ActivityProperty(name: "wind", value: "none"),
        ]
        race.leaderboards = [try LeaderboardID("laps"), try LeaderboardID("best")]
        race.achievements = [try AchievementID("best")]
        return race
    }

    @Test("rule 14.3: a link's properties stand over the definition's, for what has that link alone")
    func precedence() throws {
        var race = try race()
        let best = try LeaderboardID("best")
        race.links = [
            ActivityLink(
                .leaderboard(best),
                [ActivityProperty(name: "laps", value: "3"), ActivityProperty(name: "course", value: "desert")])
        ]
        let linked = race.properties(linkedBy: .leaderboard(best))
        #expect(linked.map(\.name) == ["course", "laps", "wind"])
        #expect(linked.map(\.value) == ["desert", "3", "none"])
        // An achievement may have the same ID.
        #expect(race.properties(linkedBy: .achievement(try AchievementID("best"))) == race.properties)
        #expect(race.properties(linkedBy: .leaderboard(try LeaderboardID("laps"))) == race.properties)
    }

    @Test("rule 14.3: links are kept in the order of what links, and none without properties")
    func order() throws {
        var race = try race()
        let one = ActivityProperty(name: "a", value: "1")
        let other = ActivityProperty(name: "b", value: "2")
        let sources = race.sources
        #expect(sources.map(\.text) == ["laps", "best", "best"])
        race.links = [
            ActivityLink(sources[2], [other, one]), ActivityLink(sources[1], []), ActivityLink(sources[0], [one]),
        ]
        #expect(
            race.inOrder().links == [ActivityLink(sources[0], [one]), ActivityLink(sources[2], [one, other])])
    }
}
