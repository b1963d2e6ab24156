import LaurelDomain

// A turn is answered with a match, and a list has up to a hundred. By its fields one costs a key path and a closure for
// each of some forty.

extension MatchAnswer {
    /// What ``listedFields`` would write.
    func writeFields(to writer: inout JSONWriter) {
        writer.field("id", id)
        writer.field("bundleID", bundleID)
        writer.field("state", state.rawValue)
        writer.field("status", status.rawValue)
        writer.field("version", version)
        writer.field("group", group)
        writer.field("created", created)
        writer.field("ended", orNull: ended)
        writer.field("seat", seat)
        writer.key("participants")
        writer.beginArray()
        for participant in participants { participant.write(to: &writer) }
        writer.endArray()
        writer.key("turn")
        if let turn { turn.write(to: &writer) } else { writer.null() }
        writer.key("data")
        if let data { writer.value(base64: data) } else { writer.null() }
        writer.field("byteCount", byteCount)
        writer.field("rematch", rematch)
        writer.key("message")
        if let message { message.write(to: &writer) } else { writer.null() }
        writer.key("exchanges")
        writer.beginArray()
        // Few matches have any.
        for exchange in exchanges { writer.value(exchange) }
        writer.endArray()
        writer.field("invitation", invitation)
        if let isArchived { writer.field("isArchived", isArchived) }
    }
}

extension MatchParticipantAnswer {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("status", status.rawValue)
        writer.key("player")
        if let player { player.write(to: &writer) } else { writer.null() }
        writer.field("outcome", outcome)
        writer.field("lastTurn", orNull: lastTurn)
        writer.field("askedToQuit", orNull: askedToQuit)
        writer.endObject()
    }
}

extension PlayerAnswer {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        if let alias { writer.field("alias", alias) }
        writer.field("displayName", displayName)
        if let photo {
            writer.key("photo")
            writer.value(photo)
        }
        if let status { writer.field("status", status) }
        if let teamPlayerID { writer.field("teamPlayerID", teamPlayerID) }
        writer.endObject()
    }
}

extension MatchTurnAnswer {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("seat", seat)
        writer.key("fallback")
        writer.beginArray()
        for seat in fallback { writer.value(seat) }
        writer.endArray()
        writer.field("began", began)
        writer.field("due", orNull: due)
        writer.field("claimable", claimable)
        writer.endObject()
    }
}

extension MatchMessageAnswer {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("seat", seat)
        writer.field("key", key)
        writer.field("arguments", arguments)
        writer.field("text", text)
        writer.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func field(_ key: StaticString, orNull moment: Timestamp?) {
        self.key(key)
        if let moment { value(moment) } else { null() }
    }
}
