import LaurelWire

/// `/openapi.json`: OpenAPI 3.1, generated from ``LaurelWire/Endpoint`` and the schemas that parse requests.
///
/// - Source: OpenAPI Specification 3.1.1; JSON Schema 2020-12.
public enum OpenAPIDocument {
    /// The document.
    ///
    /// - Parameter server: the address of the server that it is about.
    public static func bytes(server: String) -> [UInt8] {
        var writer = JSONWriter(capacity: 65_536)
        writer.beginObject()
        writer.field("openapi", "3.1.1")
        writer.key("info")
        writer.beginObject()
        writer.field("title", "Laurel")
        writer.field("version", "1")
        writer.field(
            "description",
            """
            An open, self-hosted Game Center. IDs are strings, 64-bit integers are JSON integers, times are RFC 3339 \
            in UTC with milliseconds. Every error is a Problem (RFC 9457) whose type keeps its meaning.

            Send the session's token, or a team's key, as `Authorization: Bearer TOKEN`. `Accept-Language` chooses the \
            language of names and texts, unless `language` does. Where a response has an `ETag`, `If-None-Match` with \
            it is answered by 304 while nothing has changed. A 429 or a 503 can say in `Retry-After` after how many \
            seconds to try again.
            """)
        writer.key("license")
        writer.beginObject()
        writer.field("name", "Apache-2.0")
        writer.field("identifier", "Apache-2.0")
        writer.endObject()
        writer.endObject()
        writer.key("servers")
        writer.beginArray()
        writer.beginObject()
        writer.field("url", server)
        writer.endObject()
        writer.endArray()
        writer.key("tags")
        writer.beginArray()
        for tag in Endpoint.Tag.allCases {
            writer.beginObject()
            writer.field("name", tag.rawValue)
            writer.endObject()
        }
        writer.endArray()
        writer.key("externalDocs")
        writer.beginObject()
        writer.field("description", "This document as a page, with a search.")
        writer.field("url", server + "/reference/")
        writer.endObject()
        paths(&writer)
        webhooks(&writer)
        components(&writer)
        writer.endObject()
        return writer.finish()
    }

    private static func paths(_ writer: inout JSONWriter) {
        writer.key("paths")
        writer.beginObject()
        var seen: Set<String> = []
        for first in Endpoint.allCases where seen.insert(first.template).inserted {
            writer.key(text: first.template)
            writer.beginObject()
            for endpoint in Endpoint.allCases where endpoint.template == first.template {
                writer.key(text: endpoint.method.rawValue.lowercased())
                operation(endpoint, &writer)
            }
            writer.endObject()
        }
        writer.endObject()
    }

    private static func operation(_ endpoint: Endpoint, _ writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("operationId", endpoint.name)
        writer.key("tags")
        writer.beginArray()
        writer.value(endpoint.tag.rawValue)
        writer.endArray()
        writer.field("summary", endpoint.summary)
        writer.field("description", endpoint.callers)
        security(endpoint, &writer)
        // In the server's data folder: no address leads there.
        if endpoint.access == .operator { writer.field("x-socket", "laurel.sock") }
        writer.key("parameters")
        writer.beginArray()
        for parameter in endpoint.pathParameters {
            Self.parameter(parameter, in: "path", Descriptions.key(ofPath: parameter.name, of: endpoint), &writer)
        }
        for parameter in endpoint.queryParameters {
            Self.parameter(parameter, in: "query", Descriptions.key(ofQuery: parameter.name, of: endpoint), &writer)
        }
        writer.endArray()
        let bodies = endpoint.bodies
        if !bodies.isEmpty {
            writer.key("requestBody")
            writer.beginObject()
            if case .bytes(let limit) = endpoint.body { writer.field("description", "At most \(limit) bytes.") }
            writer.field("required", true)
            content(bodies, &writer)
            writer.endObject()
        }
        responses(endpoint, &writer)
        writer.endObject()
    }

