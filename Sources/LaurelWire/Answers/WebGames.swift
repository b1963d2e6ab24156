public import LaurelDomain

/// From where pages may call a game's routes.
public enum WebOriginsAnswer {
    public static let schema = WebOriginsBody.schema
}

/// Which game asks, and from where.
public enum AuthorizationAnswer {
    public static let schema = Schema.object(
        "AuthorizationRequest",
        [
            .init("bundleID", Shape<BundleID>.bundleID.schema), .init("name", Shape<String>.name.schema),
            .init("environment", Shape<Environment>.environment.schema),
            .init("origin", Shape<WebOrigin>.webOrigin.schema),
        ])
    public static let codeSchema = Schema.object(
        "Authorization",
        [
            .init("code", .string(.init(length: 43...43, example: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))),
            .init("expires", Shape<Timestamp>.timestamp.schema),
        ])
}

extension JSONWriter {
    public mutating func value(webOrigins origins: [WebPlace]) {
        beginObject()
        field(webOrigins: origins)
        endObject()
    }

    public mutating func field(webOrigins origins: [WebPlace]) {
        key("webOrigins")
        beginArray()
        for origin in origins { value(origin.text) }
        endArray()
    }
}
