import LaurelWire
import LaurelService
import Testing

@Suite("Profiles and accounts over HTTP", .timeLimit(.minutes(15)))
struct PlayerRouteTests {
    @Test("rule 1.1: what a player says of himself is shown as his privacy says, and changes at once")
    func profile() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let changed = try await world.send(
                "PATCH", "/v1/players/me/profile", world.player,
                #"{"alias":"Jungle James","realName":"James","status":"In the trees"}"#)
            #expect(changed.status == 200, "\(changed.text)")
            #expect(changed.json?["player"]?["alias"] == .string("Jungle James"))
            #expect(changed.json?["realName"] == .string("James"))
            let me = try await world.send("GET", "/v1/players/me", world.game)
            #expect(me.json?["player"]?["displayName"] == .string("Jungle James"))
            #expect(me.json?["isUnderage"] == .boolean(false))
            // A stranger sees the alias and the status line, never the real name.
            let others = try await world.send(
                "GET", "/v1/players?ids=\(world.playerID)", world.developers.joiner)
            let seen = others.json?["players"]?[0]
            #expect(seen?["displayName"] == .string("Jungle James") && seen?["status"] == .string("In the trees"))
            #expect(!others.text.contains("\"James\""))
            _ = try await world.send("PATCH", "/v1/players/me/profile", world.player, #"{"audience":"friends"}"#)
            let hidden = try await world.send("GET", "/v1/players?ids=\(world.playerID)", world.developers.joiner)
            #expect(hidden.json?["players"]?[0]?["status"] == nil)
            // Entries that were encoded before show the new alias.
            _ = try await world.send("POST", World.board + "/scores", world.game, #"{"value":5}"#)
            let before = try await world.send("GET", World.board + "/entries")
            #expect(before.text.contains("Jungle James"))
            _ = try await world.send("PATCH", "/v1/players/me/profile", world.player, #"{"alias":"Jim III"}"#)
            let after = try await world.send("GET", World.board + "/entries")
            #expect(after.text.contains("Jim III") && !after.text.contains("Jungle James"))
            for (body, kind, field) in [
                (#"{"alias":"Ѕоmеbоdу"}"#, "alias-taken", "alias"), (#"{"alias":"Аdmin"}"#, "alias-reserved", "alias"),
                (#"{"realName":"\u202eabc"}"#, "invalid-parameter", "realName"),
                (#"{"alias":"..."}"#, "invalid-parameter", "alias"),
            ] {
                let refused = try await world.send("PATCH", "/v1/players/me/profile", world.player, body)
                #expect(refused.kind == kind && refused.field == field, "\(refused.text)")
            }
        }
    }

    @Test("a game's session may play, and not touch the account")
    func gameSession() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            for endpoint in [
                Endpoint.profile, .updateProfile, .restrict, .removePhoto, .changePassword, .renewRecoveryCodes,
                .sessions, .endSession, .endOtherSessions, .giveProof, .pendingDevice, .decideDevice, .exportPlayer,
                .eraseSelf, .mailAddress, .setMailAddress, .removeMailAddress, .providerLinks, .linkProvider,
                .unlinkProvider,
            ] {
                let call = world.call(endpoint)
                let refused = try await world.send(call.method, call.target, world.game, call.body)
                #expect(refused.status == 403 && refused.kind == "forbidden", "\(endpoint): \(refused.text)")
            }
        }
    }

    @Test(
        "rule 1.1: a photo is made anew in two sizes, found by its digest, and gone when taken away: from caches, too")
    func photo() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let made = try await world.putPhoto(TestPicture.png(width: 30, height: 20, secret: "48.8584N"), "image/png")
            #expect(made.status == 200, "\(made.text)")
            let small = try #require(made.json).string("small")
            let shown = try await server.client.send("GET", small)
            #expect(shown.status == 200 && shown.headers["content-type"] == "image/png")
            // For the browser that asked alone, and not for long: docs/operating.md says ten minutes.
            #expect(shown.headers["cache-control"] == "private, max-age=600")
            let tag = try #require(shown.headers["etag"])
            let known = try await server.client.send("GET", small, [("If-None-Match", tag)])
            #expect(
                known.status == 304 && known.body.isEmpty && known.headers["cache-control"] == "private, max-age=600")
            #expect(shown.headers["content-security-policy"]?.contains("sandbox") == true)
            #expect(shown.body.starts(with: [0x89, 0x50, 0x4E, 0x47]) && !shown.text.contains("48.8584N"))
            // IHDR: 128 × 128.
            #expect(Array(shown.body[16..<24]) == [0, 0, 0, 128, 0, 0, 0, 128])
            let others = try await world.send("GET", "/v1/players?ids=\(world.gamePlayerID)", world.game)
            #expect(others.json?["players"]?[0]?["photo"]?["small"] == .string(small))
            // Bad ones change nothing.
            for (bytes, type, kind) in [
                (TestPicture.png(width: 5_000, height: 1), "image/png", "invalid-image"),
                (TestPicture.png(width: 4_096, height: 4_096).prefix(60).map { $0 }, "image/png", "invalid-image"),
                (Array("<svg onload=alert(1)>".utf8), "image/png", "invalid-image"),
                ([], "image/webp", "invalid-image"),
                (TestPicture.png(width: 3, height: 3), "image/svg+xml", "invalid-image"),
                (Array(TestPicture.png(width: 300, height: 300).dropLast(200)), "image/jpeg", "invalid-image"),
            ] {
                let refused = try await world.putPhoto(bytes, type)
                #expect((400...499).contains(refused.status) && refused.kind == kind, "\(refused.text)")
            }
            #expect(try await server.client.send("GET", small).status == 200)
            let removed = try await world.send("DELETE", "/v1/players/me/photo", world.player)
            #expect(removed.status == 204)
            for headers in [[], [("If-None-Match", tag)]] {
                #expect(try await server.client.send("GET", small, headers).status == 404)
            }
        }
    }

