public import LaurelDomain
public import LaurelWire

/// Something that the server told by the event stream.
public struct ServerEvent: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        /// Something new in the player's inbox.
        case notice(NoticeRecord)
        /// The player's saved games under one name have changed.
        case savedGames(name: String, versions: Int)
        /// The entries of a leaderboard may be others than before.
        case leaderboard(String)
        /// Somebody has written to one of the player's matches.
        case match(MatchEvent)
        /// The player chose to play a challenge, outside the game.
        case play(challenge: String)
        /// The player chose a match of this game, outside the game.
        case playMatch(MatchID)
        /// Something that does not concern games, or that a newer server says.
        case other
    }

    public var content: Content
    /// Where to resume; nil: where the one before said.
    public var id: String?
}

/// An entry of the player's inbox.
public struct NoticeRecord: Hashable, Sendable {
    public var id: String
    /// Nil: of a newer server.
    public var kind: NoticeKind?
    /// The other one.
    public var about: PlayerRecord?
    /// The id of the challenge, achievement or leaderboard.
    public var subject: String
    /// What else the kind has, an object.
    public var details: JSONValue

    public init(_ answer: NoticeAnswer) {
        id = String(answer.id.rawValue)
        kind = answer.kind
        about = answer.about.map { PlayerRecord($0) }
        subject = answer.subject
        details = answer.details
    }
}

/// Puts events together from the lines of a stream (WHATWG HTML, section 9.2.6).
struct EventParser {
    private var name = ""
    private var data = ""
    private var id: String?

    /// - Returns: an event when this line ended one.
    mutating func take(_ line: String) -> ServerEvent? {
        if line.isEmpty {
            defer { (name, data, id) = ("", "", nil) }
            return data.isEmpty ? nil : ServerEvent(content: content, id: id)
        }
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var value = parts.count > 1 ? parts[1] : ""
        if value.first == " " { value.removeFirst() }
        switch parts[0] {
        case "event": name = String(value)
        // No event of ours comes near; a server that never ends one must not fill the memory.
        case "data" where data.utf8.count + value.utf8.count <= ClientLimits.lineBytes:
            data += (data.isEmpty ? "" : "\n") + value
        case "id": id = String(value)
        default: break
        }
        return nil
    }

    private var content: ServerEvent.Content {
        let json = Array(data.utf8)
        do throws(JSONError) {
            switch name {
            case "notice": return .notice(NoticeRecord(try NoticeAnswer.shape.answer(json: json)))
            case "savedGames":
                let event = try SavedGamesEvent.shape.answer(json: json)
                return .savedGames(name: event.name, versions: event.versions)
            case "leaderboard":
                return .leaderboard(try LeaderboardEvent.shape.answer(json: json).leaderboard.text)
            case "match": return .match(try MatchEvent.shape.answer(json: json))
            case "play":
                let event = try PlayEvent.shape.answer(json: json)
                if let challenge = event.challenge { return .play(challenge: challenge) }
                if let match = event.match { return .playMatch(match) }
                return .other
            default: return .other
            }
        } catch {
            return .other
        }
    }

    private var leaderboard: ServerEvent.Content {
        do throws(JSONError) {
            return .leaderboard(try LeaderboardEvent.shape.answer(json: Array(data.utf8)).leaderboard.text)
        } catch {
            return .other
        }
    }
}
