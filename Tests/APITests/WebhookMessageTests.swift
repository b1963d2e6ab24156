import LaurelDomain
import LaurelWire
import LaurelService
import Testing

@testable import LaurelAPI

/// What games' own servers are told. They read it by what the OpenAPI document says, so its bytes don't change.
@Suite("Webhook messages", .timeLimit(.minutes(15))) struct WebhookMessageTests {
    private static let time = Timestamp(clamping: 1_800_000_000_123)

    private func delivery(_ event: WebhookEvent, _ app: AppNumber) -> WebhookDelivery {
        WebhookDelivery(
            id: WebhookDeliveryID(1), app: app, environment: .sandbox, event: event, created: Self.time,
            due: Self.time)
    }

    @Test("a message is as the OpenAPI document says: a test, and a notice with and without another player")
    func messages() async throws {
        let document = try JSONValue(json: OpenAPIDocument.bytes(server: "https://games.example"))
        let body = try #require(document["webhooks"]?["event"]?["post"]?["requestBody"]?["content"])
        let schema = try #require(body["application/json"]?["schema"])
        let check = SchemaCheck(document: document)
        try await TestServer.run { server in
            let world = try await World(server)
            let (jim, app) = (try world.jim, try world.monkeyJump)
            let ids = server.accounts.ids
            let scope = PlayerIDs.Scope.game(app)
            func expect(_ event: WebhookEvent, _ type: String, _ rest: String) async throws {
                let written = await NoticeEncoding(server.accounts).webhookMessage(delivery(event, app))
                let time = Self.time.rfc3339
                #expect(
                    String(decoding: written, as: UTF8.self)
                        == #"{"type":"\#(type)","timestamp":"\#(time)","data":{"bundleID":"com.ali.MonkeyJump","#
                        + #""environment":"sandbox"\#(rest)}}"#)
                #expect(check.errors(try JSONValue(json: written), schema) == [])
            }
            try await expect(.test, "test", "")
            let player = #"{"id":"\#(ids.id(of: jim, in: scope))","displayName":"jungle-jim"}"#
            let chief = #"{"id":"\#(ids.id(of: PlayerNumber(1), in: scope))","displayName":"chief"}"#
            let alone = NewNotice(
                to: jim, .achievementEarned, app: app, environment: .sandbox, subject: "FirstJump", created: Self.time)
            try await expect(
                .notice(NoticeID(7), alone), "achievementEarned",
                #","notice":"7","player":\#(player),"about":null,"subject":"FirstJump","details":{},"#
                    + #""created":"\#(Self.time.rfc3339)""#)
            let about = NewNotice(
                to: jim, .overtaken, app: app, environment: .sandbox, about: PlayerNumber(1), subject: "HighScores",
                details: #"{"value":12,"rank":null}"#, created: Self.time)
            try await expect(
                .notice(NoticeID(8), about), "overtaken",
                #","notice":"8","player":\#(player),"about":\#(chief),"subject":"HighScores","#
                    + #""details":{"rank":null,"value":12},"created":"\#(Self.time.rfc3339)""#)
        }
    }

    @Test("the documented example reads as a message, and is one")
    func example() throws {
        let document = try JSONValue(json: OpenAPIDocument.bytes(server: "https://games.example"))
        let body = try #require(
            document["webhooks"]?["event"]?["post"]?["requestBody"]?["content"]?["application/json"])
        let (schema, example) = (try #require(body["schema"]), try #require(body["example"]))
        #expect(SchemaCheck(document: document).errors(example, schema) == [])
        var writer = JSONWriter()
        writer.value(example)
        let message = try WebhookMessageAnswer.shape.answer(json: writer.finish())
        #expect(try JSONValue(json: message.json) == example)
    }
}
