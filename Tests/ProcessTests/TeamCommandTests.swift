import Foundation
import LaurelProcess
import Testing

/// Teams, keys, wipes and the audit log at the command line, beside a running server.
@Suite("Team commands", .serialized, .timeLimit(.minutes(15))) struct TeamCommandTests {
    @Test("rules 3.1, 3.2, 3.7: a team is made, staffed and given a key that brings configuration; all of it is logged")
    func team() async throws {
        let server = try LaurelProcess()
        let data = server.dataFolder
        defer { try? FileManager.default.removeItem(at: data) }
        for alias in ["jungle-jim", "rookie"] {
            let made = try await server.http.json(
                "POST", "/v1/players", ["alias": alias, "password": "a long way home"])
            #expect(made.object["token"] != nil, "\(made.text)")
        }
        let created = try CommandTests.laurel("team", "create", "Jungle Games", "--owner", "jungle-jim", data: data)
        let words = created.output.split { $0 == " " || $0 == "," || $0 == "\n" }.map(String.init)
        let team = try #require(words.first { $0.count == 10 && $0.allSatisfy { $0.isUppercase || $0.isNumber } })
        let invited = try CommandTests.laurel(
            "team", "invite", team, "--role", "viewer", "--alias", "rookie", data: data)
        #expect(invited.status == 0 && invited.output.contains("works once"), "\(invited.output)")
        let members = try CommandTests.laurel("team", "members", team, data: data)
        #expect(members.output.contains("jungle-jim") && members.output.contains("owner"), "\(members.output)")
        let last = try CommandTests.laurel("team", "remove", team, "jungle-jim", data: data)
        #expect(last.status == 1 && last.output.contains("needs an owner"), "\(last.output)")
        #expect(try CommandTests.laurel("team", "remove", team, "rookie", data: data).status == 1)

        let key = try CommandTests.laurel("key", "create", team, "CI", "--days", "7", data: data)
        let secret = try #require(key.output.split(separator: "\n").first).trimmingCharacters(in: .whitespaces)
        #expect(secret.hasPrefix("laurel_"))
        let file: [String: Any] = [
            "bundleID": "org.example.vines", "name": "Vines", "isGameCenterEnabled": true,
            "leaderboards": [["id": "High", "localizations": [["language": "en", "name": "High"]]]],
        ]
        let route = "/v1/connect/apps/org.example.vines"
        let brought = try await server.http.json("PUT", route + "/configuration", file, token: secret)
        #expect(brought.text.contains("create leaderboard High"), "\(brought.text)")

        let plan = try CommandTests.laurel("wipe", "org.example.vines", "--all", "--plan", data: data)
        #expect(plan.status == 0 && plan.output.contains("Nothing to wipe"), "\(plan.output)")
        #expect(try CommandTests.laurel("wipe", "org.example.vines", data: data).status == 2)
        let unsure = try CommandTests.laurel("wipe", "org.example.vines", "--all", data: data)
        #expect(unsure.status == 2 && unsure.output.contains("--yes"), "\(unsure.output)")
        #expect(try CommandTests.laurel("wipe", "org.example.vines", "--all", "--yes", data: data).status == 0)
        let log = try CommandTests.laurel("audit", "--team", team, data: data)
        for act in ["team.create", "member.invite", "key.create", "app.create", "leaderboard.create"] {
            #expect(log.output.contains(act), "\(log.output)")
        }
        #expect(log.output.contains("operator") && log.output.contains("key 1"))
        let named = try CommandTests.laurel(
            "app", "localize", "org.example.vines", "--language", "zh-Hans", "--name", "藤蔓", data: data)
        #expect(named.status == 0, "\(named.output)")
        #expect(try CommandTests.laurel("export", "org.example.vines", data: data).output.contains("藤蔓"))
        #expect(server.stop() == 0)
    }
}
