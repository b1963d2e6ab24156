import LaurelWire
import Testing

@testable import LaurelAPI

private let startPath = "/v1/device-authorizations"
private let pollPath = "/v1/device-authorizations/token"
private let grantType = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code"

/// RFC 8628 as the standard has it: forms in, its names and errors out.
@Suite("Device authorization grant", .timeLimit(.minutes(15)))
struct DeviceGrantTests {
    private func send(_ world: World, _ target: String, _ form: String) async throws -> Answer {
        try await world.send(
            "POST", target, "", form, [("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")])
    }

    @Test("a form is answered with the standard's names: pending, then a token of that game and scope")
    func grant() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let asked = try await send(
                world, startPath, "client_id=com.ali.MonkeyJump&scope=sandbox&title=Living+room&surprise=1&device=")
            #expect(asked.status == 200)
            let device = try asked.json.unwrapped()
            #expect(device["interval"] == .integer(5) && device["expires_in"] == .integer(600))
            let page = try device.string("verification_uri")
            let user = try device.string("user_code")
            #expect(try device.string("verification_uri_complete") == page + "?code=" + user)
            // Those from before stay for a release.
            #expect(device["deviceCode"] == device["device_code"] && device["userCode"] == device["user_code"])

            let code = try device.string("device_code")
            let form = "\(grantType)&client_id=com.ali.MonkeyJump&device_code=\(code)"
            let pending = try await send(world, pollPath, form)
            #expect(pending.status == 400 && pending.headers["content-type"] == "application/json")
            #expect(pending.json?["error"] == .string("authorization_pending"))
            #expect(pending.headers["cache-control"] == "no-store")
            let slow = try await send(world, pollPath, form)
            #expect(slow.json?["error"] == .string("slow_down") && slow.headers["retry-after"] == "10")
            // The code is of the game that asked for it.
            let other = try await send(
                world, pollPath, form.replacing("client_id=com.ali.MonkeyJump", with: "client_id=com.example.Other"))
            #expect(other.json?["error"] == .string("expired_token"))

            let decision = startPath + "/\(user)/decision"
            #expect(try await world.send("POST", decision, world.player, #"{"allow":true}"#).status == 204)
            let made = try await send(world, pollPath, form)
            #expect(made.status == 200, "\(made.text)")
            let answer = try made.json.unwrapped()
            #expect(answer["token_type"] == .string("Bearer") && answer["scope"] == .string("sandbox"))
            let me = try await world.send("GET", "/v1/players/me", try answer.string("access_token"))
            #expect(me.json?["environment"] == .string("sandbox"))
            #expect(me.json?["bundleID"] == .string("com.ali.MonkeyJump"))
            #expect(try await send(world, pollPath, form).json?["error"] == .string("expired_token"))
        }
    }

    @Test("a player's no is access_denied")
    func denied() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let device = try await send(world, startPath, "client_id=com.ali.MonkeyJump").json.unwrapped()
            let decision = startPath + "/\(try device.string("user_code"))/decision"
            #expect(try await world.send("POST", decision, world.player, #"{"allow":false}"#).status == 204)
            let answer = try await send(world, pollPath, grantType + "&device_code=" + device.string("device_code"))
            #expect(answer.status == 400 && answer.json?["error"] == .string("access_denied"))
        }
    }

    @Test(
        "what is wrong with a form has the standard's word and a sentence",
        arguments: [
            (startPath, "", "invalid_request"), (startPath, "client_id=", "invalid_request"),
            (startPath, "client_id=a.b&client_id=a.b", "invalid_request"),
            (startPath, "{\"client_id\":\"a.b\"}", "invalid_request"),
            (startPath, "client_id=%FF%00", "invalid_request"),
            (startPath, "client_id=com.nobody.Nothing", "invalid_client"),
            (startPath, "client_id=com.ali.MonkeyJump&scope=email", "invalid_scope"),
            (startPath, "client_id=com.ali.MonkeyJump&title=%00", "invalid_request"),
            (startPath, "client_id=com.ali.MonkeyJump&x=" + String(repeating: "x", count: 9_000), "invalid_request"),
            (pollPath, "device_code=x", "unsupported_grant_type"),
            (pollPath, "grant_type=password&device_code=x", "unsupported_grant_type"),
            (pollPath, grantType, "invalid_request"),
            (pollPath, grantType + "&device_code=x", "expired_token"),
            (pollPath, grantType + "&device_code=" + String(repeating: "x", count: 43), "expired_token"),
        ] as [(String, String, String)])
    func refusals(target: String, form: String, error: String) async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let before = try server.export()
            let answer = try await send(world, target, form)
            #expect(answer.status == 400)
            #expect(answer.json?["error"] == .string(error), "\(answer.text)")
            let sentence = try answer.json.unwrapped().string("error_description")
            // RFC 6749, section 5.2.
            #expect(sentence.utf8.count > 5 && sentence.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 })
            #expect(try server.export() == before)
        }
    }
}
