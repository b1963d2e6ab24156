import LaurelAPI
import LaurelDomain
import LaurelWire
import LaurelService
import Testing

@Suite("Challenge definitions over HTTP", .timeLimit(.minutes(15)))
struct ChallengeDefinitionTests {
    private static let definitions = World.app + "/challenge-definitions"
    private static let run =
        #"{"id":"Longest Run","groupID":"hop","leaderboard":"HighScores","durations":["oneWeek","oneDay"],"#
        + #""isRepeatable":true,"oldestAppVersion":"2.1","localizations":["#
        + #"{"language":"zh-Hans","title":"最远","details":"跑得最远者胜。"},"#
        + #"{"language":"en","title":"Longest run","details":"The longest run wins."}]}"#

    private func create(_ body: String, _ world: World) async throws -> Answer {
        try await world.send("POST", Self.definitions, world.administrator, body)
    }

    private func shown(_ world: World, _ query: String = "") async throws -> JSONValue? {
        try await world.send("GET", "/v1/games/com.ali.MonkeyJump/challenge-definitions" + query, world.player)
            .json?["definitions"]
    }

    @Test("rule 14.12: a definition is in the Sandbox at once, in Production with the next release; archived in none")
    func life() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let made = try await create(Self.run, world)
            #expect(made.status == 201 && made.json?["isReleased"] == .boolean(false), "\(made.text)")
            #expect(made.json?["referenceName"] == .string("Longest Run"))
            #expect(made.json?["durations"] == .array([.string("oneDay"), .string("oneWeek")]))
            #expect(try await shown(world) == .array([]))
            let test = try await shown(world, "?environment=sandbox&language=zh-Hans")?[0]
            #expect(test?["title"] == .string("最远") && test?["leaderboard"] == .string("HighScores"))
            #expect(test?["isRepeatable"] == .boolean(true) && test?["oldestAppVersion"] == .string("2.1"))
            try await world.release()
            #expect(try await shown(world)?[0]?["isReleased"] == .boolean(true))
            let address = Self.definitions + "/Longest%20Run"
            #expect(try await world.send("DELETE", address, world.administrator).kind == "conflict")
            let archived = try await world.send(
                "PATCH", address, world.administrator, #"{"isArchived":true,"oldestAppVersion":null}"#)
            #expect(archived.status == 200 && archived.json?["oldestAppVersion"] == .null)
            #expect(try await shown(world) == .array([]))
            // Without durations: all of a classic leaderboard.
            let plain = try await create(
                #"{"id":"New","leaderboard":"HighScores","localizations":[{"language":"en","title":"New"}]}"#, world)
            #expect(
                plain.json?["durations"] == .array(["oneDay", "threeDays", "oneWeek"].map { .string($0) }))
            #expect(try await world.send("DELETE", Self.definitions + "/New", world.administrator).status == 204)
            let all = try await world.send("GET", Self.definitions, world.administrator)
            #expect(all.json?["definitions"]?[0]?["id"] == .string("Longest Run"))
            #expect(all.json?["definitions"]?[1] == nil)
        }
    }

    @Test("rule 14.12: what can't be meant is refused with its field, and changes nothing")
    func refusals() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            _ = try await create(Self.run, world)
            for (id, kind) in [
                ("Weekly", #""recurrence":{"start":"2026-01-01T00:00:00Z","durationMinutes":60,"restartMinutes":60}"#),
                ("Second", #""isHidden":true"#), ("Both", #""parts":["HighScores","Second"]"#),
            ] {
                let board = try await world.send(
                    "POST", World.app + "/leaderboards", world.administrator,
                    #"{"id":"\#(id)","format":"integer","sortOrder":"highToLow","submissionType":"best",\#(kind),"#
                        + #""localizations":[{"language":"en","name":"\#(id)"}]}"#)
                #expect(board.status == 201, "\(board.text)")
            }
            let names = #""localizations":[{"language":"en","title":"X"}]"#
            let good = #""leaderboard":"HighScores""#
            for (body, kind, field) in [
                (#"{"id":"Longest Run",\#(good),\#(names)}"#, "conflict", "id"),
                (#"{"id":" X",\#(good),\#(names)}"#, "invalid-parameter", "id"),
                (
                    #"{"id":"X",\#(good),"localizations":[{"language":"de","title":"X"}]}"#, "invalid-parameter",
                    "localizations"
                ),
                (#"{"id":"X","leaderboard":"Nothing",\#(names)}"#, "unknown-leaderboard", "leaderboard"),
                (#"{"id":"X","leaderboard":"Both",\#(names)}"#, "invalid-parameter", "leaderboard"),
                (
                    #"{"id":"X","leaderboard":"Weekly","durations":["oneDay"],\#(names)}"#, "invalid-parameter",
                    "durations"
                ),
                (#"{"id":"X",\#(good),"durations":["oneDay","oneDay"],\#(names)}"#, "invalid-parameter", "durations"),
                (#"{"id":"X",\#(good),"oldestAppVersion":"two",\#(names)}"#, "invalid-parameter", "oldestAppVersion"),
            ] {
                let answer = try await create(body, world)
                #expect(answer.kind == kind && answer.field == field, "\(body): \(answer.text)")
            }
            let weekly = try await create(#"{"id":"Weekly","leaderboard":"Weekly",\#(names)}"#, world)
            #expect(weekly.status == 201 && weekly.json?["durations"] == .array([]), "\(weekly.text)")
            let all = try await world.send("GET", Self.definitions, world.administrator)
            #expect(all.json?["definitions"]?[2] == nil)
        }
    }

    @Test("rules 3.7, 14.12: definitions are in an app's file, and a second import does nothing")
    func file() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            _ = try await create(Self.run, world)
            func send(_ query: String, _ body: String) async throws -> Answer {
                try await world.send("PUT", World.app + "/configuration" + query, world.administrator, body)
            }
            let exported = try await world.send("GET", World.app + "/configuration", world.administrator)
            #expect(
                exported.json?["challengeDefinitions"]?[0]?["id"] == .string("Longest Run"), "\(exported.text)")
            let same = try await send("?plan=true", exported.text)
            #expect(same.json?["changes"] == .array([]), "\(same.text)")
            let changed = exported.text.replacing("The longest run wins.", with: "Run!")
            let plan = try await send("?plan=true", changed)
            #expect(
                plan.json?["changes"] == .array([.string("change challenge definition Longest Run")]),
                "\(plan.text)")
            #expect(try await send("", changed).status == 200)
            #expect(try await shown(world, "?environment=sandbox")?[0]?["details"] == .string("Run!"))
            #expect(try await send("?plan=true", changed).json?["changes"] == .array([]))
        }
    }

    /// As `GET /v1/gameCenterDetails/{id}/gameCenterChallenges?include=…` answers (API 4).
    private static let apple = #"""
        {"data":[
          {"type":"gameCenterChallenges","id":"c1","attributes":{"referenceName":"Run","challengeType":"LEADERBOARD",
             "vendorIdentifier":"Longest Run","repeatable":false,"archived":false},
           "relationships":{"leaderboardV2":{"data":{"type":"gameCenterLeaderboards","id":"b1"}},
             "versions":{"data":[{"type":"gameCenterChallengeVersions","id":"v1"}]}}},
          {"type":"gameCenterChallenges","id":"c2","attributes":{"referenceName":"Lost","vendorIdentifier":"Lost"}}],
         "included":[
          {"type":"gameCenterLeaderboards","id":"b1","attributes":{"vendorIdentifier":"HighScores",
             "defaultFormatter":"INTEGER","submissionType":"BEST_SCORE","scoreSortType":"DESC"},
           "relationships":{"localizations":{"data":[{"type":"gameCenterLeaderboardLocalizations","id":"l1"}]}}},
          {"type":"gameCenterLeaderboardLocalizations","id":"l1","attributes":{"locale":"en","name":"High Scores"}},
          {"type":"gameCenterChallengeVersions","id":"v1","attributes":{"version":1},"relationships":{
            "localizations":{"data":[{"type":"gameCenterChallengeLocalizations","id":"t1"}]}}},
          {"type":"gameCenterChallengeLocalizations","id":"t1","attributes":{"locale":"en-US","name":"Run far",
            "description":"As far as you can."}}]}
        """#

    /// The same of `gameCenterActivities`.
    private static let appleActivities = #"""
        {"data":[
          {"type":"gameCenterActivities","id":"a1","attributes":{"referenceName":"Race","vendorIdentifier":"Race",
             "playStyle":"SYNCHRONOUS","minimumPlayersCount":2,"maximumPlayersCount":8,"supportsPartyCode":true,
             "archived":false,"properties":{"weather":"rain","course":"jungle"}},
           "relationships":{"leaderboardsV2":{"data":[{"type":"gameCenterLeaderboards","id":"b1"}]},
             "achievements":{"data":[{"type":"gameCenterAchievements","id":"elsewhere"}]},
             "versions":{"data":[{"type":"gameCenterActivityVersions","id":"v1"},
               {"type":"gameCenterActivityVersions","id":"v2"}]}}},
          {"type":"gameCenterActivities","id":"a2","attributes":{"vendorIdentifier":"no spaces here"}}],
         "included":[
          {"type":"gameCenterActivityVersions","id":"v1",
           "attributes":{"version":1,"fallbackUrl":"https://old.example"}},
          {"type":"gameCenterActivityVersions","id":"v2",
           "attributes":{"version":2,"fallbackUrl":"https://hop.example"},
           "relationships":{"localizations":{"data":[{"type":"gameCenterActivityLocalizations","id":"t1"}]}}},
          {"type":"gameCenterActivityLocalizations","id":"t1","attributes":{"locale":"en-US","name":"Race",
            "description":"First at the top."}}]}
        """#

    @Test("activities of App Store Connect come over; a second import changes nothing")
    func importingActivities() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            func send(_ query: String) async throws -> Answer {
                try await world.send(
                    "POST", World.app + "/app-store-connect-imports" + query, world.administrator,
                    #"{"documents":[\#(Self.apple),\#(Self.appleActivities)]}"#)
            }
            let done = try await send("")
            #expect(done.status == 200, "\(done.text)")
            let all = try await world.send("GET", World.app + "/activities", world.administrator)
            let race = all.json?["activities"]?[0]
            #expect(race?["id"] == .string("Race") && race?["playStyle"] == .string("synchronous"), "\(all.text)")
            #expect(race?["minPlayers"] == .integer(2) && race?["maxPlayers"] == .integer(8))
            #expect(race?["supportsPartyCodes"] == .boolean(true))
            #expect(race?["fallbackURL"] == .string("https://hop.example"))
            #expect(race?["properties"]?[0]?["name"] == .string("course"))
            #expect(race?["properties"]?[1]?["value"] == .string("rain"))
            #expect(race?["leaderboards"] == .array([.string("HighScores")]))
            #expect(race?["localizations"]?[0]?["details"] == .string("First at the top."))
            #expect(all.json?["activities"]?[1] == nil)
            guard case .array(let notes)? = done.json?["notMapped"] else {
                Issue.record("no notes in \(done.text)")
                return
            }
            let kinds = notes.filter { $0["subject"] == .string("activity") }.map { $0["kind"] }
            #expect(kinds.contains(.string("achievements-missing")) && kinds.contains(.string("id-not-taken")))
            #expect(try await send("?plan=true").json?["changes"] == .array([]))
        }
    }

    /// A race to which two leaderboards and an achievement link, and a leaderboard without an activity.
    private static let appleLinks = #"""
        {"data":[
          {"type":"gameCenterActivities","id":"a1","attributes":{"vendorIdentifier":"Race",
             "properties":{"weather":"rain","course":"jungle"}},
           "relationships":{"leaderboardsV2":{"data":[{"type":"gameCenterLeaderboards","id":"b1"},
               {"type":"gameCenterLeaderboards","id":"b2"}]},
             "localizations":{"data":[{"type":"gameCenterActivityLocalizations","id":"t1"}]}}}],
         "included":[
          {"type":"gameCenterActivityLocalizations","id":"t1","attributes":{"locale":"en","name":"Race"}},
          {"type":"gameCenterLeaderboards","id":"b1","attributes":{"vendorIdentifier":"HighScores",
             "defaultFormatter":"INTEGER","submissionType":"BEST_SCORE","scoreSortType":"DESC",
             "activityProperties":{"laps":"3","course":"desert"}},
           "relationships":{"localizations":{"data":[{"type":"gameCenterLeaderboardLocalizations","id":"l1"}]}}},
          {"type":"gameCenterLeaderboards","id":"b2","attributes":{"vendorIdentifier":"plain",
             "defaultFormatter":"INTEGER","activityProperties":{}},
           "relationships":{"localizations":{"data":[{"type":"gameCenterLeaderboardLocalizations","id":"l2"}]}}},
          {"type":"gameCenterLeaderboards","id":"b3","attributes":{"vendorIdentifier":"stray",
             "defaultFormatter":"INTEGER","activityProperties":{"course":"nowhere"}},
           "relationships":{"localizations":{"data":[{"type":"gameCenterLeaderboardLocalizations","id":"l3"}]}}},
          {"type":"gameCenterLeaderboardLocalizations","id":"l1","attributes":{"locale":"en","name":"High Scores"}},
          {"type":"gameCenterLeaderboardLocalizations","id":"l2","attributes":{"locale":"en","name":"Plain"}},
          {"type":"gameCenterLeaderboardLocalizations","id":"l3","attributes":{"locale":"en","name":"Stray"}},
          {"type":"gameCenterAchievements","id":"m1","attributes":{"vendorIdentifier":"first","points":10,
             "activityProperties":{"weather":"storm"}},
           "relationships":{"activity":{"data":{"type":"gameCenterActivities","id":"a1"}},
             "localizations":{"data":[{"type":"gameCenterAchievementLocalizations","id":"n1"}]}}},
          {"type":"gameCenterAchievementLocalizations","id":"n1","attributes":{"locale":"en","name":"First",
            "beforeEarnedDescription":"Win.","afterEarnedDescription":"You won."}}]}
        """#

    @Test("rule 14.3: activity properties of App Store Connect come over with their links; strays are told")
    func importingLinks() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            func send(_ query: String, _ document: String) async throws -> Answer {
                try await world.send(
                    "POST", World.app + "/app-store-connect-imports" + query, world.administrator,
                    #"{"documents":[\#(document)]}"#)
            }
            func links() async throws -> JSONValue? {
                try await world.send("GET", World.app + "/activities", world.administrator).json?["activities"]?[0]?[
                    "links"]
            }
            func property(_ name: String, _ value: String) -> JSONValue {
                .object(["name": .string(name), "value": .string(value)])
            }
            let expected = JSONValue.array([
                .object([
                    "leaderboard": .string("HighScores"),
                    "properties": .array([property("course", "desert"), property("laps", "3")]),
                ]),
                .object(["achievement": .string("first"), "properties": .array([property("weather", "storm")])]),
            ])
            let done = try await send("", Self.appleLinks)
            #expect(done.status == 200, "\(done.text)")
            #expect(try await links() == expected)
            guard case .array(let notes)? = done.json?["notMapped"] else {
                Issue.record("no notes in \(done.text)")
                return
            }
            let told = notes.filter { $0["kind"] == .string("activity-properties") }
            #expect(told.map { $0["name"] } == [.string("stray")], "\(done.text)")
            #expect(try await send("?plan=true", Self.appleLinks).json?["changes"] == .array([]))
            // What the documents don't say stays; that there are none, they can say.
            let silent = Self.appleLinks.replacing(
                #""activityProperties":{"laps":"3","course":"desert"}"#, with: #""archived":false"#)
            #expect(try await send("?plan=true", silent).json?["changes"] == .array([]))
            let none = Self.appleLinks.replacing(#"{"laps":"3","course":"desert"}"#, with: "{}")
            #expect(try await send("", none).status == 200)
            #expect(try await links()?[0]?["achievement"] == .string("first"))
        }
    }

    @Test("rule 14.12: challenges of App Store Connect come over; what they don't say stays")
    func importing() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            _ = try await create(Self.run, world)
            let done = try await world.send(
                "POST", World.app + "/app-store-connect-imports", world.administrator,
                #"{"documents":[\#(Self.apple)]}"#)
            #expect(done.status == 200, "\(done.text)")
            let all = try await world.send("GET", Self.definitions, world.administrator)
            let run = all.json?["definitions"]?[0]
            #expect(run?["referenceName"] == .string("Run") && run?["isRepeatable"] == .boolean(false))
            #expect(run?["durations"] == .array([.string("oneDay"), .string("oneWeek")]))
            #expect(run?["oldestAppVersion"] == .string("2.1") && run?["groupID"] == .string("hop"))
            #expect(run?["localizations"]?[0]?["title"] == .string("Run far"))
            #expect(all.json?["definitions"]?[1] == nil)
            guard case .array(let notes)? = done.json?["notMapped"] else {
                Issue.record("no notes in \(done.text)")
                return
            }
            #expect(
                notes.contains {
                    $0["subject"] == .string("challenge") && $0["name"] == .string("Lost")
                        && $0["kind"] == .string("leaderboards-missing")
                }, "\(done.text)")
        }
    }
}
