import LaurelDomain
import LaurelWire
import Testing

@Suite("Settings of leaderboards") struct LeaderboardSettingsTests {
    private let properties = Set(Mirror(reflecting: LeaderboardSettings()).children.compactMap(\.label))

    private func names<Body: RequestBody>(_ body: Body.Type) -> Set<String> {
        Set(Body.fields.map(\.nameText)).intersection(properties)
    }

    @Test("Every setting is in the audit log, in changes, files and answers, and all but one in new leaderboards")
    func completeness() {
        #expect(Set(LeaderboardSettings.fields.map(\.name)) == properties)
        #expect(names(LeaderboardChangeBody.self) == properties)
        #expect(names(ConfiguredLeaderboardBody.self) == properties)
        // A leaderboard that is new can't be archived.
        #expect(names(LeaderboardBody.self) == properties.subtracting(["isArchived"]))
        #expect(Set(AppLeaderboardAnswer.fields.properties.map(\.name)).isSuperset(of: properties))
    }

    /// Not one of them as it is by default.
    private func other() throws -> LeaderboardSettings {
        LeaderboardSettings(
            referenceName: "Laps", format: .elapsedTimeSecond, submissionType: .mostRecent, sortOrder: .lowToHigh,
            range: ScoreRange(lowest: 1, highest: 2), isDefault: true, isHidden: true, isArchived: true,
            localizations: [LeaderboardLocalization(language: .english, name: "Laps", suffixPlural: " laps")],
            replays: ReplayRule(simulator: try SimulatorName("laps"), requires: .ticket), guests: .afterUpgrade)
    }

    @Test("Each setting is told apart, and taken alone")
    func fields() throws {
        let (plain, other) = (LeaderboardSettings(), try other())
        for field in LeaderboardSettings.fields {
            #expect(field.change(from: plain, to: plain) == nil, "\(field.name)")
            #expect(field.change(from: plain, to: other) != nil, "\(field.name)")
            var mixed = plain
            mixed.take([field.name], from: other)
            let changed = LeaderboardSettings.fields.filter { $0.change(from: plain, to: mixed) != nil }
            #expect(changed.map(\.name) == [field.name])
        }
    }

    @Test("A file that is written reads as the same settings")
    func file() throws {
        var body = ConfiguredLeaderboardBody()
        body.id = try LeaderboardID("laps")
        body.named = NamedLeaderboardSettings(try other())
        let read = try ConfiguredLeaderboardBody(json: body.json)
        #expect(read.named == body.named && read.id == body.id && read.named.staying.isEmpty)
        body.named = NamedLeaderboardSettings(try other(), without: ["replays", "guests"])
        #expect(try ConfiguredLeaderboardBody(json: body.json).named.staying == ["replays", "guests"])
    }

    @Test(
        "What a file doesn't have gets its default, but for replays, which stay; null says that there are none",
        arguments: [("", true), (#","replays":null"#, false), (#","range":null"#, true)])
    func missing(more: String, staysReplays: Bool) throws {
        let text = #"{"id":"laps","localizations":[{"language":"en","name":"Laps"}]\#(more)}"#
        let named = try ConfiguredLeaderboardBody(json: Array(text.utf8)).named
        #expect(named.staying.contains("replays") == staysReplays && !named.staying.contains("range"))
        #expect(named.settings.sortOrder == .highToLow && named.settings.range == nil)
    }

    @Test("A change names what it changes: null takes a range away, and is refused where there must be a value")
    func change() throws {
        let named = try LeaderboardChangeBody(json: Array(#"{"range":null,"isHidden":true}"#.utf8)).named
        #expect(named.names == ["range", "isHidden"] && named.settings.isHidden)
        var settings = try other()
        settings.isHidden = false
        settings.take(named.names, from: named.settings)
        var expected = try other()
        expected.range = nil
        #expect(settings == expected)
        #expect(throws: JSONError.self) { try LeaderboardChangeBody(json: Array(#"{"isHidden":null}"#.utf8)) }
        #expect(throws: JSONError.self) { try LeaderboardBody(json: Array(#"{"id":"a"}"#.utf8)) }
    }

    @Test("An answer reads as what was written")
    func answer() throws {
        let answer = AppLeaderboardAnswer(
            id: try LeaderboardID("laps"), settings: try other(), kind: LeaderboardKindAnswer(.classic),
            sharedWith: [try BundleID("com.example.game")], isReleased: true)
        let read = try AppLeaderboardAnswer.shape.answer(json: answer.json)
        #expect(read.settings == answer.settings && read.id == answer.id && read.kind == answer.kind)
        #expect(read.sharedWith == answer.sharedWith && read.isReleased)
    }
}
