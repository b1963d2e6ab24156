import LaurelDomain
public import LaurelWire

/// A request's body that can be written: what the server reads from the same type.
public protocol SentBody: RequestBody {
    /// Writes the members, without the braces. What is nil is left out.
    func write(to writer: inout JSONWriter)
}

extension SentBody {
    public var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        write(to: &writer)
        writer.endObject()
        return writer.finish()
    }
}

extension JSONWriter {
    mutating func present(_ key: StaticString, _ text: String?) { if let text { field(key, text) } }
    mutating func present(_ key: StaticString, _ number: Int?) { if let number { field(key, number) } }

    mutating func strings(_ key: StaticString, _ texts: [String]) {
        self.key(key)
        beginArray()
        for text in texts { value(text) }
        endArray()
    }

    mutating func fields(_ wish: SessionWish) {
        present("bundleID", wish.bundleID?.text)
        present("environment", wish.environment?.name)
        present("device", wish.device?.text)
        present("waiting", wish.waiting)
        if wish.wantsCookie { field("cookie", true) }
    }
}

extension SignInBody: SentBody {
    public func write(to writer: inout JSONWriter) {
        writer.field("alias", alias)
        writer.field("password", password)
        writer.present("code", code)
        writer.fields(session)
    }
}

extension DeviceAuthorizationBody: SentBody {
    public func write(to writer: inout JSONWriter) {
        writer.present("bundleID", bundleID?.text)
        writer.present("environment", environment?.name)
        writer.present("device", device?.text)
        writer.present("title", title)
    }
}

extension DevicePollBody: SentBody {
    public func write(to writer: inout JSONWriter) {
        writer.field("deviceCode", deviceCode)
        writer.present("waiting", waiting)
    }
}

extension ScoresBody: SentBody {
    public func write(to writer: inout JSONWriter) {
        writer.key("scores")
        writer.beginArray()
        for item in scores {
            writer.beginObject()
            writer.present("leaderboard", item.leaderboard?.text)
            writer.fields(item.score)
            if let replay = item.replay { writer.field("replay", Base64.encode(replay)) }
            writer.endObject()
        }
        writer.endArray()
        writer.present("waiting", waiting)
        if let challengeIDs { writer.strings("challengeIDs", challengeIDs.map(\.text)) }
    }
}

extension JSONWriter {
    mutating func fields(_ score: Score) {
        field("value", score.value)
        present("id", score.id?.text)
        if score.context != 0 { field("context", score.context) }
        if let date = score.date { field("date", date) }
    }
}
