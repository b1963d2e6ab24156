import Foundation
import LaurelProcess
import Testing

/// What leaves the server, judged by other people's libraries.
@Suite("Deliveries of a whole server", .serialized, .timeLimit(.minutes(15))) struct PushTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func player(_ server: LaurelProcess, _ alias: String) async throws -> (token: String, id: String) {
        let answer = try await server.http.json(
            "POST", "/v1/players", ["alias": alias, "password": "correct horse \(alias)"])
        guard let token = answer.object["token"] as? String, let player = answer.object["player"] as? [String: Any],
            let id = player["id"] as? String
        else { throw TestGame.Trouble(description: answer.text) }
        return (token, id)
    }

    @Test("rule 7.2: a browser that is closed decrypts what it is told, and its push service knows by whom")
    func push() async throws {
        let service = try await PushService()
        let subscription = try service.subscription
        let server = try LaurelProcess(arguments: [
            "--allow-private-deliveries", "--push-contact", "mailto:operator@games.example",
        ])
        let ada = try await player(server, "ada")
        let ben = try await player(server, "ben")
        let before = try await server.http.json("GET", "/v1/push", token: ben.token)
        #expect(before.object["isSubscribed"] as? Bool == false)
        let made = try await server.http.json("PUT", "/v1/push/subscription", subscription, token: ben.token)
        #expect(made.status == 200 && made.object["isSubscribed"] as? Bool == true, "\(made.text)")

        let asked = try await server.http.json(
            "POST", "/v1/friend-requests", ["alias": "ben"], token: ada.token)
        try #require((200...201).contains(asked.status), "\(asked.text)")
        let message = try await service.next()
        #expect(message["isTokenGood"] as? Bool == true)
        #expect(message["key"] as? String == before.object["publicKey"] as? String)
        let claims = try #require(message["claims"] as? [String: Any])
        let endpoint = try #require(subscription["endpoint"] as? String)
        #expect(claims["aud"] as? String == String(endpoint.dropLast("/push/browser".count)))
        #expect(claims["sub"] as? String == "mailto:operator@games.example")
        #expect(message["encoding"] as? String == "aes128gcm" && message["path"] as? String == "/push/browser")
        let text = try #require(message["text"] as? String)
        let notice = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(notice["kind"] as? String == "friendRequested")
        #expect((notice["about"] as? [String: Any])?["displayName"] as? String == "ada")
        #expect((notice["about"] as? [String: Any])?["id"] as? String == ada.id)
        #expect(message["topic"] as? String == "n\(notice["id"] as? String ?? "")")

        // The key is the same after a restart, and so is the subscription.
        let folder = server.dataFolder
        server.kill()
        let again = try LaurelProcess(dataFolder: folder, arguments: ["--allow-private-deliveries"])
        let after = try await again.http.json("GET", "/v1/push", token: ben.token)
        #expect(after.object["publicKey"] as? String == before.object["publicKey"] as? String)
        #expect(after.object["isSubscribed"] as? Bool == true)
        // It ends with the session.
        #expect(try await again.http.json("DELETE", "/v1/sessions/current", token: ben.token).status == 204)
        _ = again.stop()
        try FileManager.default.removeItem(at: folder)
    }

    @Test("rule 7.2: without the operator's word nothing private is subscribed or hooked")
    func privateAddresses() async throws {
        let server = try LaurelProcess()
        let ada = try await player(server, "ada")
        let game = try await TestGame(on: server)
        for host in ["127.0.0.1", "localhost", "2130706433", "[::1]", "[::ffff:10.0.0.1]", "169.254.169.254"] {
            let push = try await server.http.json(
                "PUT", "/v1/push/subscription",
                [
                    "endpoint": "https://\(host)/x",
                    "keys": [
                        "p256dh":
                            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
                    ],
                ], token: ada.token)
            #expect(push.status == 400 && push.object["field"] as? String == "endpoint", "\(push.text)")
            let hook = try await server.administration.json(
                "PUT", "/v1/connect/apps/\(game.bundleID)/webhook",
                ["url": "https://\(host)/x", "events": ["challengeReceived"]])
            #expect(hook.status == 400 && hook.object["field"] as? String == "url", "\(hook.text)")
        }
        _ = server.stop()
        try FileManager.default.removeItem(at: server.dataFolder)
    }

    @Test("rule 7.2: an event that a game's server did not take is sent after kill -9, under the same id")
    func webhook() async throws {
        let receiver = Self.root.appending(path: "docs/examples/webhook.py").path
        let python = URL(filePath: "/usr/bin/python3")
        var server = try LaurelProcess(arguments: ["--allow-private-deliveries"])
        let folder = server.dataFolder
        let game = try await TestGame(on: server)
        // The secret is not known yet, so the first receiver refuses what it gets.
        let deaf = try ChildProcess(python, [receiver], environment: ["LAUREL_WEBHOOK_SECRET": "whsec_eA=="])
        let port = try #require(try await deaf.nextObject()["port"] as? Int)
        let hook = "/v1/connect/apps/\(game.bundleID)/webhook"
        let made = try await server.administration.json(
            "PUT", hook, ["url": "http://127.0.0.1:\(port)/events", "events": ["challengeReceived"]])
        let secret = try #require(made.object["secret"] as? String, "\(made.text)")
        let run = try CommandTests.laurel("webhook", "test", game.bundleID, data: folder)
        #expect(run.status == 0 && run.output.contains("Queued delivery"), "\(run.output)")
        #expect(try await deaf.nextObject()["refused"] as? String == "not signed with this secret")
        server.kill()
        deaf.end(with: SIGKILL)

        let hearing = try ChildProcess(
            python, [receiver, String(port)], environment: ["LAUREL_WEBHOOK_SECRET": secret])
        defer { hearing.end(with: SIGKILL) }
        _ = try await hearing.nextObject()
        server = try LaurelProcess(dataFolder: folder, arguments: ["--allow-private-deliveries"])
        // A new secret would make the event worthless: the old one still signs.
        _ = try CommandTests.laurel("webhook", "resend", game.bundleID, "1", data: folder)
        var ids: Set<String> = []
        let heard = try await hearing.nextObject(after: &ids)
        let event = try #require(heard["event"] as? [String: Any])
        #expect(event["type"] as? String == "test")
        #expect((event["data"] as? [String: Any])?["bundleID"] as? String == game.bundleID)
        #expect((heard["id"] as? String)?.hasPrefix("msg_1_") == true)
        // With a new secret: the server that knows the old one still is believed, and so is what it hears.
        let renewed = try CommandTests.laurel(
            "webhook", "set", game.bundleID, "http://127.0.0.1:\(port)/events", "--renew-secret", data: folder)
        #expect(renewed.output.contains("whsec_") && !renewed.output.contains(secret), "\(renewed.output)")
        #expect(renewed.output.contains("Older secrets also sign until"), "\(renewed.output)")
        _ = try CommandTests.laurel("webhook", "test", game.bundleID, data: folder)
        let signedTwice = try await hearing.nextObject(after: &ids)
        #expect((signedTwice["event"] as? [String: Any])?["type"] as? String == "test", "\(signedTwice)")
        let ended = try CommandTests.laurel(
            "webhook", "set", game.bundleID, "http://127.0.0.1:\(port)/events", "--end-old-secrets", data: folder)
        #expect(ended.status == 0 && !ended.output.contains("Older secrets"), "\(ended.output)")
        _ = try CommandTests.laurel("webhook", "test", game.bundleID, data: folder)
        #expect(try await hearing.nextObject(after: &ids)["refused"] as? String == "not signed with this secret")
        let metrics = try await server.http.call("GET", "/metrics").text
        #expect(metrics.contains(#"laurel_deliveries_total{to="webhook",outcome="delivered"}"#), "\(metrics)")
        let log = try CommandTests.laurel("webhook", "log", game.bundleID, data: folder)
        #expect(log.status == 0 && log.output.contains("test"), "\(log.output)")
        _ = server.stop()
        try FileManager.default.removeItem(at: folder)
    }
}
