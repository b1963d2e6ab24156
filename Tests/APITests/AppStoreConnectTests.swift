import LaurelAPI
import LaurelDomain
import LaurelWire
import LaurelService
import Testing

/// Documents in the shape of App Store Connect's answers (API 3.0 to 4), as its documentation shows them.
@Suite("Import from App Store Connect", .timeLimit(.minutes(15)))
struct AppStoreConnectTests {
    private static let target = World.app + "/app-store-connect-imports"

    /// As `GET /v1/gameCenterDetails/{id}/gameCenterLeaderboards?include=localizations` answers.
    private static let leaderboards = #"""
        {"data":[
          {"type":"gameCenterLeaderboards","id":"8e76c29a","attributes":{
             "defaultFormatter":"ELAPSED_TIME_CENTISECOND","referenceName":"Latte Art","vendorIdentifier":"LA_LB",
             "submissionType":"MOST_RECENT_SCORE","scoreSortType":"ASC","scoreRangeStart":"1",
             "scoreRangeEnd":"9007199254740993","archived":false},
           "relationships":{"localizations":{"data":[
             {"type":"gameCenterLeaderboardLocalizations","id":"l1"},
             {"type":"gameCenterLeaderboardLocalizations","id":"l2"}]}},
           "links":{"self":"https://api.appstoreconnect.apple.com/v1/gameCenterLeaderboards/8e76c29a"}},
          {"type":"gameCenterLeaderboards","id":"9f00","attributes":{
             "defaultFormatter":"MONEY_KRONER_DECIMAL","referenceName":"Tips","vendorIdentifier":"com.cafe.tips",
             "submissionType":"BEST_SCORE","scoreSortType":"DESC","scoreRangeStart":null,"scoreRangeEnd":null,
             "recurrenceStartDate":"2023-09-02T07:00:00Z","recurrenceDuration":"PT168H",
             "recurrenceRule":"FREQ=DAILY;INTERVAL=7","archived":true,"visibility":"HIDE_FOR_ALL"}},
          {"type":"gameCenterLeaderboards","id":"bad","attributes":{"vendorIdentifier":"not an id"}}],
         "included":[
          {"type":"gameCenterLeaderboardLocalizations","id":"l1","attributes":{"locale":"en-US","name":"Latte Art",
            "description":"The neatest cup wins.",
            "formatterOverride":"ELAPSED_TIME_SECOND","formatterSuffix":" seconds",
            "formatterSuffixSingular":" second"}},
          {"type":"gameCenterLeaderboardLocalizations","id":"l2","attributes":{"locale":"zh-Hans","name":"拉花"}},
          {"type":"gameCenterLeaderboardLocalizations","id":"l3","attributes":{"locale":"en","name":"Tips"},
           "relationships":{"gameCenterLeaderboard":{"data":{"type":"gameCenterLeaderboards","id":"9f00"}}}},
          {"type":"gameCenterLeaderboardImages","id":"i1","attributes":{"fileName":"latte.png"}},
          {"type":"gameCenterDetails","id":"d","relationships":{
            "defaultLeaderboard":{"data":{"type":"gameCenterLeaderboards","id":"8e76c29a"}}}}],
         "links":{"self":"https://api.appstoreconnect.apple.com/x","next":"https://api.appstoreconnect.apple.com/y"}}
        """#

    private static let sets = #"""
        {"data":{"type":"gameCenterLeaderboardSets","id":"s1","attributes":{
           "referenceName":"Coffee","vendorIdentifier":"grp.coffee"},
          "relationships":{
            "gameCenterLeaderboards":{"data":[{"type":"gameCenterLeaderboards","id":"9f00"},
              {"type":"gameCenterLeaderboards","id":"8e76c29a"},{"type":"gameCenterLeaderboards","id":"elsewhere"}]},
            "localizations":{"data":[{"type":"gameCenterLeaderboardSetLocalizations","id":"sl"}]}}},
         "included":[{"type":"gameCenterLeaderboardSetLocalizations","id":"sl","attributes":{
           "locale":"en-US","name":"Coffee"}}]}
        """#

    /// API 4: localizations belong to versions.
    private static let achievements = #"""
        {"data":[{"type":"gameCenterAchievements","id":"a1","attributes":{
           "referenceName":"First cup","vendorIdentifier":"first.cup","points":10,"showBeforeEarned":false,
           "repeatable":true,"archived":false},
          "relationships":{"versions":{"data":[{"type":"gameCenterAchievementVersions","id":"v1"},
            {"type":"gameCenterAchievementVersions","id":"v2"}]}}}],
         "included":[
          {"type":"gameCenterAchievementVersions","id":"v1","attributes":{"version":1}},
          {"type":"gameCenterAchievementVersions","id":"v2","attributes":{"version":2},"relationships":{
            "localizations":{"data":[{"type":"gameCenterAchievementLocalizations","id":"al"}]}}},
          {"type":"gameCenterAchievementLocalizations","id":"al","attributes":{"locale":"en","name":"First cup",
            "beforeEarnedDescription":"Pour a cup.","afterEarnedDescription":"You poured a cup."}}]}
        """#

    private func send(_ world: World, _ documents: [String], isPlan: Bool = false) async throws -> Answer {
        try await world.send(
            "POST", Self.target + (isPlan ? "?plan=true" : ""), world.administrator,
            "{\"documents\":[\(documents.joined(separator: ","))]}")
    }

    private func texts(_ answer: Answer, _ key: String) -> [String] {
        guard case .array(let values)? = answer.json?[key] else { return ["no \(key) in \(answer.text)"] }
        return values.map { if case .string(let text) = $0 { text } else { "?" } }
    }

    @Test("rules 3.7, 4.2: leaderboards, sets and achievements come over with every field that has a place here")
    func everything() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let before = try server.export()
            let documents = [Self.leaderboards, Self.sets, Self.achievements]
            let plan = try await send(world, documents, isPlan: true)
            #expect(plan.status == 200, "\(plan.text)")
            #expect(
                Set(texts(plan, "changes")) == [
                    "change leaderboard HighScores", "create set grp.coffee", "create leaderboard LA_LB",
                    "create leaderboard com.cafe.tips",
                    "create achievement first.cup", "order leaderboards",
                ])
            #expect(texts(plan, "untouched").isEmpty)
            #expect(try server.export() == before)
            let done = try await send(world, documents)
            #expect(done.status == 200, "\(done.text)")
            let latte = try await world.send("GET", World.app + "/leaderboards/LA_LB", world.administrator)
            #expect(latte.json?["format"] == .string("elapsedTimeCentisecond"), "\(latte.text)")
            #expect(latte.json?["submissionType"] == .string("mostRecent"))
            #expect(latte.json?["sortOrder"] == .string("lowToHigh"))
            #expect(latte.json?["range"]?["highest"] == .integer(9_007_199_254_740_993))
            #expect(latte.json?["isDefault"] == .boolean(true))
            guard case .array(let names)? = latte.json?["localizations"] else { return #expect(Bool(false)) }
            let english = try #require(names.first { $0["language"] == .string("en-US") })
            #expect(english["description"] == .string("The neatest cup wins."))
            #expect(english["formatOverride"] == .string("elapsedTimeSecond"))
            #expect(english["suffixSingular"] == .string(" second") && english["suffixPlural"] == .string(" seconds"))
            #expect(names.contains { $0["language"] == .string("en") && $0["name"] == .string("Latte Art") })
            let tips = try await world.send("GET", World.app + "/leaderboards/com.cafe.tips", world.administrator)
            #expect(tips.json?["format"] == .string("kroneDecimal") && tips.json?["range"] == .null)
            #expect(tips.json?["kind"] == .string("recurring"))
            #expect(tips.json?["recurrence"]?["start"] == .string("2023-09-02T07:00:00.000Z"))
            #expect(tips.json?["recurrence"]?["durationMinutes"] == .integer(10_080))
            #expect(tips.json?["recurrence"]?["restartMinutes"] == .integer(10_080))
            #expect(tips.json?["isHidden"] == .boolean(true) && tips.json?["isArchived"] == .boolean(true))
            let sets = try await world.send("GET", World.app + "/sets", world.administrator)
            #expect(
                sets.json?["sets"]?[0]?["leaderboards"] == .array([.string("com.cafe.tips"), .string("LA_LB")]))
            let cup = try await world.send("GET", World.app + "/achievements/first.cup", world.administrator)
            #expect(cup.json?["points"] == .integer(10) && cup.json?["isHidden"] == .boolean(true), "\(cup.text)")
            #expect(cup.json?["isRepeatable"] == .boolean(true))
            #expect(cup.json?["localizations"]?[0]?["descriptionBefore"] == .string("Pour a cup."))
            // Once more: nothing to do.
            #expect(texts(try await send(world, documents), "changes").isEmpty)
        }
    }

    private static let midnight = "2026-01-01T00:00:00Z"

    @Test(
        "rules 3.7, 4.1: a recurrence comes over, and one that has no place here is said",
        arguments: [
            ("2026-01-01T09:00:00+01:00", "P1D", "FREQ=DAILY;INTERVAL=1", "2026-01-01T08:00:00.000Z 1440 1440"),
            (midnight, "PT30M", "FREQ=HOURLY", "2026-01-01T00:00:00.000Z 30 60"),
            (midnight, "P2DT12H", "FREQ=WEEKLY;WKST=MO", "2026-01-01T00:00:00.000Z 3600 10080"),
            (midnight, "PT5M", "RRULE:FREQ=MINUTELY;INTERVAL=5", "2026-01-01T00:00:00.000Z 5 5"),
            (midnight, "P2D", "FREQ=DAILY", nil), (midnight, "P1M", "FREQ=MONTHLY", nil),
            (midnight, "P1D", "FREQ=WEEKLY;BYDAY=MO,TU", nil), ("tomorrow", "P1D", "FREQ=DAILY", nil),
            (midnight, "P1", "FREQ=DAILY", nil), (midnight, "PT1M", "FREQ=DAILY", nil),
            (midnight, "P99999999999999999999D", "FREQ=DAILY", nil), (midnight, "P1D", "FREQ=DAILY;INTERVAL=0", nil),
            (midnight, "P1D", "FREQ", nil),
        ] as [(String, String, String, String?)])
    func recurrences(start: String, duration: String, rule: String, expected: String?) async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let document = #"""
                {"data":[{"type":"gameCenterLeaderboards","id":"1","attributes":{"defaultFormatter":"INTEGER",
                  "vendorIdentifier":"daily","recurrenceStartDate":"\#(start)",
                  "recurrenceDuration":"\#(duration)","recurrenceRule":"\#(rule)"},
                 "relationships":{"localizations":{"data":[{"type":"gameCenterLeaderboardLocalizations","id":"l"}]}}}],
                 "included":[{"type":"gameCenterLeaderboardLocalizations","id":"l",
                  "attributes":{"locale":"en","name":"Daily"}}]}
                """#
            let done = try await send(world, [document])
            #expect(done.status == 200, "\(done.text)")
            guard case .array(let told)? = done.json?["notMapped"] else { return #expect(Bool(false)) }
            #expect(told.contains { $0["kind"] == .string("recurrence") } == (expected == nil), "\(done.text)")
            let board = try await world.send("GET", World.app + "/leaderboards/daily", world.administrator)
            guard let expected else { return #expect(board.json?["kind"] == .string("classic")) }
            let recurrence = try #require(board.json?["recurrence"])
            guard case .integer(let minutes)? = recurrence["durationMinutes"],
                case .integer(let restart)? = recurrence["restartMinutes"]
            else { return #expect(Bool(false), "\(board.text)") }
            #expect("\(try recurrence.string("start")) \(minutes) \(restart)" == expected)
            #expect(texts(try await send(world, [document]), "changes").isEmpty)
        }
    }

    @Test("rule 3.7: what does not map is said")
    func notMapped() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let plan = try await send(world, [Self.leaderboards, Self.sets], isPlan: true)
            guard case .array(let told)? = plan.json?["notMapped"] else { return #expect(Bool(false)) }
            let notes = try told.map { try $0.string("sentence") }
            let standIn = try #require(told.first { $0["kind"] == .string("language-from") })
            #expect(standIn["subject"] == .string("leaderboard") && standIn["name"] == .string("LA_LB"))
            #expect(standIn["values"] == .array([.string("en"), .string("en-US")]))
            for (subject, word) in [
                ("leaderboard not an id", "skipped"),
                ("leaderboard LA_LB", "used en-US instead"), ("gameCenterLeaderboardImages", "skipped 1"),
                ("document 1", "more pages"), ("set grp.coffee", "1 of its leaderboards"),
            ] {
                #expect(notes.contains { $0.hasPrefix(subject) && $0.contains(word) }, "\(subject) \(word): \(notes)")
            }
        }
    }

    @Test(
        "documents that are none are refused, and nothing changes",
        arguments: [
            ("{}", "documents[0].data"), (#"{"data":1}"#, "documents[0].data"),
            (#"{"data":[]}"#, "documents"), (#"{"data":{"type":"apps","id":"1"}}"#, "documents"),
            (#"{"data":[{"id":"1"}]}"#, "documents[0].data[0]"),
            (#"{"data":[],"included":[7]}"#, "documents[0].included[0]"),
        ])
    func refused(document: String, field: String) async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let before = try server.export()
            let answer = try await send(world, [document])
            #expect(answer.status == 400 && answer.field == field, "\(answer.text)")
            #expect(try server.export() == before)
        }
    }

    // MARK: Bodies that somebody made up

    @Test("a resource that comes again and again costs what each time says of it", .timeLimit(.minutes(1)))
    func again() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            // To merge all that is there each time would be a billion steps.
            let attributes = (0..<50_000).map { "\"a\($0)\":1" }.joined(separator: ",")
            let bare = Array(repeating: #"{"type":"x","id":"1"}"#, count: 19_000).joined(separator: ",")
            let document = #"""
                {"data":[{"type":"x","id":"1","attributes":{\#(attributes)}},\#(bare),
                  {"type":"gameCenterLeaderboards","id":"1","attributes":{"vendorIdentifier":"first"}},
                  {"type":"gameCenterLeaderboards","id":"1","attributes":{"vendorIdentifier":"last"},
                   "relationships":{"localizations":{"data":[
                    {"type":"gameCenterLeaderboardLocalizations","id":"l"},
                    {"type":"gameCenterLeaderboardLocalizations","id":"l"}]}}}],
                 "included":[{"type":"gameCenterLeaderboardLocalizations","id":"l",
                  "attributes":{"locale":"en","name":"First"}}]}
                """#
            let plan = try await send(world, [document], isPlan: true)
            #expect(plan.status == 200, "\(plan.text.prefix(500))")
            #expect(texts(plan, "changes").contains("create leaderboard first"), "\(plan.text.prefix(500))")
        }
    }

    enum Multiplied: CaseIterable {
        case sharedVersion, leaderboards, localizations, resources, longID

        var detail: String {
            switch self {
            case .sharedVersion: "belongs to something else already"
            case .leaderboards: "at most 500 leaderboards"
            case .localizations: "at most 100 localizations"
            case .resources: "at most 20000 resources"
            case .longID: "at most 256 bytes"
            }
        }

        var resources: [String] {
            switch self {
            case .sharedVersion:
                [
                    Self.leaderboard("one", Self.version), Self.leaderboard("two", Self.version),
                    #"{"type":"gameCenterLeaderboardVersions","id":"v"}"#,
                ]
            case .leaderboards: (0...500).map { Self.leaderboard("L\($0)") }
            case .localizations: [Self.leaderboard("one")] + (0...100).map { Self.localization($0) }
            case .resources: Array(repeating: #"{"type":"x","id":"1"}"#, count: 20_001)
            case .longID: [#"{"type":"x","id":"\#(String(repeating: "1", count: 257))"}"#]
            }
        }

        private static let version = #"{"versions":{"data":[{"type":"gameCenterLeaderboardVersions","id":"v"}]}}"#

        private static func leaderboard(_ id: String, _ relationships: String = "{}") -> String {
            #"""
            {"type":"gameCenterLeaderboards","id":"\#(id)","attributes":{"vendorIdentifier":"\#(id)"},
             "relationships":\#(relationships)}
            """#
        }

        private static func localization(_ number: Int) -> String {
            #"""
            {"type":"gameCenterLeaderboardLocalizations","id":"\#(number)",
             "attributes":{"locale":"en-x-\#(number)","name":"x"},
             "relationships":{"gameCenterLeaderboard":{"data":{"type":"gameCenterLeaderboards","id":"one"}}}}
            """#
        }
    }

    @Test("what would become much more than the body is refused before it does", arguments: Multiplied.allCases)
    func multiplied(_ multiplied: Multiplied) async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let document = "{\"data\":[\(multiplied.resources.joined(separator: ","))]}"
            let answer = try await send(world, [document], isPlan: true)
            #expect(answer.status == 400 && answer.text.contains(multiplied.detail), "\(answer.text.prefix(500))")
        }
    }

    @Test("points that no integer can add up are refused, and end nothing")
    func points() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let achievements = (1...2).map { number in
                #"""
                {"type":"gameCenterAchievements","id":"\#(number)",
                 "attributes":{"vendorIdentifier":"a\#(number)","points":9223372036854775807}},
                {"type":"gameCenterAchievementLocalizations","id":"\#(number)",
                 "attributes":{"locale":"en","name":"x","beforeEarnedDescription":"x","afterEarnedDescription":"x"},
                 "relationships":{
                  "gameCenterAchievement":{"data":{"type":"gameCenterAchievements","id":"\#(number)"}}}}
                """#
            }
            let document = "{\"data\":[\(achievements.joined(separator: ","))]}"
            let answer = try await send(world, [document], isPlan: true)
            #expect(answer.status == 409 && answer.text.contains("points must be"), "\(answer.text)")
        }
    }

    @Test("rule 3.3: what a release froze stays, whatever Apple's answer says")
    func frozen() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let document = #"""
                {"data":{"type":"gameCenterLeaderboards","id":"1","attributes":{"vendorIdentifier":"HighScores",
                  "defaultFormatter":"INTEGER","scoreSortType":"ASC"}},
                 "included":[{"type":"gameCenterLeaderboardLocalizations","id":"2",
                  "attributes":{"locale":"en","name":"x"},
                  "relationships":{"gameCenterLeaderboard":{"data":{"type":"gameCenterLeaderboards","id":"1"}}}}]}
                """#
            let answer = try await send(world, [document])
            #expect(answer.status == 409 && answer.text.contains("sortOrder"), "\(answer.text)")
        }
    }
}