    /// What games' own servers are told: one request for all events.
    private static func webhooks(_ writer: inout JSONWriter) {
        writer.key("webhooks")
        writer.beginObject()
        writer.key("event")
        writer.beginObject()
        writer.key("post")
        writer.beginObject()
        writer.field("operationId", "receiveWebhook")
        writer.key("tags")
        writer.beginArray()
        writer.value(Endpoint.Tag.notifications.rawValue)
        writer.endArray()
        writer.field("summary", "Hear of an event. Signed as in Standard Webhooks 1.0.")
        writer.key("requestBody")
        writer.beginObject()
        writer.field("required", true)
        content([("application/json", WebhookMessageAnswer.schema)], &writer)
        writer.endObject()
        writer.key("responses")
        writer.beginObject()
        answer("2XX", "Received.", [], &writer)
        answer("410", "Turns the webhook off.", [], &writer)
        answer("default", "The server tries again later.", [], &writer)
        writer.endObject()
        writer.endObject()
        writer.endObject()
        writer.endObject()
    }

    /// Either of the two ways to be signed in; where both may be missing, the empty requirement says so.
    private static func security(_ endpoint: Endpoint, _ writer: inout JSONWriter) {
        writer.key("security")
        writer.beginArray()
        if endpoint.access != .anyone, endpoint.access != .operator {
            for name in ["bearer", "cookie"] {
                writer.beginObject()
                writer.key(text: name)
                writer.beginArray()
                writer.endArray()
                writer.endObject()
            }
            if endpoint.access == .playerOrAnonymous {
                writer.beginObject()
                writer.endObject()
            }
        }
        writer.endArray()
    }

    /// - Parameter key: of its description.
    private static func parameter(
        _ parameter: Schema.Property, in location: String, _ key: String?, _ writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.field("name", parameter.name)
        writer.field("in", location)
        if let key, let text = Descriptions.table[key] { writer.field("description", text) }
        writer.field("required", parameter.isRequired)
        writer.key("schema")
        writer.reference(parameter.schema)
        writer.endObject()
    }

    private static func responses(_ endpoint: Endpoint, _ writer: inout JSONWriter) {
        writer.key("responses")
        writer.beginObject()
        switch endpoint.answer {
        case .json(let status, let schema): answer(status, "application/json", schema, &writer)
        case .text: answer(200, "text/plain", .string(.init(length: 0...Int.max, example: "ok")), &writer)
        case .events:
            answer(
                200, "text/event-stream",
                .string(
                    .init(
                        length: 0...Int.max,
                        example: "event: leaderboard\ndata: {\"bundleID\":\"com.ali.MonkeyJump\","
                            + "\"leaderboard\":\"HighScores\",\"environment\":\"production\","
                            + "\"scopes\":[\"today\",\"week\"],\"version\":7}\n\n")), &writer)
        case .export:
            answer(
                200,
                [
                    ("text/csv", .string(.init(length: 0...Int.max, example: "sequence,leaderboard\r\n"))),
                    ("application/x-ndjson", .string(.init(length: 0...Int.max, example: "{\"sequence\":1}\n"))),
                ], &writer)
        case .anyJSON: answer(200, "application/json", nil, &writer)
        case .noContent: answer(204, [], &writer)
        case .bytes(let type): answer(200, type, .bytes, &writer)
        }
        if let form = endpoint.body.form { answer(200, "application/json", form.answer, &writer) }
        for (status, kinds) in endpoint.refusals {
            writer.key(text: String(status))
            writer.beginObject()
            writer.field("description", kinds.map { "`\($0.rawValue)`: \($0.title)" }.joined(separator: "; "))
            var contents: [(String, Schema?)] = [("application/problem+json", ProblemAnswer.schema)]
            if endpoint.body.form != nil { contents.append(("application/json", DeviceGrantErrorAnswer.schema)) }
            content(contents, &writer)
            writer.key("x-problem-kinds")
            writer.beginArray()
            for kind in kinds { writer.value(kind.rawValue) }
            writer.endArray()
            writer.endObject()
        }
        writer.endObject()
    }