    @Test("a picture that is long work is refused by its header: many scans, an animation")
    func longPictures() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            func refusal(_ bytes: [UInt8], _ type: String) async throws -> String {
                let answer = try await world.putPhoto(bytes, type)
                #expect((400...499).contains(answer.status) && answer.kind == "invalid-image", "\(answer.text)")
                return try #require(answer.json).string("detail")
            }
            // A progressive JPEG of 16 × 16 and its scans, each of nothing.
            let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC2, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0]
            let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
            for (scans, isRefused) in [(32, false), (33, true), (4_000, true)] {
                let jpeg = start + (0..<scans).flatMap { _ in scan } + [0xFF, 0xD9]
                #expect(try await refusal(jpeg, "image/jpeg").contains("at most 32 scans") == isRefused, "\(scans)")
            }
            let animated: [UInt8] =
                Array("RIFF".utf8) + [100, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 2, 0, 0, 0]
                + [15, 0, 0, 15, 0, 0] + [UInt8](repeating: 0, count: 40)
            #expect(try await refusal(animated, "image/webp").contains("still image"))
        }
    }

    @Test("RFC 8628: a device is signed in by its player's word, over HTTP")
    func device() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let poll = world.call(.pollDevice)
            let pending = try await world.send(poll.method, poll.target, "", poll.body)
            #expect(pending.status == 400 && pending.kind == "authorization-pending")
            let slow = try await world.send(poll.method, poll.target, "", poll.body)
            #expect(slow.kind == "slow-down" && slow.headers["retry-after"] == "10")
            let look = world.call(.pendingDevice)
            let seen = try await world.send(look.method, look.target, world.player)
            #expect(seen.json?["device"] == .string("Living room") && seen.json?["bundleID"] == .null)
            let decide = world.call(.decideDevice)
            #expect(try await world.send(decide.method, decide.target, world.player, decide.body).status == 204)
            let made = try await world.send(poll.method, poll.target, "", poll.body)
            #expect(made.status == 201)
            let token = try #require(made.json).string("token")
            #expect(try await world.send("GET", "/v1/players/me", token).status == 200)
            let again = try await world.send(poll.method, poll.target, "", poll.body)
            #expect(again.kind == "expired-code")
            let asked = try await world.send(
                "POST", "/v1/device-authorizations", "", #"{"bundleID":"com.ali.MonkeyJump"}"#)
            let page = try #require(asked.json).string("verificationURIComplete")
            #expect(page.hasPrefix("http://127.0.0.1/device/?code="))
        }
    }

    @Test("behind https the cookie is bound to this very host, and no other cookie counts")
    func hostCookie() async throws {
        try await TestServer.run(publicURL: "https://games.example") { server in
            let world = try await World(server)
            let origin = ("Origin", "https://games.example")
            let body = #"{"alias":"jungle-jim","password":"\#(World.password)","cookie":true}"#
            let answer = try await world.send("POST", "/v1/sessions", "", body, [origin])
            let cookie = try #require(answer.headers["set-cookie"])
            #expect(cookie.hasPrefix("__Host-laurel_session=") && cookie.contains("; Path=/;"))
            #expect(cookie.contains("; Secure") && !cookie.contains("Domain"))
            let pair = String(cookie.prefix { $0 != ";" })
            #expect(try await world.send("GET", "/v1/players/me", "", nil, [("Cookie", pair)]).status == 200)
            let bare = pair.replacing("__Host-", with: "")
            #expect(try await world.send("GET", "/v1/players/me", "", nil, [("Cookie", bare)]).status == 401)
        }
    }

    @Test("a player's export holds profile, sessions, scores and notices; an administrator can make it too")
    func export() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            for value in [5, 7, 6] {
                _ = try await world.send("POST", World.board + "/scores", world.game, #"{"value":\#(value)}"#)
            }
            _ = try await world.send("PATCH", "/v1/players/me/profile", world.player, #"{"realName":"James"}"#)
            let own = try await world.send("GET", "/v1/players/me/export", world.player)
            #expect(own.status == 200 && own.headers["content-disposition"]?.contains("attachment") == true)
            let json = try #require(own.json)
            #expect(json["profile"]?["realName"] == .string("James"))
            guard case .array(let scores)? = json["scores"], case .array(let sessions)? = json["sessions"] else {
                Issue.record("\(own.text)")
                return
            }
            #expect(scores.map { $0["value"] } == [.integer(5), .integer(7), .integer(6)])
            #expect(sessions.count == 2)
            let named = try await world.send(
                "POST", "/v1/connect/players/exports", world.administrator, #"{"alias":"jungle-jim"}"#)
            #expect(named.json?["scores"] == json["scores"])
            let nobody = try await world.send(
                "POST", "/v1/connect/players/exports", world.administrator, #"{"alias":"nobody-here"}"#)
            #expect(nobody.kind == "not-found")
        }
    }

    @Test("the only owner of a team is not erased, by himself or others, and is told which team holds him")
    func soleOwner() async throws {
        try await TestServer.run { server in
            let world = try await World(server, tells: false, meets: false)
            let team = try await world.expect(
                201, "POST", "/v1/connect/teams", world.administrator, #"{"name":"Vines","owner":"jungle-jim"}"#)
            let erasure = ("/v1/players/me/erasure", #"{"password":"\#(World.password)"}"#)
            for (target, body, token) in [
                (erasure.0, erasure.1, world.player),
                ("/v1/connect/players/erasures", #"{"alias":"jungle-jim"}"#, world.administrator),
            ] {
                let refused = try await world.send("POST", target, token, body)
                #expect(refused.status == 409 && refused.kind == "sole-owner", "\(refused.text)")
                #expect(refused.text.contains("“Vines”"), "\(refused.text)")
                #expect(refused.json?["values"] == .object(["teams": .array([.string("Vines")])]), "\(refused.text)")
            }
            let log = try await world.send("GET", "/v1/connect/audit", world.administrator)
            #expect(log.status == 200 && !log.text.contains("player.erasure"), "\(log.text)")
            try await world.expect(204, "DELETE", "/v1/connect/teams/\(team.string("id"))", world.player)
            try await world.expect(200, "POST", erasure.0, world.player, erasure.1)
        }
    }

    @Test("a word says which rule a new password breaks", arguments: ["password": "common", "short": "too-short"])
    func passwordReason(password: String, reason: String) async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let refused = try await world.send(
                "POST", "/v1/players", "", #"{"alias":"newcomer","password":"\#(password)"}"#)
            #expect(refused.status == 400 && refused.field == "password", "\(refused.text)")
            #expect(refused.json?["reason"] == .string(reason), "\(refused.text)")
        }
    }

    @Test("an erased player is nowhere any more, ranks close up, and his alias is free")
    func erasure() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let zoe = try await world.send(
                "POST", "/v1/players", "",
                #"{"alias":"zoe-the-second","password":"\#(World.password)","bundleID":"com.ali.MonkeyJump"}"#)
            let second = try #require(zoe.json).string("token")
            _ = try await world.send("POST", World.board + "/scores", world.game, #"{"value":777777,"context":424242}"#)
            _ = try await world.send("POST", World.board + "/scores", second, #"{"value":5}"#)
            _ = try await world.send(
                "PATCH", "/v1/players/me/profile", world.player, #"{"realName":"James Tarzan","status":"In the trees"}"#
            )
            let wrong = try await world.send(
                "POST", "/v1/players/me/erasure", world.player, #"{"password":"wrong password"}"#)
            #expect(wrong.kind == "forbidden" && wrong.field == "password")
            let gone = try await world.send(
                "POST", "/v1/players/me/erasure", world.player, #"{"password":"\#(World.password)"}"#)
            #expect(gone.status == 200 && gone.json?["isFinished"] == .boolean(true), "\(gone.text)")
            for token in [world.player, world.game] {
                #expect(try await world.send("GET", "/v1/players/me", token).status == 401)
            }
            let entries = try await world.send("GET", World.board + "/entries", second)
            #expect(entries.json?["total"] == .integer(1) && entries.json?["local"]?["rank"] == .integer(1))
            #expect(!entries.text.contains("jungle-jim") && !entries.text.contains("777777"))
            let stored = try server.export().joined(separator: "\n")
            for trace in ["jungle-jim", "James Tarzan", "In the trees", "777777", "424242"] {
                #expect(!stored.contains(trace), "\(trace) is still stored")
            }
            let ids = try await world.send("GET", "/v1/players?ids=\(world.playerID)", world.administrator)
            #expect(ids.json?["players"] == .array([]))
            let again = try await world.send(
                "POST", "/v1/players", "", #"{"alias":"jungle-jim","password":"\#(World.password)"}"#)
            #expect(again.status == 201 && again.json?["player"]?["id"] != .string(world.playerID))
        }
    }
}

extension World {
    fileprivate func putPhoto(_ bytes: [UInt8], _ type: String) async throws -> Answer {
        let headers = [("Authorization", "Bearer " + player), ("Content-Type", type)]
        return try await server.client.send("PUT", "/v1/players/me/photo", headers, body: bytes)
    }
}
