import LaurelDomain
import LaurelMatches

/// What a notice tells of something that was said in a match, as JSON.
enum MessageDetails {
    /// A reminder.
    static func of(_ message: MatchMessage) -> String { object([], message) }

    /// An exchange that was sent: of several, it is known which one says so. The match has the rest.
    static func of(_ number: ExchangeNumber, _ message: MatchMessage) -> String {
        object([#""exchange":{"id":\#(number.rawValue)}"#], message)
    }

    /// What is said with an invitation: a text alone, for no game has words for it yet.
    static func of(invitation text: String) -> String {
        #"{"message":{"key":"","arguments":[],"text":\#(quoted(text))}}"#
    }

    /// An exchange that was taken back: it is gone from the match, so the notice has what a game needs to know it.
    static func of(_ exchange: Exchange, _ message: MatchMessage) -> String {
        var members = [
            #""id":\#(exchange.number.rawValue)"#, #""sender":\#(exchange.sender.index)"#,
            #""recipients":[\#(exchange.recipients.map { String($0.index) }.joined(separator: ","))]"#,
            #""sent":\#(exchange.sent.milliseconds)"#,
        ]
        if let due = exchange.due { members.append(#""due":\#(due.milliseconds)"#) }
        return object([#""exchange":{\#(members.joined(separator: ","))}"#], message)
    }

    /// Without the key and its arguments where all of it is too long: the text is for games that have no words for it.
    private static func object(_ members: [String], _ message: MatchMessage) -> String {
        guard message != .empty else { return members.isEmpty ? "" : "{\(members.joined())}" }
        let (key, text) = (quoted(message.key), quoted(message.text))
        let arguments = message.arguments.map(quoted).joined(separator: ",")
        let whole = #""message":{"key":\#(key),"arguments":[\#(arguments)],"text":\#(text)}"#
        let details = "{\((members + [whole]).joined(separator: ","))}"
        guard details.utf8.count > NewNotice.detailsLimit else { return details }
        let short = #""message":{"key":"","arguments":[],"text":\#(text)}"#
        return "{\((members + [short]).joined(separator: ","))}"
    }

    /// RFC 8259, section 7.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
