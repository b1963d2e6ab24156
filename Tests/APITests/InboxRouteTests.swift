import LaurelAPI
import LaurelDomain
import LaurelWire
import LaurelService
import Testing

@Suite("Inbox over HTTP", .timeLimit(.minutes(15)))
struct InboxRouteTests {
    private func notice(
        _ world: World, _ kind: NoticeKind, app: AppNumber? = nil, _ environment: Environment? = nil
    ) throws -> NewNotice {
        NewNotice(
            to: try world.jim, kind, app: app, environment: environment, about: PlayerNumber(1), subject: "s",
            created: world.server.clock.port.now())
    }

    private func list(_ world: World, _ token: String, _ query: String = "") async throws -> JSONValue {
        let answer = try await world.send("GET", "/v1/notices" + query, token)
        try #require(answer.status == 200, "\(answer.text)")
        return try #require(answer.json)
    }

    private func ids(_ page: JSONValue) -> [String] {
        guard case .array(let notices)? = page["notices"] else { return [] }
        return notices.compactMap { if case .string(let id)? = $0["id"] { id } else { nil } }
    }

    @Test("rule 7.1: a new password is told on the player's own pages, not in games, whatever they have turned off")
    func account() async throws {
        try await TestServer.run { server in
            let world = try await World(server, tells: false, meets: false)
            let off = #"{"choices":[{"isOn":false,"isPushed":false}],"quietHours":null}"#
            let chosen = try await world.send("PUT", "/v1/notification-settings", world.player, off)
            #expect(chosen.status == 200, "\(chosen.text)")
            let body = #"{"currentPassword":"\#(World.password)","newPassword":"a better horse"}"#
            #expect(try await world.send("PUT", "/v1/players/me/password", world.player, body).status == 204)
            let page = try await list(world, world.player)
            #expect(page["notices"]?[0]?["kind"] == .string("accountChanged"))
            #expect(page["notices"]?[0]?["subject"] == .string("password"))
            #expect(page["notices"]?[0]?["canBeMuted"] == .boolean(false))
            #expect(page["unread"] == .integer(1))
            let game = try await world.post(
                "/v1/sessions",
                #"{"alias":"jungle-jim","password":"a better horse","bundleID":"com.ali.MonkeyJump"}"#, "")
            #expect(ids(try await list(world, try game.string("token"))).isEmpty)
        }
    }

    @Test("rules 1.2, 7.1: a page tells who and which game, in the ids of its reader")
    func pages() async throws {
        try await TestServer.run { server in
            let world = try await World(server, meets: false)
            try await server.tell([
                try notice(world, .friendRequested),
                try notice(world, .challengeReceived, app: try world.monkeyJump, .sandbox),
            ])
            let all = try await list(world, world.player, "?count=3")
            #expect(ids(all) == ["4", "3", "2"])
            #expect(all["next"] == .string("2"))
            #expect(all["unread"] == .integer(4))
            let rest = try await list(world, world.player, "?before=2")
            #expect(ids(rest) == ["1"])
            #expect(rest["next"] == .null)
            let request = try #require(all["notices"]?[1])
            #expect(request["kind"] == .string("friendRequested"))
            #expect(request["game"] == .null && request["environment"] == .null)
            #expect(request["about"]?["displayName"] == .string("chief"))
            guard case .string(let id)? = request["about"]?["id"] else {
                Issue.record("nobody")
                return
            }
            #expect(id.hasPrefix("G:"))
            // The game's session is one of Production: it sees neither the request nor what happened in the Sandbox.
            let own = try await list(world, world.game)
            #expect(ids(own) == ["2", "1"])
            #expect(own["unread"] == .integer(2))
            let challenge = try #require(own["notices"]?[0])
            #expect(challenge["game"]?["bundleID"] == .string("com.ali.MonkeyJump"))
            #expect(challenge["details"] == .object(["value": .integer(12)]))
            guard case .string(let gameID)? = challenge["about"]?["id"] else {
                Issue.record("nobody")
                return
            }
            #expect(gameID.hasPrefix("A:_"))
            #expect(ids(try await list(world, world.stranger)).isEmpty)
        }
    }

    @Test(
        "rule 1.1: in a notice and a push a friend has his real name; nobody else has one, nor has anybody in a webhook"
    )
    func realNames() async throws {
        try await TestServer.run { server in
            // The chief is jungle-jim's friend; the third player has only asked to be.
            let world = try await World(server)
            for (token, name) in [(world.administrator, "The Chief"), (try await own(world), "Some Body")] {
                _ = try await world.expect(
                    200, "PATCH", "/v1/players/me/profile", token, #"{"realName":"\#(name)"}"#)
            }
            let stranger = try #require(server.accounts.ids.player(world.strangerID, in: .player))
            let time = server.clock.port.now()
            let (app, jim) = (try world.monkeyJump, try world.jim)
            let encoding = NoticeEncoding(server.accounts)
            for (about, name, alias) in [
                (PlayerNumber(1), "The Chief", "chief"), (stranger, "somebody", "somebody"),
            ] {
                let new = NewNotice(
                    to: jim, .overtaken, app: app, environment: .production, about: about, subject: "s", created: time)
                try await server.tell([new])
                for token in [world.player, world.game] {
                    let newest = try #require(try await list(world, token)["notices"]?[0])
                    #expect(newest["about"]?["displayName"] == .string(name))
                }
                let notice = Notice(id: NoticeID(1), content: new)
                let push = await encoding.pushMessage(notice, .firstParty, bytesLimit: 4_096)
                #expect(try JSONValue(json: push)["about"]?["displayName"] == .string(name))
                let delivery = WebhookDelivery(
                    id: WebhookDeliveryID(1), app: app, environment: .production,
                    event: .notice(NoticeID(1), new), created: time,
                    due: time)
                let hook = try JSONValue(json: await encoding.webhookMessage(delivery))["data"]
                // A game's own server is nobody's friend.
                #expect(hook?["about"]?["displayName"] == .string(alias))
                #expect(hook?["player"]?["displayName"] == .string("jungle-jim"))
            }
            // Friends no more: the alias from now on.
            _ = try await world.expect(
                204, "DELETE", "/v1/friends/" + world.administratorID, world.player)
            let all = try await list(world, world.player)
            #expect(!"\(all)".contains("The Chief"))
        }
    }

    private func own(_ world: World) async throws -> String {
        try await world.expect(
            201, "POST", "/v1/sessions", "", #"{"alias":"somebody","password":"\#(World.password)"}"#
        ).string("token")
    }

    @Test("rule 7.1: reading and deleting hold on every device, and what is another's stays")
    func reading() async throws {
        try await TestServer.run { server in
            let world = try await World(server, meets: false)
            try await server.tell([try notice(world, .friendAccepted)])
            for (token, body, unread) in [
                (world.stranger, #"{"upTo":"99"}"#, 0), (world.game, #"{"id":"3"}"#, 2),
                (world.game, #"{"id":"1"}"#, 1),
                (world.player, #"{"upTo":"2"}"#, 1), (world.player, #"{"upTo":"3"}"#, 0),
            ] {
                let answer = try await world.send("PATCH", "/v1/notices", token, body)
                #expect(answer.status == 200 && answer.json?["unread"] == .integer(Int64(unread)), "\(answer.text)")
            }
            for (token, id, status) in [
                (world.stranger, "1", 404), (world.game, "3", 404), (world.game, "2", 204), (world.player, "2", 404),
                (world.player, "3", 204),
            ] {
                let answer = try await world.send("DELETE", "/v1/notices/" + id, token)
                #expect(answer.status == status, "\(id): \(answer.text)")
            }
            #expect(ids(try await list(world, world.player)) == ["1"])
            for body in ["{}", #"{"id":"1","upTo":"1"}"#, #"{"id":"0"}"#, #"{"id":"01"}"#, #"{"id":1}"#] {
                let answer = try await world.send("PATCH", "/v1/notices", world.player, body)
                #expect(answer.status == 400, "\(body): \(answer.text)")
            }
        }
    }

    @Test("rule 7.1: a player chooses by kind and game, and mutes from a notice")
    func choices() async throws {
        try await TestServer.run { server in
            let world = try await World(server, meets: false)
            let app = try world.monkeyJump
            let muted = try await world.send("POST", "/v1/notices/1/mute", world.game, #"{"extent":"kindInGame"}"#)
            #expect(muted.status == 200, "\(muted.text)")
            #expect(muted.json?["kind"] == .string("challengeReceived"))
            try await server.tell([
                try notice(world, .challengeReceived, app: app, .production),
                try notice(world, .challengeDeclined, app: app, .production),
            ])
            // In silence: it is in the inbox, read already.
            let page = try await list(world, world.player)
            #expect(ids(page) == ["4", "3", "2", "1"])
            #expect(page["notices"]?[1]?["isRead"] == .boolean(true))
            #expect(page["notices"]?[1]?["canBeMuted"] == .boolean(true))
            #expect(page["unread"] == .integer(3))

            let settings = try await world.send("GET", "/v1/notification-settings", world.player)
            #expect(settings.json?["choices"]?[0]?["bundleID"] == .string("com.ali.MonkeyJump"))
            #expect(settings.json?["choices"]?[0]?["isOn"] == .boolean(false))
            let body =
                #"{"choices":[{"kind":"challengeReceived","isOn":true,"isPushed":false}],"#
                + #""quietHours":{"from":"22:30","to":"07:00","timeZone":"-03:30"}}"#
            let changed = try await world.send("PUT", "/v1/notification-settings", world.player, body)
            #expect(changed.status == 200, "\(changed.text)")
            #expect(try await world.send("GET", "/v1/notification-settings", world.player).text == changed.text)
            #expect(changed.json?["choices"]?[0]?["bundleID"] == .null)
            #expect(changed.json?["quietHours"]?["timeZone"] == .string("-03:30"))
        }
    }

    @Test("settings that mean nothing are refused and change nothing")
    func refused() async throws {
        try await TestServer.run { server in
            let world = try await World(server, meets: false)
            try await server.tell([try notice(world, .friendAccepted)])
            let before = try server.export()
            let choice = #"{"kind":"overtaken","isOn":true,"isPushed":true}"#
            for (body, status) in [
                (#"{"choices":[\#(choice),\#(choice)]}"#, 400),
                (#"{"choices":[{"bundleID":"com.nobody.Nothing","isOn":true,"isPushed":true}]}"#, 404),
                (#"{"choices":[],"quietHours":{"from":"22:30","to":"07:00","timeZone":"Atlantis/Centre"}}"#, 400),
                (#"{"choices":[],"quietHours":{"from":"25:30","to":"07:00","timeZone":"+00:00"}}"#, 400),
                (#"{"choices":[],"quietHours":{"from":"22:30","timeZone":"+00:00"}}"#, 400),
            ] {
                let answer = try await world.send("PUT", "/v1/notification-settings", world.player, body)
                #expect(answer.status == status, "\(body): \(answer.text)")
            }
            let game = try await world.send("GET", "/v1/notification-settings", world.game)
            #expect(game.status == 403)
            // A friendship is about no game.
            let mute = try await world.send("POST", "/v1/notices/3/mute", world.player, #"{"extent":"game"}"#)
            #expect(mute.status == 409 && mute.field == "extent", "\(mute.text)")
            #expect(try server.export() == before)
        }
    }
}