    private static func answer(_ status: Int, _ type: String, _ schema: Schema?, _ writer: inout JSONWriter) {
        answer(status, [(type, schema)], &writer)
    }

    private static func answer(_ status: Int, _ contents: [(String, Schema?)], _ writer: inout JSONWriter) {
        answer(String(status), "Success.", contents, &writer)
    }

    private static func answer(
        _ status: String, _ description: String, _ contents: [(String, Schema?)], _ writer: inout JSONWriter
    ) {
        writer.key(text: status)
        writer.beginObject()
        writer.field("description", description)
        if !contents.isEmpty { content(contents, &writer) }
        writer.endObject()
    }

    private static func content(_ contents: [(String, Schema?)], _ writer: inout JSONWriter) {
        writer.key("content")
        writer.beginObject()
        for (type, schema) in contents {
            writer.key(text: type)
            writer.beginObject()
            writer.key("schema")
            if let schema {
                writer.reference(schema)
            } else {
                writer.beginObject()
                writer.field("type", "object")
                writer.endObject()
            }
            if let schema, case .object = schema, type == "application/json" || type == Endpoint.form {
                writer.key("example")
                writer.value(schema.example(with: Descriptions.notes))
            }
            writer.endObject()
        }
        writer.endObject()
    }

    /// Every named schema, by its name.
    static var namedSchemas: [String: Schema] {
        var schemas: [String: Schema] = [:]
        ProblemAnswer.schema.named(into: &schemas)
        WebhookMessageAnswer.schema.named(into: &schemas)
        for endpoint in Endpoint.allCases {
            for (_, schema) in endpoint.bodies { schema.named(into: &schemas) }
            if case .json(_, let schema) = endpoint.answer { schema.named(into: &schemas) }
            if let form = endpoint.body.form {
                form.answer.named(into: &schemas)
                DeviceGrantErrorAnswer.schema.named(into: &schemas)
            }
        }
        return schemas
    }

    private static func components(_ writer: inout JSONWriter) {
        let schemas = namedSchemas
        writer.key("components")
        writer.beginObject()
        writer.key("schemas")
        writer.beginObject()
        for (name, schema) in schemas.sorted(by: { $0.key < $1.key }) {
            writer.key(text: name)
            writer.definition(schema, notes: Descriptions.notes)
        }
        writer.endObject()
        writer.key("securitySchemes")
        writer.beginObject()
        writer.key("bearer")
        writer.beginObject()
        writer.field("type", "http")
        writer.field("scheme", "bearer")
        writer.endObject()
        writer.key("cookie")
        writer.beginObject()
        writer.field("type", "apiKey")
        writer.field("in", "cookie")
        writer.field("name", SessionCookie(isSecure: false).name)
        writer.field(
            "description",
            "For this server's own pages; its name starts with __Host- over https. Unsafe methods require Origin or "
                + "Sec-Fetch-Site."
        )
        writer.endObject()
        writer.endObject()
        writer.endObject()
    }
}

extension Endpoint {
    fileprivate static let form = "application/x-www-form-urlencoded"

    /// The media types of its body, each with its schema; empty if there is no body.
    fileprivate var bodies: [(String, Schema)] {
        switch body {
        case .none: []
        case .json(let schema): [("application/json", schema)]
        case .jsonOrForm(let schema, let form, _):
            // What clients are to send comes first.
            [(Self.form, form), ("application/json", schema)]
        case .file(let types): types.map { ($0, .bytes) }
        case .bytes: [("application/octet-stream", .bytes)]
        }
    }

    /// All refusals by status, what the HTTP server says before it knows the route included.
    fileprivate var refusals: [(status: Int, kinds: [Problem.Kind])] {
        var byStatus = Dictionary(grouping: problems, by: \.status)
        byStatus[414] = [.tooLarge]
        return byStatus.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension Schema {
    /// Bytes as they are. JSON Schema has no word for them; this one is OpenAPI 3.0's, which makers of clients know.
    fileprivate static let bytes = Schema.string(.init(length: 0...Int.max, format: "binary", example: "…"))
}
