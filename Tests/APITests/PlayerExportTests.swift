import LaurelDomain
import LaurelHTTPServer
import LaurelWire
import LaurelStorage
import LaurelStorageSQLite
import Testing

@testable import LaurelAPI

@Suite("Export of a player", .timeLimit(.minutes(15))) struct PlayerExportTests {
    /// Every column of the store that names a player, and the section that shows it, or why none does (in brackets).
    private static let columns: [String: String] = [
        "achievement_players.player": "achievements", "achievement_progress.player": "achievements",
        "alias_skeletons.player": "profile", "archived_seats.player": "matches",
        "audit.about": "(numbers of acts on others)",
        "audit.player": "(the developers' side, read there)", "bans.author": "(about another player)",
        "bans.player": "bans", "challenge_mutes.player": "challengeMutes",
        "challenge_mutes.sender": "(another player's choice)", "challenges.receiver": "challenges",
        "challenges.sender": "challenges", "credentials.player": "(a secret)",
        "default_leaderboards.player": "defaultLeaderboards", "developer_keys.maker": "(the team's)",
        "device_requests.player": "(a session of minutes' time, not made yet)",
        "devices.player": "devices", "erasures.player": "(there is no such player any more)",
        "foreign_players.player": "imports",
        "friend_invitations.player": "friendInvitations", "friend_list_consents.player": "friendListConsents",
        "friend_request_times.receiver": "(counts another player's requests)",
        "friend_request_times.sender": "(a count for a limit)", "friend_requests.receiver": "friendRequests",
        "friend_requests.sender": "friendRequests", "friendships.friend": "friends", "friendships.player": "friends",
        "guest_merges.player": "(a secret)", "guests.player": "profile", "likes.player": "likes",
        "invitations.player": "(the server's)", "journal.player": "scores",
        "mail_addresses.player": "profile", "mail_links.player": "(a secret)",
        "mails.player": "(on its way to their address)",
        "match_seats.player": "matches",
        "notices.about": "(another player's inbox)", "notices.player": "notices",
        "notification_choices.player": "notificationSettings", "overtakings.player": "notices",
        "player_blocks.blocked": "(another player's choice)", "player_blocks.player": "blocked",
        "players.number": "profile", "profiles.player": "profile",
        "provider_links.player": "providerLinks", "push_subscriptions.player": "pushSubscriptions",
        "quiet_hours.player": "notificationSettings", "recovery_codes.player": "(a secret)",
        "reports.player": "(what others say of him, for moderators)", "reports.reporter": "reports",
        "reviews.author": "(about another player)", "reviews.player": "(for moderators; his scores are in scores)",
        "group_challenge_players.player": "groupChallenges", "party_players.player": "parties",
        "shares.player": "shares",
        "saved_games.player": "savedGames", "score_replays.player": "replays", "sessions.player": "sessions",
        "team_invitations.maker": "(the team's)", "team_invitations.player": "(the team's, until he takes it)",
        "team_members.player": "teams", "two_factor.player": "profile", "two_factor_codes.player": "(a secret)",
        "web_game_grants.player": "(a session of minutes' time, not made yet)",
        "webhook_deliveries.about": "(another player's event)", "webhook_deliveries.player": "notices",
        "wipes.player": "(what is not there any more)",
    ]

    @Test("every column of the store that names a player is in a section, or says why not")
    func columns() async throws {
        try await TestServer.run { server in
            let found = try server.store.read { connection throws(StoreError) in
                let tables = try connection.prepare(
                    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
                var names: [String] = []
                while try tables.step() { names.append(tables.text(0)) }
                var found: [String] = []
                for table in names {
                    found += try Self.playerColumns(of: table, connection).map { "\(table).\($0)" }
                }
                return found
            }
            #expect(Set(found) == Set(Self.columns.keys))
            let sections = Set(ExportSection.all.map(\.name))
            for (column, section) in Self.columns where !section.hasPrefix("(") {
                #expect(sections.contains(section), "\(column)")
            }
        }
    }

    /// As `StorageTests.PlayerColumnTests` finds them.
    private static func playerColumns(of table: String, _ connection: SQLiteConnection) throws(StoreError) -> [String] {
        var found: Set<String> = table == "players" ? ["number"] : []
        let keys = try connection.prepare("PRAGMA foreign_key_list(\(table))")
        while try keys.step() { if keys.text(2) == "players" { found.insert(keys.text(3)) } }
        let names = ["player", "friend", "blocked", "sender", "receiver", "reporter", "author", "maker", "about"]
        let columns = try connection.prepare("PRAGMA table_info(\(table))")
        while try columns.step() { if names.contains(columns.text(1)) { found.insert(columns.text(1)) } }
        return found.sorted()
    }

    @Test("it shows what the player did in every area, with the messages he wrote and the games he saved")
    func sections() async throws {
        try await TestServer.run { server in
            var world = try await World(server)
            try await world.prepareChallenges()
            let shelf = "/v1/games/com.ali.MonkeyJump/saved-games"
            _ = try await world.send("PUT", shelf + "/v1?name=Slot", world.game, "saved by hand")
            let answer = try await world.send("GET", "/v1/players/me/export", world.player)
            #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
            let json = try #require(answer.json)
            for section in ExportSection.all { #expect(json[section.name] != nil, "\(section.name)") }
            #expect(json["savedGames"]?[0]?["data"] == .string(Base64.encode(Array("saved by hand".utf8))))
            #expect(json["friends"]?[0] == .string(world.administratorID))
            #expect(json["friendRequests"]?[0]?["message"] == .string("Hello"))
            #expect(json["friendInvitations"]?[0]?["id"] == .string(world.invitationID))
            let sent = Self.elements(json["challenges"]).first { $0["role"] == .string("sent") }
            #expect(sent?["id"] == .string(world.replayedChallengeID) && sent?["leaderboard"] != nil)
            let received = Self.elements(json["challenges"]).first { $0["id"] == .string(world.challengeID) }
            #expect(received?["role"] == .string("received"))
            #expect(!Self.elements(json["notices"]).isEmpty && !Self.elements(json["scores"]).isEmpty)
            // Nobody else's.
            #expect(!answer.text.contains("correct horse") && !answer.text.contains("hash of"))
        }
    }

    @Test("it is streamed as its definition writes it")
    func definition() async throws {
        #expect(
            PlayerExportAnswer.fields.properties.map(\.name) == ["format", "exported"] + ExportSection.all.map(\.name))
        try await TestServer.run { server in
            var world = try await World(server)
            // In this order: each releases the game.
            try await world.prepareShares()
            try await world.prepareChallenges()
            let calls: [Endpoint] = [
                .saveGame, .reportAchievements, .muteChallenges, .changeNotificationSettings, .subscribeToPush, .report,
                .setPhoto, .restrict,
            ]
            for endpoint in calls {
                let call = world.call(endpoint)
                let headers = [
                    ("Authorization", "Bearer " + call.token), ("Content-Type", call.type ?? "application/json"),
                ]
                let answer = try await server.client.send(
                    call.method, call.target, headers, body: call.bytes ?? Array((call.body ?? "").utf8))
                try #require(answer.status < 300, "\(endpoint): \(answer.status) \(answer.text)")
            }
            let answer = try await world.send("GET", "/v1/players/me/export", world.player)
            #expect(answer.status == 200)
            let export = try PlayerExportAnswer.shape.answer(json: answer.body)
            #expect(String(decoding: export.json, as: UTF8.self) == answer.text)
            #expect(export.profile.id == world.playerID && export.profile.photo != nil)
            #expect(export.notificationSettings.quietHours != nil && export.notificationSettings.choices.count == 1)
            #expect(export.savedGames.contains { $0.data == Array("bytes".utf8) })
            #expect(export.replays.contains { $0.verification != nil } && !export.achievements.isEmpty)
            #expect(export.shares.contains { $0.score != nil && $0.expires != nil })
            let sent = try #require(export.challenges.first { $0.id == world.replayedChallengeID })
            #expect(sent.role == .sent && sent.score?.value == 30 && sent.achievement == nil && sent.replay != nil)
            #expect(export.challengeMutes.count == 1 && export.challengeMutes[0].player == sent.player)
            #expect(export.reports.contains { $0.reason == .offensive } && export.pushSubscriptions.count == 1)
        }
    }

    @Test("a choice stands in a fixed order, so that equal settings are exported as equal bytes")
    func choices() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let kinds = ["overtaken", "achievementEarned", "challengeReceived", "friendAccepted", "friendRequested"]
            let choices = kinds.map { #"{"kind":"\#($0)","isOn":false,"isPushed":false}"# }.joined(separator: ",")
            _ = try await world.expect(
                200, "PUT", "/v1/notification-settings", world.player, #"{"choices":[\#(choices)]}"#)
            let exported = try await world.expect(200, "GET", "/v1/players/me/export", world.player)
            let found = Self.elements(exported["notificationSettings"]?["choices"]).map { $0["kind"] }
            #expect(
                found
                    == [.friendRequested, .friendAccepted, .challengeReceived, .achievementEarned, .overtaken]
                    .map { JSONValue.string(($0 as NoticeKind).name) })
        }
    }

    private static func elements(_ value: JSONValue?) -> [JSONValue] {
        if case .array(let elements)? = value { elements } else { [] }
    }

    @Test("one export of a player at a time, two of a reader, 16 in all; one more fits when a reservation has gone")
    func counts() throws {
        let running = RunningExports()
        func reader(_ text: String) throws -> Peer { .inet(try #require(IPAddress(text))) }
        var held = [try running.begin(PlayerNumber(1), for: reader("2001:db8::1"))]
        #expect(throws: RunningExports.Refusal.ofPlayer) {
            try running.begin(PlayerNumber(1), for: reader("192.0.2.254"))
        }
        // Another address of the same network.
        held.append(try running.begin(PlayerNumber(2), for: reader("2001:db8::2")))
        #expect(throws: RunningExports.Refusal.tooMany) {
            try running.begin(PlayerNumber(3), for: reader("2001:db8::3"))
        }
        for number in 3...16 as ClosedRange<UInt32> {
            held.append(try running.begin(PlayerNumber(number), for: reader("192.0.2.\(number)")))
        }
        #expect(throws: RunningExports.Refusal.tooMany) {
            try running.begin(PlayerNumber(17), for: reader("192.0.2.254"))
        }
        held.removeLast()
        _ = try running.begin(PlayerNumber(17), for: reader("192.0.2.254"))
    }

    @Test(
        "a reader has a minute, and then takes 32 KiB for each second",
        arguments: [(60, 0, true), (61, 32_767, false), (61, 32_768, true), (160, 3_276_799, false)])
    func pace(seconds: Int, bytes: Int, goesOn: Bool) {
        #expect(ExportDocument.isInTime(bytes, after: .seconds(seconds)) == goesOn)
    }

    @Test("it is larger than any queue, arrives whole, and gives its place back")
    func large() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let data = String(repeating: "0123456789abcdef", count: 20_000)
            for id in ["a", "b", "c"] {
                let saved = try await world.send(
                    "PUT", "/v1/games/com.ali.MonkeyJump/saved-games/\(id)?name=\(id)", world.game, data)
                try #require(saved.status == 200, "\(saved.text)")
            }
            for _ in 0..<(RunningExports.countLimit + 2) {
                let answer = try await world.send("GET", "/v1/players/me/export", world.player)
                // The place of the one before is given back when its stream has ended, perhaps after its last byte.
                if answer.status == 429 { continue }
                let saved = Self.elements(answer.json?["savedGames"])
                #expect(saved.map { $0["id"] } == [.string("a"), .string("b"), .string("c")])
                let text = Base64.encode(Array(data.utf8))
                #expect(saved.allSatisfy { $0["data"] == .string(text) })
            }
            while true {
                let again = try await world.send("GET", "/v1/players/me/export", world.player)
                if again.status == 200 { break }
                try #require(again.status == 429)
            }
        }
    }
}
